"""Run all importers over a folder of published tables; show what comes in and what does not.

    python benchmarks/imports.py FOLDER [--list]

For each kind of file: how many files there are, how many come in whole, the share of tables that
come in, and how many things were cut from them. Then every reason for a refusal with the number of
its files, and every kind of cut. `--list` names each file beside its reason.
No file is changed, and nothing is fetched: name a folder of your own.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from tabletop_core.data.documents import files_in
from tabletop_core.errors import DataError, Problem
from tabletop_core.tables import load_tables
from tabletop_core.tables.csv_markdown import TABLE_ENDINGS
from tabletop_core.tables.imports import Imported, import_tables


def examine(folder: Path) -> tuple[dict[str, list[str]], Imported]:
    """Import a folder at once, so that its files may refer to each other."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for file in files_in(folder, (*TABLE_ENDINGS, ".toml")):
        kinds[file.name.rpartition(".")[2]].append(str(file))
    found = import_tables([folder])
    problems = list(found.problems)
    tables = dict(found.tables)
    for name in kinds.get("toml", ()):
        try:
            tables[name] = list(load_tables(name).values())
        except DataError as error:
            problems += error.problems
    return kinds, Imported(tables, tuple(problems), found.cuts, found.skipped)


def share(part: int, whole: int) -> str:
    """Write a share in percent."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def report(kinds: dict[str, list[str]], found: Imported) -> Iterable[str]:
    """Yield a line for each kind of file, and one for all."""
    refused = {problem.file for problem in found.problems}
    skipped = set(found.skipped)
    cuts = Counter(cut.file for cut in found.cuts)
    yield f"{'kind':8}{'files':>7}{'no table':>10}{'whole':>7}{'share':>9}{'tables':>8}{'cut':>6}"
    every = [name for names in kinds.values() for name in names]
    for kind, names in [*sorted(kinds.items()), ("all", every)]:
        wanted = [name for name in names if name not in skipped]
        whole = [name for name in wanted if name in found.tables and name not in refused]
        tables = sum(len(found.tables.get(name, ())) for name in wanted)
        cut = sum(cuts[name] for name in wanted)
        yield (
            f"{kind:8}{len(names):7}{len(names) - len(wanted):10}{len(whole):7}"
            f"{share(len(whole), len(wanted)):>9}{tables:8}{cut:6}"
        )


def reasons(problems: Iterable[Problem], listed: bool) -> Iterable[str]:
    """Yield each reason for a refusal, the most frequent first."""
    files: dict[str, set[str]] = defaultdict(set)
    for problem in problems:
        files[f"{problem.code} {problem.message.partition(';')[0][:90]}"].add(problem.file)
    for reason, names in sorted(files.items(), key=lambda one: (-len(one[1]), one[0])):
        yield f"{len(names):6} {reason}"
        if listed:
            yield from (f"         {name}" for name in sorted(names))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true", help="name the files beside each reason")
    given = parser.parse_args()
    if not given.folder.is_dir():
        parser.error(f"there is no folder {str(given.folder)!r}")
    kinds, found = examine(given.folder)
    print(*report(kinds, found), sep="\n")
    if found.problems:
        print("\nrefused, by files:", *reasons(found.problems, given.list), sep="\n")
    if found.cuts:
        print("\ncut, by times:")
        for what, count in Counter(cut.what for cut in found.cuts).most_common():
            print(f"{count:6} {what}")
        if given.list:
            print(*(f"         {cut}" for cut in found.cuts), sep="\n")
    if found.skipped and given.list:
        print("\nwithout a table:", *found.skipped, sep="\n  ")


if __name__ == "__main__":
    main()
