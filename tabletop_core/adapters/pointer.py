"""A small network that scores the options of a question: each by its own numbers, words and place.

The same lines compute with arrays of NumPy, where a bot plays, and with tensors of PyTorch, where a
policy is trained: they use nothing that one of them does not have.

    question = described(layout, seen)          # seen: arrays of `structured` observations, mask
    asked = batch([question])
    scores, values = scored(weights, asked)     # one score for each option, a value a question

A thing on the table is the sum of what its words, its row and its numbers stand for. The state is
made of the sums of all things of a list. An option also looks at the things it touches, and from
the place where it leads at every piece on the boards: how far, in which direction, and seen from
there.
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
RELATION_COUNT = 10
BIASES = tuple(
    f"{name}_bias" for name in ("thing", "state", "option", "option_more", "relation", "judge")
)
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
        own: for each option and piece, whether the option touches it.
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
    own: Array


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
    return {
        "actions": actions,
        "option_words": words,
        "option_numbers": squashed(values),
        "touched": touched + 1,
        "touched_words": on_nodes,
        "leads": leads,
        "has_lead": has_lead.astype(np.float32),
        "own": (touched[:, :, None] + 1 == pieces[None, None, :]).any(axis=1).astype(np.float32),
    }


@attrs.frozen
class QuestionBatch:
    """Several questions at once: things padded to the same number, options one after the other.

    Attributes:
        in_list: for each thing and list, whether the thing is in it; padding is in none.
        on_board: 1 for each piece with a place.
        owner: the question of each option.
        leads: coordinates, and whether the option leads anywhere.
        relations: for each option and piece, how the piece lies from where the option leads.
        directions: the direction from there to the piece, whole and weaker with distance.
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
    directions: Array
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
    relations, directions = zip(*(_relations(one, pieces) for one in questions), strict=True)

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
        directions=np.concatenate(directions),
        counts=counts,
    )


def _relations(question: PolicyQuestion, pieces: int) -> tuple[Array, Array]:
    """Return how each piece lies from where each option leads, and in which direction."""
    count = question.pieces
    away = question.places[None, :count] - question.leads[:, None]
    far = np.sqrt((away**2).sum(axis=2))
    direction = away / (far[:, :, None] + 1e-6)
    facing = question.facings[None, :count]
    # The screen's y grows downwards, but a piece that faces north points up.
    ahead = -direction[:, :, 0] * facing[:, :, 0] + direction[:, :, 1] * facing[:, :, 1]
    aside = -direction[:, :, 0] * facing[:, :, 1] - direction[:, :, 1] * facing[:, :, 0]
    units = far * PLACE_UNIT
    leads = question.has_lead[:, None]
    columns = [
        away[:, :, 0] * leads,
        away[:, :, 1] * leads,
        far * leads,
        leads / (1 + units),
        (units < 3.5) * leads,
        ahead * leads,
        aside * leads,
        ahead / (1 + units / 2) * leads,
        question.own,
        np.broadcast_to(leads, far.shape),
    ]
    result = np.zeros((len(question.actions), pieces, RELATION_COUNT), np.float32)
    result[:, :count] = np.stack(columns, axis=2)
    near = np.zeros((len(question.actions), pieces, 4), np.float32)
    near[:, :count, :2] = direction * leads[:, :, None]
    near[:, :count, 2:] = direction * (leads / (1 + units / 2))[:, :, None]
    return result, near


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
        "turn": (width, 2),
        "relation": (RELATION_COUNT + 4, width),
        "relation_piece": (width, width),
        "relation_option": (width, width),
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
    # Where an option faces is a word of it; two learnt numbers turn the directions by it.
    turn = option @ w["turn"]
    near = asked.directions
    ahead = near[:, :, 0::2] * turn[:, None, 0:1] + near[:, :, 1::2] * turn[:, None, 1:2]
    aside = near[:, :, 0::2] * turn[:, None, 1:2] - near[:, :, 1::2] * turn[:, None, 0:1]
    first = RELATION_COUNT
    relation = (
        asked.relations @ w["relation"][:first]
        + ahead @ w["relation"][first : first + 2]
        + aside @ w["relation"][first + 2 :]
        + (pieces @ w["relation_piece"])[owner]
        + (option @ w["relation_option"])[:, None]
        + w["relation_bias"]
    ).clip(0)
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
