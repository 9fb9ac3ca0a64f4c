"""A small network that scores the options of a question: each by its own numbers, words and place.

The same lines compute with arrays of NumPy, where a bot plays, and with tensors of PyTorch, where a
policy is trained: they use nothing that one of them does not have.

    question = described(layout, seen)          # seen: arrays of `structured` observations, mask
    asked = batch([question])
    scores, values = scored(weights, asked)     # one score for each option, a value a question

A thing on the table is the sum of what its words, its row and its numbers stand for. The state is
made of the sums of all things of a list. An option also looks at the things it touches, and at
every piece on the boards: how it lies from the place where the option leads, with the nose where
the option turns it, and from the place of the piece that would move; and how both places lie for
that piece, along its own nose. On a square grid each such view is a cell of a small table, so that
what a piece can reach is learnt once for all places, headings and sides.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs
import numpy as np

from .layout import Layout
from .parts import LISTS, NUMBERS, WORDS

__all__ = ["PolicyQuestion", "QuestionBatch", "batch", "described", "scored", "shapes_of"]

Array: TypeAlias = Any
"""An array of NumPy or a tensor of PyTorch."""


SEEN = LISTS[1:]
"""The lists that make the state; nodes count where an option touches them."""
BLOCKS = {
    name: (sum(len(NUMBERS[one]) for one in SEEN[:place]), len(NUMBERS[name]))
    for place, name in enumerate(SEEN)
}
"""Where the numbers of each list stand among those of a thing, and how many they are."""
NUMBER_COUNT = 2 * sum(length for _, length in BLOCKS.values())
MAX_WORDS = max(map(len, WORDS.values()))
VIEWS = 4
"""From where an option leads to a piece and back, from where the moving piece is and back."""
RELATION_COUNT = 5 * VIEWS + 3
REACH = 7
"""Squares farther away than this, ahead or aside, are in the outermost cells."""
_ROW = 2 * REACH + 1
CELL_COUNT = 4 * _ROW**2 + 1
"""The cells of a view: straight and aslant, for friends and others; 0 where there is no nose."""
_BIASED = ("thing", "state", "option", "option_more", "relation", "relation_more", "judge")
BIASES = tuple(f"{name}_bias" for name in _BIASED)
WAY = slice(NUMBERS["options"].index("east"), NUMBERS["options"].index("north") + 1)
_NONE = np.zeros(0, np.int64)
_NOWHERE = np.zeros((0, 2), np.float32)
PLACE_UNIT = 8.0
"""Positions are divided by it, so that they are about as great as other numbers."""


@attrs.frozen
class PolicyQuestion:
    """What a policy knows when it is asked: the things it sees, and its options.

    Attributes:
        rows, lists, words, numbers, places, facings: of each thing, those with a place first. Rows
            are counted in one list, from 1; `places` are two coordinates.
        pieces: how many have a place.
        about, about_numbers: the words and numbers of the question.
        actions: the number of each option.
        option_words, option_numbers: of each option.
        touched: the rows of the things that each option touches; 0 for none.
        touched_words: words of the nodes among them.
        leads: the coordinates to which each option leads; 0, 0 for nowhere, `has_lead` says so.
        ways: the direction that each option chooses, east and north; 0, 0 for none.
        own: for each option and piece, whether the option touches it.
        mover: for each option, the piece that it touches first, among those with a place; -1 for
            none.
    """

    rows: Array
    lists: Array
    words: Array
    numbers: Array
    places: Array
    facings: Array
    pieces: int
    about: Array
    about_numbers: Array
    actions: Array
    option_words: Array
    option_numbers: Array
    touched: Array
    touched_words: Array
    leads: Array
    has_lead: Array
    ways: Array
    own: Array
    mover: Array


def squashed(numbers: Array) -> Array:
    """Return numbers in two scales, the small and the great ones apart."""
    small = np.clip(numbers, -10, 10) / 10
    great = np.sign(numbers) * np.log1p(np.abs(numbers)) / 5
    return np.concatenate([small, great], axis=-1).astype(np.float32)


def described(layout: Layout, seen: Mapping[str, Array]) -> PolicyQuestion:
    """Return an observation with the mask of legal actions as a network reads it."""
    firsts = layout.firsts
    positions = seen.get("nodes_numbers", np.zeros((0, 3), np.float32))[:, :2] / PLACE_UNIT
    rows, lists, words = [_NONE], [_NONE], [np.zeros((0, MAX_WORDS), np.int64)]
    numbers = [np.zeros((0, NUMBER_COUNT // 2), np.float32)]
    places, facings = [_NOWHERE], [_NOWHERE]
    pieces = 0
    for number, name in enumerate(SEEN):
        if name not in seen:
            continue
        there = np.flatnonzero(seen[name][:, 0])
        table, values = seen[name][there], seen[f"{name}_numbers"][there]
        place = np.zeros((len(there), 2), np.float32)
        if name == "pieces":
            at = table[:, 1]
            order = np.argsort(at < 0, kind="stable")
            there, table, values, at = there[order], table[order], values[order], at[order]
            pieces = int((at >= 0).sum())
            place[:pieces] = positions[at[:pieces]]
        first = table.shape[1] - len(WORDS[name])
        padded = np.zeros((len(there), MAX_WORDS), np.int64)
        padded[:, : len(WORDS[name])] = table[:, first:]
        start, length = BLOCKS[name]
        block = np.zeros((len(there), NUMBER_COUNT // 2), np.float32)
        block[:, start : start + length] = values
        rows.append(there + firsts[name] + 1)
        lists.append(np.full(len(there), number))
        words.append(padded)
        numbers.append(block)
        places.append(place)
        facings.append(values[:, :2] if name == "pieces" else np.zeros((len(there), 2), np.float32))
    return PolicyQuestion(
        rows=np.concatenate(rows),
        lists=np.concatenate(lists),
        words=np.concatenate(words),
        numbers=squashed(np.concatenate(numbers)),
        places=np.concatenate(places),
        facings=np.concatenate(facings),
        pieces=pieces,
        about=seen["question"][1:].astype(np.int64),
        about_numbers=squashed(np.append(seen["question_numbers"], seen["question"][0])),
        **_options(layout, seen, positions, np.concatenate(rows)[:pieces]),
    )


def _options(
    layout: Layout, seen: Mapping[str, Array], positions: Array, pieces: Array
) -> dict[str, Array]:
    """Return the fields of a question that describe its legal options."""
    mask = np.asarray(seen["action_mask"])
    table = seen["options"]
    legal = np.flatnonzero((table[:, 0] > 0) & (mask[table[:, 1]] > 0))
    table, values, touched = table[legal], seen["options_numbers"][legal], seen["options_touch"]
    touched = touched[legal].astype(np.int64)
    actions, words = table[:, 1].astype(np.int64), table[:, 3:].astype(np.int64)
    if mask[-1]:  # The end of a choice of several is an option that the table does not list.
        actions = np.append(actions, len(mask) - 1)
        words = np.pad(words, ((0, 1), (0, 0)))
        values = np.pad(values, ((0, 1), (0, 0)))
        touched = np.pad(touched, ((0, 1), (0, 0)), constant_values=-1)
    count, node_words = len(actions), len(WORDS["nodes"])
    is_node = (touched >= 0) & (touched < len(positions))
    leads, has_lead = np.zeros((count, 2), np.float32), is_node.any(axis=1)
    on_nodes = np.zeros((count, node_words), np.int64)
    if len(positions):
        last = np.where(is_node, np.arange(touched.shape[1]), -1).max(axis=1)
        node = touched[np.arange(count), last]
        leads[has_lead] = positions[node[has_lead]]
        on_nodes[has_lead] = seen["nodes"][node[has_lead], 1:]
    own = touched[:, :, None] + 1 == pieces[None, None, :]
    return {
        "actions": actions,
        "option_words": words,
        "option_numbers": squashed(values),
        "touched": touched + 1,
        "touched_words": on_nodes,
        "leads": leads,
        "has_lead": has_lead.astype(np.float32),
        "ways": values[:, WAY].astype(np.float32),
        "own": own.any(axis=1).astype(np.float32),
        "mover": _first(own),
    }


def _first(own: Array) -> Array:
    """Return which piece each option touches first; -1 for none."""
    found = np.full(len(own), -1, np.int64)
    if own.shape[2]:
        for one in reversed(range(own.shape[1])):
            found = np.where(own[:, one].any(axis=1), own[:, one].argmax(axis=1), found)
    return found


@attrs.frozen
class QuestionBatch:
    """Several questions at once: things padded to the same number, options one after the other.

    Attributes:
        in_list: for each thing and list, whether the thing is in it; padding is in none.
        on_board: 1 for each piece with a place.
        owner: the question of each option.
        leads: coordinates, and whether the option leads anywhere.
        relations: for each option and piece, numbers of the four views between them.
        cells: the same as cells, numbers up to `CELL_COUNT`.
        counts: how many options each question has.
        The others are those of `PolicyQuestion`.
    """

    rows: Array
    words: Array
    numbers: Array
    in_list: Array
    on_board: Array
    places: Array
    about: Array
    about_numbers: Array
    owner: Array
    actions: Array
    option_words: Array
    option_numbers: Array
    touched: Array
    touched_words: Array
    leads: Array
    relations: Array
    cells: Array
    counts: tuple[int, ...]

    def map(self, change: Any) -> "QuestionBatch":
        """Return the same with each array changed, into a tensor for example."""
        fields = attrs.asdict(self, recurse=False)
        counts = fields.pop("counts")
        return QuestionBatch(
            **{name: change(array) for name, array in fields.items()}, counts=counts
        )


def _padded(arrays: Sequence[Array], length: int) -> Array:
    first = arrays[0]
    result = np.zeros((len(arrays), length, *first.shape[1:]), first.dtype)
    for row, array in zip(result, arrays, strict=True):
        row[: min(length, len(array))] = array[:length]
    return result


def batch(questions: Sequence[PolicyQuestion]) -> QuestionBatch:
    """Return some questions as one batch."""
    things = max(len(one.rows) for one in questions)
    pieces = max(1, max(one.pieces for one in questions))
    counts = tuple(len(one.actions) for one in questions)
    lists = _padded([one.lists + 1 for one in questions], things)
    on_board = _padded([np.ones(one.pieces, np.float32) for one in questions], pieces)
    owner = np.repeat(np.arange(len(questions)), counts)
    relations, cells = zip(*(_relations(one, pieces) for one in questions), strict=True)

    def of_things(name: str) -> Array:
        return _padded([getattr(one, name) for one in questions], things)

    def of_options(name: str) -> Array:
        return np.concatenate([getattr(one, name) for one in questions])

    return QuestionBatch(
        rows=of_things("rows"),
        words=of_things("words"),
        numbers=of_things("numbers"),
        in_list=(lists[:, :, None] == np.arange(1, len(SEEN) + 1)).astype(np.float32),
        on_board=on_board,
        places=of_things("places"),
        about=np.stack([one.about for one in questions]),
        about_numbers=np.stack([one.about_numbers for one in questions]),
        owner=owner,
        actions=of_options("actions"),
        option_words=of_options("option_words"),
        option_numbers=of_options("option_numbers"),
        touched=of_options("touched"),
        touched_words=of_options("touched_words"),
        leads=np.concatenate([of_options("leads"), of_options("has_lead")[:, None]], axis=1),
        relations=np.concatenate(relations),
        cells=np.concatenate(cells),
        counts=counts,
    )


def _relations(question: PolicyQuestion, pieces: int) -> tuple[Array, Array]:
    """Return how each piece lies for each option, and the cells of the views between them."""
    count, options = question.pieces, len(question.actions)
    relations = np.zeros((options, pieces, RELATION_COUNT), np.float32)
    cells = np.zeros((options, pieces, VIEWS), np.int64)
    if not count:
        return relations, cells
    places, facings = question.places[:count], question.facings[:count]
    mover, moves = question.mover, question.mover >= 0
    tones = question.words[:count, WORDS["pieces"].index("tone")]
    is_alike = (tones[mover][:, None] == tones[None]) & moves[:, None]
    leads = question.has_lead > 0
    there = places[None] - question.leads[:, None]
    here = places[None] - places[mover][:, None]
    views = (
        (there, question.ways[:, None], leads),
        (-there, facings[None], leads),
        (here, facings[mover][:, None], moves),
        (-here, facings[None], moves),
    )
    for number, (away, nose, is_seen) in enumerate(views):
        ahead, aside, cell = _seen_along(away, nose, is_alike)
        far = np.sqrt((away**2).sum(axis=2))
        shown = np.stack([np.ones_like(far), ahead, aside, far, 1 / (1 + far * PLACE_UNIT)], axis=2)
        relations[:, :count, 5 * number : 5 * number + 5] = shown * is_seen[:, None, None]
        cells[:, :count, number] = (cell + number * CELL_COUNT) * is_seen[:, None]
    relations[:, :count, -3] = question.own
    relations[:, :count, -2] = is_alike
    relations[:, :count, -1] = mover[:, None] == np.arange(count)
    return relations, cells


def _seen_along(away: Array, nose: Array, is_alike: Array) -> tuple[Array, Array, Array]:
    """Return how far ahead and aside things lie along a nose, and the cell of each.

    Without a nose it is north, and the cell 0. A cell is found by quarter turns, which keep squares
    squares; so a nose between two quarters has cells of its own.
    """
    # The screen's y grows downwards, but a piece that faces north points up.
    east, north = away[:, :, 0], -away[:, :, 1]
    has_nose = (nose != 0).any(axis=2)
    to_east, to_north = nose[:, :, 0], np.where(has_nose, nose[:, :, 1], 1)
    ahead, aside = east * to_east + north * to_north, east * to_north - north * to_east
    eighths = np.rint(np.arctan2(to_east, to_north) / (np.pi / 4)).astype(np.int64) % 8
    quarter = eighths // 2
    cos, sin = np.array([1, 0, -1, 0])[quarter], np.array([0, 1, 0, -1])[quarter]
    up, right = (
        np.clip(np.rint(one * PLACE_UNIT), -REACH, REACH).astype(np.int64) + REACH
        for one in (sin * east + cos * north, cos * east - sin * north)
    )
    cell = ((2 * is_alike + eighths % 2) * _ROW + up) * _ROW + right + 1
    return ahead, aside, cell * has_nose


def shapes_of(layout: Layout, actions: int, width: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the weights.

    Args:
        actions: how many there are.
        width: the numbers by which a thing, an option and the state are described.
    """
    rows = layout.firsts["facts"] + layout.rows("facts") + 1
    about = 2 * (len(NUMBERS["question"]) + 1)
    shapes: dict[str, tuple[int, ...]] = {
        "word": (layout.most + 1, width),
        "row": (rows, width),
        "scale": (rows, NUMBER_COUNT),
        "action": (actions, width),
        "thing_number": (NUMBER_COUNT, width),
        "thing_place": (2, width),
        "thing_more": (width, width),
        "about_number": (about, width),
        "state": ((len(SEEN) + 1) * width, width),
        "state_more": (width, width),
        "option_number": (2 * len(NUMBERS["options"]), width),
        "option_lead": (3, width),
        "option_thing": (width, width),
        "option_about": (width, width),
        "option_more": (width, width),
        "cell": (VIEWS * CELL_COUNT, width),
        "relation": (RELATION_COUNT, width),
        "relation_piece": (width, width),
        "relation_option": (width, width),
        "relation_more": (width, width),
        "judge_option": (width, width),
        "judge_relation": (width, width),
        "judge_state": (width, width),
        "score": (width, 1),
        "value": (width, 1),
    }
    for name in BIASES:
        shapes[name] = (width,)
    return shapes


