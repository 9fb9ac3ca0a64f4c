"""A saved game wakes at its last checkpoint if nothing has changed, else plays its whole tape."""

import sys
from importlib.resources import files
from types import ModuleType

import attrs
import pytest

from tabletop_core import ForEach, Repeat, Step
from tabletop_core.chance import stream
from tabletop_core.engine.state import fingerprint
from tabletop_core.errors import PackError, SaveError, SequenceError
from tabletop_core.events.event import to_lines
from tabletop_core.saves.compatibility import _code_of, compatibility_digest
from tabletop_core.saves.journal import SAVED_CHECKPOINT_EVERY
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session

SENT = []


def turn(play):
    answer = yield play.ask("Roll?", ["roll", "it's a hold"])
    SENT.append(answer)
    play.state.rolled.append(play.die(6, "to run"))
    play.log("score", who=play.seat, points=1, total=len(play.state.rolled))
    if len(play.state.rolled) == 1000:
        play.end("over")


def running(*before, turn=turn):
    """A sequence of rounds in which each in turn does the same, after some other steps."""
    runs = ForEach("Runner", lambda play: play.seats, Step("Run", turn, may_end=True))
    return Repeat("Round", *before, runs)


@pytest.fixture
def game(race_with):
    return race_with(sequence=running())


@pytest.fixture
def left(left, game, path):
    """Return what plays a game for so many answers and leaves it."""

    def many(answers, game=game):
        given = (("roll", "it's a hold")[number % 3 == 0] for number in range(answers))
        session = left(game, *given, seed=3, save=path)
        SENT.clear()
        return session

    return many


def picture(match):
    """Return how a game stands, its story told or not."""
    state, seen = fingerprint(match.state), dict(match.seen_count)
    return state, match.place, seen, match.decisions, len(match.events)


def is_same(one, other):
    return picture(one) == picture(other) and to_lines(one.events) == to_lines(other.events)


@pytest.mark.parametrize("answers", [1, 49, 50, 51, 120])
def test_a_woken_game_stands_where_it_was_left_and_goes_on_with_the_same_dice(
    game, left, answers, woken
):
    session = left(answers)
    again = woken(game)

    assert picture(again.match) == picture(session.match)
    assert again.match.decision.token == session.match.decision.token
    for match in (again.match, session.match):
        match.tape.on_add = match.tape.on_step = None
        match.answer("roll")
    assert is_same(again.match, session.match)


def test_waking_a_long_game_runs_only_its_last_steps_and_verifying_runs_all(game, left, woken):
    left(400)
    match = woken(game).match

    assert len(SENT) <= SAVED_CHECKPOINT_EVERY
    assert match.events.first_in_memory > 0
    # Nor does undo right after waking play the whole tape.
    SENT.clear()
    match.history.undo()
    assert len(SENT) <= 2 * SAVED_CHECKPOINT_EVERY
    SENT.clear()
    woken(game, whole=True)
    assert len(SENT) == 400


def test_the_story_before_is_told_when_somebody_asks(game, left, woken):
    session = left(400)
    match = woken(game).match
    told = len(match.events)
    recent = match.events[match.events.first_in_memory :]

    assert to_lines(match.events) == to_lines(session.match.events)
    assert len(match.events) == told
    assert match.events[-len(recent) :] == recent


def test_a_woken_game_is_undone_beyond_the_place_it_woke_at(game, left, woken):
    left(400)
    match = woken(game).match
    SENT.clear()
    for _ in range(120):
        assert match.history.undo()
    whole = woken(game, whole=True).match
    for _ in range(120):
        whole.history.undo()

    assert is_same(match, whole)


def test_a_game_played_in_short_sittings_gets_its_checkpoints_too(game, left, woken):
    left(1)
    for _ in range(120):
        session = woken(game, write=True)
        session.answer("roll")
        session.close()
    SENT.clear()
    woken(game)

    assert len(SENT) <= SAVED_CHECKPOINT_EVERY


def test_what_was_taken_back_takes_its_checkpoints_with_it(game, left, woken):
    left(60)
    session = woken(game, write=True)
    for _ in range(30):
        session.undo()
    for _ in range(5):
        session.answer("roll")
    session.close()
    again = woken(game)

    assert is_same(again.match, session.match)


