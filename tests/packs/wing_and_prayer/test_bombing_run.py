"""11.0 The bombing run."""

from packs.wing_and_prayer.rules import bombing_run

from .conftest import carry_out, cases, crew, fly
from .scenes import play_scene, scenes


def over(target="abbeville", *, hits=0, damage="none", **how):
    """A formation over its target, led by a green crew."""
    play = fly(box=target, target=target, **{"leads": "i", **how})
    play.state.mission.hits, play.state.mission.damage = hits, damage
    return play


# ---------------------------------------------------------------------- 11.1 and 11.4


@scenes("""
the flak of the card attacks every bomber, four dice each
    fly -> bombing_run.approach_flak : 5*36 -> kinds flak_total 0
a destroyed target only has light flak left, and the story says why
    fly -> set mission.damage=heavy -> bombing_run.egress_flak : 1*18
    log Heavy damage leaves light flak, 8 at 9 bombers, hits on 6: 2 dice at each.
a lightly damaged target keeps its flak
    fly -> set mission.damage=light -> bombing_run.egress_flak : 1*36
clear skies: all but three hit
    fly leads=i cloud=clear -> bombing_run.bomb_target : 4 5 6 1*8 -> state mission.hits 3
light clouds: five and six hit
    fly leads=i cloud=light -> bombing_run.bomb_target : 4 5 6 1*8 -> state mission.hits 2
heavy clouds: a six hits
    fly leads=i cloud=heavy -> bombing_run.bomb_target : 4 5 6 1*8 -> state mission.hits 1
Right on the Chin adds two hits
    fly leads=i cloud=clear luck=right_on_the_chin
    bombing_run.bomb_target : 4 4 1*9 : right_on_the_chin -> state mission.hits 4
two more hits are offered with what they would do: light damage
    fly luck=right_on_the_chin -> set mission.hits=1 -> ask bombing_run.two_more_hits
    prompt 1 hit: no damage. Two more, for light damage (6 VP)? (Lady Luck)
two more hits are offered with what they would do: heavy damage
    fly luck=right_on_the_chin -> set mission.hits=4 -> ask bombing_run.two_more_hits
    prompt 4 hits: light damage. Two more, for heavy damage (12 VP)? (Lady Luck)
light damage to a target of 1944 is told to earn nothing
    fly luck=right_on_the_chin target=hamm mission=20 -> set mission.hits=2
    ask bombing_run.two_more_hits
    prompt 2 hits: no damage. Two more, for light damage (0 VP)? (Lady Luck)
two more hits are not offered to none, where they change nothing
    fly luck=right_on_the_chin -> set mission.hits=0 -> bombing_run.two_more_hits
    luck right_on_the_chin -> state mission.hits 0
two more hits are not offered to light damage that stays light
    fly luck=right_on_the_chin -> set mission.hits=3 -> bombing_run.two_more_hits
    luck right_on_the_chin -> state mission.hits 3
two more hits are not offered once the damage is heavy
    fly luck=right_on_the_chin -> set mission.hits=6 -> bombing_run.two_more_hits
    luck right_on_the_chin -> state mission.hits 6
Clear Skies can thin the clouds before the bombs fall
    fly leads=i cloud=heavy luck=clear_skies
    bombing_run.bomb_target : 5 1*10 : clear_skies -> state mission.hits 1
Clear Skies is not offered before the bombs fall from a clear sky
    fly leads=i cloud=clear luck=clear_skies -> bombing_run.bomb_target : 1*11 -> luck clear_skies
Angel on my Side upgrades a crew of the formation before the bombs fall, but no crack one
    fly 3 luck=angel -> ask bombing_run.bomb_target : : angel -> options memphis_belle miss_daybreak
example: two hits do nothing to a target of rating six
    fly -> set mission.hits=2 -> bombing_run.determine_damage -> state mission.damage none
example: three hits damage it lightly
    fly -> set mission.hits=3 -> bombing_run.determine_damage -> state mission.damage light
example: four hits damage it lightly
    fly -> set mission.hits=4 -> bombing_run.determine_damage -> state mission.damage light
example: six hits damage it heavily
    fly -> set mission.hits=6 -> bombing_run.determine_damage -> state mission.damage heavy
""")
def test_the_bombing_run(scene):
    play_scene(scene)


# ---------------------------------------------------------------------- 11.2


def test_a_damaged_bomber_carries_less():
    play = fly(leads="i", hurt="b")

    carry_out(play, bombing_run.bomb_target, dice=[1] * 11)

    assert next(e for e in play.events if e.facts.get("table") == "combat").facts["natural"] == 35


def test_row_shifts_for_lead_bombardier_loose_formation_and_difficulty(data):
    play = over("paris", number=12, leads="a", loose=True, mission=10)
    crack = data.crews[crew(play, "a").id].crack
    rows = [row.results[0] for row in data.tables["combat"].rows]
    at = rows.index(data.tables["combat"].result(48, 1))
    shift = crack.bombing - 2 - data.targets["paris"].difficulty

    carry_out(play, bombing_run.bomb_target, dice=[1] * rows[at + shift])


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
