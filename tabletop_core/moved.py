"""Names that have moved, with where they are now.

What a pack still uses under its old name is refused with the new one. `tabletop check` lists all of
them at once (`C100`). A name leaves these tables two minor releases after it has gone.
"""

from collections.abc import Iterable, Mapping
from functools import wraps
from typing import Any, NoReturn, TypeVar

import attrs

T = TypeVar("T")

MOVED: Mapping[str, str] = {
    "Game.theme": "Game.look.theme",
    "Game.view": "Game.look.view",
    "Game.words": "Game.look.words",
    "Game.result_words": "Game.look.result_words",
    "Game.tones": "Game.look.tones",
    "Game.status": "Game.look.status",
    "Game.log_sheet": "Game.look.log_sheet",
    "Game.shows_root": "Game.look.shows_root",
    "Game.observe": "Game.learning.observe",
    "Game.most_options": "Game.learning.most_options",
    "Game.most_options_with": "Game.learning.most_options_with",
    "Game.action_key": "Game.learning.action_key",
    "tabletop_core.determinize_deck": "determinize(source, [pile, *hands], seat)",
    "tabletop_core.boards.is_diagonal": "DEGREES[direction] % 90 != 0",
    "tabletop_core.events.CORE_WORDS": "narrate(event, {})",
    "tabletop_core.chance.Weights": "from tabletop_core import Weights",
    "Match.undo": "Match.history.undo",
    "Match.redo": "Match.history.redo",
    "Match.retry": "Match.history.retry",
    "Match.undo_chance": "Match.history.undo_chance",
    "Match.last_answer": "Match.history.last_answer",
    "Match.answered_by": "Match.history.answered_by",
    "Match.undone_by": "Match.history.undone_by",
    "Match.checkpoints": "Match.history.checkpoints",
    "Match.step_start": "Match.history.checkpoints.step_start",
    "Match.where": "Match.play.where",
    "Match.rounds": "Match.play.rounds",
    "Match.event_count": "len(Match.events)",
    "Match.events_since": "Match.events[first:]",
    "Match.first_event_in_memory": "Match.events.first_in_memory",
    "Match.as_it_was": "tabletop_core.engine.past.as_it_was(Match, ...)",
    "Match.retraced": "tabletop_core.engine.past.retraced(Match, ...)",
    "Match.set_field": "tabletop_core.engine.field_edits.edit_field(Match, ...)",
    "Match.chance_of_fork": "tabletop_core.engine.match.chance_of_fork(Match, ...)",
}
"""Old names and new ones: `Class.name`, or the module and the name in it."""


NOT_PUBLIC: Mapping[str, frozenset[str]] = {
    f"tabletop_core{module}": frozenset(names.split())
    for module, names in {
        "": "Known Overflow RandomBot Scripted information_state",
        ".boards": """
            ARROWS Board BoardError Counter DIRECTIONS MovementCosts Placing Point Region Route
            Sight StartingPosition Terrain direction_to unreachable
        """,
        ".bots": """
            Advice Policy RandomBot advise bot_names bots_of make_bot play_bots read_seats
        """,
        ".data": """
            CONFIDENCES CardFile Document PROVENANCES PathLike SCHEMA as_path collect
            digest_files digest_of file_of files_in in_order load_documents load_folder
            parse_toml provenance_count read_document read_documents read_file structure
        """,
        ".dice": "Die Drawn Showing Shows faces_odds mix read_showing",
        ".errors": "DiceError PackError SaveError SequenceError StaleAnswerError TableError",
        ".events": "chart_words piled shown_to_all to_lines",
        ".panels": """
            Changes GROUNDS Lines NO_THEME PanelError PanelPart SHAPES TONES TextLine TextPart
            Thing card_face check_view faults_of_colours in_words named_parts
            parts_of shared unfolded
        """,
        ".pictures": """
            COLOURS INKS NO_SCANS Run Scans Symbols THEMES board_cells contrast
            core_symbols counters_svg redrawn stylesheet symbol_defs symbols_of
            symbols_svg
        """,
        ".tables": "Applied Imported Result Text import_tables to_csv to_data to_html to_markdown",
        ".testing": """
            CODES Code ERROR NOTE Performed WARNING check_pack errors_in hold_invariants record_game
            record_many replay_game replay_many
        """,
    }.items()
}
"""Names that were public, by module; they may still be there, but nobody promises that."""


def says_what_moved(kind: type[T]) -> type[T]:
    """Let a class name the new places of its old arguments and attributes in its errors."""
    owner = kind.__name__

    def missing(self: T, name: str) -> NoReturn:
        new = MOVED.get(f"{owner}.{name}")
        now = f"; it has moved: write {new.replace(owner, owner.lower())}" if new else ""
        raise AttributeError(f"a {owner} has no {name!r}{now}", name=name, obj=self)

    kind.__getattr__ = missing  # type: ignore[attr-defined]
    if attrs.has(kind):
        init = kind.__init__

        @wraps(init)
        def checked(self: T, *args: Any, **given: Any) -> None:
            old = {name: MOVED[f"{owner}.{name}"] for name in given if f"{owner}.{name}" in MOVED}
            if old:
                now = as_written(old.values())
                raise TypeError(f"{owner} no longer takes {', '.join(old)}; write {now}")
            init(self, *args, **given)

        kind.__init__ = checked  # type: ignore[assignment]
    return kind


def as_written(places: Iterable[str]) -> str:
    """Return a call that gives these arguments, each named as `Class.part.argument`.

    >>> as_written(["Game.look.view", "Game.look.words", "Game.learning.observe"])
    'Game(look=Look(view=..., words=...), learning=Learning(observe=...))'
    """
    parts: dict[str, list[str]] = {}
    for place in places:
        owner, part, name = place.split(".")
        parts.setdefault(part, []).append(f"{name}=...")
    written = (f"{part}={part.capitalize()}({', '.join(names)})" for part, names in parts.items())
    return f"{owner}({', '.join(written)})"
