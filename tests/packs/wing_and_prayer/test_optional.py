"""12.0 Optional rules."""

from packs.wing_and_prayer import sequence
from packs.wing_and_prayer.rules import (
    bombing_run,
    changing_crews,
    landing,
    post_mission,
    pre_mission,
    results,
    setup,
)

from .conftest import GAME, at_level, bomber, carry_out, fly, start, take_off
from .scenes import play_scene, scenes

# ---------------------------------------------------------------------- 12.1


def test_a_b24_squadron_flies_b24s_in_place_of_b17s():
    play = fly(squadron="b24")
    assert {one.kind for one in play.state.bombers.values()} == {"b24g"}

    carry_out(play, results.destroy_bomber, "b24g-a")
    play.state.box = 20
    carry_out(play, post_mission.replace_bombers, dice=[6])
    assert "b24j-a" in play.state.bombers


# ---------------------------------------------------------------------- 12.2


def test_safe_landings_are_told_with_their_rolls():
    play = fly(3, "base", landing=True)
    for letter in "abc":
        at_level(play, letter, "green")

    carry_out(play, landing.landing_procedure, dice=[6, 1, 5])

    facts = play.events[-1].facts
    assert (facts["number"], list(facts["safe"])) == (
        3, ["Iron Duchess (B-17F A)", "Miss Daybreak (B-17F C)"],
    )  # fmt: skip
    assert [told.partition(",")[0] for told in facts["safe"].values()] == ["6", "5"]


# ---------------------------------------------------------------------- 12.3 to 12.14


def test_every_commander_may_be_sent_whatever_he_performs():
    asked = {}
    for commander, players in (("brannigan", 1), ("colby", 1), ("colby", 2), ("", 1)):
        play = start(commander=True, players=players)
        play.state.commander = commander
        asked[commander, players] = pre_mission.is_commander_asked(play)

    assert asked == {("brannigan", 1): True, ("colby", 1): True, ("colby", 2): True, ("", 1): False}


def test_starting_crews_can_be_rolled():
    rolled, veterans = (start(starting_crews=how) for how in ("rolled", "veterans"))

    assert carry_out(rolled, setup.starting_crews, dice=[2, 5]) == (2, 5)
    assert carry_out(veterans, setup.starting_crews, dice=[5]) == (0, 5)


def test_a_rescued_commander_comes_back_with_his_crew():
    play = fly(box="chan", commander=True, crew_fate="dated", mission=4)
    play.state.mission.commander = "b17f-i"
    state, crew = play.state, bomber(play, "i").crew

    carry_out(play, results.fail_to_return, "b17f-i", dice=[6, 2])
    assert state.rescued == {crew: 6, state.commander: 6}
    assert state.campaign_vp == 0

    carry_out(play, changing_crews.recover_crews)
    state.box = 6
    carry_out(play, pre_mission.adjust_mission_counter)
    take_off(play, 9)
    assert not sequence.commander_can_fly(play)

    carry_out(play, changing_crews.recover_crews, dice=[1, 3])
    assert sequence.commander_can_fly(play)


def test_a_formation_may_go_around_under_heavy_clouds_but_not_under_light_ones():
    assert bombing_run.may_go_around(fly(cloud="heavy", go_around=True))
    assert not bombing_run.may_go_around(fly(cloud="light", go_around=True))


def test_an_assembly_check_is_made_of_damaged_bombers_where_an_option_lets_them_fly():
    assert sequence.checks_assembly(fly(box="base", hurt="i", assembly_check=True))
    assert sequence.checks_assembly(fly(hurt="hi", use_damaged=True))


# ---------------------------------------------------------------------- each its own option


def test_every_optional_rule_has_an_option_of_its_own():
    told = [option.help for option in GAME.options]

    for number in range(1, 15):
        assert sum(text.startswith(f"12.{number}:") for text in told) == 1


