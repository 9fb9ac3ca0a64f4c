"""A saved game wakes at its last checkpoint if nothing has changed, else plays its whole tape."""

import sys
from types import ModuleType

import attrs
import pytest

from tabletop_core import ForEach, Repeat, Step
from tabletop_core.chance import stream
from tabletop_core.engine.state import fingerprint
from tabletop_core.errors import PackError, SaveError, SequenceError
from tabletop_core.events.event import to_lines
from tabletop_core.saves.journal import SAVED_CHECKPOINT_EVERY
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

SENT = []


def turn(play):
    answer = yield play.ask("Roll?", ["roll", "it's a hold"])
    SENT.append(answer)
    play.state.rolled.append(play.die(6, "to run"))
    play.log("score", who=play.seat, points=1, total=len(play.state.rolled))
    if len(play.state.rolled) == 1000:
        play.end("over")


@pytest.fixture
def game(race_with):
    return race_with(
        sequence=Repeat(
            "Round", ForEach("Runner", lambda play: play.seats, Step("Run", turn, may_end=True))
        )
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.toml"


@pytest.fixture
def left(game, path):
    """Return what plays a game for so many answers and leaves it."""

    def left(answers, game=game):
        session = new_session(game, seed=3, save=path)
        begin(session)
        for number in range(answers):
            session.answer(("roll", "it's a hold")[number % 3 == 0])
        session.close()
        SENT.clear()
        return session

    return left


def woken(path, game, **how):
    return resume_session(read_save(path), lambda pack: game, **{"write": False, **how})


def picture(match):
    return (
        fingerprint(match.state),
        match.place,
        dict(match.seen_count),
        match.decisions,
        match.event_count,
    )


@pytest.mark.parametrize("answers", [1, 49, 50, 51, 120, 399])
def test_a_woken_game_stands_where_it_was_left_and_goes_on_with_the_same_dice(
    game, path, left, answers
):
    session = left(answers)
    again = woken(path, game)

    assert picture(again.match) == picture(session.match)
    assert again.match.decision.token == session.match.decision.token
    for match in (again.match, session.match):
        match.tape.on_add = match.tape.on_step = None
        match.answer("roll")
    assert picture(again.match) == picture(session.match)
    assert to_lines(again.match.events) == to_lines(session.match.events)


def test_waking_a_long_game_runs_only_its_last_steps(game, path, left):
    left(400)
    match = woken(path, game).match

    assert len(SENT) <= SAVED_CHECKPOINT_EVERY
    assert match.first_event_in_memory > 0


def test_the_story_before_is_told_when_somebody_asks(game, path, left):
    session = left(400)
    match = woken(path, game).match
    told = match.event_count
    recent = match.events_since(match.first_event_in_memory)

    assert to_lines(match.events) == to_lines(session.match.events)
    assert len(match.events) == told
    assert match.events[-len(recent) :] == recent


def test_a_woken_game_is_undone_beyond_the_place_it_woke_at(game, path, left):
    left(400)
    match = woken(path, game).match
    SENT.clear()
    for _ in range(120):
        assert match.undo()
    whole = woken(path, game, whole=True).match
    for _ in range(120):
        whole.undo()

    assert picture(match) == picture(whole)
    assert to_lines(match.events) == to_lines(whole.events)


def test_undo_right_after_waking_does_not_play_the_whole_tape(game, path, left):
    left(400)
    match = woken(path, game).match
    SENT.clear()
    match.undo()

    assert len(SENT) <= 2 * SAVED_CHECKPOINT_EVERY


def test_a_game_played_in_short_sittings_gets_its_checkpoints_too(game, path, left):
    left(1)
    for _ in range(120):
        session = woken(path, game, write=True)
        session.answer("roll")
        session.close()
    SENT.clear()
    woken(path, game)

    assert len(SENT) <= SAVED_CHECKPOINT_EVERY


def test_what_was_taken_back_takes_its_checkpoints_with_it(game, path, left):
    left(60)
    session = woken(path, game, write=True)
    for _ in range(30):
        session.undo()
    for _ in range(5):
        session.answer("roll")
    session.close()
    again = woken(path, game)

    assert picture(again.match) == picture(session.match)
    assert to_lines(again.match.events) == to_lines(session.match.events)


def test_a_checkpoint_that_was_taken_back_is_not_woken_at_once_the_tape_is_as_long_again(
    race_with, path
):
    def go(play):
        while (yield play.ask("Go where?", ["on", "home"])) == "on":
            play.state.scores[play.seat] += 1

    turns = ForEach("Runner", lambda play: play.seats, Step("Run", go, may_end=True))
    game = race_with(sequence=Repeat("Round", turns))
    session = new_session(game, save=path, undo="free")
    begin(session)
    for _ in range(SAVED_CHECKPOINT_EVERY):
        session.answer("home")
    for _ in range(5):
        session.undo()
    while len(session.match.tape.entries) < SAVED_CHECKPOINT_EVERY - 1:
        session.answer("home")
    session.answer("on")
    session.answer("on")
    session.close()
    again = woken(path, game)

    assert again.match.tape.entries == session.match.tape.entries
    assert picture(again.match) == picture(session.match)


def test_to_verify_is_to_play_the_whole_tape(game, path, left):
    left(400)
    woken(path, game, whole=True)

    assert len(SENT) == 400


@pytest.mark.parametrize("changed", ["core", "code", "data", "rules"])
def test_where_anything_has_changed_the_whole_tape_is_played(
    game, path, left, changed, monkeypatch
):
    left(400)
    if changed == "core":
        monkeypatch.setattr("tabletop_core.saves.compatibility.core_version", lambda: "9.9")
    elif changed == "code":
        monkeypatch.setattr("tabletop_core.saves.compatibility._code_of", lambda package: "other")
    elif changed == "data":
        data = attrs.evolve(game.load_data(()), digest="other")
        game = attrs.evolve(game, load_data=lambda overlays: data)
    else:
        game = attrs.evolve(game, identity=attrs.evolve(game.identity, rules=2))
    woken(path, game)

    assert len(SENT) == 400


def test_the_code_of_a_pack_is_all_its_modules(make_pack):
    from tabletop_core.saves.compatibility import _code_of, compatibility_digest

    game = make_pack(PACK, {"more.py": "A = 1\n"}).load()
    before = compatibility_digest(game, game.load_data(()))
    _code_of.cache_clear()
    assert compatibility_digest(game, game.load_data(())) == before
    from importlib.resources import files

    (files(game.package) / "more.py").write_text("A = 2\n")
    _code_of.cache_clear()

    assert before
    assert compatibility_digest(game, game.load_data(())) != before


@pytest.mark.parametrize("module", [ModuleType("nowhere"), ModuleType("packed")])
def test_where_the_code_of_a_pack_cannot_be_read_the_whole_tape_is_played(
    game, path, left, module, monkeypatch, tmp_path
):
    if module.__name__ == "packed":
        module.__file__ = str(tmp_path / "packs.zip" / "packed" / "__init__.py")
        module.__path__ = [str(tmp_path / "packs.zip" / "packed")]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    game = attrs.evolve(game, package=module.__name__)
    left(400, game)
    woken(path, game)

    assert len(SENT) == 400


def test_a_game_is_gone_on_with_the_data_of_its_overlays(game, path, tmp_path):
    plain = game.load_data(())
    game = attrs.evolve(
        game, load_data=lambda overlays: attrs.evolve(plain, digest=" ".join(map(str, overlays)))
    )
    overlay = tmp_path / "house_rules.toml"
    overlay.touch()
    session = new_session(game, save=path, overlays=[overlay])
    begin(session)
    session.close()
    assert woken(path, game).match.data.digest == session.match.data.digest == str(overlay)

    overlay.unlink()
    with pytest.raises(PackError, match=r"no overlay file '.*house_rules.toml'; correct its path"):
        woken(path, game)


PACK = """
from tabletop_core import Game, Repeat, Step
from . import IDENTITY

GAME = Game(
    identity=IDENTITY, package=__package__, seats=("a", "b"), state=dict,
    sequence=Repeat("Turn", Step("End", lambda play: play.end("over"), may_end=True)),
    new_state=lambda play: {}, view=lambda play, viewer: (),
)
"""


# ---------------------------------------------------------------- places are paths of names


def test_a_step_added_before_does_not_move_a_checkpoint(game, path, left):
    left(100)
    point = read_save(path).checkpoints[-1].read()
    longer = attrs.evolve(
        game,
        sequence=Repeat(
            "Round",
            Step("Greet", lambda play: None),
            Step("Bow", lambda play: None, when=lambda play: True),
            ForEach("Runner", lambda play: play.seats, Step("Run", turn, may_end=True)),
        ),
    )
    start = point.to_checkpoint(longer)

    assert start.place[-1] == "Run"
    assert [loop[0] for loop in start.place[:-1]] == ["Round", "Runner"]


@pytest.mark.parametrize(
    ("sequence", "message"),
    [
        (Repeat("Round", Step("Jog", turn, may_end=True)), "no step 'Run' any more"),
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

    return attrs.evolve(
        game,
        sequence=Repeat(
            "Round", ForEach("Runner", lambda play: play.seats, Step("Run", turn, may_end=True))
        ),
        identity=attrs.evolve(game.identity, **identity),
    )


def test_a_save_holds_the_number_of_the_rules(game, path, left):
    left(3, attrs.evolve(game, identity=attrs.evolve(game.identity, rules=4)))

    assert read_save(path).header.rules == 4


def test_an_older_game_that_still_plays_says_under_which_rules_it_was_saved(game, path, left):
    left(3)
    newer = attrs.evolve(game, identity=attrs.evolve(game.identity, rules=2, version="2.0"))

    (notice,) = woken(path, newer).notices
    assert notice == (
        "this game was saved under rules 1 of Race (version 1.0), and the present rules are 2 "
        "(version 2.0), but all of it plays again; going on"
    )


def test_an_older_game_that_no_longer_plays_names_the_version_to_install(game, path, left):
    left(3)

    with pytest.raises(SaveError, match=r"saved under rules 1 .* or install version 1\.0 of Race"):
        woken(path, two_dice(game, rules=2, version="2.0"))


def test_a_game_of_newer_rules_names_them_where_the_older_are_installed(game, path, left):
    left(3, attrs.evolve(game, identity=attrs.evolve(game.identity, rules=2, version="2.0")))

    (notice,) = woken(path, game).notices
    assert notice.startswith("this game was saved under rules 2 of Race (version 2.0), and the")


def test_where_the_same_version_no_longer_plays_a_game_none_is_named_to_install(game, path, left):
    left(3)

    with pytest.raises(SaveError, match=r"--force goes on .* in a new file$"):
        woken(path, two_dice(game))


def test_gone_on_from_a_checkpoint_the_faces_of_the_opening_do_not_come_again(game, path, left):
    left(130)
    entry = read_save(path).checkpoints[-1].entry
    session = woken(path, two_dice(game, rules=2), force=True)
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
    again = woken(session.journal.path, two_dice(game, rules=2))
    assert again.match.state == session.match.state


def test_what_a_game_gone_on_with_by_force_rolls_before_its_first_question_is_in_its_file(
    game, path, left
):
    def roll_and_turn(play):
        for _ in range(2):
            play.state.rolled.append(play.die(6, "to begin"))
        yield play.ask("Go on?", ["roll"])

    left(130)
    turns = ForEach("Runner", lambda play: play.seats, Step("Run", roll_and_turn, may_end=True))
    changed = attrs.evolve(game, sequence=Repeat("Round", turns))
    session = woken(path, changed, write=True, force=True)
    session.answer("roll")
    session.close()
    again = woken(session.journal.path, changed)

    assert [entry[0] for entry in session.match.tape.entries] == [
        *("roll", "roll", "answer", "roll", "roll")
    ]
    assert again.match.tape.entries == session.match.tape.entries
    assert again.match.state == session.match.state
    assert again.match.decision.token == session.match.decision.token
    assert len(again.match.events) == again.match.event_count


# ---------------------------------------------------------------- a game that cannot begin


def test_a_pack_whose_sequence_is_faulty_leaves_no_file(game, path):
    faulty = attrs.evolve(game, sequence=Repeat("Round", Step("Rest", lambda play: None)))
    with pytest.raises(SequenceError):
        new_session(faulty, save=path)

    assert not path.exists()


def test_a_pack_whose_first_step_fails_leaves_no_file(game, path):
    def fail(play):
        raise KeyError("first")

    session = new_session(attrs.evolve(game, sequence=Step("Run", fail)), save=path)
    with pytest.raises(KeyError):
        begin(session)

    assert not path.exists()


# ---------------------------------------------------------------- redo


def test_what_was_taken_back_and_given_again_is_in_the_journal(game, path, left):
    left(30)
    session = woken(path, game, write=True)
    session.undo_policy = "free"
    session.answer("roll")
    session.answer("roll")
    session.undo()
    session.undo()
    assert session.redo()
    assert session.redo()
    session.close()
    again = woken(path, game, whole=True)

    assert picture(again.match) == picture(session.match)
    assert to_lines(again.match.events) == to_lines(session.match.events)
    assert again.match.decision.token == session.match.decision.token
