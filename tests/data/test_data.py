"""Strict loading: what is wrong is found all at once, with file, line, key, value and remedy."""

import enum
from collections.abc import Mapping
from typing import Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.data import Component, Entry, load_file
from tabletop_core.data.documents import digest_of
from tabletop_core.data.entries import provenance_count
from tabletop_core.data.lines import key_lines, read_key, write_key
from tabletop_core.data.loading import digest_files, load_folder
from tabletop_core.data.overlays import check_overlays
from tabletop_core.dice.notation import parse_dice
from tabletop_core.dice.pools import Dice
from tabletop_core.errors import DataError
from tabletop_core.tables import load_tables


class Side(enum.Enum):
    AXIS = "axis"
    ALLIES = "allies"


@attrs.frozen(kw_only=True)
class Card(Entry):
    id: str
    range: int = 0
    side: Side = Side.AXIS
    tags: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Deck(Component):
    card: tuple[Card, ...] = ()
    size: tuple[int, int] = (1, 1)
    weight: float = 1.0
    is_open: bool = False
    dice: Dice | None = None
    mode: Literal["day", "night"] = "day"
    names: Mapping[str, int] = attrs.field(factory=dict)


HEAD = 'schema = 1\nid = "guns"\nprovenance = "rulebook"\n'


@pytest.fixture
def write(tmp_path):
    def put(text, name="guns.toml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return put


def problems_of(file, cls=Deck, **how):
    with pytest.raises(DataError) as excinfo:
        load_file(file, cls, **how)
    return excinfo.value.problems


def test_a_file_becomes_a_value_of_its_class(write):
    deck = load_file(
        write(
            HEAD
            + 'size = [3, 4]\nweight = 2\nis_open = true\ndice = "2d6"\nmode = "night"\n'
            + 'names = { a = 1 }\n[[card]]\nid = "x"\nrange = 3\nside = "allies"\ntags = ["t"]\n'
        ),
        Deck,
    )

    assert (deck.size, deck.weight, deck.is_open, deck.mode) == ((3, 4), 2.0, True, "night")
    assert deck.dice == parse_dice("2d6")
    assert deck.names == {"a": 1}
    assert deck.card == (Card(id="x", range=3, side=Side.ALLIES, tags=("t",)),)


@pytest.mark.parametrize(
    ("line", "code", "key"),
    [
        ('is_open = "no"', "D105", "is_open"),
        ("is_open = 1", "D105", "is_open"),
        ("size = [2.9, 1]", "D105", "size[0]"),
        ("size = [true, 1]", "D105", "size[0]"),
        ("size = [1]", "D105", "size"),
        ('size = "12"', "D105", "size"),
        ("title = 3", "D105", "title"),
        ('weight = "heavy"', "D105", "weight"),
        ("weight = true", "D105", "weight"),
        ('card = [{ id = "x", tags = "abc" }]', "D105", "card[0].tags"),
        ('card = "abc"', "D105", "card"),
        ('card = ["abc"]', "D105", "card[0]"),
        ('card = [{ id = "x", range = 3.0 }]', "D105", "card[0].range"),
        ("card = [{ range = 3 }]", "D104", "card[0].id"),
        ('card = [{ id = "x", rang = 3 }]', "D103", "card[0].rang"),
        ('card = [{ id = "x", side = "neutral" }]', "D106", "card[0].side"),
        ('card = [{ id = "x", provenance = "hearsay" }]', "D106", "card[0]"),
        ('mode = "dusk"', "D106", "mode"),
        ('dice = "2x6"', "D106", "dice"),
        ("dice = 6", "D106", "dice"),
        ("names = [1]", "D105", "names"),
        ('names = { a = "1" }', "D105", "names.a"),
        ("colour = 1", "D103", "colour"),
        ("size = [0x8000000000000000, 1]", "D105", "size[0]"),
    ],
)
def test_nothing_is_coerced_and_each_fault_points_at_its_key_and_line(write, line, code, key):
    (problem,) = problems_of(write(HEAD + "\n# a comment\n" + line + "\n"))

    assert (problem.code, problem.key, problem.line) == (code, key, 6)
    assert problem.file.endswith("guns.toml")
    assert problem.message
    assert problem.remedy


def test_all_problems_of_a_file_come_together_with_their_lines(write):
    text = HEAD + 'is_open = 1\n[[card]]\nid = "x"\n[[card]]\nid = 3\nrang = 2\n\n[[card]]\n'

    found = [(p.code, p.key, p.line) for p in problems_of(write(text))]

    assert found == [
        ("D105", "is_open", 4),
        ("D105", "card[1].id", 8),
        ("D103", "card[1].rang", 9),
        ("D104", "card[2].id", 11),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'card = [{ id = "x", range = "far" }]\n',
            "guns.toml:4 D105: card[0].range: this must be a whole number (got 'far'); "
            "write a whole number",
        ),
        # A misspelt key is answered with those there are, and a value with those allowed.
        ("[[card]]\nid = 'x'\nrnge = 2\n", "use confidence, id, provenance, range, side, tags"),
        ('mode = "dusk"\n', "there is no such value (got 'dusk'); use day, night"),
    ],
)
def test_a_message_tells_file_line_code_key_value_and_remedy(write, text, said):
    (problem,) = problems_of(write(HEAD + text))

    assert str(problem).endswith(said)


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b'id = "x"\nid = "y"\n', "D102", 2),
        (b"id = \n", "D102", 1),
        (b"id = 'x'\nmany = " + b"7" * 5_000, "D102", 2),
        (b"a = " + b"[" * 100_000, "D102", None),
        (b"a" + b".a" * 100_000 + b" = 1\n", "D102", 1),
        (b"id = 'x'\n" + b'"a"' + b'."a"' * 100_000 + b" = 1\n", "D102", 2),
        (b"a = " + b"9" * 5000 + b"\n", "D102", None),
        (b'id = "x"\ntitle = "\xff"\n', "D101", 2),
        # Another schema.
        (b'schema = 2\nid = "x"\n', "D107", 1),
    ],
)
def test_what_is_no_sound_toml_is_told_with_its_line(tmp_path, content, code, line):
    (tmp_path / "guns.toml").write_bytes(content)
    (problem,) = problems_of(tmp_path / "guns.toml")

    assert problem.code == code
    assert line in (None, problem.line)
    assert problems_of(tmp_path / "none.toml")[0].code == "D101"


