"""Lay overlay files over parsed data files.

An overlay changes the parsed data before anything is checked, so its values pass the same checks;
what it brought remembers its own file and line.
The format is described in docs/table-format.md.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import attrs

from ..errors import DataError, Problem
from .documents import Document, PathLike, files_in, read_document
from .entries import Component
from .lines import Key, read_key, write_key
from .strict import shown
from .structuring import structure

_NAMES = {"row": "on", "modifier": "id", "override": "natural", "note": "id"}
_HEAD = ("title", "source", "provenance", "confidence", "dice", "columns", "beyond", "digits")
_STAMPED = ("provenance", "confidence")


@attrs.frozen
class Anything:
    """Any value; the checks of the file that it goes into decide about it."""

    @classmethod
    def __from_data__(cls, value: Any) -> Self:
        return cls()


@attrs.frozen(kw_only=True)
class SetForm:
    file: str
    key: str
    value: Anything


@attrs.frozen(kw_only=True)
class OverlayForm(Component):
    """The keys of an overlay; its tables are read as they are and checked where they go."""

    id: str = ""
    table: tuple[Anything, ...] = ()
    set: tuple[SetForm, ...] = ()


def lay_over(
    documents: Sequence[Document],
    overlays: Sequence[Document],
    problems: list[Problem],
    *,
    tables: bool,
) -> tuple[str, ...]:
    """Change the documents in place; return what was changed, and add what went wrong.

    Each kind of file takes from an overlay what is its own: `tables` says that these are tables.
    """
    changed: list[str] = []
    for overlay in overlays:
        try:
            structure(overlay, OverlayForm)
        except DataError as error:
            problems += error.problems
            continue
        work = _Work(documents, overlay, problems)
        for at, form in enumerate(overlay.raw.get("table", ()) if tables else ()):
            changed += work.lay_table(("table", at), form)
        for at, form in enumerate(overlay.raw.get("set", ())):
            changed += work.lay_value(("set", at), form)
    return tuple(changed)


@attrs.frozen
class _Work:
    """One overlay being laid over the documents."""

    documents: Sequence[Document]
    overlay: Document
    problems: list[Problem]

    def fault(self, code: str, key: Key, value: Any, message: str, remedy: str) -> None:
        problem = Problem(
            code=code, key=write_key(key), value=shown(value), message=message, remedy=remedy
        )
        self.problems.append(self.overlay.place(problem))

    def lay_table(self, key: Key, form: Any) -> Iterator[str]:
        name = form.get("id") if isinstance(form, dict) else None
        homes = dict(_tables(self.documents))
        if not isinstance(name, str) or name not in homes:
            known = ", ".join(list(homes)[:12]) or "none"
            self.fault(
                "D201", key, name, "there is no such table to override", f"there are {known}"
            )
            return
        document, target = homes[name]
        known_keys = {"id", "cell", "remove", *_HEAD, *_NAMES}
        for unknown in sorted(set(form) - known_keys):
            remedy = f"use {', '.join(sorted(known_keys))}"
            self.fault("D202", (*key, unknown), form[unknown], "there is no such key", remedy)
        for head in _HEAD:
            if head in form:
                target[head] = form[head]
                yield f"table {name}: {head}"
        yield from self.remove(key, form.get("remove", {}), name, target)
        for kind, by in _NAMES.items():
            entries = form.get(kind, [])
            if not isinstance(entries, list) or any(not isinstance(e, dict) for e in entries):
                self.fault(
                    "D202", (*key, kind), entries, "this must be tables", f"[[table.{kind}]]"
                )
                continue
            for at, entry in enumerate(entries):
                self.put(document, (*key, kind, at), target, kind, by, entry)
                yield f"table {name}: {kind} {entry.get(by)}"
        for at, cell in enumerate(form.get("cell", ())):
            yield from self.lay_cell(document, (*key, "cell", at), name, target, cell)
        self.drop_notes(document, target)

    def drop_notes(self, document: Document, target: Any) -> None:
        """Take out the pack's notes that only rows referred to which the overlay replaced."""
        if "note" in target:
            kept = set(_notes_named([target.get("row", []), target.get("override", [])]))
            target["note"] = [
                note
                for note in target["note"]
                if not note.get("id") or note["id"] in kept or id(note) in document.origins
            ]

    def put(
        self, document: Document, key: Key, target: Any, kind: str, by: str, entry: Any
    ) -> None:
        """Replace the entry of the same name, or add it where there is none."""
        self.stamp(entry, kind)
        document.origins[id(entry)] = (self.overlay, key, entry)
        entries = target.setdefault(kind, [])
        for at, old in enumerate(entries):
            if _same(old.get(by), entry.get(by)):
                entries[at] = entry
                return
        entries.append(entry)

    def stamp(self, entry: dict[str, Any], kind: str = "") -> None:
        """Give what the overlay brings the overlay's provenance."""
        for name in _STAMPED if kind != "note" else ():
            if name in self.overlay.raw:
                entry.setdefault(name, self.overlay.raw[name])

    def remove(self, key: Key, form: Any, name: str, target: Any) -> Iterator[str]:
        if not isinstance(form, dict) or set(form) - set(_NAMES):
            remedy = f"write [table.remove] with {', '.join(_NAMES)}"
            self.fault(
                "D202", (*key, "remove"), form, "this is not a list of things to remove", remedy
            )
            return
        for kind, wanted in form.items():
            entries = target.get(kind, [])
            for one in wanted if isinstance(wanted, list) else [wanted]:
                kept = [entry for entry in entries if not _same(entry.get(_NAMES[kind]), one)]
                if len(kept) == len(entries):
                    there = ", ".join(str(entry.get(_NAMES[kind])) for entry in entries[:12])
                    where = (*key, "remove", kind)
                    self.fault("D203", where, one, f"no such {kind} to remove", f"it has {there}")
                else:
                    yield f"table {name}: removed {kind} {one}"
                entries[:] = kept

    def lay_cell(
        self, document: Document, key: Key, name: str, target: Any, cell: Any
    ) -> Iterator[str]:
        wanted = {"on", "result"} | ({"column"} if "columns" in target else set())
        if not isinstance(cell, dict) or set(cell) - set(_STAMPED) != wanted:
            remedy = f"give {', '.join(sorted(wanted))}"
            self.fault("D202", key, cell, "a cell needs other keys", remedy)
            return
        rows = target.get("row", [])
        at = next((i for i, row in enumerate(rows) if _same(row.get("on"), cell["on"])), None)
        columns = target.get("columns", [])
        columns = columns if isinstance(columns, list) else [columns]
        place = columns.index(cell["column"]) if cell.get("column") in columns else 0
        results = [] if at is None else rows[at].get("results", [])
        fits = isinstance(results, list) and place < len(results) if "column" in cell else True
        if at is None or not fits or ("column" in cell and cell["column"] not in columns):
            remedy = "write on and column as the table does"
            self.fault("D203", key, cell, f"table {name} has no such cell", remedy)
            return
        row = dict(rows[at])
        if "column" in cell:
            row["results"] = [*results[:place], cell["result"], *results[place + 1 :]]
        else:
            row["result"] = cell["result"]
        self.stamp(cell)
        row.update({key: cell[key] for key in _STAMPED if key in cell})
        rows[at] = row
        document.origins[id(row)] = (self.overlay, key, row)
        column = f", column {cell['column']}" if "column" in cell else ""
        yield f"table {name}: cell {cell['on']}{column}"

    def lay_value(self, key: Key, form: Any) -> Iterator[str]:
        document = next((d for d in self.documents if form["file"] in _names(d)), None)
        if document is None:
            # Files of other kinds are read apart and take what is theirs; `check_overlays` finds
            # what no file takes.
            return
        path = read_key(form["key"])
        here: Any = document.raw
        for step in path[:-1]:
            here = _step(here, step)
        last = path[-1] if path else ""
        place = _place(here, last)
        if place is None:
            remedy = "name entries of an array by id or position, and only existing values"
            self.fault("D203", (*key, "key"), form["key"], "there is no such value", remedy)
            return
        here[place] = form["value"]
        document.origins[id(here), place] = (self.overlay, (*key, "value"), here)
        for name in _STAMPED:
            if isinstance(here, dict) and name in here and name in self.overlay.raw:
                here[name] = self.overlay.raw[name]
        yield f"{form['file']}: {form['key']}"


