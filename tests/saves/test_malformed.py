"""Whatever a file of a saved game holds, it is played on or refused in words."""

import os
import re
from codecs import BOM_UTF8
from pathlib import Path
from random import Random

import attrs
import pytest

import tabletop_core.saves.journal as journal_module
from tabletop_core.errors import PackError, SaveError, TabletopError
from tabletop_core.presentation.games import saved_words
from tabletop_core.saves.blocks import MAX_SAVE_BYTES
from tabletop_core.saves.copies import copy_game
from tabletop_core.saves.folder import delete_save, find_save, last_of, saved_games, unfinished
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session
from tests.saves.mutations import mutated, sealed_again

MUTATED = int(os.environ.get("STORM", "1")) * 2000


@pytest.fixture
def write(path):
    """Write what a saved game is to hold, and return where."""

    def write(content):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def journal_of(started, tmp_path, run):
    """Return what gives the bytes of a game that was played a little, or taken back, or copied."""

    def journal_of(game, *, answers=30, undo=0, copied=False):
        path = tmp_path / f"{game.id}-{answers}-{undo}-{copied}.toml"
        session = started(game, seed=3, save=path, undo="free")
        run(session.match, answers)
        for _ in range(undo):
            session.undo()
        session.advance()
        if copied:
            header = attrs.evolve(read_save(path).header, seed="copy")
            copy_game(session, answers // 2, header, path := path.with_suffix(".copy"))
        session.close()
        return path.read_bytes()

    return journal_of


@pytest.fixture
def games(race, voyage, tricks, auction_with):
    return {game.id: game for game in (race, voyage, tricks, auction_with())}


@pytest.fixture
def journals(games, journal_of, monkeypatch):
    """Saved games with answers, several at once, dice, cards, undo, checkpoints and a start."""
    monkeypatch.setattr(journal_module, "SAVED_CHECKPOINT_EVERY", 4)
    race, voyage, tricks, auction = games.values()
    return [
        journal_of(race, undo=2),
        journal_of(voyage),
        journal_of(voyage, answers=7, copied=True),
        journal_of(tricks, answers=5, undo=1),
        journal_of(tricks, answers=4, copied=True),
        journal_of(auction, answers=4),
    ]


@pytest.fixture
def find(games):
    def find(pack):
        if pack not in games:
            raise PackError(f"there is no pack {pack!r}")
        return games[pack]

    return find


def test_the_journals_that_are_spoilt_here_are_sound_and_hold_blocks_of_all_kinds(
    journals, write, find
):
    for content in journals:
        path = write(content)
        assert sealed_again(content.splitlines(keepends=True)) == content
        resume_session(read_save(path), find, write=False)
    together = b"".join(journals)
    for part in (b"[[checkpoint]]", b"[start]", b'"undo"', b'"answers"', b'"seal"', b"[[end]]"):
        assert part in together, part


def check_words(path, error):
    """Check that an error names the file, and says after a semicolon what to do."""
    assert str(path) in str(error)
    assert "; " in str(error)


def read_all(journals, write, find, number, seed):
    """Spoil journals and read them; return how many were read, the others are refused in words."""
    random, read = Random(seed), 0
    for at in range(number):
        path = write(mutated(journals[at % len(journals)], random))
        try:
            saved = read_save(path)
            assert saved_words(saved).encode()
            resume_session(saved, find, write=False)
            read += 1
        except TabletopError as error:
            check_words(path, error)
    return read


def test_a_journal_that_was_changed_and_sealed_again_is_read_or_refused(journals, write, find):
    assert 10 < read_all(journals, write, find, 200, seed=7) < 190


@pytest.mark.gate
@pytest.mark.timeout(300)
def test_of_thousands_of_changed_journals_each_is_read_or_refused(journals, write, find):
    assert MUTATED // 20 < read_all(journals, write, find, MUTATED, seed=9) < MUTATED * 19 // 20


@pytest.mark.gate
@pytest.mark.timeout(300)
def test_going_on_by_force_from_a_changed_journal_works_or_is_refused(journals, write, find):
    random = Random(8)
    for number in range(MUTATED // 10):
        path = write(mutated(journals[number % len(journals)], random))
        try:
            resume_session(read_save(path), find, force=True).close()
        except TabletopError as error:
            check_words(path, error)
        for file in path.parent.iterdir():
            file.unlink()


# ---------------------------------------------------------------- one shape each


@pytest.fixture
def content(race, journal_of):
    return journal_of(race, answers=3)


def changed(content, old, new):
    assert old in content
    return sealed_again(content.replace(old, new, 1).splitlines(keepends=True))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'pack = "race"', b'pack = "race"\nlamp = "lit"', "does not know its key 'lamp'"),
        (b'seed = "3"\n', b"", "its key 'seed' is missing"),
        (b'pack = "race"', b"pack = 5", "its key 'pack' cannot be 5"),
        (b'pack = "race"', rb'pack = "\u001b[2J"', r"its key 'pack' cannot be '\\x1b\[2J'"),
        (b"rules = 1", b"rules = true", "its key 'rules' cannot be True"),
        (b"rules = 1", b"rules = " + b"9" * 5000, "this number has 5000 digits"),
        (b'dice = "seeded"', b'dice = "loaded"', "'dice' must be in"),
        (b'north = "human"', b"north = 5", "its key 'players' cannot be"),
        (b"overlays = []", b"overlays = " + b"[" * 5000, "nested too deeply"),
        (b"goal = 10", b"goal" + b".a" * 20_000 + b" = 10", "too many parts"),
        (b"goal = 10", b"goal = 10\nx = '" + b"x" * 300_000 + b"'", "larger than 262144 bytes"),
    ],
)
def test_what_is_wrong_with_the_head_is_named(content, write, old, new, says):
    path = write(changed(content, old, new))

    with pytest.raises(SaveError, match=f"^{re.escape(str(path))}.*{says}.*; "):
        read_save(path)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (b'["roll", 2.5]', "is not an entry of a tape"),
        (b'["roll", true]', "is not an entry of a tape"),
        (b'["sing", 2]', "is not an entry of a tape"),
        (b'["answer", "north", 1.0]', "1.0 is not an answer"),
        (b'["answer", "north", [["roll"]]]', "is not an answer"),
        (b'["undo", 7, "north", "roll", []]', "entry 7 cannot be undone: there are 0"),
        (b'["undo", -1, "north", "roll", []]', "entry -1 cannot be undone"),
        (b"[" * 5000 + b"]" * 5000, "nested too deeply"),
        (b'["roll", ' + b"9" * 5000 + b"]", "for integer string conversion"),
        (b'["roll", 1], ["roll", 1]', "Extra data"),
        (b'["roll", \xff]', "codec can't decode"),
    ],
)
def test_an_entry_that_is_none_is_named_with_its_line(content, write, entry, says):
    first = re.search(rb"^1 = (.*) #= ", content, re.MULTILINE)
    path = write(changed(content, first[1], entry))
    line = content.count(b"\n", 0, first.start()) + 1

    with pytest.raises(SaveError, match=f"mine.toml:{line}: .*damaged: .*{says}"):
        read_save(path)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (b'east = "human"', "players for east, south, but the seats are north, south"),
        (b'north = "oracle"', "{path} .*oracle"),
    ],
)
def test_a_game_with_other_players_than_its_seats_or_no_such_bot_is_refused(
    content, write, find, player, said
):
    path = write(changed(content, b'north = "human"', player))

    with pytest.raises(SaveError, match=said.format(path=re.escape(str(path)))):
        resume_session(read_save(path), find, write=False)


