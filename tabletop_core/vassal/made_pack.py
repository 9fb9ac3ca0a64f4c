"""A pack made of a module: its data as TOML, and the files of a game that is played freely."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import attrs

from ..boards.proposed_links import as_proposed
from ..plugins.scaffold import ALWAYS, check_new, title_of, write_pack
from ..tables import to_toml
from ..tables.csv_markdown import TABLE_ENDINGS
from ..tables.exports import inline
from ..tables.imports import import_tables
from .art import PackArt, looks_of
from .import_report import report
from .layout import Ids, slug
from .module import Module, ModulePiece, free_name, read_module
from .traits import Definition, Layer
from .turn_tracker import TurnSteps, turns_of

TEMPLATES = ALWAYS | {
    ".gitignore": "module_gitignore.tmpl",
    "README.md": "module_README.md.tmpl",
    "{name}/__init__.py": "one_init.py.tmpl",
    "{name}/game.py": "module_game.py.tmpl",
    "{name}/data.py": "module_data.py.tmpl",
    "{name}/state.py": "module_state.py.tmpl",
    "{name}/rules.py": "module_rules.py.tmpl",
    "{name}/sequence.py": "module_sequence.py.tmpl",
    "{name}/shown.py": "module_shown.py.tmpl",
    "tests/test_{name}.py": "module_test.py.tmpl",
}
_Entries: TypeAlias = list[dict[str, Any]]
_Looks: TypeAlias = list[tuple[list[str], Definition]]
_NO_SIDES = ("first", "second")
_TONES = {"red": 0.0, "blue": 0.6, "green": 0.35, "yellow": 0.13}
"""The tones of sides, with their hues."""


def pack_from_modules(name: str, paths: Iterable[Path], folder: Path = Path()) -> list[Path]:
    """Write a pack made of a VASSAL module and its extensions, and return its files.

    Raises:
        PackError: a module cannot be read, or the pack cannot be written.
    """
    check_new(name, folder)
    module, kept = read_module(paths)
    source = f"the VASSAL module {module.title} {module.version}".strip()
    head = {"schema": 1, "provenance": "public", "source": source}
    counters, prints, setups, turned, looks = _counters(module)
    cards, decks, faces = _cards(module)
    seats = tuple(slug(side) for side in module.sides) or _NO_SIDES
    seats = seats if len(seats) > 1 else (*seats, *_NO_SIDES)[:2]
    tables, faults = _tables(module, kept)
    dice = [
        {"id": module.ids.of(title), "label": title, "dice": dice}
        | ({"faces": module.faces[title]} if title in module.faces else {})
        for title, dice in module.dice.items()
    ]
    boards = [board for one in module.boards for board in one.laid]
    # The numbers keep the order of the module, in which the main board comes first.
    data: dict[str, Mapping[str, Any]] = {
        f"boards/{number:02}_{board.id}.toml": board.data for number, board in enumerate(boards, 1)
    }
    data["counters.toml"] = {
        **head,
        "id": "counters",
        "title": "Counters",
        "counter": counters,
        "setup": setups,
    }
    data["prints.toml"] = {**head, "id": "prints", "print": prints, "turned": turned}
    data["cards.toml"] = {**head, "id": "cards", "title": "Cards", "card": cards}
    data["box.toml"] = {**head, "id": "box", "title": "Box", "deck": decks, "dice": dice}
    turns = turns_of(module.turn)
    title = module.title or title_of(name)
    pictures = PackArt(module.stored, kept)
    of_sides: dict[str, list[Definition]] = defaultdict(list)
    for counter, (_, definition) in zip(counters, looks, strict=True):
        of_sides[counter.get("side", "")].append(definition)
    tones = _tones({seat: pictures.hue_of(of_sides[seat]) for seat in seats})
    words = {
        "title": _plain(title),
        "players": f"{len(seats)}, {len(seats)}",
        "summary": f"{_plain(title)}, played freely.",
        "seats": _as_code(seats),
        "tones": _as_code(tones),
        "read_tables": "    tables = folder.tables()" if tables else "",
        "give_tables": "        tables=tables," if tables else "",
        **_turn_words(turns),
        **_setup_words(setups),
    }
    for board in boards:
        pictures.add_board(board)
    pictures.add_counters(looks)
    pictures.add_cards(faces)
    pictures.add_rest(file for file in kept if file not in tables)
    described = {file: toml(content).encode() for file, content in pictures.described.items()}
    art = {
        f"art/{{name}}/{file}": content for file, content in (pictures.files | described).items()
    }
    others = {f"{{name}}/data/{file}": toml(content) for file, content in data.items()}
    for file, board in zip(data, boards, strict=False):
        others[f"{{name}}/data/{file}"] += as_proposed(board.proposed)
    others |= {
        f"{{name}}/data/tables/{slug(Path(file).stem)}.toml": text for file, text in tables.items()
    }
    made = {
        "boards": len(boards),
        "spaces": sum(len(board.middles) for board in boards),
        "proposed": sum(len(board.proposed) for board in boards),
        "counters": sum(counter.get("copies", 1) for counter in counters),
        "cards": sum(card.get("count", 1) for card in cards),
        "tables": len(tables),
        "steps": len(turns.steps),
    }
    text = report(module, source, made, kept, faults, pictures)
    files = {path: content.encode() for path, content in others.items()}
    return write_pack(name, folder, TEMPLATES, words, {**files, **art, "IMPORT.md": text.encode()})


def toml(data: Mapping[str, Any]) -> str:
    """Write the content of a data file: values first, then an entry for each list of them."""
    lines = [f"{key} = {inline(value)}" for key, value in data.items() if not _is_list(value)]
    for key, value in data.items():
        if isinstance(value, dict):
            lines.remove(f"{key} = {inline(value)}")
            lines += ["", f"[{key}]", *(inline({name: one})[2:-2] for name, one in value.items())]
    for key, value in data.items():
        for entry in value if _is_list(value) else ():
            inner = {name: one for name, one in entry.items() if _is_list(one) and name == "place"}
            lines += ["", f"[[{key}]]"]
            lines += [f"{n} = {inline(one)}" for n, one in entry.items() if n not in inner]
            for name, entries in inner.items():
                for one in entries:
                    lines += ["", f"[[{key}.{name}]]"]
                    lines += [f"{n} = {inline(v)}" for n, v in one.items()]
    return "\n".join(lines) + "\n"


def _tones(seats: Mapping[str, float | None]) -> list[str]:
    """Return a tone for each seat, whose counters have a hue or none.

    It is the one in the name, such as *Red Army*, or that of the counters, or one that is left.
    """
    found = {seat: tone for seat in seats for tone in reversed(_TONES) if tone in seat.split("_")}
    left = [tone for tone in _TONES if tone not in found.values()]
    for seat, hue in seats.items():
        if seat not in found and hue is not None and left:
            found[seat] = min(left, key=lambda tone: abs((hue - _TONES[tone] + 0.5) % 1 - 0.5))
            left.remove(found[seat])
    free = cycle(left or _TONES)
    return [found.get(seat) or next(free) for seat in seats]


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _plain(text: str) -> str:
    """Return words that can stand in a string of the code."""
    return " ".join(text.replace('"', "'").replace("\\", "/").replace("$", "").split())


def _as_code(values: Iterable[str]) -> str:
    return "(" + ", ".join(f'"{value}"' for value in values) + ")"


# ---------------------------------------------------------------- counters and cards


def _kinds(slots: Iterable[ModulePiece]) -> dict[tuple[str, str], list[ModulePiece]]:
    """Return equal pieces together: those of one name and one definition."""
    found: dict[tuple[str, str], list[ModulePiece]] = {}
    for slot in slots:
        # The state of the innermost piece ends with a number of its own in the module.
        body = slot.text.rpartition("\t")[0] or slot.text
        found.setdefault((slot.name, body), []).append(slot)
    return found


def _counters(module: Module) -> tuple[_Entries, _Entries, _Entries, _Entries, _Looks]:
    """Return counters, what else is printed on them, the set-ups, and how counters lie in these.

    The last are the copies of each counter, with the definition that has its pictures.

    What the module itself places is the set-up `start`; each of its saved games is another.
    """
    counters: list[dict[str, Any]] = []
    prints: list[dict[str, Any]] = []
    turned: list[dict[str, Any]] = []
    looks: list[tuple[list[str], Definition]] = []
    ids = Ids({"start"})
    setups: list[dict[str, Any]] = [{"id": "start", "title": "As the module sets up"}] + [
        {"id": ids.of(one.title), "title": one.title} for one in module.setups
    ]
    stacks: list[dict[str, list[str]]] = [{} for _ in setups]
    saved = _saved(module)
    for (title, _), slots in _kinds(slot for slot in module.pieces if not slot.deck).items():
        first = slots[0]
        starts = [(slot.space, slot.definition) for slot in slots if slot.space]
        set_up = [starts, *([lies for slot in slots for lies in one[id(slot)]] for one in saved)]
        copies = max(1, len(slots) - len(starts), *map(len, set_up))
        id_ = module.ids.of(title)
        names = [f"{id_}_{number}" for number in range(1, copies + 1)] if copies > 1 else [id_]
        module.ids.taken |= set(names)
        looks.append((names, first.definition))
        layer, turns = next(iter(first.definition.layers), None), first.definition.turns
        for setup, stack, lying in zip(setups, stacks, set_up, strict=True):
            for name, (space, shown) in zip(names, lying, strict=False):
                stack.setdefault(space, []).append(name)
                face = _face(layer, shown)
                changed = _said(facing=turns and shown.facing) | (
                    {} if face is None else {"face": face}
                )
                turned += [{"setup": setup["id"], "counter": name} | changed] if changed else []
        figures, texts = _marks(first)
        counters.append(
            {"id": id_, "title": title}
            | _said(side=_side(module, first), kind=_kind(first), values=figures)
            | ({"copies": copies} if copies > 1 else {})
        )
        more = _said(
            texts=texts,
            faces=list(layer.faces) if layer else [],
            start=layer.start if layer else 0,
            turns=turns,
        )
        prints += [{"id": id_} | more] if more else []
    for setup, stack in zip(setups, stacks, strict=True):
        setup["place"] = [{"at": at, "counters": names} for at, names in stack.items()]
    # Many modules place nothing themselves, and all in saved games.
    is_empty = not stacks[0] and len(setups) > 1
    return counters, prints, setups[1:] if is_empty else setups, turned, looks


def _saved(module: Module) -> list[dict[int, list[tuple[str, Definition]]]]:
    """Return for each saved game where each piece lies and what it shows, from the bottom up."""
    found: list[dict[int, list[tuple[str, Definition]]]] = []
    for setup in module.setups:
        lying: dict[int, list[tuple[str, Definition]]] = defaultdict(list)
        for piece, space, shown in setup.pieces:
            lying[id(piece)].append((space, shown))
        found.append(lying)
    return found


def _face(printed: Layer | None, shown: Definition) -> int | None:
    """Return the face that lies up, unless it is the one that is up first."""
    if printed is None:
        return None
    same = (one.start for one in shown.layers if one.faces == printed.faces)
    face = next(same, printed.start)
    return None if face == printed.start else face


def _setup_words(setups: list[dict[str, Any]]) -> dict[str, str]:
    """Return what the templates say of the set-ups: an option, where there are several."""
    if len(setups) == 1:
        return {
            "game_option": "",
            "options": "",
            "give_options": "",
            "setup": f'"{setups[0]["id"]}"',
        }
    lines = [f'    "{one["id"]}": "{_plain(one["title"])[:60]}",\n' for one in setups]
    option = (
        f"SETUPS = {{\n{''.join(lines)}}}\n"
        'SETUP = GameOption(\n    name="setup",\n    values=(*SETUPS,),\n'
        f'    default="{setups[0]["id"]}",\n    help="where the counters stand at the start",\n'
        '    title="Set-up",\n    named=SETUPS,\n)\n'
    )
    return {
        "game_option": ", GameOption",
        "options": f"\n{option}",
        "give_options": "\n    options=(SETUP,),",
        "setup": 'play.options["setup"]',
    }


def _said(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _marks(slot: ModulePiece) -> tuple[dict[str, int], dict[str, str]]:
    """Return the markers of a piece that are whole numbers, and the others."""
    figures: dict[str, int] = {}
    texts: dict[str, str] = {}
    for name, value in slot.definition.marks.items():
        bare = value.strip()
        if bare.lstrip("-").isdecimal() and len(bare) < 10:
            figures[slug(name)] = int(bare)
        elif bare:
            texts[slug(name)] = bare
    return figures, texts


def _side(module: Module, slot: ModulePiece) -> str:
    """Return the side of a piece: what its marker says, or a side named where it is kept."""
    stated = slug(slot.definition.side) if slot.definition.side else ""
    sides = [slug(side) for side in module.sides]
    around = [slug(one) for one in (*slot.group, *slot.definition.prototypes)]
    for side in sides:
        stem = side[:-1] if len(side) > 4 else side
        if stated.startswith(stem) or any(stem in one for one in around):
            return side
    return stated


def _kind(slot: ModulePiece) -> str:
    named = slot.group[-1:] or slot.definition.prototypes[:1]
    return slug(named[0]) if named else ""


def _cards(module: Module) -> tuple[_Entries, _Entries, dict[str, list[str]]]:
    """Return cards, decks, and the pictures of both by their names; that of a deck is its back.

    Different cards of one name have numbers behind it.
    """
    decks = {deck: module.ids.of(f"{deck} deck") for deck in module.decks}
    cards: list[dict[str, Any]] = []
    pictures: dict[str, list[str]] = {}
    names = {*decks}
    for deck in decks:
        for (title, _), slots in _kinds(s for s in module.pieces if s.deck == deck).items():
            name, definition = free_name(title, names), slots[0].definition
            names.add(name)
            cards.append(
                {"id": module.ids.of(name), "title": name, "deck": decks[deck]}
                | ({"count": len(slots)} if len(slots) > 1 else {})
            )
            pictures[name] = next(looks_of(definition))[1]
            pictures.setdefault(deck, [definition.back])
    return cards, [{"id": id_, "title": title} for title, id_ in decks.items()], pictures


# ---------------------------------------------------------------- charts and turns


def _tables(module: Module, kept: Mapping[str, bytes]) -> tuple[dict[str, str], list[str]]:
    """Return the tables in charts of text, by the chart's file, and why others are none."""
    found: dict[str, str] = {}
    faults: list[str] = []
    with TemporaryDirectory() as home:
        for title, stored in module.charts.items():
            name = Path(stored).name
            if not name.lower().endswith(TABLE_ENDINGS):
                continue
            file = Path(home) / name
            file.write_bytes(kept[stored])
            imported = import_tables([file])
            if imported.all:
                named = [
                    attrs.evolve(table, title=table.title or title)
                    for table in imported.all.values()
                ]
                found[stored] = to_toml(*named)
            faults += [
                f"{title}: {one.message}" for one in imported.problems[:1] if not imported.all
            ]
    return found, faults


def _turn_words(turns: TurnSteps) -> dict[str, str]:
    """Return what the templates say of the turns: an empty rule and a node for each step."""
    names = Counter[str]()
    rules, nodes, functions = [], [], []
    for number, step in enumerate(turns.steps, 1):
        bare = "".join(char if f"x{char}".isidentifier() else "_" for char in slug(step))
        name = f"step_{number}_{bare}"[:60].rstrip("_")
        title = _plain(step)
        names[title] += 1
        title = title if names[title] == 1 else f"{title} ({names[title]})"
        functions.append(name)
        rules.append(
            f'\n\n@rule("{number}", "{title}")\ndef {name}(play: InPlay) -> None:\n'
            f'    """Write here what the rules do in this step."""\n'
        )
        nodes.append(f'    Sequence("{title}", Step("{title}: rule", {name}), free("{title}")),')
    imported = ", ".join(sorted(["act", *functions]))
    return {
        "steps": "".join(rules),
        "imported": imported if len(imported) < 70 else _in_lines(sorted(["act", *functions])),
        "nodes": "\n".join(nodes),
        "sequence_source": _plain(turns.source),
    }


def _in_lines(names: list[str]) -> str:
    return "(\n" + "".join(f"    {name},\n" for name in names) + ")"
