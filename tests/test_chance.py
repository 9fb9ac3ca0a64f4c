"""The one door for chance: seeded, scripted, manual, enumerating."""

import pickle
import random
from collections import Counter
from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.chance import (
    SEED_LENGTH,
    SEED_LETTERS,
    ChanceError,
    Enumerating,
    Loaded,
    Manual,
    Scripted,
    Seeded,
    byte_stream,
    disturbed,
    fractions,
    fresh_seed,
    read_fresh_seed,
    stream,
)


def test_the_dice_of_a_seed_are_the_same_on_every_machine():
    # Written down once: a change here would change every saved game and recorded game.
    assert Seeded(7, "chance").roll((6,) * 8, "") == (2, 4, 2, 2, 2, 5, 3, 6)
    assert Seeded(7, "chance").draw({"a": 1, "b": 2, "c": 3}, "") == "b"


def test_the_same_name_gives_the_same_dice_and_different_ones_others():
    def rolls(seed, name):
        return Seeded(seed, name).roll((6, 6, 8) * 3, "")

    assert rolls(7, "a") == rolls(7, "a")
    assert rolls(7, "a") == rolls("7", "a"), "a file keeps only texts"
    assert len({rolls(7, name) for name in range(50)}) == 50


@given(st.integers(), st.lists(st.integers(1, 1000), min_size=1, max_size=10))
def test_a_seeded_die_shows_one_of_its_faces(seed, sides):
    faces = Seeded(seed).roll(tuple(sides), "")

    assert all(1 <= face <= side for face, side in zip(faces, sides, strict=True))


def test_seeded_faces_are_about_equally_likely_and_draws_follow_the_counts_of_the_pool():
    source = Seeded("fair")
    faces = Counter(source.roll((6,), "")[0] for _ in range(6000))
    cards = Counter(source.draw({"a": 3, "b": 1, "none": 0}, "") for _ in range(4000))

    assert all(850 < faces[face] < 1150 for face in range(1, 7))
    assert cards.keys() == {"a", "b"}
    assert 2850 < cards["a"] < 3150


def test_seeded_chance_takes_nothing_from_the_global_generator():
    random.seed(1)
    before = random.getstate()
    first = Seeded(3).roll((6,) * 5, "")
    next(fractions(3))
    stream(3).random()
    fresh_seed()

    assert random.getstate() == before
    random.seed(2)
    assert Seeded(3).roll((6,) * 5, "") == first


def test_the_global_generator_is_put_back_after_it_was_disturbed():
    random.seed(5)
    before = random.getstate()
    with disturbed("x"):
        assert random.getstate() != before

    assert random.getstate() == before


def test_a_card_of_many_kinds_is_that_of_its_number_among_all_cards():
    pool = {str(kind): kind % 3 for kind in range(777)}
    cards = [card for card, count in pool.items() for _ in range(count)]
    drawing, numbers = Seeded(5, "chance"), Seeded(5, "chance")

    for _ in range(300):
        assert drawing.draw(pool, "") == cards[numbers.roll((len(cards),), "")[0] - 1]


@pytest.mark.parametrize("source", [Seeded(1), Scripted(["a"]), Enumerating()], ids=type)
def test_nothing_can_be_drawn_from_an_empty_pool(source):
    if isinstance(source, Enumerating):
        source.next_path()
    with pytest.raises(ChanceError, match="why"):
        source.draw({}, "why")


# ---------------------------------------------------------------- fresh seeds


def test_a_fresh_seed_has_at_least_128_bits():
    assert len(set(SEED_LETTERS)) ** SEED_LENGTH >= 2**128


def test_every_letter_of_a_fresh_seed_is_drawn_by_itself_from_all_letters():
    seeds = [fresh_seed() for _ in range(2000)]

    assert {len(seed) for seed in seeds} == {SEED_LENGTH}
    for letters in zip(*seeds, strict=True):
        assert set(letters) == set(SEED_LETTERS)
        # On average 62 of each; that few or many would come up once in 10^9 times.
        assert all(15 < count < 130 for count in Counter(letters).values())
    assert len(set(seeds)) == 2000


@pytest.mark.parametrize(
    "chance",
    [
        lambda one: Seeded(one, "chance").roll((6,) * 60, ""),
        lambda one: next(fractions(one, "bots")),
        lambda one: bytes(byte_stream(one, "rolls")(16)),
    ],
    ids=["dice", "bots", "rolls"],
)
def test_every_bit_of_a_fresh_seed_matters_to_all_that_is_named_by_it(chance):
    zeros = "0" * SEED_LENGTH
    changed = {
        zeros[:at] + letter + zeros[at + 1 :]
        for at in range(SEED_LENGTH)
        for letter in SEED_LETTERS
    }

    assert len({chance(seed) for seed in changed}) == len(changed)


@given(st.text(SEED_LETTERS, min_size=SEED_LENGTH, max_size=SEED_LENGTH))
def test_a_fresh_seed_is_read_however_it_is_typed(seed):
    assert read_fresh_seed(seed) == seed
    assert read_fresh_seed(f" {seed.upper()}\n") == seed
    assert read_fresh_seed(seed.replace("0", "O").replace("1", "l")) == seed


@pytest.mark.parametrize("text", ["7", "", "seven", "0" * 25, "0" * 27, "u" * 26, "-" + "0" * 25])
def test_what_is_no_fresh_seed_is_not_read_as_one(text):
    assert read_fresh_seed(text) is None


