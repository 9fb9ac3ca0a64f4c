"""The sequence of play as data: a tree of named nodes, walked by an engine.

    Sequence("Game",
        Step("Set up", set_up),
        Repeat("Turn",
            ForEach("Player", lambda play: play.seats,
                Step("Move", move, rule="4.1"),
            ),
            until=is_over,
        ),
    )

A condition (`when`, `until`) and the list of a `ForEach` are functions of the game in progress that
read its state and change nothing.
Names are unique among siblings; the same node may appear at several places of the tree.
The place in the tree is a list of names and plain numbers, so it can be saved and shown.

A phase in which a player orders one unit after another is a `Repeat` over a quiet `Step`: each
order is a step, so a fork or an undo reruns that step and not the whole phase. All share a heading.

    Repeat("Movement", Step("Move a unit", move_a_unit, quiet=True), until=all_have_moved)

The children of one node are all quiet steps, or none of them is: after another heading, the events
of a quiet step would seem to belong to it.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from typing import Any, TypeAlias

import attrs

from ..errors import SequenceError
from ..events.event import Event
from .code import can_call
from .faults import returned
from .rules import Rule

Condition: TypeAlias = Callable[[Any], object]
"""A function of the game in progress; what it returns counts as true or false."""

SequencePlace: TypeAlias = list[Any]

HeadingCallback: TypeAlias = Callable[[str, str, list[str]], None]
"""Logs a heading, given the name of its node, the number of its rule and its path in words."""

Summary: TypeAlias = Callable[[SequenceOf[Event]], str]
"""Sums up in one line what happened in a step; empty if that is not routine."""


def _nodes(nodes: Iterable["Node"]) -> tuple["Node", ...]:
    return tuple(nodes)


@attrs.frozen(eq=False)
class Step:
    """One step: a procedure to run, and the rule that describes it.

    `run` is a plain function of the game in progress, or a generator that yields decisions.
    `rule` is only needed if `run` is not marked with `@rule` itself.
    `quiet`: the step has no heading of its own; its events come under that of the node above.
    `summary` sums up routine events in one line that opens to show them; it returns nothing for
    others. Consecutive steps that share a summary share one line.
    `in_parts`: in a step that is not all routine, lines that sum up the routine alternate with
    other events; by default such a step is shown in full.
    `may_end` says that the game may end here, for the check of endless loops, if the code of `run`
    and the functions it calls do not show it.
    `marked` is the rule that `@rule` names on `run`, if any.
    `procedure` is what the engine runs: `run` without that mark, since the step has the rule.
    """

    name: str
    run: Callable[[Any], Any]
    rule: str = ""
    when: Condition | None = None
    may_end: bool = False
    quiet: bool = False
    summary: Summary | None = None
    in_parts: bool = False
    marked: Rule | None = attrs.field(init=False, repr=False)
    rule_number: str = attrs.field(init=False, repr=False)
    procedure: Callable[[Any], Any] = attrs.field(init=False, repr=False)

    @marked.default
    def _mark(self) -> Rule | None:
        return getattr(self.run, "rule", None)

    @rule_number.default
    def _number_of_rule(self) -> str:
        return self.rule or (self.marked.number if self.marked else "")

    @procedure.default
    def _without_mark(self) -> Callable[[Any], Any]:
        return inspect.unwrap(self.run) if self.marked else self.run


@attrs.frozen(eq=False, init=False)
class Sequence:
    """Nodes in order."""

    name: str
    children: tuple["Node", ...]
    when: Condition | None
    rule_number: str

    def __init__(
        self, name: str, *children: "Node", when: Condition | None = None, rule: str = ""
    ) -> None:
        self.__attrs_init__(name, _nodes(children), when, rule)


@attrs.frozen(eq=False, init=False)
class Repeat:
    """A loop over nodes; `until` is checked at the end of each round.

    Without `until` the game must end in one of its steps.
    Headings count the rounds from 1; `number` returns another number for a round.
    """

    name: str
    children: tuple["Node", ...]
    until: Condition | None
    when: Condition | None
    rule_number: str
    number: Callable[[Any], int] | None

    def __init__(
        self,
        name: str,
        *children: "Node",
        until: Condition | None = None,
        when: Condition | None = None,
        rule: str = "",
        number: Callable[[Any], int] | None = None,
    ) -> None:
        self.__attrs_init__(name, _nodes(children), until, when, rule, number)


@attrs.frozen(eq=False, init=False)
class ForEach:
    """A loop over the items of a list that is read when the loop begins.

    While the current item is a seat, `play.seat` is that seat.
    """

    name: str
    items: Callable[[Any], Iterable[str | int]]
    children: tuple["Node", ...]
    when: Condition | None
    rule_number: str

    def __init__(
        self,
        name: str,
        items: Callable[[Any], Iterable[str | int]],
        *children: "Node",
        when: Condition | None = None,
        rule: str = "",
    ) -> None:
        self.__attrs_init__(name, items, _nodes(children), when, rule)


Node: TypeAlias = Step | Sequence | Repeat | ForEach


def walk(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield each node with the names of the nodes above it, in the order of play."""
    yield path, node
    for child in getattr(node, "children", ()):
        yield from walk(child, (*path, node.name))


