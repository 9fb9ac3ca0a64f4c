"""The folder of saved games: where it is, what lies in it, new names, deleting."""

import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from tabletop_core import GameOption, Identity, Repeat, Step
from tabletop_core.chance import Scripted
from tabletop_core.errors import SaveError
from tabletop_core.saves.folder import (
    delete_save,
    find_save,
    last_of,
    listed_games,
    new_path,
    rename_save,
    saved_files,
    saved_games,
    saves_folder,
    unfinished,
)
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import new_session
from tabletop_core.version import core_version


def turn(play):
    if play.options["rolls"]:
        play.die(6, "to run")
    if (yield play.ask("End it?", ["yes", "no"])) == "yes":
        play.end("ended")


@pytest.fixture
def game(race_with):
    return race_with(
        identity=Identity(id="short", title="Short", players=(1, 1), summary=""),
        seats=("you",),
        options=(GameOption(name="rolls", values=(False, True), default=False, help="Dice."),),
        sequence=Repeat("Turn", Step("Ask", turn, may_end=True)),
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


@pytest.fixture
def begun(folder, game, started):
    """Return what begins a game whose file has a name, and gives answers."""

    def begun(name, *answers, game=game, **how):
        return started(game, *answers, save=folder / f"{name}.toml", **how)

    return begun


@pytest.fixture
def saved(begun):
    """Return what saves a game under a name, so long ago, and tells where it is."""

    def saved(name, *answers, age=0, **how):
        session = begun(name, *answers, **how)
        session.close()
        os.utime(session.journal.path, ns=(0, 10**18 - age))
        return session.journal.path

    return saved


@pytest.fixture
def lot(auction_with, folder, started):
    """A game in which one of several has answered who choose at the same time."""
    session = started(auction_with(), save=folder / "lot.toml")
    session.answer(4, seat="bob")
    return session


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


@pytest.mark.parametrize("base", ["", "data", "./data"])
def test_a_folder_for_data_that_is_no_absolute_path_is_ignored(tmp_path, monkeypatch, base):
    monkeypatch.delenv("TABLETOP_SAVES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", base)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")

    assert saves_folder() == tmp_path / ".local" / "share" / "tabletop" / "saves"


NONE = "there is no saved game in"


def test_without_a_folder_there_are_no_saved_games(folder):
    assert saved_files() == []
    with pytest.raises(SaveError, match=NONE):
        find_save(None)


def test_the_latest_game_comes_first_and_those_over_or_damaged_cannot_go_on(saved):
    old, new = saved("old", "no", age=3), saved("new", "no", age=1)
    over, torn = saved("over", "yes", age=2), saved("torn", age=4)
    torn.write_text("nothing")
    os.utime(torn, ns=(0, 1))

    assert saved_files() == [new, over, old, torn]
    assert [one.path for one in unfinished()] == [new, old]
    assert find_save(None) == new


def test_games_before_the_one_that_is_looked_for_are_not_read(saved, monkeypatch):
    paths = [saved(f"game_{age}", "no", age=age) for age in (1, 2, 3)]
    read = []
    monkeypatch.setattr(
        "tabletop_core.saves.folder.read_save", lambda path: read.append(path) or read_save(path)
    )

    assert next(unfinished()).path == paths[0]
    assert read == paths[:1]


def test_the_last_game_of_a_pack_is_its_latest_whatever_else_was_played_since(folder, game, saved):
    other = attrs.evolve(game, identity=attrs.evolve(game.identity, id="other"))
    saved("old", "no", age=3)
    last = saved("last", "yes", age=2)
    saved("since", "no", age=1, game=other)
    (folder / "torn.toml").write_text("nothing")

    assert last_of("short").path == last
    assert last_of("third") is None


def test_a_game_that_was_killed_before_anybody_had_answered_is_in_no_list(saved):
    path = saved("killed")

    assert list(saved_games()) == list(unfinished()) == []
    assert last_of("short") is None
    with pytest.raises(SaveError, match=NONE):
        find_save(None)
    assert find_save(Path("killed")) == path


def test_the_words_for_a_game_are_kept_until_its_size_or_time_changes(begun, folder):
    begun("old", "no").close()
    path = folder / "old.toml"
    os.utime(path, ns=(10**18, 10**18))
    read = []

    def words(saved):
        read.append(saved.path.stem)
        return saved.header.pack, f" {len(saved.entries)}"

    first, again = list(listed_games(words)), list(listed_games(words))
    assert read == ["old"]
    os.utime(path, ns=(10**18 + 1, 10**18 + 1))
    later = list(listed_games(words))

    assert first == again == later == [(path, "short", " 1")]
    assert read == ["old", "old"]


ROW_OF_NOTHING = json.dumps([core_version(), {"old.toml": [1]}])


@pytest.mark.parametrize("content", ["", "[", "[]", '["", {}]', ROW_OF_NOTHING, "7"])
def test_a_spoilt_list_of_words_is_written_again(begun, folder, content):
    begun("old", "no").close()
    os.utime(folder / "old.toml", ns=(10**18, 10**18))
    (folder / ".listed").write_text(content)

    found = [list(listed_games(lambda saved: ("short", " listed"))) for _ in range(2)]

    assert found == [[(folder / "old.toml", "short", " listed")]] * 2
    assert "old.toml" in (folder / ".listed").read_text()


def test_words_kept_by_another_version_are_not_shown(begun, folder):
    begun("old", "no").close()
    os.utime(folder / "old.toml", ns=(10**18, 10**18))
    list(listed_games(lambda saved: ("short", " before")))
    _, rows = json.loads((folder / ".listed").read_text())
    (folder / ".listed").write_text(json.dumps(["another", rows]))

    ((_, *words),) = listed_games(lambda saved: ("short", " now"))

    assert words == ["short", " now"]


def test_the_words_for_a_game_that_changed_just_now_are_not_kept(begun, folder):
    begun("new", "no").close()

    list(listed_games(lambda saved: ("short", "")))

    assert not (folder / ".listed").exists()


def test_a_game_of_bots_or_with_dice_of_ones_own_is_listed_before_anybody_has_answered(saved):
    bots = saved("bots", seats="bot:random", age=1)
    own = saved("own", options={"rolls": True}, source=Scripted([5]), age=2)
    saved("unrolled", source=Scripted([5]))

    assert [path for path, _ in saved_games()] == [bots, own]


def test_a_game_is_listed_and_kept_in_which_one_of_several_at_the_same_time_has_answered(lot):
    assert [path.stem for path, _ in saved_games()] == ["lot"]
    assert not lot.discard_untouched()


def test_a_game_is_found_by_its_path_its_name_and_its_name_without_the_ending(saved):
    path = saved("mine")

    assert [find_save(Path(name)) for name in (str(path), "mine.toml", "mine")] == [path] * 3
    with pytest.raises(SaveError, match="no saved game 'yours'"):
        find_save(Path("yours"))


def test_a_game_gets_another_name_that_is_free_and_fits_a_file(folder, saved):
    path, other = saved("mine"), saved("other")

    for name in ("other", "../mine", ".mine", ""):
        with pytest.raises(SaveError):
            rename_save(path, name)
    assert rename_save(path, " ours.toml ") == folder / "ours.toml"
    assert set(saved_files()) == {other, folder / "ours.toml"}


def test_a_game_that_is_being_played_is_neither_renamed_nor_deleted(begun):
    session = begun("mine")
    path = session.journal.path
    for change in (lambda: rename_save(path, "ours"), lambda: delete_save(path)):
        with pytest.raises(SaveError, match="is being played"):
            change()
    session.close()

    delete_save(path)
    assert saved_files() == []
    with pytest.raises(SaveError, match="cannot be changed"):
        delete_save(path)


def test_the_first_game_of_all_makes_the_folder_and_those_around_it(game, tmp_path, left):
    path = tmp_path / "share" / "tabletop" / "saves" / "mine.toml"
    left(game, save=path)

    assert read_save(path).entries == []


def test_games_begun_at_the_same_moment_have_files_of_their_own(folder, game):
    path = new_path("short")
    with ThreadPoolExecutor() as threads:
        begun = list(threads.map(lambda _: new_session(game, save=path, beside=True), range(9)))
    names = {session.journal.path.name for session in begun}
    for session in begun:
        session.close()

    assert re.fullmatch(r"short-\d{8}-\d{6}\.toml", path.name)
    assert names == {path.name, *(f"{path.stem}-{number}.toml" for number in range(2, 10))}
    assert {path.name for path in saved_files()} == names


def test_a_file_that_was_named_is_not_begun_anew_nor_is_one_beside_it(saved, begun):
    path = saved("mine")

    with pytest.raises(SaveError, match="exists already; choose another name or resume it"):
        begun("mine")
    assert saved_files() == [path]


def gone(session):
    session.journal.path.unlink()
    return session


@pytest.mark.parametrize(
    "untouched",
    [
        lambda begun, game, path: begun("mine"),
        # It was never begun.
        lambda begun, game, path: new_session(game, save=path),
        # Another has taken it away.
        lambda begun, game, path: gone(begun("mine")),
    ],
)
def test_a_game_in_which_nobody_has_answered_is_taken_away(begun, game, folder, untouched):
    session = untouched(begun, game, folder / "mine.toml")

    assert session.discard_untouched()
    assert saved_files() == []
    assert not session.discard_untouched()


def test_a_game_with_an_answer_or_with_dice_of_ones_own_or_that_bots_ended_is_kept(begun, folder):
    answered, rolled = begun("answered", "no"), begun("rolled", options={"rolls": True})
    bots = begun("bots", seats="bot:random")
    bots.advance()

    assert bots.match.is_over
    assert not bots.discard_untouched()
    assert not answered.discard_untouched()
    assert not rolled.discard_untouched(real_dice=True)
    assert len(saved_files()) == 3
    assert rolled.discard_untouched()
    assert set(saved_files()) == {folder / "answered.toml", folder / "bots.toml"}
