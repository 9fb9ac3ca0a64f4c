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

A condition (`when`, `until`) and the list of a `ForEach` are functions of the game in progress
that read its state and change nothing.
The place in the tree is a list of names and plain numbers, so it can be saved and shown.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import attrs

from ..errors import SequenceError
from .rules import Rule

Condition: TypeAlias = Callable[[Any], bool]
Place: TypeAlias = list[Any]


def _nodes(nodes: Iterable["Node"]) -> tuple["Node", ...]:
    return tuple(nodes)


@attrs.frozen(eq=False)
class Step:
    """One step: a procedure to run, and the rule that describes it.

    `run` is a plain function of the game in progress, or a generator that yields decisions.
    `rule` need only be given where `run` does not carry `@rule` itself.
    `may_end` tells that the game may end here, for the check of endless loops.
    `marked` is the rule that `@rule` names on `run`, if it does.
    `procedure` is what the engine runs: the one without that mark, since the step tells its rule.
    """

    name: str
    run: Callable[[Any], Any]
    rule: str = ""
    when: Condition | None = None
    may_end: bool = False
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
    """Nodes one after the other."""

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
    """Nodes again and again: `until` is read at the end of each round.

    Without `until` the game must end in one of its steps, marked `may_end`.
    """

    name: str
    children: tuple["Node", ...]
    until: Condition | None
    when: Condition | None
    rule_number: str

    def __init__(
        self,
        name: str,
        *children: "Node",
        until: Condition | None = None,
        when: Condition | None = None,
        rule: str = "",
    ) -> None:
        self.__attrs_init__(name, _nodes(children), until, when, rule)


@attrs.frozen(eq=False, init=False)
class ForEach:
    """Nodes once for each item of a list that is read when the loop begins.

    While an item that is a seat is current, that seat is `play.seat`.
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
    """Return what is wrong with a tree: names used twice, empty nodes, loops without an end."""
    found = []
    seen: set[str] = set()
    for _, node in walk(sequence):
        if node.name in seen:
            found.append(f"the name {node.name!r} is used twice; give each node a name of its own")
        seen.add(node.name)
        children = getattr(node, "children", None)
        if children == ():
            found.append(f"{node.name!r} has no steps; give it some or take it out")
        if isinstance(node, Repeat) and node.until is None:
            steps = [below for _, below in walk(node) if isinstance(below, Step)]
            if not any(step.may_end for step in steps):
                found.append(
                    f"{node.name!r} repeats for ever; give it `until`, "
                    "or mark the step that can end the game with may_end=True"
                )
    return found


# The tree is compiled into a list of instructions.
_STEP, _SKIP, _ROUND, _UNTIL, _EACH, _NEXT, _END = range(7)


class Program:
    """A validated tree, compiled for walking."""

    def __init__(self, sequence: Node) -> None:
        faults = problems_of(sequence)
        if faults:
            raise SequenceError("the sequence of play has faults: " + "; ".join(faults))
        self.sequence = sequence
        self.code: list[Any] = []
        self.paths: dict[str, tuple[str, ...]] = {}
        self.steps: dict[str, Step] = {}
        self.after: dict[str, int] = {}
        self.loops: dict[str, tuple[str, ...]] = {}
        self._compile(sequence, (), ())
        self.code.append((_END, None, None))

    def _compile(
        self,
        node: Node,
        path: tuple[str, ...],
        loops: tuple[str, ...],
        is_in_each: bool = False,
    ) -> None:
        code = self.code
        skip = None
        if node.when is not None:
            skip = len(code)
            code.append(None)
        if isinstance(node, Step):
            self.paths[node.name] = path
            self.steps[node.name] = node
            self.loops[node.name] = loops
            code.append((_STEP, node, None))
            self.after[node.name] = len(code)
        else:
            inside = (*path, node.name)
            begin = None
            if isinstance(node, Repeat):
                code.append((_ROUND, node.name, None))
            elif isinstance(node, ForEach):
                begin = len(code)
                code.append(None)
            top = len(code)
            around = loops if isinstance(node, Sequence) else (*loops, node.name)
            for child in node.children:
                self._compile(child, inside, around, is_in_each or isinstance(node, ForEach))
            if isinstance(node, Repeat):
                code.append((_UNTIL, node.until, top))
            elif isinstance(node, ForEach):
                code.append((_NEXT, is_in_each, top))
                assert begin is not None
                code[begin] = (_EACH, (node.name, node.items), len(code))
        if skip is not None:
            code[skip] = (_SKIP, node.when, len(code))


class Walker:
    """A place in a compiled tree.

    `loops` holds a list for each loop around the place, the outermost first:
    its name, the number of the present round from 0, and the items (None for `Repeat`).
    """

    __slots__ = ("at", "loops", "program")

    def __init__(self, program: Program, place: Place | None = None) -> None:
        self.program = program
        self.at = 0
        self.loops: list[list[Any]] = []
        if place:
            self._go_to(place)

    def _go_to(self, place: Place) -> None:
        *loops, step = place
        around = self.program.loops.get(step)
        if around is None:
            raise SequenceError(f"the sequence has no step {step!r} any more")
        if around != tuple(loop[0] for loop in loops):
            told = " and ".join(map(repr, around)) or "no loop"
            raise SequenceError(f"the step {step!r} lies in {told} now, not where it did")
        self.at = self.program.after[step]
        self.loops = [list(loop) for loop in loops]

    @property
    def place(self) -> Place:
        """The way to the present step by names: [name, round, items] of each loop, then the step.

        Empty before the first step.
        """
        if not self.at:
            return []
        return [*[list(loop) for loop in self.loops], self.program.code[self.at - 1][1].name]

    def steps(self, play: Any) -> Iterator[Step]:
        """Yield the steps to run, from the place on, to the end of the tree."""
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
                items = tuple(read(play))
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
            elif what == _SKIP:
                if not thing(play):
                    at = target
            elif what == _ROUND:
                loops.append([thing, 0, None])
            else:
                return

    def _seat_again(self, play: Any) -> None:
        """Make the seat of the innermost loop over seats current again."""
        for _, number, items in reversed(self.loops):
            if items is not None and items[number] in play.seats:
                play.seat = items[number]
                return

    def describe(self, step: Step) -> list[str]:
        """Return the way to a step in words: `["Game", "Turn 3", "Player west", "Move"]`."""
        loops = {name: (number, items) for name, number, items in self.loops}
        words = []
        for name in self.program.paths[step.name]:
            if name in loops:
                number, items = loops[name]
                words.append(f"{name} {number + 1 if items is None else items[number]}")
            else:
                words.append(name)
        return [*words, step.name]