def problems_of(sequence: Node) -> list[str]:
    """Return all that is wrong with a tree, each fault with the node that has it.

    Faults are siblings of the same name, values that are neither a node nor a function, nodes
    without steps, quiet steps beside others, and loops without an end.
    """
    found: list[str] = []
    _check(sequence, (), found)
    return found


def _check(node: Any, above: tuple[str, ...], found: list[str]) -> None:
    if not isinstance(node, Step | Sequence | Repeat | ForEach):
        inside = f"{above[-1]!r} contains" if above else "the sequence of play is"
        found.append(f"{inside} {node!r}, which is not a node; wrap it: Step(NAME, it)")
        return
    for part in ("run", "items", "when", "until", "summary", "number"):
        value = getattr(node, part, None)
        if value is not None and not callable(value):
            found.append(f"`{part}` of {node.name!r} is {value!r}; give it a function")
    if isinstance(node, Step):
        if node.quiet and not above:
            found.append(f"{node.name!r} is the whole sequence and cannot be quiet; give it a loop")
        return
    _check_children(node, found)
    if isinstance(node, Repeat) and node.until is None and not _can_end(node):
        found.append(
            f"{node.name!r} never ends: it has no `until`, and no step in it visibly calls "
            "`play.end`; give it `until`, or mark the step that ends the game with may_end=True"
        )
    for child in node.children:
        _check(child, (*above, node.name), found)


def _check_children(node: "Sequence | Repeat | ForEach", found: list[str]) -> None:
    if not node.children:
        found.append(f"{node.name!r} has no steps; give it some or take it out")
    for name, times in Counter(getattr(child, "name", None) for child in node.children).items():
        if times > 1 and name is not None:
            found.append(
                f"the name {name!r} is used {'twice' if times == 2 else f'{times} times'} in "
                f"{node.name!r}; give each sibling its own name"
            )
    quiet = [child for child in node.children if getattr(child, "quiet", False)]
    if quiet and len(quiet) < len(node.children):
        found.append(_mixed(node, quiet))


def _mixed(node: "Sequence | Repeat | ForEach", quiet: list[Any]) -> str:
    """Say how to separate quiet steps from siblings that have headings of their own."""
    loud = [child for child in node.children if child not in quiet]
    names = ", ".join(repr(step.name) for step in quiet)
    what = "a quiet step" if len(quiet) == 1 else "quiet steps"
    nodes = [child for child in loud if isinstance(child, Sequence | Repeat | ForEach)]
    if nodes:
        kind = type(nodes[0]).__name__
        remedy = (
            f"{nodes[0].name!r} is a {kind}, and only a Step can be quiet: take quiet=True out of "
            f"{names}, or wrap {names} alone: Sequence(NAME, ...)"
        )
    else:
        remedy = f"make all of them quiet, or none, or wrap {names} alone: Sequence(NAME, ...)"
    name = getattr((nodes or loud)[0], "name", loud[0])
    return f"{name!r} has a heading of its own beside {what}, {names}, in {node.name!r}; {remedy}"


def _can_end(node: Node) -> bool:
    steps = [below for _, below in walk(node) if isinstance(below, Step)]
    # Look for declared ends first: inspecting the code takes longer.
    return any(step.may_end for step in steps) or any(can_call(step.run, "end") for step in steps)


