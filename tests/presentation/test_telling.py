"""How a stretch is told: routine folded, news held, stops on their own, and how long it takes."""

import attrs
import pytest

from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.events import Drama, Moment
from tabletop_core.presentation.story import story_of
from tabletop_core.presentation.telling import (
    ALL_ROUTINE_MS,
    REST_MS,
    SCENE_MS,
    Passage,
    beats,
)
from tabletop_core.viewers import ALL_SEEING

NEWS = Moment(title="News", text="News.")
STOP = Moment(title="A hit", text="A hit.", stops=True)
LOSS = Moment(title="Lost", text="Lost.", stops=True, always=True)
TOLD = {".": (), "n": (NEWS,), "s": (STOP,), "l": (LOSS,)}


def passages(text, turn="Turn 1"):
    """Return one passage for each letter: routine, news, a stop, a loss; a digit begins a turn."""
    found = []
    for letter in text:
        if letter.isdigit():
            turn = f"Turn {letter}"
        else:
            found.append(Passage(len(found), (turn, "Combat"), TOLD[letter], rolls=1))
    return found


def told(text):
    """Return beats as the letters that each covers: stops in capitals, a bar where a card ends."""
    lines = []
    for beat in beats(passages(text)):
        letters = "".join(
            next(key for key, moments in TOLD.items() if moments == one.moments)
            for one in beat.passages
        )
        lines.append((letters.upper() if beat.stops else letters) + "|" * bool(beat.card))
    return " ".join(lines)


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        ("......", "......"),  # routine of one turn is one beat
        ("...2...", "... ..."),  # another turn is another
        (".n.n.n.", ".n.n.n."),  # up to three news belong to it
        ("nnnn", "nnn n"),
        ("..s..", ".. S| .."),  # a stop is a beat of its own, with its card
        ("s..s", "S .. S|"),  # stops of one place share a card, at the last
        ("s.n.n.n.s", "S| .n.n.n. s"),  # too much between: the second rests
        ("s.n.n.n.l", "S| .n.n.n. L|"),  # but a loss always stops
        ("s.2s", "S| . s"),  # in another turn, too soon: news
        ("s.2l", "S| . L|"),
        ("sssss", "S S S S| s"),  # at most four on a card, and the fifth would come too soon
        ("ssssl", "S S S S| L|"),
    ],
)
def test_a_stretch_is_told_in_beats(steps, shown):
    assert told(steps) == shown


def test_a_second_stop_comes_after_three_seconds_of_other_news():
    found = beats(passages("s2n3n4s"))

    assert [beat.stops for beat in found] == [True, False, False, True]
    assert sum(beat.held_ms for beat in found[1:3]) >= REST_MS


def test_news_is_held_shorter_where_there_is_much_of_it():
    def held(number):
        turns = "".join(f"{at % 10}n" for at in range(number))
        return {beat.held_ms for beat in beats(passages(turns))}

    assert [held(3), held(8), held(30)] == [{2000}, {1500}, {700}]


def test_routine_of_a_whole_stretch_takes_three_seconds_at_most():
    found = beats(passages("".join(f"{at % 10}....." for at in range(40))))

    assert sum(beat.held_ms for beat in found) <= ALL_ROUTINE_MS + len(found)


def test_a_stop_takes_the_time_of_its_scene_and_its_card_has_what_shares_it():
    found = beats(passages("s.s"))

    assert [beat.held_ms for beat in found if beat.stops] == [SCENE_MS, SCENE_MS]
    assert found[-1].card == (STOP, STOP)


def test_rolls_that_were_no_moment_are_counted():
    (beat,) = beats(passages("..n."))

    assert beat.rolls == 3


def test_a_story_that_fails_is_noted_and_left_out(race, caplog):
    look = attrs.evolve(race.look, drama=Drama(moments={}, story=lambda *given: 1 / 0))
    match = attrs.evolve(race, look=look).start(seed=1)
    play_bots(match, seat_bots(match.game, dict.fromkeys(match.seats, "random"), 1))

    assert story_of(match, ALL_SEEING) is None
    assert f"{match.game.id}: no story" in caplog.text
