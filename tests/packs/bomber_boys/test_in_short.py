"""Routine in one line; what is decisive stands by itself."""

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import cards_left
from tabletop_core import Scripted
from tabletop_core.presentation.log import GameLog

DATA = GAME.load_data(())


def told_of(answers, *script):
    """Return the lines told after the last of these answers."""
    match = GAME.start(source=Scripted(script), data=DATA)
    story, seen = GameLog(GAME, DATA.names), 0
    for answer in answers:
        story.tell(list(match.events)[seen:])
        seen = len(match.events)
        match.answer(answer)
    return story.tell(list(match.events)[seen:])


def test_a_card_that_is_kept_is_one_line_and_the_next_one_another():
    lines = told_of(["keep"], "flak_jacket", "extra_ammo")

    assert [line.text for line in lines] == ["Flak Jacket is kept.", "Card: Extra Ammo."]


def test_a_quiet_turn_opens_to_all_that_happened():
    (attack, card) = told_of(["fight"], "flak", 1, "extra_ammo")

    assert attack.text == "Enemy Flak misses with 1."
    assert [line.text for line in attack.details if not line.is_heading][-1] == (
        "Enemy Flak has fired and leaves."
    )
    assert card.text == "Card: Extra Ammo."


@pytest.mark.parametrize(
    ("answers", "script", "text", "tone"),
    [
        (["fight", "take_it"], ["flak", 3, 4, "flak"], "Co-Pilot: minor damage.", "warn"),
        (
            ["pool_1", "d6 right_waist fighter_3_low"],
            ["fighter_3_low", 6, "flak"],
            "Fighter (3 o'clock low) is shot down.",
            "good",
        ),
    ],
    ids=["damage", "an enemy shot down"],
)
def test_what_is_decisive_has_a_line_of_its_own_and_a_tone(answers, script, text, tone):
    lines = told_of(answers, *script)

    assert [line.tone for line in lines if line.text.startswith(text)] == [tone]


def test_a_hit_is_told_under_its_heading():
    lines = told_of(["rally"], "flak", 3, 4, "flak")

    assert [line.text for line in lines][1:4] == [
        "Turn 1 > Combat > Ground attacks (Ground attacks)",
        "Ground attack: 3.  [Enemy dice]",
        "Enemy Flak attacks with 3: 1 damage.  [Hits on your bomber]",
    ]


def test_dice_that_are_rolled_again_are_told_as_such():
    again = ["pool_2", "bombardier", (1, 2)]

    lines = told_of(again, "fighter_3_low", 1, 1, 4, 2)

    assert [line.text for line in lines] == ["Reload: 4 2."]


def test_a_card_that_a_change_of_course_avoids_is_told_once():
    lines = told_of(["navigator"], "flak_jacket", "relentless")

    assert [line.text for line in lines if "Relentless" in line.text] == [
        "Flak Jacket is kept. Course corrected: Relentless is avoided."
    ]


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
