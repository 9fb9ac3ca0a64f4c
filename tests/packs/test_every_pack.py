"""Claims that hold for every installed pack."""

import re
from html import escape
from importlib.resources import files
from pathlib import Path

import pytest

from tabletop_core import ALL_SEEING, Viewer, run_games
from tabletop_core.bots.advice import advise_as
from tabletop_core.bots.simple import bots_of, random_numbers, usual_bot
from tabletop_core.engine.setups import DIFFICULTIES
from tabletop_core.panels import BoardPanel, changes, things
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.components import thing_text
from tabletop_core.presentation.lessons import lesson_of
from tabletop_core.presentation.looks import faults_of_looks, looks_of
from tabletop_core.presentation.table_view import asked_of
from tabletop_core.testing.exam_run import Exam
from tabletop_core.testing.lessons import check_lesson
from tabletop_core.web.table.links import Links
from tabletop_core.web.table.questions import question

PACKS = find_packs()
GAMES = [pack.load() for pack in PACKS.packs]

IDS = re.compile(r"\w+(?:[-_]\w+)+")
"""What no person writes: words with signs between them."""

EXAMPLES = [one for one in (Path(__file__).parents[2] / "examples").iterdir() if one.is_dir()]
SHIPPED = [pack.load() for pack in find_packs(EXAMPLES).packs]
"""The games of the installed packs and of the examples."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_shipped_game = pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.id)


def at_random(match, most):
    """Yield a match before each of some random answers, and once more at the end."""
    random = random_numbers(3)
    for _ in range(most):
        yield match
        if match.decision is None:
            break
        match.answer(match.decision.at_random(random()))


def test_every_pack_can_be_found_and_loaded():
    assert PACKS.problems == ()
    assert GAMES


@every_game
def test_notes_give_every_ruling_with_the_reading_rejected_and_the_reason(game):
    notes = " ".join((files(game.package) / "NOTES.md").read_text(encoding="utf-8").split())

    titles = {option.name: option.title for option in game.options} | {"": ""}

    missing = [
        ruling
        for ruling in game.all_rulings
        for part in (ruling.ruling, ruling.rejected, ruling.why, titles[ruling.option])
        if " ".join(part.split()) not in notes
    ]
    assert missing == []


@every_game
def test_every_datum_states_where_it_comes_from_and_each_word_a_rule_that_there_is(game):
    data = game.data_with()

    assert data.provenance
    assert "unstated" not in data.provenance
    named = {word.rule for word in data.glossary if word.rule}
    assert named <= {rule.number for rule in game.rules}


@every_game
def test_a_spectator_sees_nothing_that_a_seat_may_not_know(game):
    fewest, most = game.identity.players
    options = {"players": most} if most > fewest else {}
    secrets = 0
    for match in at_random(game.start(options, seed=3), 40):
        told = [event.seats for event in match.events if event.seen_by(Viewer())]
        assert set(told) <= {None}
        for seat in match.seats if game.hides else ():
            fork = match.fork("another world", seat=seat)
            secrets += game.look.view(fork.play, ALL_SEEING) != game.look.view(
                match.play, ALL_SEEING
            )
            assert game.look.view(fork.play, Viewer()) == game.look.view(match.play, Viewer())
            assert game.status_line(fork) == game.status_line(match)

    assert bool(secrets) is game.hides
    if not game.hides:
        assert all(event.seats is None for event in match.events)


@every_game
def test_where_a_game_stands_is_told_in_words_of_its_own(game):
    matches = at_random(game.start(seed=3), 60)
    told = {game.status_line(match) for match in matches if match.decision is not None}

    assert game.look.status is not None
    assert len(told) > 1
    assert all(len(words) < 60 and words.isprintable() for words in told)


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        # Who looks ahead takes a while.
        pytest.param(game, bot, marks=pytest.mark.gate if make().looks_ahead else ())
        for game in GAMES
        for bot, make in bots_of(game).items()
    ],
    ids=lambda value: getattr(value, "id", value),
)
def test_every_bot_of_a_pack_plays_a_game_to_its_end(game, bot):
    seats = game.seats_for(game.read_options({}))

    report = run_games(game, 1, 1, players=dict.fromkeys(seats, bot), most_decisions=5_000)

    assert "unfinished" not in {kind for kind, _ in report.outcomes}


@pytest.mark.parametrize("level", DIFFICULTIES)
@every_shipped_game
def test_each_level_of_a_game_answers_the_first_questions_legally(game, level):
    match = game.start(seed=2)
    while match.decision is not None and match.decisions < 2:
        _, answer = advise_as(match, level)
        match.answer(answer)

    assert match.decisions


@pytest.mark.parametrize("games", [2, pytest.param(200, marks=pytest.mark.gate)])
@every_game
def test_what_an_option_touches_is_on_the_table_and_whatever_touches_nothing_is_a_button(
    game, games
):
    wrong = set()
    for seed in range(games):
        setup = game.all_setups[seed % len(game.all_setups)]
        match = game.start(game.read_options(setup.options), seed=seed)
        for _ in at_random(match, 40):
            wrong |= set(unlit(match)) if match.decision is not None else set()

    assert wrong == set()


def unlit(match):
    """Yield what an option touches that is not there, and options that the page cannot show."""
    decision, (seat, *_) = match.decision, match.decision.seats
    panels = match.game.look.view(match.play, Viewer(seat))
    there = {panel.id for panel in panels}.union(*map(things, panels))
    form, rail = question(asked_of(decision, seat, {}), Links("/r/1/"))
    for option in () if decision.is_number else decision.options:
        touched = decision.targets_of(option)
        yield from ((decision.prompt, one) for one in touched if one not in there)
        is_button = f'<button name="answer" value="{escape(str(option))}"' in form + rail
        if not touched and not decision.several and not is_button:
            yield decision.prompt, option


@pytest.mark.parametrize("games", [3, pytest.param(16, marks=pytest.mark.gate)])
@every_shipped_game
def test_all_words_on_boards_and_panels_can_be_read(game, games):
    found = faults_of_looks(game, looks_of(game, games))

    assert {title: [*map(str, faults)] for title, faults in found.items()} == {}


@every_shipped_game
def test_a_game_has_a_title_picture_and_a_lesson_to_play_in_five_to_ten_minutes(game):
    exam = Exam(game, games=0)
    exam.data = game.data_with()
    check_lesson(exam)

    assert exam.problems == []
    assert 5 <= lesson_of(game).minutes <= 10
    assert (files(game.package) / "art" / game.look.theme.title_art).is_file()


@every_game
def test_what_changed_on_the_table_is_told_without_an_id_of_the_program(game):
    """An id with signs in it that no person writes, such as `stand-1` or `co_pilot`, tells nothing.

    What people call something may be its id, such as `w1` or `B7`.
    """
    before, told = [], []
    for match in at_random(game.start(seed=3), 60):
        now = list(game.look.view(match.play, Viewer(match.seats[0])))
        ids = {one.id for one in pieces_and_spots((*before, *now)) if one.id != one.name}
        lines = changes(before or now, now).lines()
        told += lines
        assert [line for line in lines if ids & set(IDS.findall(line))] == []
        before = now
    assert told


def pieces_and_spots(panels):
    boards = [panel for panel in panels if isinstance(panel, BoardPanel)]
    return [one for board in boards for one in (*board.pieces, *board.spots)]


@every_game
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.gate)])
def test_everything_on_the_table_opens_with_its_rule_in_words(game, seed):
    match = game.start({}, seed=seed)
    bots = {seat: bots_of(game)[usual_bot(game)]() for seat in match.seats}
    looked, bare = set(), set()
    while match.decision is not None:
        panels = list(game.look.view(match.play, ALL_SEEING))
        lying = {
            (panel.title, name, repr(thing))
            for panel in panels
            for name, thing in things(panel).items()
        } - looked
        looked |= lying
        for _, name, _ in lying:
            found = thing_text(game, match.data, name, panels)
            if found is None or found.rule is None or not any(found.rule.parts):
                bare.add(name)
        match.answer(bots[match.decision.seat].choose(match, match.decision))

    assert bare == set()
