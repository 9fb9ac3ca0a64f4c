"""Routine in one line; what is decisive stands by itself."""

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import cards_left
from tabletop_core.chance import Scripted
from tabletop_core.presentation.log import GameLog

DATA = GAME.data_with()


def told_of(told):
    """Return the lines told after the last of these answers; cards and dice stand before them."""
    script, _, answers = told.partition(": ")
    match = GAME.start(
        source=Scripted([int(one) if one.isdigit() else one for one in script.split()]), data=DATA
    )
    story, seen = GameLog(GAME, DATA.names), 0
    for answer in answers.split(", "):
        story.tell(list(match.events)[seen:])
        seen = len(match.events)
        match.answer(tuple(map(int, answer.split("+"))) if "+" in answer else answer)
    return story.tell(list(match.events)[seen:])


TOLD = {
    "a card that is kept is one line and the next one another": (
        "flak_jacket extra_ammo: keep",
        ["Flak Jacket is kept.", "Card: Extra Ammo."],
    ),
    "dice that are rolled again are told as such": (
        "fighter_3_low 1 1 4 2: pool_2, bombardier, 1+2",
        ["Reload: 4 2."],
    ),
}


@pytest.mark.parametrize(("played", "lines"), TOLD.values(), ids=TOLD)
def test_routine_is_told_in_short(played, lines):
    assert [line.text for line in told_of(played)] == lines


def test_a_hit_is_told_under_its_heading():
    assert [line.text for line in told_of("flak 3 4 flak: rally")][1:4] == [
        "Turn 1 > Combat > Ground attacks (Ground attacks)",
        "Ground attack: 3.  [Enemy dice]",
        "Enemy Flak attacks with 3: 1 damage.  [Hits on your bomber]",
    ]


def test_a_card_that_a_change_of_course_avoids_is_told_once():
    lines = told_of("flak_jacket relentless: navigator")

    assert [line.text for line in lines if "Relentless" in line.text] == [
        "Flak Jacket is kept. Course corrected: Relentless is avoided."
    ]


def test_a_quiet_turn_opens_to_all_that_happened():
    (attack, card) = told_of("flak 1 extra_ammo: fight")

    assert attack.text == "Enemy Flak misses with 1."
    told = [line.text for line in attack.details if not line.is_heading]
    assert told[-1] == "Enemy Flak has fired and leaves."
    assert card.text == "Card: Extra Ammo."


@pytest.mark.parametrize(
    ("played", "text", "tone"),
    [
        ("flak 3 4 flak: fight, take_it", "Co-Pilot: minor damage.", "warn"),
        (
            "fighter_3_low 6 flak: pool_1, d6 right_waist fighter_3_low",
            "Fighter (3 o'clock low) is shot down.",
            "good",
        ),
    ],
    ids=["damage", "an enemy shot down"],
)
def test_what_is_decisive_has_a_line_of_its_own_and_a_tone(played, text, tone):
    lines = told_of(played)

    assert [line.tone for line in lines if line.text.startswith(text)] == [tone]


def test_every_turn_of_a_mission_is_told_in_three_lines_or_less_as_a_rule():
    match = GAME.start(seed=3, data=DATA)
    captain, story, seen = GAME.bots["captain"](), GameLog(GAME, DATA.names), 0
    lines = []
    while match.decision is not None and cards_left(match.state):
        match.answer(captain.choose(match, match.decision))
        lines.append(len(story.tell(list(match.events)[seen:])))
        seen = len(match.events)

    assert sorted(lines)[len(lines) // 2] <= 2
    assert sum(number <= 3 for number in lines) >= 0.8 * len(lines)
