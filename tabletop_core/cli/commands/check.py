"""`tabletop check` and `tabletop new`: the exam of a pack, and the skeleton of a new one."""

import json
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...events.words import counted

if TYPE_CHECKING:
    from ...errors import Problem
    from ...plugins.packs import Catalog, Pack
    from ...testing.coverage import Coverage
    from ...testing.rulebook import ComparedRules

SEVERITIES = {"error": "Errors", "warning": "Warnings", "note": "Notes"}


def check(
    ctx: typer.Context,
    pack: Annotated[
        str, typer.Argument(metavar="PACK|FOLDER", help="A pack, or a folder that holds packs.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="A list of objects, one per problem.")
    ] = False,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many random games to play.")
    ] = 50,
    rulebook: Annotated[
        Path | None,
        typer.Option(
            "--rulebook",
            metavar="FILE",
            help="Instead, list the sections of this text that no rule covers.",
        ),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage",
            help="Instead, list unread data and options never taken.",
        ),
    ] = False,
    looks: Annotated[
        bool,
        typer.Option(
            "--looks", help="Instead, list words that are unreadable at 390 and 1280 pixels."
        ),
    ] = False,
) -> None:
    """Examine a pack: data, rules, random games, replay, resume, undo, forks, fairness.

    The exit status is 1 when there are errors; warnings and notes do not fail a pack.
    """
    from ...testing.exam import check_pack
    from ...testing.exam_run import ALLOWED_S
    from ...testing.looks import count_unreadable

    if looks:
        _looked_at(ctx.obj.sound_packs_at(pack), as_json)
        return
    found = ctx.obj.packs_at(pack)
    if rulebook is not None:
        _to_do(found, rulebook, as_json)
        return
    if coverage:
        _covered(found, games, as_json)
        return
    told = [(Path(pack).name, problem) for problem in _troubles(found)]
    for one in found.packs:
        began = process_time()
        problems = check_pack(one, games)
        told += [(one.id, problem) for problem in problems]
        if not as_json:
            is_sound = all(problem.severity != "error" for problem in problems)
            # First, since a view may fail at a moment that no question shows.
            left = ALLOWED_S - (process_time() - began)
            count, is_all = count_unreadable(one.load(), left) if is_sound else (0, True)
            _print(f"{one.identity.title} ({one.id})", problems)
            if count:
                faults = counted(count, "fault of words", "faults of words")
                listed = f"`tabletop check {pack} --looks` lists {'it' if count == 1 else 'them'}"
                least = "" if is_all else "at least "
                print(f"{least}{faults} that cannot be read; {listed}\n")
    if as_json:
        print(json.dumps([_plain(name, problem) for name, problem in told], indent=2))
    elif found.problems:
        _print(str(pack), _troubles(found))
    if any(problem.severity == "error" for _, problem in told):
        raise typer.Exit(1)


def _to_do(found: "Catalog", file: Path, as_json: bool) -> None:
    """Report which sections of a rulebook have no rule in each pack."""
    from ...testing.rulebook import compare, read_rulebook

    text = read_rulebook(file)
    told = []
    for one in found.packs:
        compared = compare(one.load(), text)
        told.append(
            {
                "pack": one.id,
                "sections": [
                    {
                        "number": section.number,
                        "heading": section.heading,
                        "line": section.line,
                        "rules": list(compared.rules.get(section, ())),
                        "left_out": section in compared.left_out,
                    }
                    for section in compared.sections
                ],
                "unknown": [{"rule": rule, "where": where} for rule, where in compared.unknown],
            }
        )
        if not as_json:
            _print_to_do(one.identity.title, compared, file)
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))


def _print_to_do(title: str, compared: "ComparedRules", file: Path) -> None:
    total, missing = len(compared.sections), compared.missing
    print(
        f"{title}: {total} sections in {file.name}, {len(compared.rules)} with a rule, "
        f"{len(compared.left_out)} left out by the notes, {len(missing)} to do"
    )
    for section in missing:
        print(f"  {file.name}:{section.line}: {section.name}")
    if compared.unknown:
        print("\nRules that no section of the text has:")
        for rule, where in compared.unknown:
            print(f"  {rule} ({where})")