def test_a_file_that_is_too_large_or_no_utf_8_is_refused_with_the_cause(content, write):
    path = write(content)
    os.truncate(path, MAX_SAVE_BYTES + 1)

    with pytest.raises(SaveError, match="cannot be read: it is larger than"):
        read_save(path)
    write(content.decode().encode("utf-16"))
    with pytest.raises(SaveError, match="is text in UTF-16; save it as UTF-8"):
        read_save(path)


# ---------------------------------------------------------------- editors and version control


def test_line_ends_of_windows_and_a_byte_order_mark_do_no_harm(content, write, find):
    for path in (
        write(content.replace(b"\n", b"\r\n")),
        write(BOM_UTF8 + content),
        write(BOM_UTF8 + content.replace(b"\n", b"\r\n")),
    ):
        session = resume_session(read_save(path), find)
        session.answer("roll")
        session.close()

        assert path.read_bytes().startswith(content)
        assert read_save(path).entries == session.match.tape.entries
        assert [one.name for one in path.parent.iterdir()] == [path.name]


# ---------------------------------------------------------------- a bad file in the folder


@pytest.fixture
def folder(content, write, find, monkeypatch):
    """A folder with one sound game of race, and everything else that can be in a folder."""
    folder = write(content.replace(b"answer", b"question")).parent
    monkeypatch.setenv("TABLETOP_SAVES", str(folder))
    sound = folder / "sound.toml"
    sound.write_bytes(content)
    (folder / "key.toml").write_bytes(changed(content, b"rules = 1", b"rules = 1\nlamp = 1"))
    (folder / "entry.toml").write_bytes(changed(content, b'["answer"', b'["sing"'))
    (folder / "bytes.toml").write_bytes(bytes(range(256)))
    (folder / "empty.toml").touch()
    (folder / "folder.toml").mkdir()
    (folder / "notes.txt").write_text("nothing")
    if os.name == "posix":
        (folder / "gone.toml").symlink_to("nowhere")
        (folder / "round.toml").symlink_to("round.toml")
        os.mkfifo(folder / "pipe.toml")
    return folder


def test_a_bad_file_in_the_folder_spoils_no_list(folder):
    found = {path.stem: saved for path, saved in saved_games()}

    assert [name for name in found if not isinstance(found[name], SaveError)] == ["sound"]
    assert found.keys() >= {"key", "entry", "mine", "bytes", "empty"}
    assert [saved.path.stem for saved in unfinished()] == ["sound"]
    assert last_of("race").path == folder / "sound.toml"


def test_a_game_with_a_key_that_is_not_known_is_listed_refused_and_deleted(folder):
    path = folder / "key.toml"
    listed = dict(saved_games())

    assert "does not know its key 'lamp'" in saved_words(listed[path])
    with pytest.raises(SaveError, match="does not know its key 'lamp'"):
        read_save(path)
    delete_save(path)
    assert path not in dict(saved_games())


def test_a_saved_game_is_found_whatever_its_name_ends_in(folder, content):
    other, bare = folder / "x.save", folder / "bare"
    other.write_bytes(content)
    bare.write_bytes(BOM_UTF8 + content.replace(b"\n", b"\r\n"))

    assert {other, bare} <= set(dict(saved_games()))
    assert find_save(Path("x.save")) == find_save(Path("x")) == other
    assert find_save(Path("bare")) == bare
    with pytest.raises(SaveError, match="there is no saved game"):
        find_save(Path("x" * 5000))