@attrs.frozen(eq=False)
class NodeAt:
    """A node in the tree: the nodes down to it, their names, and the names of the loops.

    `outside_loops` are the same names, with None for each loop.
    """

    way: tuple[Node, ...]
    path: tuple[str, ...] = attrs.field(init=False)
    loops: tuple[str, ...] = attrs.field(init=False)
    outside_loops: tuple[str | None, ...] = attrs.field(init=False)

    @path.default
    def _names(self) -> tuple[str, ...]:
        return tuple(node.name for node in self.way)

    @loops.default
    def _names_of_loops(self) -> tuple[str, ...]:
        return tuple(node.name for node in self.way if is_loop(node))

    @outside_loops.default
    def _names_outside_loops(self) -> tuple[str | None, ...]:
        return tuple(None if is_loop(node) else node.name for node in self.way)

    @property
    def node(self) -> Node:
        return self.way[-1]

    @property
    def is_quiet(self) -> bool:
        return isinstance(self.node, Step) and self.node.quiet


def is_loop(node: Node) -> bool:
    return isinstance(node, Repeat | ForEach)


# The tree is compiled into a list of instructions.
_STEP, _SKIP, _ROUND, _UNTIL, _EACH, _NEXT, _HEAD, _END = range(8)


class Program:
    """A validated tree, compiled for walking.

    `steps` holds the steps by name; if several share a name, the first.
    `after` maps the path of each step to the number of the instruction after it.
    """

    def __init__(self, sequence: Node) -> None:
        faults = problems_of(sequence)
        if faults:
            raise SequenceError("the sequence of play has faults:\n  " + "\n  ".join(faults))
        self.sequence = sequence
        self.code: list[Any] = []
        self.steps: dict[str, Step] = {}
        self.after: dict[tuple[str, ...], int] = {}
        self._compile(sequence, ())
        self.code.append((_END, None, None))

    def spot_before(self, at: int) -> NodeAt:
        """Return the step before an instruction."""
        spot: NodeAt = self.code[at - 1][2]
        return spot

    def find(self, step: str, loops: tuple[str, ...]) -> list[int]:
        """Return the instructions after the steps of this name inside exactly these loops."""
        return [
            at
            for path, at in self.after.items()
            if path[-1] == step and self.spot_before(at).loops == loops
        ]

    def _compile(
        self,
        node: Node,
        above: tuple[Node, ...],
        is_in_each: bool = False,
    ) -> None:
        code = self.code
        skip = None
        spot = NodeAt((*above, node))
        if node.when is not None:
            skip = len(code)
            code.append(None)
        if isinstance(node, Step):
            self.steps.setdefault(node.name, node)
            code.append((_STEP, node, spot))
            self.after[spot.path] = len(code)
        else:
            begin = None
            if isinstance(node, Repeat):
                code.append((_ROUND, node.name, None))
                self._head(spot)
            elif isinstance(node, ForEach):
                begin = len(code)
                code.append(None)
            top = len(code)
            if not isinstance(node, Repeat):
                self._head(spot)
            for child in node.children:
                within = is_in_each or isinstance(node, ForEach)
                self._compile(child, spot.way, within)
            if isinstance(node, Repeat):
                code.append((_UNTIL, node.until, top))
            elif isinstance(node, ForEach):
                code.append((_NEXT, is_in_each, top))
                assert begin is not None
                code[begin] = (_EACH, (node.name, node.items), len(code))
        if skip is not None:
            code[skip] = (_SKIP, node.when, len(code))

    def _head(self, spot: NodeAt) -> None:
        """Add the instruction that logs the heading of the quiet steps in a node.

        Its rule is that of the node, else the one of its only step.
        """
        node = spot.node
        assert not isinstance(node, Step)
        quiet = [child for child in node.children if isinstance(child, Step) and child.quiet]
        if quiet:
            own = quiet[0].rule_number if len(quiet) == 1 else ""
            self.code.append((_HEAD, spot, node.rule_number or own))


