"""The folder of saved games: where it is, what lies in it, new names, deleting."""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from tabletop_core import Game, GameOption, Identity, Repeat, Step
from tabletop_core.chance import Scripted
from tabletop_core.errors import SaveError
from tabletop_core.saves.folder import (
    delete_save,
    find_save,
    last_of,
    new_path,
    rename_save,
    saved_files,
    saved_games,
    saves_folder,
    unfinished,
)
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session


def turn(play):
    if play.options["rolls"]:
        play.die(6, "to run")
    if (yield play.ask("End it?", ["yes", "no"])) == "yes":
        play.end("ended")


GAME = Game(
    identity=Identity(id="short", title="Short", players=(1, 1), summary=""),
    package=__name__,
    seats=("you",),
    options=(GameOption(name="rolls", values=(False, True), default=False, help="Dice first."),),
    sequence=Repeat("Turn", Step("Ask", turn, may_end=True)),
    new_state=lambda play: dict[str, int](),
    state=dict,
    view=lambda play, viewer: (),
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def started(path, *answers, game=GAME, options=None, **how):
    session = new_session(game, options=options, save=path, **how)
    begin(session)
    for answer in answers:
        session.answer(answer)
    return session


def saved(folder, name, *answers, age=0, **how):
    path = folder / f"{name}.toml"
    started(path, *answers, **how).close()
    os.utime(path, ns=(0, 10**18 - age))
    return path


@pytest.mark.parametrize(
    ("platform", "inside"),
    [
        ("linux", ("data", "tabletop", "saves")),
        ("aix", ("data", "tabletop", "saves")),
        ("darwin", ("Library", "Application Support", "tabletop", "saves")),
        ("win32", ("roaming", "tabletop", "saves")),
    ],
)
def test_saved_games_lie_where_the_system_keeps_such_data(tmp_path, monkeypatch, platform, inside):
    monkeypatch.delenv("TABLETOP_SAVES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", platform)

    assert saves_folder() == tmp_path.joinpath(*inside)


def test_without_a_folder_there_are_no_saved_games(folder):
    assert saved_files() == []
    with pytest.raises(SaveError, match="there is no saved game in"):
        find_save(None)


def test_the_latest_game_comes_first_and_those_over_or_damaged_cannot_go_on(folder):
    old, new = saved(folder, "old", "no", age=3), saved(folder, "new", "no", age=1)
    over, torn = saved(folder, "over", "yes", age=2), saved(folder, "torn", age=4)
    torn.write_text("nothing")
    os.utime(torn, ns=(0, 1))

    assert saved_files() == [new, over, old, torn]
    assert [one.path for one in unfinished()] == [new, old]
    assert find_save(None) == new


def test_the_last_game_of_a_pack_is_its_latest_whatever_else_was_played_since(folder):
    other = attrs.evolve(GAME, identity=attrs.evolve(GAME.identity, id="other"))
    saved(folder, "old", "no", age=3)
    last = saved(folder, "last", "yes", age=2)
    saved(folder, "since", "no", age=1, game=other)
    (folder / "torn.toml").write_text("nothing")

    assert last_of("short").path == last
    assert last_of("third") is None


def test_a_game_that_was_killed_before_anybody_had_answered_is_in_no_list(folder):
    path = saved(folder, "killed")

    assert list(saved_games()) == unfinished() == []
    assert last_of("short") is None
    with pytest.raises(SaveError, match="there is no saved game in"):
        find_save(None)
    assert find_save(Path("killed")) == path


def test_a_game_of_bots_or_with_dice_of_ones_own_is_listed_before_anybody_has_answered(folder):
    bots = saved(folder, "bots", seats="bot:random", age=1)
    own = saved(folder, "own", options={"rolls": True}, source=Scripted([5]), age=2)
    saved(folder, "unrolled", source=Scripted([5]))

    assert [path for path, _ in saved_games()] == [bots, own]


def test_a_game_is_listed_in_which_one_of_several_at_the_same_time_has_answered(
    folder, auction_with
):
    session = new_session(auction_with(), save=folder / "lot.toml")
    begin(session)
    session.answer(4, seat="bob")
    session.close()

    assert [path.stem for path, _ in saved_games()] == ["lot"]


def test_a_game_is_found_by_its_path_its_name_and_its_name_without_the_ending(folder):
    path = saved(folder, "mine")

    assert [find_save(Path(name)) for name in (str(path), "mine.toml", "mine")] == [path] * 3
    with pytest.raises(SaveError, match="no saved game 'yours'"):
        find_save(Path("yours"))


def test_a_game_gets_another_name_that_is_free_and_fits_a_file(folder):
    path, other = saved(folder, "mine"), saved(folder, "other")

    for name in ("other", "../mine", ".mine", ""):
        with pytest.raises(SaveError):
            rename_save(path, name)
    assert rename_save(path, " ours.toml ") == folder / "ours.toml"
    assert saved_files() in ([other, folder / "ours.toml"], [folder / "ours.toml", other])


def test_a_game_that_is_being_played_is_neither_renamed_nor_deleted(folder):
    session = started(folder / "mine.toml")
    with pytest.raises(SaveError, match="is being played"):
        rename_save(session.journal.path, "ours")
    with pytest.raises(SaveError, match="is being played"):
        delete_save(session.journal.path)
    session.close()

    delete_save(folder / "mine.toml")
    assert saved_files() == []
    with pytest.raises(SaveError, match="cannot be changed"):
        delete_save(folder / "mine.toml")


def test_the_first_game_of_all_makes_the_folder_and_those_around_it(tmp_path):
    started(tmp_path / "share" / "tabletop" / "saves" / "mine.toml").close()

    assert read_save(tmp_path / "share" / "tabletop" / "saves" / "mine.toml").entries == []


def test_games_begun_at_the_same_moment_have_files_of_their_own(folder):
    path = new_path("short")
    with ThreadPoolExecutor() as threads:
        begun = list(threads.map(lambda _: new_session(GAME, save=path, beside=True), range(9)))
    names = {session.journal.path.name for session in begun}
    for session in begun:
        session.close()

    assert re.fullmatch(r"short-\d{8}-\d{6}\.toml", path.name)
    assert names == {path.name, *(f"{path.stem}-{number}.toml" for number in range(2, 10))}
    assert {path.name for path in saved_files()} == names


def test_a_file_that_was_named_is_not_begun_anew_nor_is_one_beside_it(folder):
    path = saved(folder, "mine")

    with pytest.raises(SaveError, match="exists already; choose another name or resume it"):
        new_session(GAME, save=path)
    assert saved_files() == [path]


def test_a_game_in_which_nobody_has_answered_is_taken_away(folder):
    session = started(folder / "mine.toml")

    assert session.discard_untouched()
    assert saved_files() == []
    assert not session.discard_untouched()


def test_a_game_that_was_never_begun_is_taken_away(folder):
    session = new_session(GAME, save=folder / "mine.toml")

    assert session.discard_untouched()
    assert saved_files() == []


def test_a_game_with_an_answer_or_with_dice_of_ones_own_is_kept(folder):
    answered = started(folder / "answered.toml", "no")
    rolled = started(folder / "rolled.toml", options={"rolls": True})

    assert not answered.discard_untouched()
    assert not rolled.discard_untouched(real_dice=True)
    assert len(saved_files()) == 2
    assert rolled.discard_untouched()
    answered.close()
    assert saved_files() == [folder / "answered.toml"]


def test_a_game_is_kept_in_which_one_of_several_at_the_same_time_has_answered(folder, auction_with):
    session = new_session(auction_with(), save=folder / "lot.toml")
    begin(session)
    session.answer(4, seat="bob")

    assert not session.discard_untouched()
    session.close()


def test_a_game_that_bots_have_ended_is_kept(folder):
    session = started(folder / "bots.toml", seats="bot:random")
    session.advance()

    assert session.match.is_over
    assert not session.discard_untouched()
    session.close()


def test_a_game_that_was_taken_away_by_another_is_discarded_all_the_same(folder):
    session = started(folder / "mine.toml")
    session.journal.path.unlink()

    assert session.discard_untouched()


def test_a_file_tells_when_its_game_is_over(folder):
    assert read_save(saved(folder, "over", "yes")).outcome == "ended"
    assert not read_save(saved(folder, "open", "no")).outcome
