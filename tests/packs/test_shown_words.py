"""What players read is words: no key of the program, no path, no empty bracket, no *a apple*."""

import os
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from pathlib import Path

import pytest

from tabletop_core import TabletopError, Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.simple import chooser, usual_bot
from tabletop_core.panels import things
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.components import component_text, thing_text
from tabletop_core.presentation.log import GameLog, LogLine
from tabletop_core.presentation.rulebook import rule_text, ruling_texts
from tabletop_core.testing.declared import option_choices
from tabletop_core.text.game_lines import component_lines, rule_lines
from tabletop_core.text.style import Style
from tabletop_core.web.popups import chart_page

FAULTS = {
    "a key": r"[a-z0-9]+(?:_[a-z0-9]+)+",
    "a path": r"\b[\w.-]+/[\w./-]*\.\w+|\b[\w-]+\.(?:toml|py|md|txt)\b",
    "an empty bracket": r"[(\[](?:[^()\[\]]*[:,;])?\s*[)\]]",
    # A sentence may begin with the column A, a chart has a note a.
    "a for an": r"(?:(?<!note )(?<!\.)\ba|(?:^|[.!?:;] )A) "
    r"(?!one\b|and\b|or\b|us|uni|eu|ut[ei]|ur[ai])(?:[aeiou][a-z]|8\b|11\b|18\b).*",
    "an for a": r"\b[Aa]n (?!hour|hono|heir)[bcdfghjklmnpqrstvwxyz][a-z].*",
    "a place to fill": r"\{\w*\}",
    "a range of the data": r"(?<!\.)\.\.-?\d|\d\.\.(?!\.)",
    # A row of a panel, which is indented, may name two cards that are alike.
    "a word twice": r"^(?!  ).*\b([A-Za-z]+) \1\b",
    # A name may end with an exclamation mark.
    "two stops": r"(?<![.\d])\.\.(?![.\d-])|[,;:?] ?[.,;:]|[.!] [.,;:]",
    "what a function returns": r"(?:^ *|[.;:] )[Rr]eturns? ",
    "code": r"`|\bids?\b",
}
"""What no sentence shows: patterns by what they find."""

PLAIN = Style()
EXAMPLES = [one for one in (Path(__file__).parents[2] / "examples").iterdir() if one.is_dir()]
GAMES = [pack.load() for pack in find_packs(EXAMPLES).packs]

GAMES_EACH = int(os.environ.get("TABLETOP_GAMES", "1"))


def faults(game, texts) -> list[str]:
    return [
        f"{what} ({found.group()}): {text}"
        for text in dict.fromkeys(texts)
        for what, pattern in FAULTS.items()
        if (found := re.search(pattern, text))
    ]


def lines_of(line: LogLine) -> Iterator[str]:
    yield line.text
    for one in line.details:
        yield from lines_of(one)


def without_id(line: str) -> str:
    """Leave out ids of charts and rules, which a player types to see them."""
    return re.sub(r"^( *Chart )\S+:|^ *More rules about it.*", r"\1", line)


def printed(game) -> Iterator[str]:
    """Yield what the book of a game says: rules, rulings, charts, words, options, cards."""
    data = game.data_with()
    for rule in game.rules:
        yield from map(without_id, rule_lines(rule_text(game, data.tables, rule.number), PLAIN))
    for ruling in ruling_texts(game):
        yield from (ruling.ruling, ruling.rejected, ruling.why, ruling.choice)
    for table in data.tables.values():
        cells = re.split(r"<[^>]*>", chart_page(game, table.id, ""))
        yield from (unescape(cell) for cell in cells if cell.strip())
    for word in data.glossary:
        yield f"{word.id}: {word.text}"
    for option in game.options:
        yield from (option.title, option.help, *map(option.words, option.values))
    for name in data.names:
        try:
            found = component_text(game, data, name)
        except TabletopError:
            continue  # The name begins those of several.
        yield from map(without_id, component_lines(found, PLAIN))


def played(game, seed: int, bot: str, options=None, looks: int = 1) -> Iterator[str]:
    """Yield what a game in progress shows: log, questions, some options, and all on the table.

    `looks`: the table is looked at before one answer of so many.
    """
    match = game.start(options or {}, seed=seed)
    choose = chooser(seat_bots(game, dict.fromkeys(match.seats, bot), seed))
    log, told, seen = GameLog(game, match.data.names, Viewer(*match.seats)), 0, set()
    while match.decision is not None:
        decision = match.decision
        yield decision.prompt
        if not isinstance(decision.options, range):
            yield from (decision.label_of(one) for one in islice(decision.options, 8))
        is_looked_at = match.decisions % looks == 0
        panels = list(game.look.view(match.play, Viewer(*match.seats))) if is_looked_at else []
        for panel in panels:
            for name, thing in things(panel).items():
                if (name, repr(thing)) not in seen:
                    seen.add((name, repr(thing)))
                    if text := thing_text(game, match.data, name, panels):
                        yield from map(without_id, component_lines(text, PLAIN))
        for line in log.tell(match.events[told:]):
            yield from lines_of(line)
        told = len(match.events)
        match.answer(choose(match, decision))
    for line in log.tell(match.events[told:]):
        yield from lines_of(line)
    assert match.outcome is not None
    yield match.outcome.why


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The crew is at_hi.", ["a key"]),
        ("The cities stand in data/gazetteer.toml.", ["a path"]),
        ("Shot down () at J8.", ["an empty bracket"]),
        ("Hit by the damage die (before: ).", ["an empty bracket"]),
        ("Hurricane: A allied plane.", ["a for an"]),
        ("It is a 8.", ["a for an"]),
        ("An bomber.", ["an for a"]),
        ("Gain {amount} Hit.", ["a place to fill"]),
        ("A total of ..3, or 12.. on two dice.", ["a range of the data"]),
        ("Fly to to London.", ["a word twice"]),
        ("It fires.. It hits.", ["two stops"]),
        ("Roll for the aim. Return whether it hits.", ["what a function returns"]),
        ("`odds` for each of the ids.", ["code"]),
        (
            "A one, a unit, an hour, an 8; columns, A in the west; note a of 4-9 (notes a and b).",
            [],
        ),
    ],
)
def test_what_no_sentence_shows_is_found(text, found):
    assert [what for what, pattern in FAULTS.items() if re.search(pattern, text)] == found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_book_of_a_game_is_written_in_words(game):
    assert faults(game, printed(game)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_book_of_a_game_names_rules_that_it_has(game):
    numbers = {rule.number for rule in game.rules} | game.data_with().tables.keys()
    beginnings = {one[: end.start()] for one in numbers for end in re.finditer(r"[ .]|$", one)}
    named = {
        number.rstrip(".")
        for text in printed(game)
        for number in re.findall(r"\b[Rr]ules? (\d[\w./-]*)", text)
    }
    assert named - beginnings == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_in_progress_tells_everything_in_words(game):
    assert faults(game, played(game, 5, "random", looks=12)) == []


@pytest.mark.gate
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_games_with_other_options_tell_everything_in_words(game):
    found: dict[str, None] = {}
    for seed, options in enumerate(islice(option_choices(game.options), GAMES_EACH)):
        for bot in ("random", usual_bot(game)):
            found |= dict.fromkeys(faults(game, played(game, seed, bot, options, looks=10)))
    assert list(found) == []