def test_another_schema_is_refused(write):
    (problem,) = problems_of(write('schema = 2\nid = "x"\n'))

    assert "unknown" in problem.message


HOSTILE = [
    "[[card]]\n" * 110_000,
    "[[card]]\nid = 1\n" * 60_000,
    "a = [" + "1," * 500_000 + "]\n",
    "a = { b = [" * 2000 + "\n",
    'a = "' + "x" * 1_000_000 + '"\n',
    '"' * 1_000_001,
    "x" * 1_000_000,
    ("a." * 31 + "a = 1\n") * 3,
    "".join(f"k{n} = {n}\n" for n in range(60_000)),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_of_a_megabyte_is_refused_in_few_words(write, text):
    problems = problems_of(write(HEAD + text))

    assert problems
    assert max(len(str(problem)) for problem in problems) < 400


def test_a_folder_is_read_by_id_and_two_files_of_one_id_or_none_are_refused(write, tmp_path):
    with pytest.raises(DataError, match="no TOML file"):
        load_folder(tmp_path, Deck)
    write(HEAD, "a.toml")
    write(HEAD.replace("guns", "cards"), "b.toml")
    assert list(load_folder(tmp_path, Deck)) == ["guns", "cards"]

    write(HEAD, "c.toml")
    with pytest.raises(DataError, match="two files have this id"):
        load_folder(tmp_path, Deck)


def test_package_resources_are_read_like_files(write, tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as made:
        made.writestr("data/guns.toml", HEAD)

    assert list(load_folder(zipfile.Path(tmp_path / "pack.zip", "data/"), Deck)) == ["guns"]


# ---------------------------------------------------------------- provenance and digest


def test_provenance_counts_the_smallest_things_and_inherits(write):
    deck = load_file(
        write(
            HEAD + '[[card]]\nid = "a"\n[[card]]\nid = "b"\nprovenance = "reconstructed"\n'
            'confidence = "low"\n[[card]]\nid = "c"\n'
        ),
        Deck,
    )

    assert provenance_count(deck) == {"rulebook": 2, "reconstructed": 1}
    assert provenance_count([deck, deck]) == {"rulebook": 4, "reconstructed": 2}
    assert provenance_count(Card(id="x")) == {"unstated": 1}


def test_the_digest_ignores_comments_spaces_and_order_but_no_value_or_type(write, tmp_path):
    one = digest_files(write("a = 1\nb = [1, 2]\n", "x.toml"))
    same = digest_files(write("# why\nb = [ 1, 2 ]\na = 1\n", "x.toml"))
    other = digest_files(write("a = 1\nb = [2, 1]\n", "x.toml"))

    assert one == same != other
    assert digest_files(tmp_path) == other
    assert len(one) == 64
    assert len({digest_of(value) for value in (1, True, "1", [1], 1.5)}) == 5


# ---------------------------------------------------------------- overlays of values


OVERLAY = 'schema = 1\ntitle = "printed"\nprovenance = "public"\n'


def lay(write, text):
    deck = write(
        HEAD + 'size = [1, 2]\n[[card]]\nid = "storm"\nrange = 2\nprovenance = "public-analog"\n'
    )
    return deck, write(OVERLAY + text, "mine.toml")


def change(key, value, file="guns"):
    return f'[[set]]\nfile = "{file}"\nkey = "{key}"\nvalue = {value}\n'


@pytest.mark.parametrize("key", ["card.storm.range", "card[0].range"])
def test_an_overlay_changes_a_value_and_its_provenance(write, key):
    deck, overlay = lay(write, change(key, 5))

    loaded = load_file(deck, Deck, overlays=[overlay])

    assert (loaded.card[0].range, loaded.card[0].provenance) == (5, "public")


def test_a_value_of_an_overlay_is_checked_and_named_with_its_own_file_and_line(write):
    deck, overlay = lay(write, change("size", "[1, 2]") + change("card.storm.range", '"far"'))

    (problem,) = problems_of(deck, overlays=[overlay])

    assert (problem.code, problem.key, problem.line) == ("D105", "set[1].value", 11)
    assert problem.file.endswith("mine.toml")


@pytest.mark.parametrize("key", ["card.strom.range", "card.storm.rnge", "card[7].range", "nowhere"])
def test_a_value_that_is_not_there_cannot_be_changed(write, key):
    deck, overlay = lay(write, change(key, 5))

    (problem,) = problems_of(deck, overlays=[overlay])

    assert (problem.code, problem.line) == ("D203", 6)


def test_an_overlay_for_a_file_that_no_one_has_is_found(write, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "guns.toml").write_text(HEAD + "weight = 1\n")
    good = write(OVERLAY + change("weight", 5), "good.toml")
    bad = write(OVERLAY + change("weight", 5, file="gnus"), "bad.toml")

    check_overlays(folder, [good])
    with pytest.raises(DataError, match="there is no such file to override") as excinfo:
        check_overlays(folder, [good, bad])
    assert excinfo.value.problems[0].line == 5
    with pytest.raises(DataError, match="gnus"):
        digest_files(folder, [bad])


@pytest.mark.parametrize(
    "text", ['[[set]]\nfile = "guns"\n', "[[tabel]]\n", '[[set]]\nfile = 1\nkey = "x"\nvalue = 1\n']
)
def test_a_misspelt_overlay_is_refused(write, text):
    deck, overlay = lay(write, text)

    assert all(
        problem.file.endswith("mine.toml") for problem in problems_of(deck, overlays=[overlay])
    )


# ---------------------------------------------------------------- lines of keys


KEYS = """
1  id              id = "x" # id = 2
.                  [head]
3  head.a.b        a.b = \'\'\'
.                  c = 1
.                  \'\'\'
.                  [[row]]
7  row.0.on        on = "=]#"
.                  results = [
9  row.0.results.0   1,
10 row.0.results.1.note   { roll = '1d6', note = [
11 row.0.results.1.note.0  'a'] },
.                  ]
.                  [[row]]
14 row.1.on        "on" = 2
.                  [row.more]
16 row.1.more.x    x = 1
"""


def test_lines_of_keys_headers_and_elements():
    text, expected = [], {}
    for line in KEYS.strip().splitlines():
        number, rest = line.split(maxsplit=1)
        if number != ".":
            key, rest = rest.split(maxsplit=1)
            steps = (int(step) if step.isdigit() else step for step in key.split("."))
            expected[tuple(steps)] = int(number)
        text.append(rest)
    lines = key_lines("\n".join(text))

    assert {key: lines[key] for key in expected} == expected
    assert ("head", "c") not in lines


@given(st.lists(st.sampled_from(["row", "on", "a-b"]) | st.integers(0, 99), max_size=5))
def test_keys_read_back_as_written(steps):
    key = ("row", *steps)

    assert read_key(write_key(key)) == key


def test_a_note_of_a_row_that_an_overlay_replaces_goes_with_the_row(tmp_path):
    chart = tmp_path / "w.toml"
    chart.write_text(
        'schema = 1\nid = "w"\ndice = "1d6"\n'
        '[[row]]\non = "1-3"\nresult = "calm"\nnote = "a"\n'
        '[[row]]\non = "4-6"\nresult = "storm"\nnote = "b"\n'
        '[[note]]\nid = "a"\ntext = "first"\n[[note]]\nid = "b"\ntext = "second"\n'
    )
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\n[[table]]\nid = "w"\n[[table.row]]\non = "1-3"\nresult = "fog"\n'
    )

    table = load_tables(chart, overlays=[overlay])["w"]

    assert table.result(2) == "fog"
    assert [note.id for note in table.notes] == ["b"]
