"""Whole games: undo and resume in the middle of an attack, the captain."""

from itertools import product

import pytest

from packs.bomber_boys.game import GAME, MISSIONS
from packs.bomber_boys.state import Damage
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.chance import Scripted
from tabletop_core.engine.state import fingerprint
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

DATA = GAME.data_with()


def test_undo_in_the_middle_of_an_attack_gives_the_die_back():
    answers = ["pool_2", "d2 tail_gunner fighter_6_high"]
    match = started("fighter_6_high", 2, 4, answers=answers)
    assert match.state.turn.dice == [4]

    match.history.undo()

    assert match.state.turn.dice == [2, 4]
    assert not match.state.crew["tail_gunner"].exhausted
    assert match.state.display[0].damage == 0


def test_a_game_saved_in_the_middle_of_an_attack_goes_on_where_it_was(tmp_path):
    session = new_session(GAME, seed=12, save=tmp_path / "attack.toml")
    begin(session)
    for answer in ("pool_3", "co_pilot d5"):
        session.answer(answer)
    before = fingerprint(session.match.state)
    session.save()
    left = session.match.decision.options
    session.close()

    resumed = resume_session(read_save(tmp_path / "attack.toml"), lambda pack: GAME)
    resumed.close()

    assert fingerprint(resumed.match.state) == before
    assert resumed.match.decision.options == left


def test_the_captain_destroys_an_easy_target_where_a_random_crew_seldom_reaches_it():
    won = {"captain": 0, "random": 0}
    for bot in won:
        for seed in range(8):
            match = GAME.start({"mission": "milk_run"}, seed=seed, data=DATA, record=False)
            play_bots(match, seat_bots(GAME, {"captain": bot}, seed))
            won[bot] += match.outcome.kind == "major_victory"

    assert won["captain"] >= 7
    assert won["random"] <= 3


def answer_of_captain(match):
    return seat_bots(GAME, {"captain": "captain"}, 0)["captain"].choose(match, match.decision)


def started(*script, items=(), answers=(), **options):
    """Return a game with these cards and dice, after these answers."""
    match = GAME.start(options, source=Scripted(script), data=DATA)
    match.state.items = list(items)
    for answer in answers:
        match.answer(answer)
    return match


def over_the_target(*bombs, items=(), **options):
    """Return a game at the bombsight, the first of the dice thrown."""
    match = GAME.start(options, source=Scripted(["lucky_coin", *bombs]), data=DATA)
    for stack in match.state.deck.values():
        stack.left = 0
    match.answer("keep")
    match.state.items = list(items)
    return match


ITEMS = ["lucky_coin", "rabbits_foot", "extra_ammo"]


@pytest.mark.parametrize(
    ("answer", "die", "taken"),
    [
        ("rally", 4, "go_on"),
        ("rally", 5, "lucky_coin"),
        ("pool_4", 4, "lucky_coin"),
        ("pool_5", 4, "go_on"),
    ],
    ids=[
        "a 4 and a 3 do the same damage",
        "a 5 hits and a 2 misses",
        "focus 2 makes a 6 of a 4 and a 5 of a 3",
        "focus 3 makes a 6 of either",
    ],
)
def test_the_captain_turns_an_enemy_die_over_only_where_that_saves_damage(answer, die, taken):
    match = started("fighter_12_high", die, items=ITEMS, answers=[answer])

    assert answer_of_captain(match) == taken


def test_the_captain_turns_the_enemy_die_over_that_saves_most():
    # Both fighters do one damage with a 5 and two with a 6; a 2 and a 1 miss.
    cards = ("fighter_12_high", 1, "fighter_3_high", 5, 6)
    match = started(*cards, items=ITEMS, answers=["rally", "rally", "lucky_coin"])

    assert answer_of_captain(match) == 6


def test_the_captain_keeps_a_1_for_the_coin_and_turns_it_over_to_complete_the_targets():
    # Open targets 4 4 5 5 6: 5, 5 and 4 are locked in, one 1 is kept, the other becomes a 4.
    match = over_the_target(1, 1, 4, 5, 5, 4, items=["lucky_coin"], mission="sea_strike")
    answers = []
    while match.decision is not None:
        answers.append(answer_of_captain(match))
        match.answer(answers[-1])

    assert answers[:5] == ["d5", "d5", "d4", "keep", (1,)]
    assert answers.count("lucky_coin") == 1
    assert match.outcome.kind == "major_victory"


def test_the_captain_keeps_some_bomb_where_a_search_tries_it_against_his_advice():
    match = over_the_target(5, 2, 1, 1, 1)
    assert answer_of_captain(match) == "d5"

    match.answer("keep")

    assert answer_of_captain(match) == (1,)


def cards_in_sight(state):
    """Count all cards of the game, wherever they lie."""
    return (
        sum(stack.left for stack in state.deck.values())
        + sum(state.buried.values())
        + len(state.discard)
        + len(state.display)
        + len(state.items)
        + len(state.events)
    )


def test_cards_and_cubes_are_never_lost_whatever_a_random_crew_does():
    for seed, mission in product(range(4), MISSIONS):
        options = {"mission": mission, "items": 1, "all_aircraft": True}
        match = GAME.start(options, seed=seed, data=DATA, record=False, headings=False)
        bot = seat_bots(GAME, {"captain": "random"}, seed)["captain"]
        total = DATA.missions[mission].cards + 1 + 2
        while match.decision is not None:
            state = match.state
            undecided = match.play.step.name in ("Item", "Event")
            assert total - undecided <= cards_in_sight(state) <= total
            places = [man.damage for man in state.crew.values()] + [*state.engines.values()]
            assert state.cubes + places.count(Damage.MAJOR) == 5
            assert state.turn.enemy_rolled <= 2
            match.answer(bot.choose(match, match.decision))
        assert match.outcome.scores == {"captain": match.state.cubes + len(match.state.bombs)}


# ---------------------------------------------------------------- evaluation


def test_damage_before_the_first_turn_makes_a_mission_worth_less():
    play = GAME.start({"engine_damage": True}, seed=1).play
    sound = GAME.evaluate(play, "captain")

    play.state.engines["engine_1"] = Damage.MINOR

    assert play.rounds == 0
    assert GAME.evaluate(play, "captain") < sound


def test_once_bombs_must_be_kept_the_mission_is_worth_what_keeping_gives_not_what_locking_in_gave():
    match = over_the_target(5, 2, 1, 1, 1, items=["lucky_coin"])
    match.state.rerolls = 1
    keep = match.decision.odds("keep")["all bombs on target"]

    match.answer("keep")

    assert GAME.evaluate(match.play, "captain") == pytest.approx(10 + 5 + 5 * float(keep))