# ---------------------------------------------------------------- scripted


def test_a_script_is_used_in_order_and_tells_what_is_left():
    source = Scripted([2, 5, "flak", 6])

    assert source.roll((6, 6), "to hit") == (2, 5)
    assert source.draw({"flak": 1, "calm": 3}, "event") == "flak"
    assert source.left == [6]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([7], "entry 1 of the script is 7, but a d6 is rolled"),
        ([0], "entry 1 of the script is 0"),
        (["flak"], "'flak', but a d6"),
        ([], "ran out after 0 entries"),
    ],
)
def test_a_script_that_does_not_fit_the_dice_says_which_entry(script, words):
    with pytest.raises(ChanceError, match=words):
        Scripted(script).roll((6,), "to hit")


@pytest.mark.parametrize("entry", ["calm", 3])
def test_a_script_that_does_not_fit_the_pool_says_so(entry):
    with pytest.raises(ChanceError, match="entry 1"):
        Scripted([entry]).draw({"flak": 1, "calm": 0}, "event")


# ---------------------------------------------------------------- manual


def test_manual_chance_asks_with_the_dice_and_the_reason():
    asked = []

    def ask_roll(sides, why):
        asked.append((sides, why))
        return (3, 4)

    source = Manual(ask_roll, lambda pool, why: asked.append((dict(pool), why)) or "flak")

    assert source.roll((6, 6), "to hit") == (3, 4)
    assert source.draw({"flak": 2}, "event") == "flak"
    assert asked == [((6, 6), "to hit"), ({"flak": 2}, "event")]


# ---------------------------------------------------------------- enumerating


def outcomes(procedure):
    source = Enumerating()
    found = Counter()
    while source.next_path():
        found[procedure(source)] += source.weight
    return found


def explode(source):
    (face,) = source.roll((6,), "")
    return face + source.roll((6,), "")[0] if face == 6 else face


def two_cards(source):
    pool = {"a": 1, "b": 2}
    first = source.draw(pool, "")
    pool[first] -= 1
    return first + source.draw({card: n for card, n in pool.items() if n}, "")


@pytest.mark.parametrize(
    ("procedure", "chances"),
    [
        (lambda source: source.roll((2, 3), ""),
         {(a, b): Fraction(1, 6) for a in (1, 2) for b in (1, 2, 3)}),
        # The number of dice may depend on what was rolled.
        (explode, {n: Fraction(1, 6) if n < 6 else Fraction(1, 36)
                   for n in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12)}),
        # Cards are drawn without those drawn before.
        (two_cards, dict.fromkeys(("ab", "ba", "bb"), Fraction(1, 3))),
        (lambda source: "sure", {"sure": 1}),
    ],
    ids=["two dice", "an open number of dice", "cards", "no chance"],
)  # fmt: skip
def test_every_outcome_is_walked_once_with_its_exact_chance(procedure, chances):
    assert outcomes(procedure) == chances


def test_a_seeded_source_knows_whether_anything_came_of_it():
    source = Seeded("fresh")
    assert source.untouched

    source.roll((6,), "")

    assert not source.untouched


def test_the_next_die_that_can_show_it_is_loaded_and_the_others_come_as_they_would():
    plain, loaded = Seeded(7, "a"), Loaded(7, "a")
    loaded.faces += [9, 2]
    before = plain.roll((6, 12, 6, 6), "")

    assert loaded.roll((6, 12, 6, 6), "") == (before[0], 9, 2, before[3])
    assert loaded.faces == []
    assert loaded.roll((6, 6), "") == plain.roll((6, 6), "")


def test_the_next_pool_that_holds_it_gives_the_loaded_card():
    plain, loaded = Seeded(7, "a"), Loaded(7, "a")
    loaded.cards.append("storm")

    assert loaded.draw({"sun": 1, "rain": 3}, "") == plain.draw({"sun": 1, "rain": 3}, "")
    assert loaded.draw({"sun": 50, "storm": 1}, "") == "storm"
    plain.draw({"sun": 50, "storm": 1}, "")
    assert loaded.roll((100,), "") == plain.roll((100,), "")


@pytest.mark.parametrize("copied", [deepcopy, lambda source: pickle.loads(pickle.dumps(source))])
def test_a_copy_of_a_loaded_source_has_its_own_faces_to_come(copied):
    source = Loaded(7, "a")
    source.faces.append(6)
    copy = copied(source)

    assert copy.roll((6,), "") == (6,)
    assert source.faces == [6]


def test_what_is_replayed_from_a_tape_takes_none_of_the_loaded_faces(race):
    source = Loaded(7, "chance")
    match = race.start(seed=7, source=source)
    match.answer("roll")
    first = list(match.state.rolled)
    match.answer("roll")
    source.faces.append(5)
    match.history.undo()
    match.answer("roll")

    assert match.state.rolled == [*first, 5]


def test_a_copy_of_a_match_with_a_source_of_its_own_goes_on_with_the_same_dice(race):
    match = race.start(seed=7, source=Loaded(7, "chance"))
    for _ in range(3):
        match.answer("roll")
    copy = deepcopy(match)
    for one in (match, copy):
        one.run(lambda match, asked: "roll" if match.decisions < 30 and not match.is_over else None)

    assert copy.tape.entries == match.tape.entries