def _covered(found: "Catalog", games: int, as_json: bool) -> None:
    """Report what games of each pack cover: options with counts, and data that nothing reads."""
    from ...testing.coverage import cover

    told = []
    for one in found.packs:
        covered = cover(one.load(), games)
        told.append(
            {
                "pack": one.id,
                "games": dict(covered.games),
                "skipped": list(covered.skipped),
                "decisions": [asked.as_dict() for asked in covered.decisions],
                "problems": [_plain(one.id, problem) for problem in covered.problems],
            }
        )
        if not as_json:
            _print_covered(one.identity.title, covered)
            _print(f"{one.identity.title} ({one.id})", list(covered.problems))
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))


def _looked_at(packs: "Iterable[Pack]", as_json: bool) -> None:
    """Report the words on boards and panels of each pack that cannot be read."""
    from ...testing.looks import check_looks

    told = []
    for one in packs:
        problems = check_looks(one.load())
        told += [_plain(one.id, problem) for problem in problems]
        if not as_json:
            _print(f"{one.identity.title} ({one.id})", problems)
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))


def _print_covered(title: str, covered: "Coverage") -> None:
    games = ", ".join(f"{count} {kind}" for kind, count in covered.games.items())
    print(f"{title}: {len(covered.decisions)} decisions in games: {games}")
    for reason in covered.skipped:
        print(f"  left out: {reason}")
    for asked in covered.decisions:
        where = " · ".join(filter(None, (asked.rule, asked.kind)))
        print(f"\n{asked.prompt} ({where}): asked {asked.times} times")
        for family, count in asked.offered.most_common():
            print(f"  {family}: offered {count}, taken {asked.taken[family]}")
    print()


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the pack: a-z, 0-9, _.")],
    folder: Annotated[
        Path, typer.Option("--dir", metavar="D", help="Where to make its folder.")
    ] = Path(),
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="K",
            help="What it begins with: chart (the default), blocks, cards, dice, map, tricks.",
        ),
    ] = "",
    modules: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            metavar="MODULE",
            help="Begin with a VASSAL module: a .vmod; repeat for each extension or saved game.",
        ),
    ] = None,
) -> None:
    """Make a working pack to start from, with a test."""
    from ...errors import PackError
    from ...plugins.scaffold import new_pack

    if modules and kind:
        raise PackError(f"a module says what the pack begins with; leave out --kind {kind}")
    if modules:
        from ...vassal.made_pack import pack_from_modules

        files = pack_from_modules(name, modules, folder)
        pictures = [file for file in files if file.is_relative_to(folder / name / "art")]
        for file in files:
            if file not in pictures:
                print(file)
        if pictures:
            print(f"{folder / name / 'art'}: {counted(len(pictures), 'file')}")
        print(f"\n{folder / name / 'IMPORT.md'} lists what was imported and what was not.")
    else:
        for file in new_pack(name, folder, kind or "chart"):
            print(file)
    root = folder / name
    print(f"\nTry it:\n  tabletop --packs {root} play {name}\n  tabletop check {root}")


def _troubles(found: "Catalog") -> "list[Problem]":
    from ...errors import Problem

    return [
        Problem(code="C100", message=text, remedy="fix the fault it names")
        for text in found.problems
    ]


def _plain(pack: str, problem: "Problem") -> dict[str, Any]:
    import attrs

    return {"pack": pack, **attrs.asdict(problem)}


def _print(title: str, problems: "list[Problem]") -> None:
    counts = {kind: sum(one.severity == kind for one in problems) for kind in SEVERITIES}
    told = [f"{count} {kind}{'s' * (count != 1)}" for kind, count in counts.items() if count]
    print(f"{title}: {', '.join(told) or 'passed without remarks'}")
    for kind, heading in SEVERITIES.items():
        if counts[kind]:
            print(f"\n{heading}")
        for one in problems:
            if one.severity == kind:
                where = f"{one.file}:{one.line}: " if one.line else one.file and f"{one.file}: "
                key = f"{one.key}: " if one.key else ""
                value = f" (got {one.value})" if one.value else ""
                print(f"  {one.code} {where}{key}{one.message}{value}\n       -> {one.remedy}")
    if problems:
        print()
