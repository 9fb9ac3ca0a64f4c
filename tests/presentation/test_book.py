"""The order of a rulebook: natural order of numbers, chapters, what leads to what."""

import attrs
import pytest

from tabletop_core import Chapter, load_pack
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.book import book_of, in_chapters, numbers_of

PACKS = [pack.id for pack in find_packs().packs]


@pytest.mark.parametrize(
    ("numbers", "ordered"),
    [
        (("6.2", "9.1.6.4", "9.1.1", "6.4.1"), ("6.2", "6.4.1", "9.1.1", "9.1.6.4")),
        (("10.1", "9.1", "9"), ("9", "9.1", "10.1")),
        (
            ("4-10", "4-9.a.down", "4-9.a", "4-9", "4.2"),
            ("4.2", "4-9", "4-9.a", "4-9.a.down", "4-10"),
        ),
        (("12/Support", "2/Dice"), ("2/Dice", "12/Support")),
    ],
)
def test_rules_come_in_the_natural_order_of_their_numbers(numbers, ordered):
    chapters = (Chapter("All", *(str(one) for one in range(13))),)

    ((_, found),), left = in_chapters(numbers, chapters)

    assert (found, left) == (ordered, [])


def test_headings_come_in_the_order_of_their_chapter():
    ((_, found),), _ = in_chapters(("Fire", "Aim"), (Chapter("Combat", "Fire", "Aim"),))

    assert found == ("Fire", "Aim")


def test_a_rule_is_in_the_chapter_that_names_more_of_it():
    chapters = (Chapter("All of 4", "4"), Chapter("Weather", "4.2"))

    found, _ = in_chapters(("4.1", "4.2.a"), chapters)

    assert [rules for _, rules in found] == [("4.1",), ("4.2.a",)]


def test_a_number_that_only_begins_with_the_same_digits_is_of_another_chapter():
    _, left = in_chapters(("43", "4.3"), (Chapter("Four", "4"),))

    assert left == ["43"]


@pytest.mark.parametrize("pack", PACKS)
def test_the_book_of_a_game_has_each_rule_and_each_subject_of_a_ruling_once(pack):
    game = load_pack(pack)

    numbers = [rule.number for chapter in book_of(game).chapters for rule in chapter.rules]

    assert sorted(numbers) == sorted(numbers_of(game))


def test_a_game_that_names_no_chapters_has_one_for_each_number():
    game = load_pack("wing_and_prayer")

    book = book_of(attrs.evolve(game, chapters=()))

    assert [chapter.heading for chapter in book.chapters][:2] == ["Chapter 2", "Chapter 3"]


def test_a_chart_leads_to_the_rules_that_look_it_up():
    book = book_of(load_pack("wing_and_prayer"))

    assert "10.3" in [rule.number for rule in book.charted["flak_damage"]]


def test_a_word_leads_to_the_rules_whose_text_has_it():
    book = book_of(load_pack("wing_and_prayer"))

    assert "3.1.1" in [rule.number for rule in book.using["formation"]]