@scenes("""
a green crew lands hard on a one
    fly landing=True -> landing.land_bomber i : 1 -> became i damaged
a green crew lands safely on a two
    fly landing=True -> landing.land_bomber i : 2 -> became
a damaged bomber can crash with its crew
    fly landing=True hurt=i -> landing.land_bomber i : 1 3 -> became i lost, -2 VP
    flyer i crashed, crew lost -> crews 11
a damaged bomber can crash, and its crew survive
    fly landing=True hurt=i -> landing.land_bomber i : 1 4 -> became i lost, -1 VP
    flyer i crashed, crew survived -> crews 12
near England a crew is rescued on a four
    fly box=chan crew_fate=on -> results.fail_to_return i : 4 -> became i lost, -1 VP -> crews 12
near England a crew is not rescued on a three
    fly box=chan crew_fate=on -> results.fail_to_return i : 3 -> became i lost, -2 VP -> crews 11
near England a crew is captured on a one
    fly box=chan crew_fate=on -> results.fail_to_return i : 1 -> became i lost, -2 VP -> crews 11
outside Germany a crew is rescued on a five
    fly box=picardy crew_fate=on -> results.fail_to_return i : 5 -> became i lost, -1 VP
outside Germany a crew is not rescued on a four
    fly box=picardy crew_fate=on -> results.fail_to_return i : 4 -> became i lost, -2 VP
over Germany a crew is rescued on a six
    fly box=berlin crew_fate=on -> results.fail_to_return i : 6 -> became i lost, -1 VP
over Germany a crew is not rescued on a five
    fly box=berlin crew_fate=on -> results.fail_to_return i : 5 -> became i lost, -2 VP
a damaged bomber that fails the assembly check lands again
    fly box=base hurt=i assembly_check=True -> mission_turn.check_assembly : 1 5
    became i damaged and out
damaged bombers can stay ready with their crews
    fly hurt=hi use_damaged=True -> post_mission.clean_up_formation : : (b17f-i)
    state i.ready True -> state i.crew green-6 -> state h.ready False -> state h.crew
a smooth landing makes a crash safe
    fly landing=True hurt=i luck=smooth_landing -> landing.land_bomber i : 1 : smooth_landing
    became i damaged
the commander adds his performance to the lead crew
    fly box=rhine leads=i commander=True loose=True
    set commander=brannigan mission.commander=b17f-i
    mission_turn.tighten_up : 3 -> became
losing the commander with his bomber costs five campaign points
    fly box=rhine leads=i commander=True -> set commander=brannigan mission.commander=b17f-i
    results.destroy_bomber i -> state campaign_vp -5 -> state commander
a commander who stays at home is safe
    fly box=rhine leads=i commander=True -> set commander=brannigan mission.commander=b17f-i
    set mission.commander= -> results.destroy_bomber i
    state campaign_vp 0 -> state commander brannigan
a commander whose bomber came home whole is ready
    fly box=rhine leads=i commander=True -> set commander=brannigan mission.commander=b17f-i
    post_mission.clean_up_formation -> state commander_ready True
a commander whose damaged bomber drops out and gets home is not ready
    fly box=rhine leads=i commander=True hurt=i -> set commander=brannigan mission.commander=b17f-i
    results.drop_out i : 6 -> post_mission.clean_up_formation
    state i.id b17f-i -> state commander_ready False -> state mission.commander
a commander whose bomber came home damaged recovers by a roll of his own
    fly box=rhine leads=i commander=True hurt=i
    set commander=brannigan mission.commander=b17f-i -> post_mission.clean_up_formation
    state commander_ready False -> changing_crews.recover_crews : 6 2
    state commander_ready False -> changing_crews.recover_crews : 3 -> state commander_ready True
a rescued crew can come back by a rolled date
    fly box=chan crew_fate=dated mission=4 -> results.fail_to_return i : 6 2
    changing_crews.recover_crews -> state rescued {'green-6': 6} -> set box=6
    pre_mission.adjust_mission_counter -> state rescued {} -> state crews.green-6.ready False
a commander who survives a crash is not ready
    fly box=rhine leads=i commander=True hurt=i landing=True
    set commander=brannigan mission.commander=b17f-i
    landing.crash i : 4 -> state commander_ready False
going around takes the flak twice more and rolls the clouds
    fly cloud=heavy go_around=True -> bombing_run.go_around : 1*72 1 1 : again
    state mission.cloud clear
low altitude moves flak and bombs up two rows
    fly leads=i low_altitude=True -> pre_mission.decide_altitude : : low
    bombing_run.approach_flak : 1*45 -> bombing_run.bomb_target : 1*13
light clouds move the flak of the target down a row
    fly cloud=light clouds_affect_flak=True target=berlin -> bombing_run.approach_flak : 1*45
heavy clouds move the flak of the target down two rows
    fly cloud=heavy clouds_affect_flak=True target=berlin -> bombing_run.approach_flak : 1*36
a kill can upgrade a crew at once
    fly foes=me109 kill_upgrade=True -> attacks_on_bombers.credit_kill b : 5 -> levels b crack
a repair roll of one may give the bomber back damaged
    start hasty_maintenance=True -> set a.ready=False a.damaged=True
    post_mission.repair_bombers : 1 : take -> state a.ready True -> state a.damaged True
maximum effort requires twelve bombers on a six
    start maximum_effort=True -> pre_mission.check_maximum_effort : 6 -> state mission.required 12
maximum effort requires no more on a five
    start maximum_effort=True -> pre_mission.check_maximum_effort : 5 -> state mission.required 9
each additional bomber costs a point
    start tag_along=True -> pre_mission.assign_bombers : : 2 best
    state mission.vp -2 -> state mission.flown 11
""")
def test_what_optional_rules_do(scene):
    play_scene(scene)