class Walker:
    """A place in a compiled tree.

    `loops` holds a list for each loop around the place, the outermost first:
    its name, the number of the present round from 0, and the items (None for `Repeat`).
    `rounds_begun` counts the rounds of each `Repeat` that is in no other, since the walk began.
    """

    __slots__ = ("at", "loops", "program", "rounds_begun")

    def __init__(self, program: Program, place: SequencePlace | None = None) -> None:
        self.program = program
        self.at = 0
        self.loops: list[list[Any]] = []
        self.rounds_begun = 0
        if place:
            self._go_to(place)

    def _go_to(self, place: SequencePlace) -> None:
        program = self.program
        loops = [list(part) for part in place if not isinstance(part, str)]
        around = tuple([loop[0] for loop in loops])
        path = tuple([part if isinstance(part, str) else part[0] for part in place])
        at = program.after.get(path)
        if at is None or program.spot_before(at).loops != around:
            at = self._moved(path[-1], around)
        self.at = at
        self.loops = loops

    def _moved(self, step: str, around: tuple[str, ...]) -> int:
        """Return where a step is now, after other nodes of the tree have changed."""
        known = [at for path, at in self.program.after.items() if path[-1] == step]
        found = self.program.find(step, around)
        if len(found) == 1:
            return found[0]
        if not known:
            raise SequenceError(f"the sequence no longer has a step {step!r}")
        if found:
            raise SequenceError(
                f"the sequence now has several steps {step!r}; none is where it was"
            )
        now_in = " and ".join(map(repr, self.program.spot_before(known[0]).loops)) or "no loop"
        raise SequenceError(f"the step {step!r} is in {now_in} now, not where it was")

    @property
    def step(self) -> Step | None:
        """The present step; None before the first one."""
        if not self.at:
            return None
        step: Step = self.program.code[self.at - 1][1]
        return step

    @property
    def place(self) -> SequencePlace:
        """The way to the present step by names; a loop is [name, round, items].

        Empty before the first step.
        """
        if not self.at:
            return []
        spot = self.program.spot_before(self.at)
        loops = iter(self.loops)
        return [list(next(loops)) if name is None else name for name in spot.outside_loops]

    def steps(self, play: Any, head: HeadingCallback | None = None) -> Iterator[Step]:
        """Yield the steps to run, from the present place to the end of the tree.

        `head(node, rule, path)` is called before quiet steps that share the heading of a node.
        """
        code = self.program.code
        loops = self.loops
        at = self.at
        while True:
            what, thing, target = code[at]
            at += 1
            if what == _STEP:
                self.at = at
                yield thing
            elif what == _NEXT:
                loop = loops[-1]
                number = loop[1] = loop[1] + 1
                items = loop[2]
                if number < len(items):
                    at = target
                    item = items[number]
                    if item in play.seats:
                        play.seat = item
                else:
                    loops.pop()
                    if thing:
                        self._seat_again(play)
            elif what == _EACH:
                name, read = thing
                items = tuple(returned(read, read(play), Iterable, "a list of items"))
                if items:
                    loops.append([name, 0, items])
                    if items[0] in play.seats:
                        play.seat = items[0]
                else:
                    at = target
            elif what == _UNTIL:
                if thing is not None and thing(play):
                    loops.pop()
                else:
                    loops[-1][1] += 1
                    at = target
                    self._count_round()
            elif what == _SKIP:
                if not thing(play):
                    at = target
            elif what == _ROUND:
                loops.append([thing, 0, None])
                self._count_round()
            elif what == _HEAD:
                if head is not None:
                    head(thing.node.name, target, self._words(play, thing.way, is_quiet=True))
            else:
                return

    def _count_round(self) -> None:
        """Count a round of the innermost loop if no other `Repeat` is around it."""
        for loop in self.loops:
            if loop[2] is None:
                self.rounds_begun += loop is self.loops[-1]
                return

    def _seat_again(self, play: Any) -> None:
        """Make the seat of the innermost loop over seats current again."""
        for _, number, items in reversed(self.loops):
            if items is not None and items[number] in play.seats:
                play.seat = items[number]
                return

    def describe(self, play: Any) -> list[str]:
        """Return the heading of the present step: `["Game", "Turn 3", "Player west", "Move"]`.

        A quiet step has the heading of the node above, whose rounds are not numbered.
        """
        if not self.at:
            return []
        spot = self.program.spot_before(self.at)
        if spot.is_quiet:
            return self._words(play, spot.way[:-1], is_quiet=True)
        return self._words(play, spot.way)

    def _words(self, play: Any, way: tuple[Node, ...], is_quiet: bool = False) -> list[str]:
        loops = iter(self.loops)
        words = []
        for node in way:
            name = node.name
            if isinstance(node, ForEach):
                _, at, items = next(loops)
                name += f" {play.name_of(items[at])}"
            elif isinstance(node, Repeat):
                _, rounds, _ = next(loops)
                if not (is_quiet and node is way[-1]):
                    name += f" {node.number(play) if node.number else rounds + 1}"
            words.append(name)
        return words