def scored(weights: Mapping[str, Array], asked: QuestionBatch) -> tuple[Array, Array]:
    """Return a score for each option of a batch, and the value of each question."""
    w = weights
    things = (
        w["word"][asked.words].sum(2)
        + w["row"][asked.rows]
        + (asked.numbers * (1 + w["scale"][asked.rows])) @ w["thing_number"]
        + asked.places @ w["thing_place"]
    )
    things = (things + w["thing_bias"]).clip(0)
    things = things + (things @ w["thing_more"]).clip(0)
    about = w["word"][asked.about].sum(1) + asked.about_numbers @ w["about_number"]
    lists = [
        (things * asked.in_list[:, :, place, None]).sum(1) / 4
        for place in range(asked.in_list.shape[2])
    ]
    state = w["state_bias"] + about @ w["state"][: about.shape[1]]
    for place, pooled in enumerate(lists, 1):
        width = about.shape[1]
        state = state + pooled @ w["state"][place * width : (place + 1) * width]
    state = state.clip(0)
    state = state + (state @ w["state_more"]).clip(0)
    values = (state @ w["value"])[:, 0]

    owner = asked.owner
    option = (
        w["action"][asked.actions]
        + w["word"][asked.option_words].sum(1)
        + asked.option_numbers @ w["option_number"]
        + w["row"][asked.touched].sum(1) @ w["option_thing"]
        + w["word"][asked.touched_words].sum(1)
        + asked.leads @ w["option_lead"]
        + (about @ w["option_about"])[owner]
        + w["option_bias"]
    )
    pieces = things[:, : asked.on_board.shape[1]]
    relation = (
        asked.relations @ w["relation"]
        + w["cell"][asked.cells].sum(2)
        + (pieces @ w["relation_piece"])[owner]
        + (option @ w["relation_option"])[:, None]
        + w["relation_bias"]
    ).clip(0)
    relation = relation + (relation @ w["relation_more"] + w["relation_more_bias"]).clip(0)
    relation = (relation * asked.on_board[owner][:, :, None]).sum(1) / 4
    option = option.clip(0)
    option = option + (option @ w["option_more"] + w["option_more_bias"]).clip(0)
    judged = (
        option @ w["judge_option"]
        + relation @ w["judge_relation"]
        + (state @ w["judge_state"])[owner]
        + w["judge_bias"]
    ).clip(0)
    return (judged @ w["score"])[:, 0], values
