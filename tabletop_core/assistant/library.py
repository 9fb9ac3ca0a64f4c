"""Games, rules and charts in words, and tables that somebody brings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..bots.seating import bot_names, difficulties
from ..chance import Seeded, fresh_seed
from ..dice.notation import parse_dice
from ..dice.odds import dice_odds
from ..errors import DataError, TableError, TabletopError
from ..plugins.packs import Catalog
from ..presentation.book import Book, book_of
from ..presentation.charts import words_of_results
from ..presentation.components import component_text
from ..presentation.games import option_value, saved_words
from ..presentation.glossary import word_of
from ..presentation.player_aid import size_words
from ..presentation.rulebook import rule_text
from ..presentation.sequence import rule_words
from ..rooms.errors import RoomError
from ..rooms.my_games import GameRow
from ..saves.folder import saved_games
from ..tables import describe, load_tables
from ..text.charts import lookup_lines, table_lines
from ..text.game_lines import component_lines, rule_lines, sequence_lines
from .table_lines import PLAIN

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..tables import Table

MAX_TEXT = 12_000
"""Letters of one result; what is longer is found by a narrower question."""

MAX_TABLE_TEXT = 64_000
"""Letters of a table that somebody brings."""

MAX_FOUND = 20
MAX_SAVED = 20
KINDS = {"markdown": "md", "csv": "csv", "toml": "toml"}


def games_text(catalog: Catalog, mine: Iterable[GameRow], short: int, *, saved: bool) -> str:
    """Return all games that can be started, those of a person, and saved ones."""
    lines = ["Games to start:"]
    for pack in catalog.packs:
        one = pack.identity
        lines.append(f"  {pack.id}: {one.title}, for {size_words(one)}. {one.summary}")
    rows = [row for row in mine if not row.deleted]
    if rows:
        lines.append("Your games:")
    for row in rows:
        awaited = "your answer is awaited" if row.is_mine else ", ".join(row.awaited)
        state = row.ended or ", ".join(filter(None, [row.status, awaited]))
        lines.append(f"  {row.id[:short]}: {row.title}, {row.setup or 'own options'}; {state}")
    if saved:
        found = [saved for saved, _ in zip(saved_games(), range(MAX_SAVED), strict=False)]
        titles = {pack.id: pack.identity.title for pack in catalog.packs}
        lines += ["Saved games:"] * bool(found)
        lines += (f"  {path.stem}: {saved_words(one, titles)}" for path, one in found)
    return "\n".join(lines)


def game_text(game: "Game[Any]") -> str:
    """Return what a game offers: setups, options, seats, bots, sequence of play."""
    lines = [f"{game.title}, for {size_words(game.identity)}", game.identity.summary, "Setups:"]
    for setup in game.all_setups:
        seats = ", ".join(game.seats_for(game.read_options(setup.options)))
        lines.append(f"  {setup.id}: {setup.title} (seats: {seats}). {setup.about}")
    lines += ["Options, the default first:"] * bool(game.options)
    for option in game.options:
        values = [option.default, *(one for one in option.values if one != option.default)]
        shown = ", ".join(map(option_value, values[:8])) + (", ..." if values[8:] else "")
        lines.append(f"  {option.name}: {shown}. {option.help}")
    levels = ", ".join(f"{level} ({bot})" for level, bot in difficulties(game).items())
    lines.append(f"Bots: {levels}; by name: {', '.join(f'bot:{one}' for one in bot_names(game))}")
    lines.append("Chapters of the rules, which rules shows by title:")
    lines += (f"  {chapter.heading}" for chapter in book_of(game).chapters)
    return "\n".join(lines)


def contents_text(book: Book, title: str) -> str:
    """Return the contents of a book of rules."""
    lines = [f"Rules of {title}"]
    for chapter in book.chapters:
        numbers = ", ".join(rule.number for rule in chapter.rules)
        lines.append(f"  {chapter.heading}: {numbers}")
    charts = ", ".join(book.charts) or "none"
    words = ", ".join(word.id for word in book.words) or "none"
    return "\n".join([*lines, f"Charts: {charts}", f"Words explained: {words}"])


def chapter_text(book: Book, wanted: str) -> str | None:
    """Return a chapter in full, by its number, heading or title; None where there is none."""
    for chapter in book.chapters:
        if wanted.casefold() in (chapter.heading.casefold(), chapter.title.casefold()):
            return "\n".join(line for rule in chapter.rules for line in rule_lines(rule, PLAIN))
    return None


def rules_text(game: "Game[Any]", wanted: str) -> str:
    """Return what the rules say of something: a rule, chapter, chart, word or component.

    Anything else is looked for in the texts of the rules. Without it, the contents and the
    sequence of play.

    Raises:
        RoomError: nothing is found.
    """
    data, book = game.data_with(), book_of(game)
    wanted = " ".join(wanted.split())
    if not wanted:
        tree = sequence_lines(game.program.sequence, book.titles, PLAIN)
        return cut("\n".join([contents_text(book, game.title), "Sequence of play:", *tree]))
    if chapter := chapter_text(book, wanted):
        return cut(chapter)
    if wanted in book.charts:
        return cut("\n".join(table_lines(book.charts[wanted], words_of_results(game, data))))
    reads: tuple[Callable[[], list[str]], ...] = (
        lambda: rule_lines(rule_text(game, data.tables, wanted), PLAIN),
        lambda: [f"{word.id}: {word.text}" for word in [word_of(game, data, wanted)]],
        lambda: component_lines(component_text(game, data, wanted), PLAIN),
    )
    for read in reads:
        with suppress(TabletopError):
            return cut("\n".join(read()))
    return cut("\n".join(searched(book, wanted)))


def searched(book: Book, wanted: str) -> list[str]:
    """Return the rules whose texts hold all of these words.

    Raises:
        RoomError: there are none.
    """
    words = wanted.casefold().split()
    lines = []
    for number, rule in book.rules.items():
        text = " ".join([number, *(f"{title} {words}" for title, words in rule.parts)])
        if all(word in text.casefold() for word in words):
            lines.append(f"  {rule_words(number, book.titles)}")
    if not lines:
        raise RoomError(
            f"no rule, chart, word or component is called {wanted[:80]!r}, and no rule has these "
            "words; ask for the contents with an empty text"
        )
    more = [f"  and {len(lines) - MAX_FOUND} more"] if lines[MAX_FOUND:] else []
    return [f"Rules about {wanted!r}:", *lines[:MAX_FOUND], *more]


def cut(text: str) -> str:
    """Return a text that is not too long, and say where it was cut."""
    if len(text) <= MAX_TEXT:
        return text
    shown = text[:MAX_TEXT].rpartition("\n")[0]
    return f"{shown}\n({len(text) - len(shown)} more letters; ask for one rule or chart of it)"


# ---------------------------------------------------------------------------- dice and tables


def roll_text(expression: str) -> str:
    """Roll dice once."""
    return str(parse_dice(expression).roll(_die()))


def dice_odds_text(expression: str) -> str:
    """Return the exact distribution of dice."""
    dice = parse_dice(expression)
    return cut(f"{dice}\n{dice_odds(dice).bars(60, describe, pictures=False)}")


def table_text(
    tables: "Mapping[str, Table]",
    table: str,
    *,
    do: str,
    with_: Sequence[str],
    column: str,
    on: str,
    words: Any = describe,
) -> str:
    """Show one of these tables, roll on it, look a row up, or give the odds of its results.

    Raises:
        TableError: there is no such table, row, column or modifier.
    """
    if not table and len(tables) != 1:
        return "\n".join(["Tables:", *(f"  {one.id}: {one.title}" for one in tables.values())])
    if table and table not in tables:
        raise TableError(f"there is no table {table[:80]!r}; the tables: {', '.join(tables)}")
    found = tables[table] if table else next(iter(tables.values()))
    how: Any = {"with_": with_, "column": column or None}
    if do == "show":
        return cut("\n".join(table_lines(found, words)))
    if do == "odds":
        return cut(found.odds(**how).bars(60, describe, pictures=False))
    if do == "roll" and found.dice is None:
        raise TableError(f"table {found.id} is not rolled on; look up one of: {found.reach}")
    source: Any = _die() if do == "roll" else on if found.is_labelled else _number(on)
    return cut("\n".join(lookup_lines(found.look_up(source, deep=do == "roll", **how), words)))


def brought(text: str, kind: str) -> "Mapping[str, Table]":
    """Read tables that somebody brings as text.

    Raises:
        TabletopError: it is too long or cannot be read.
    """
    if len(text) > MAX_TABLE_TEXT:
        raise TableError(f"a table has at most {MAX_TABLE_TEXT} letters; bring a smaller one")
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"table.{KINDS[kind]}"
        path.write_text(text, encoding="utf-8")
        try:
            return load_tables(path)
        except DataError as error:
            raise TableError(str(error).replace(f"{folder}/", "")) from None


def _number(text: str) -> int:
    if not text.lstrip("-").isdecimal() or len(text) > 12:
        raise TableError(f"this table has rows by number, got {text[:40]!r}; give a number")
    return int(text)


def _die() -> Any:
    source = Seeded(fresh_seed(), "table")
    return lambda sides: source.roll((sides,), "")[0]