def test_a_checkpoint_that_was_taken_back_is_not_woken_at_once_the_tape_is_as_long_again(
    race_with, path, started, woken
):
    def go(play):
        while (yield play.ask("Go where?", ["on", "home"])) == "on":
            play.state.scores[play.seat] += 1

    game = race_with(sequence=running(turn=go))
    homes = ["home"] * SAVED_CHECKPOINT_EVERY
    session = started(game, *homes, save=path, undo="free")
    for _ in range(5):
        session.undo()
    while len(session.match.tape.entries) < SAVED_CHECKPOINT_EVERY - 1:
        session.answer("home")
    session.answer("on")
    session.answer("on")
    session.close()
    again = woken(game)

    assert again.match.tape.entries == session.match.tape.entries
    assert picture(again.match) == picture(session.match)


@pytest.mark.parametrize("changed", ["core", "code", "data", "rules", "nowhere", "packed"])
def test_where_anything_has_changed_or_code_cannot_be_read_the_whole_tape_is_played(
    game, left, woken, changed, monkeypatch, tmp_path
):
    if changed in ("nowhere", "packed"):
        module = ModuleType(changed)
        if changed == "packed":
            module.__file__ = str(tmp_path / "packs.zip" / "packed" / "__init__.py")
            module.__path__ = [str(tmp_path / "packs.zip" / "packed")]
        monkeypatch.setitem(sys.modules, changed, module)
        game = attrs.evolve(game, package=changed)
    left(120, game)
    if changed == "core":
        monkeypatch.setattr("tabletop_core.saves.compatibility.core_version", lambda: "9.9")
    elif changed == "code":
        monkeypatch.setattr("tabletop_core.saves.compatibility._code_of", lambda package: "other")
    elif changed == "data":
        data = attrs.evolve(game.load_data(()), digest="other")
        game = attrs.evolve(game, load_data=lambda overlays: data)
    elif changed == "rules":
        game = called(game, rules=2)
    woken(game)

    assert len(SENT) == 120


def test_the_code_of_a_pack_is_all_its_modules(make_pack):
    game = make_pack(PACK, {"more.py": "A = 1\n"}).load()

    def digest():
        _code_of.cache_clear()
        return compatibility_digest(game, game.load_data(()))

    before = digest()
    assert before
    assert digest() == before
    (files(game.package) / "more.py").write_text("A = 2\n")
    assert digest() != before


def test_a_game_is_gone_on_with_the_data_of_its_overlays(game, path, tmp_path, woken):
    plain = game.load_data(())
    game = attrs.evolve(
        game, load_data=lambda overlays: attrs.evolve(plain, digest=" ".join(map(str, overlays)))
    )
    overlay = tmp_path / "house_rules.toml"
    overlay.touch()
    session = new_session(game, save=path, overlays=[overlay])
    begin(session)
    session.close()
    assert woken(game).match.data.digest == session.match.data.digest == str(overlay)

    overlay.unlink()
    with pytest.raises(PackError, match=r"no overlay file '.*house_rules.toml'; correct its path"):
        woken(game)


PACK = """
from tabletop_core import Game, Repeat, Step
from . import IDENTITY

GAME = Game(
    identity=IDENTITY, package=__package__, seats=("a", "b"), state=dict,
    sequence=Repeat("Turn", Step("End", lambda play: play.end("over"), may_end=True)),
    new_state=lambda play: {},
)
"""


# ---------------------------------------------------------------- places are paths of names


def test_a_step_added_before_does_not_move_a_checkpoint(game, path, left):
    left(100)
    point = read_save(path).checkpoints[-1].read()
    longer = attrs.evolve(
        game,
        sequence=running(
            Step("Greet", lambda play: None),
            Step("Bow", lambda play: None, when=lambda play: True),
        ),
    )
    start = point.to_checkpoint(longer)

    assert start.place[-1] == "Run"
    assert [loop[0] for loop in start.place[:-1]] == ["Round", "Runner"]


@pytest.mark.parametrize(
    ("sequence", "message"),
    [
        (Repeat("Round", Step("Jog", turn, may_end=True)), "no longer has a step 'Run'"),
        (Repeat("Round", Step("Run", turn, may_end=True)), "'Run' is in 'Round' now"),
    ],
)
def test_a_checkpoint_of_a_step_that_is_gone_or_elsewhere_does_not_fit(
    game, path, left, sequence, message
):
    left(100)
    point = read_save(path).checkpoints[-1].read()

    with pytest.raises(SaveError, match=message):
        point.to_checkpoint(attrs.evolve(game, sequence=sequence))


