"""11.0 The bombing run."""

import pytest

from packs.wing_and_prayer.rules import bombing_run
from packs.wing_and_prayer.state import Level

from .conftest import bomber, carry_out, cases, crew, fly, kinds, story


def over(target="abbeville", *, hits=0, damage="none", **how):
    """A formation over its target, led by a green crew."""
    play = fly(box=target, target=target, **{"leads": "i", **how})
    play.state.mission.hits, play.state.mission.damage = hits, damage
    return play


def bomb(play, factors, *faces, answers=()):
    """Drop bombs of so many factors: these faces, and ones."""
    ones = [1] * (play.data.tables["combat"].result(factors, 1) - len(faces))
    carry_out(play, bombing_run.bomb_target, dice=[*faces, *ones], answers=answers)
    return play.state.mission.hits


# ---------------------------------------------------------------------- 11.1 and 11.4


def test_the_flak_of_the_card_attacks_every_bomber():
    play = over()
    dice = play.data.tables["combat"].result(18, 9)

    carry_out(play, bombing_run.approach_flak, dice=[5] * dice * 9)

    assert kinds(play).count("flak_total") == 0


def test_a_destroyed_target_only_has_light_flak_left_and_the_story_says_why():
    play = over(damage="heavy")
    dice = play.data.tables["combat"].result(8, 9)

    carry_out(play, bombing_run.egress_flak, dice=[1] * dice * 9)

    told = "Heavy damage leaves light flak, 8 at 9 bombers, hits on 6: 2 dice at each."
    assert told in story(play)


def test_a_lightly_damaged_target_keeps_its_flak():
    play = over(damage="light")
    dice = play.data.tables["combat"].result(18, 9)

    carry_out(play, bombing_run.egress_flak, dice=[1] * dice * 9)


# ---------------------------------------------------------------------- 11.2


@pytest.mark.parametrize(("cloud", "hits"), [("clear", 3), ("light", 2), ("heavy", 1)])
def test_clouds_decide_what_hits(cloud, hits):
    assert bomb(over(cloud=cloud), 36, 4, 5, 6) == hits


def test_a_damaged_bomber_carries_less():
    play = over(hurt="b")

    bomb(play, 35)

    assert next(e for e in play.events if e.facts.get("table") == "combat").facts["natural"] == 35


def test_row_shifts_for_lead_bombardier_loose_formation_and_difficulty(data):
    play = over("paris", number=12, leads="a", loose=True, mission=10)
    crack = data.crews[crew(play, "a").id].crack
    rows = [row.results[0] for row in data.tables["combat"].rows]
    at = rows.index(data.tables["combat"].result(48, 1))
    shift = crack.bombing - 2 - data.targets["paris"].difficulty

    carry_out(play, bombing_run.bomb_target, dice=[1] * rows[at + shift])


def test_right_on_the_chin_adds_two_hits():
    play = over(cloud="clear", luck="right_on_the_chin")

    assert bomb(play, 36, 4, 4, answers=["right_on_the_chin"]) == 4


@pytest.mark.parametrize(
    ("target", "hits", "told"),
    [
        ("abbeville", 1, "1 hit: no damage. Two more, for light damage (6 VP)? (Lady Luck)"),
        ("abbeville", 4, "4 hits: light damage. Two more, for heavy damage (12 VP)? (Lady Luck)"),
        # a target of 1944 earns nothing for light damage
        ("hamm", 2, "2 hits: no damage. Two more, for light damage (0 VP)? (Lady Luck)"),
    ],
)
def test_the_counter_for_two_more_hits_is_offered_with_what_they_would_do(target, hits, told):
    """Abbeville's rating is 6: light damage from 3 hits, heavy from 6."""
    play = over(target, hits=hits, luck="right_on_the_chin", mission=20)

    assert next(bombing_run.two_more_hits(play)).prompt == told


@pytest.mark.parametrize("hits", [0, 3, 6])
def test_the_counter_for_two_more_hits_is_not_offered_where_they_change_nothing(hits):
    play = over(hits=hits, luck="right_on_the_chin")

    carry_out(play, bombing_run.two_more_hits)

    assert play.state.lady_luck == ["right_on_the_chin"]


def test_angel_on_my_side_upgrades_a_crew_of_the_formation_before_the_bombs_fall():
    play = over(luck="angel")
    flying = [bomber(play, letter).crew for letter in "ibcdefgha"]
    play.state.crews[flying[1]].level = Level.CRACK

    asking = bombing_run.bomb_target(play)
    next(asking)
    decision = asking.send("angel")

    assert list(decision.options) == [flying[0], *flying[2:8]]


def test_clear_skies_can_thin_the_clouds_before_the_bombs_fall():
    play = over(cloud="heavy", luck="clear_skies")

    assert bomb(play, 36, 5, answers=["clear_skies"]) == 1


def test_clear_skies_is_not_offered_before_the_bombs_fall_from_a_clear_sky():
    play = over(cloud="clear", luck="clear_skies")

    bomb(play, 36)

    assert play.state.lady_luck == ["clear_skies"]


# ---------------------------------------------------------------------- 11.3


@pytest.mark.parametrize(
    ("hits", "damage"), [(2, "none"), (3, "light"), (4, "light"), (6, "heavy")]
)
def test_example_hits_on_a_target_of_rating_six(hits, damage):
    play = over(hits=hits)

    carry_out(play, bombing_run.determine_damage)

    assert play.state.mission.damage == damage


# ---------------------------------------------------------------------- 11.5


@cases("""
card          | damage | points | returned
abbeville     | heavy  | 12     |
abbeville     | light  | 6      | abbeville_red
abbeville     | none   | 0      | abbeville
antwerp       | heavy  | 18     | antwerp
antwerp       | light  | 9      | antwerp
antwerp       | none   | 0      | antwerp
berlin        | heavy  | 18     | berlin
berlin        | light  | 0      | berlin
hamm          | heavy  | 12     | hamm_red
hamm          | light  | 0      | hamm
rotterdam     | light  | 7      | rotterdam_red
kiel          | heavy  | 16     | kiel_red
abbeville_red | heavy  | 6      |
abbeville_red | light  | 0      | abbeville_red
hamm_red      | heavy  | 6      | hamm_red
hamm_red      | light  | 0      | hamm_red
rotterdam_red | heavy  | 7      |
kiel_red      | heavy  | 8      | kiel_red
""")
def test_what_damage_earns_on_a_card_and_which_card_goes_back(card, damage, points, returned):
    play = over(card.removesuffix("_red"), damage=damage)
    play.state.mission.orders.cards[:] = [card]

    carry_out(play, bombing_run.assess_damage)

    assert play.state.mission.vp == points
    assert play.state.mission.returned_card == returned