def _names(document: Document) -> tuple[str, str]:
    return document.stem, str(document.raw.get("id", document.stem))


def check_overlays(folder: PathLike, overlays: Sequence[PathLike]) -> None:
    """Raise `DataError` for values that overlays set in files which the folder does not have."""
    names = {name for file in files_in(folder) for name in _names(read_document(file))}
    problems: list[Problem] = []
    for path in overlays:
        overlay = read_document(path)
        structure(overlay, OverlayForm)
        for at, form in enumerate(overlay.raw.get("set", ())):
            if form["file"] not in names:
                problem = Problem(
                    code="D201", key=f"set[{at}].file", value=shown(form["file"]),
                    message="there is no such file to override",
                    remedy="give the id of a data file, or its name without the extension",
                )  # fmt: skip
                problems.append(overlay.place(problem))
    if problems:
        raise DataError(problems)


def _notes_named(value: Any) -> Iterator[str]:
    """Yield the ids of all notes that rows or results refer to."""
    if isinstance(value, dict):
        named = value.get("note", [])
        yield from (str(one) for one in (named if isinstance(named, list) else [named]))
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _notes_named(inner)


def _tables(documents: Sequence[Document]) -> Iterator[tuple[str, tuple[Document, Any]]]:
    for document in documents:
        forms = [document.raw, *document.raw.get("table", ())]
        for form in forms:
            if isinstance(form, dict) and isinstance(form.get("id"), str):
                yield form["id"], (document, form)


def _same(first: Any, second: Any) -> bool:
    """Compare names as they are written: a row on 7 is a row on "7"."""
    return str(first) == str(second)


def _place(here: Any, step: str | int) -> Any:
    """Return the key or index of a value that is there, or `None`."""
    if isinstance(here, dict):
        return step if step in here else None
    if isinstance(here, list):
        if isinstance(step, int):
            return step if step < len(here) else None
        ids = [entry.get("id") if isinstance(entry, dict) else None for entry in here]
        return ids.index(step) if step in ids else None
    return None


def _step(here: Any, step: str | int) -> Any:
    place = _place(here, step)
    return None if place is None else here[place]