# ---------------------------------------------------------------- other rules


def two_dice(game, **identity):
    def turn(play):
        yield play.ask("Roll?", ["roll", "it's a hold"])
        play.state.rolled.append(sum(play.dice(2, 6, "to run")))

    return called(attrs.evolve(game, sequence=running(turn=turn)), **identity)


def called(game, **identity):
    return attrs.evolve(game, identity=attrs.evolve(game.identity, **identity))


def test_a_save_holds_the_number_of_the_rules(game, path, left):
    left(3, called(game, rules=4))

    assert read_save(path).header.rules == 4


@pytest.mark.parametrize(("saved", "present"), [(1, 2), (2, 1)])
def test_a_game_of_other_rules_that_still_plays_names_both(game, left, woken, saved, present):
    left(3, called(game, rules=saved, version=f"{saved}.0"))
    (notice,) = woken(called(game, rules=present, version=f"{present}.0")).notices

    assert notice == (
        f"this game was saved under rules {saved} of Race (version {saved}.0), and the current "
        f"rules are {present} (version {present}.0), but the whole game still replays; continuing"
    )


@pytest.mark.parametrize(
    ("identity", "said"),
    [
        (
            {"rules": 2, "version": "2.0"},
            r"saved under rules 1 .* or install version 1\.0 of Race",
        ),
        # Where it is the same version, none is named to install.
        ({}, r"--force continues .* in a new file$"),
        ({"rules": 2}, r"rules 1 of Race, and the current rules are 2: .* in a new file$"),
    ],
)
def test_a_game_that_no_longer_plays_names_the_version_to_install(
    game, left, woken, identity, said
):
    left(3)

    with pytest.raises(SaveError, match=said):
        woken(two_dice(game, **identity))


def test_gone_on_from_a_checkpoint_the_faces_of_the_opening_do_not_come_again(
    game, path, left, woken
):
    left(130)
    entry = read_save(path).checkpoints[-1].entry
    session = woken(two_dice(game, rules=2), force=True)
    for _ in range(4):
        session.answer("roll")
    session.close()
    faces = [
        face for entry in session.match.tape.entries if entry[0] == "roll" for face in entry[1]
    ]
    random = stream("3", "chance").random
    drawn = [int(random() * 6) + 1 for _ in range(entry // 2 + 8)]

    assert faces == drawn[entry // 2 :]
    assert "saved under rules 1" in session.notices[-1]
    again = woken(two_dice(game, rules=2), session.journal.path)
    assert again.match.state == session.match.state


def test_what_a_game_gone_on_with_by_force_rolls_before_its_first_question_is_in_its_file(
    game, left, woken
):
    def roll_and_turn(play):
        for _ in range(2):
            play.state.rolled.append(play.die(6, "to begin"))
        yield play.ask("Go on?", ["roll"])

    left(130)
    changed = attrs.evolve(game, sequence=running(turn=roll_and_turn))
    session = woken(changed, write=True, force=True)
    session.answer("roll")
    session.close()
    again = woken(changed, session.journal.path)

    assert [entry[0] for entry in session.match.tape.entries] == [
        *("roll", "roll", "answer", "roll", "roll")
    ]
    assert again.match.tape.entries == session.match.tape.entries
    assert again.match.state == session.match.state
    assert again.match.decision.token == session.match.decision.token
    assert len(list(again.match.events)) == len(again.match.events)


# ---------------------------------------------------------------- a game that cannot begin


def fail(play):
    raise KeyError("first")


@pytest.mark.parametrize(
    ("sequence", "error"),
    [
        (Repeat("Round", Step("Rest", lambda play: None)), SequenceError),
        (Step("Run", fail), KeyError),
    ],
    ids=["a faulty sequence", "a first step that fails"],
)
def test_a_game_that_cannot_begin_leaves_no_file(game, path, started, sequence, error):
    with pytest.raises(error):
        started(attrs.evolve(game, sequence=sequence), save=path)

    assert not path.exists()


# ---------------------------------------------------------------- redo


def test_what_was_taken_back_and_given_again_is_in_the_journal(game, left, woken):
    left(30)
    session = woken(game, write=True)
    session.undo_policy = "free"
    for go in (lambda: session.answer("roll"), session.undo, session.redo):
        go()
        go()
    session.close()
    again = woken(game, whole=True)

    assert is_same(again.match, session.match)
    assert again.match.decision.token == session.match.decision.token
