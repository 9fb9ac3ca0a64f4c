"""Who plays when no one does."""

from collections import Counter
from fractions import Fraction
from functools import partial

import numpy
import pytest

from tabletop_core import Bot, GreedyBot, Sequence, Step
from tabletop_core.bots.seating import levels_of, make_bot, play_bots, read_seats, seat_bots
from tabletop_core.bots.simple import bots_of
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError
from tabletop_core.events.event import to_lines


def seated(game, text, seed="bots"):
    return seat_bots(game, read_seats(game, game.seats_for(game.read_options({})), text), seed)


def played(game, text, seed=1):
    match = game.start(seed=seed)
    play_bots(match, seated(game, text, seed))
    return match


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_random_bots_play_a_game_to_its_end(request, name):
    assert played(request.getfixturevalue(name), "bot:random").is_over


def test_the_same_seed_gives_the_same_game_and_another_seed_another(tricks):
    stories = [to_lines(played(tricks, "bot:random", seed).events) for seed in (3, 3, 4)]

    assert stories[0] == stories[1] != stories[2]


def test_bots_never_disturb_the_dice_of_the_game(race_with):
    def three_dice(play):
        for _ in range(3):
            play.die(6)
            yield play.ask("Go on?", ("yes", "no"))
        play.end("done")

    game = race_with(
        sequence=Sequence("Game", Step("Roll", three_dice)), evaluate=lambda play, seat: 0
    )
    faces = []
    for bots in ("bot:random", "bot:greedy"):
        match = played(game, bots)
        faces.append([event.facts["faces"] for event in match.events if event.kind == "roll"])

    assert faces[0] == faces[1]


def test_random_bots_choose_each_option_about_equally_often(race_with):
    counts = Counter()

    def ask_often(play):
        for _ in range(1500):
            counts[(yield play.ask("Which?", ("a", "b", "c")))] += 1
        play.end("done")

    played(race_with(sequence=Sequence("Game", Step("Ask", ask_often))), "bot:random")

    assert all(430 < counts[option] < 570 for option in "abc")


def test_bots_leave_the_decisions_of_a_person_alone(tricks):
    match = tricks.start(seed=1)
    play_bots(match, seated(tricks, "human,bot:random"))
    assert match.decision.seat == "east"
    match.answer(match.decision.options[0])
    play_bots(match, seated(tricks, "human,bot:random"))

    assert match.decision.seat == "east"
    assert match.decisions == 2


def test_a_bot_that_resumes_goes_on_as_if_it_had_never_stopped(tricks):
    whole = played(tricks, "bot:random", 7)
    answers = [entry[2] for entry in whole.tape.entries if entry[0] == "answer"]

    match = tricks.start(seed=7)
    for answer in answers[:3]:
        match.answer(answer)
    bots = seated(tricks, "bot:random", 7)
    for bot, number in zip(bots.values(), (2, 1), strict=True):
        bot.skip(number)
    play_bots(match, bots)

    assert to_lines(match.events) == to_lines(whole.events)


def test_greedy_takes_what_the_pack_values_most(race):
    match = race.start(source=Scripted([5, 4]))
    match.answer("roll")
    match.answer("roll")

    bot = seated(race, "bot:greedy")["north"]

    # Holding scores 9 at once; one more roll scores nothing yet.
    assert bot.choose(match, match.decision) == "hold"


def test_greedy_looks_ahead_without_touching_the_game(race):
    match = race.start(seed=1)
    before = to_lines(match.events), len(match.tape.entries)
    seated(race, "bot:greedy")["north"].choose(match, match.decision)

    assert (to_lines(match.events), len(match.tape.entries)) == before


def test_greedy_never_looks_at_hidden_cards(tricks_with):
    seen = set()

    def evaluate(play, seat):
        seen.add(tuple(play.state.hands["west"].cards))
        return 0

    game = tricks_with(evaluate=evaluate)
    match = game.start(seed=1)
    truth = tuple(match.state.hands["west"].cards)
    seated(game, "bot:greedy")["east"].choose(match, match.decision)

    assert len(seen) == GreedyBot.tries
    assert truth not in seen


def test_greedy_tries_an_answer_once_where_it_opens_no_die_and_no_card(race_with):
    looked = []
    game = race_with(evaluate=lambda play, seat: looked.append(seat) or 0)
    match = game.start(seed=1)
    assert match.decision.options == ("roll", "hold")

    seated(game, "bot:greedy")["north"].choose(match, match.decision)

    assert len(looked) == GreedyBot.tries + len(["hold"])


@pytest.mark.parametrize("number", [1, True, 0.5, Fraction(1, 3), numpy.float32(0.5)], ids=str)
def test_a_position_is_worth_any_kind_of_number(race_with, number):
    match = race_with(evaluate=lambda play, seat: number).start(seed=1)

    answer = seated(match.game, "bot:greedy")["north"].choose(match, match.decision)

    assert answer in match.decision.options


@pytest.mark.parametrize("value", ["good", None, float("nan")], ids=str)
def test_what_is_no_number_is_refused_by_the_name_of_the_function_if_it_has_one(race_with, value):
    match = race_with(evaluate=partial(lambda said, play, seat: said, value)).start(seed=1)

    with pytest.raises(PackError, match=f"`evaluate` of .* returned {value!r} for north"):
        seated(match.game, "bot:greedy")["north"].choose(match, match.decision)


def test_greedy_is_offered_only_where_the_pack_can_value_a_game(race, tricks):
    assert bots_of(race)["greedy"] is GreedyBot
    assert "greedy" not in bots_of(tricks)


def test_a_pack_brings_its_own_bots(race_with):
    class Holder(Bot):
        def choose(self, match, decision):
            return decision.options[match.decisions % 2]

    game = race_with(bots={"holder": Holder})
    match = played(game, "bot:holder")

    assert match.is_over
    assert set(bots_of(game)) == {"random", "greedy", "holder"}


@pytest.mark.parametrize(
    ("text", "north", "south"),
    [
        ("bot:random", "random", "random"),
        ("human, bot:greedy", "human", "greedy"),
        # A level seats the bot that plays it.
        ("bot:easy,bot:hard", "random", "mcts:n=7"),
    ],
)
def test_one_entry_stands_for_every_seat_or_each_has_its_own(race_with, text, north, south):
    levels = {"easy": "random", "normal": "greedy", "hard": "mcts:n=7"}
    game = race_with(difficulty=levels)

    assert read_seats(game, game.seats, text) == {"north": north, "south": south}


def test_a_bot_that_plays_two_levels_is_called_by_both(race_with):
    game = race_with(difficulty={"normal": "greedy", "hard": "greedy"})

    assert levels_of(game) == {"random": "easy", "greedy": "normal or hard"}


def test_a_hard_game_that_a_pack_does_not_declare_has_a_limit_of_time(race_with):
    declared, bot = (
        make_bot(race_with(**how), "hard") for how in ({"difficulty": {"hard": "mcts:n=7"}}, {})
    )

    assert declared.n == 7
    assert (bot.n, bot.ms) == (400, 1_500)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human,human,human", "names 3 players, but race has 2 seats"),
        ("bot:clever", "'bot:clever' cannot play race; choose from: human, bot:random, bot:greedy"),
        ("robot", "'robot' cannot play race"),
        ("", "'' cannot play race"),
    ],
)
def test_players_that_cannot_be_seated_are_refused_with_those_that_can(race, text, words):
    with pytest.raises(PackError, match=words):
        read_seats(race, ("north", "south"), text)
