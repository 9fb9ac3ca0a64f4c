"""Moments: their chances, their words, their people, and which of them decided a game."""

from fractions import Fraction

import pytest

from tabletop_core.errors import PackError
from tabletop_core.events import Event, Moment, People, Rolls, Told, told_as
from tabletop_core.events.drama import chance_of, chance_words, decisive

PEOPLE = People(("Joe", "Ray", "Leo"), ("Pruitt", "Novak"), {"tail": "Sgt."})


def look_up(dice="2d6 (6, 5) = 11", natural=11, total=11, row="11..", **facts):
    told = {"table": "5-8", "why": "", "faces": [6, 5], "override": "", **facts}
    return Event(
        "look_up", "", "", {"dice": dice, "natural": natural, "total": total, "row": row, **told}
    )


@pytest.mark.parametrize(
    ("roll", "chance", "need"),
    [
        (look_up(), Fraction(3, 36), "11 or more"),
        (look_up(total=12), Fraction(6, 36), "10 or more"),  # with 1 added
        (look_up(row="..3"), Fraction(3, 36), "3 or less"),
        (look_up(dice="1d6 (4) = 4", natural=4, total=4, row="3-5"), Fraction(1, 2), "3 to 5"),
        (look_up(dice="1d6 (4) = 4", natural=4, total=4, row="4"), Fraction(1, 6), "4"),
        (look_up(override="always"), None, "11 or more"),  # the dice did not decide
        (look_up(dice="", faces=[]), None, ""),
        (Event("draw", "", "", {"card": "c1", "name": "Feint"}), None, ""),
    ],
)
def test_the_chance_of_a_moment_is_that_of_the_row_which_its_lookup_found(roll, chance, need):
    moment = Moment(title="Hit", text="A hit.", roll=roll)

    assert (moment.chance, moment.need) == (chance, need)


def test_a_moment_may_know_its_chance_and_its_dice_itself():
    moment = Moment(title="Hit", text="A hit.", roll=look_up(), chance=None, faces=(2,))

    assert (moment.chance, moment.faces) == (None, (2,))


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(1, 6), "1 in 6"),
        (Fraction(7, 18), "2 in 5"),
        (Fraction(35, 36), "35 in 36"),
        (Fraction(2, 500), "1 in 250"),
        (Fraction(1), "certain"),
    ],
)
def test_a_chance_is_said_as_people_say_it(chance, words):
    assert chance_words(chance) == words


def test_the_chance_of_dice_that_were_rolled_again_is_not_said():
    assert chance_of(look_up(before=[{"dice": "2d6 (1, 1) = 2"}])) is None


def test_the_rolls_before_an_event_are_found_by_chart_and_reason_the_latest_first():
    first, other, last = look_up(why="a"), look_up(table="6-1"), look_up(why="b")
    rolls = Rolls((first, other, last))

    assert rolls.last("5-8") is last
    assert rolls.last("5-8", why="a") is first
    assert rolls.last() is last
    assert rolls.last("7-1") is None


def test_a_person_keeps_a_name_until_another_takes_the_place():
    told = Told({}, people=PEOPLE, salt="a")
    names = [told.person("tail")]
    told.renew("tail")
    names += [told.person("tail"), Told({}, people=PEOPLE, salt="a").person("tail")]

    assert names[0] == names[2]
    assert told.number("tail") != Told({}, people=PEOPLE, salt="a").number("tail")
    assert names[0].startswith("Sgt. ")
    assert told.surname("tail") in ("Sgt. Pruitt", "Sgt. Novak")


def test_another_game_has_other_people():
    numbers = {Told({}, people=PEOPLE, salt=salt).number("tail") for salt in "abcdefgh"}

    assert len(numbers) == 8


def test_a_game_without_people_names_nobody():
    with pytest.raises(PackError, match="there are no names for 'tail'"):
        Told({}).person("tail")


def test_words_of_the_log_become_a_moment_with_the_facts_filled_in():
    tell = told_as("{name} down", target="at {square}", stops=True)
    told = Told({"down": "{name} goes down at {square}."})

    moment = tell(Event("down", "", "", {"name": "w1", "square": "D7"}), Rolls(), told)

    assert (moment.title, moment.text) == ("w1 down", "W1 goes down at D7.")
    assert (moment.target, moment.stops) == ("at D7", True)


def test_what_does_not_fit_on_a_card_is_named():
    moment = Moment(title="one two three four five six", text="x" * 121, picture="cat")

    found = list(moment.problems())

    assert [text.split()[0] for text in found] == ["the", repr("x" * 121), "picture"]


def stop(title, chance=None, key=""):
    return Moment(title=title, text=title, stops=True, chance=chance, key=key)


def test_the_improbable_and_the_weighty_decided_a_game_each_title_once_in_their_order():
    told = [
        stop("The orders", key="opening"),
        stop("Bombs", Fraction(1, 2)),
        stop("A hit", Fraction(1, 36)),
        Moment(title="News", text="News."),
        stop("Bombs", Fraction(1, 6)),
        stop("Landed", Fraction(35, 36)),
        stop("Lost", key="lost"),
    ]

    found = decisive(told, {"lost": 1.0})

    assert [(one.title, one.chance) for one in found] == [
        ("A hit", Fraction(1, 36)),
        ("Bombs", Fraction(1, 6)),
        ("Lost", None),
    ]
    assert decisive([stop("Under attack"), told[-1]], {"lost": 1.0}) == [told[-1]]
