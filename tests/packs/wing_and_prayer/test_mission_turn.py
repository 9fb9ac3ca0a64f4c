"""4.0 Planning, 5.0 Execute mission, 6.0 General rules."""

from packs.wing_and_prayer.rules import (
    events,
    general,
    mission_turn,
    pre_mission,
    routes,
)
from tabletop_core.chance import Scripted
from tabletop_core.presentation.answers import Choices

from .conftest import DATA, GAME, carry_out, cases, fly, line, start, start_match
from .scenes import play_scene, scenes

# ---------------------------------------------------------------------- 4.0


def test_a_squadron_without_ready_bombers_stays_at_home():
    play = start()
    for one in play.state.bombers.values():
        one.ready = False

    carry_out(play, pre_mission.assign_bombers)

    assert (play.state.mission.vp, mission_turn.can_fly(play)) == (-9, False)


def test_a_typed_number_is_a_place_in_the_list_since_bombers_have_letters():
    play = start()
    ready = [name for name in play.state.bombers if name != "b17f-c"]
    choosing = pre_mission.choose_bombers(play, ready, 9)
    next(choosing)

    decision = choosing.send("choose")

    assert decision.label_of("b17f-l").startswith("B-17F L,")
    assert Choices(decision).read_option("11") == "b17f-l"


def test_the_places_of_the_formation_are_named_where_bombers_are_chosen():
    match = start_match()
    match.answer("choose")

    assert "(lead, high, low element; in each leader, left, right)" in match.decision.prompt


# ---------------------------------------------------------------------- 5.1 and 4.6


def test_a_planned_route_is_followed_until_something_changes():
    play = fly(box="base")
    mission = play.state.mission
    carry_out(play, routes.plan_route, answers=["plan:direct"])
    planned = list(mission.route)

    carry_out(play, routes.move_formation)
    assert mission.box == planned[0]

    routes.something_changed(play)
    carry_out(play, routes.move_formation, answers=["plan:keep"])
    carry_out(play, routes.move_formation)
    assert (mission.box, mission.turn) == ("abbeville", 3)


@cases("""
claim                                  | mine    | answers | dice  | binds
its escort is given up, and none comes | p47 p47 | roll    | 1     | no
its escort is given up for another     | p47 p47 | roll    | 4 5 1 | no
an escort has come                     |         | roll    | 2 1 1 | no
no escort has come                     |         | roll    | 1     | yes
no escort is rolled for                |         | keep    |       | yes
its escort is kept                     | p47     | keep    |       | yes
""")
def test_a_planned_route_binds_where_a_rendezvous_has_changed_nothing(mine, answers, dice, binds):
    play = fly(box="rv_pas", mine=mine, mission=20)
    play.state.mission.route = ["lille", "chan", "abbeville"]
    carry_out(play, mission_turn.meet_escorts, dice=dice, answers=answers)

    decision = next(routes.move_formation(play), None)

    if binds == "yes":
        assert (decision, play.state.mission.box) == (None, "lille")
    else:
        assert {"plan:keep", "fland"} <= set(decision.options)


def touched(decision):
    return {option: decision.targets_of(option) for option in decision.options}


def test_on_the_way_boxes_beside_the_formation_alone_are_touched_and_ways_are_buttons():
    play = fly(box="bight", target="wilhelmshaven")
    mission = play.state.mission
    mission.bombed = True
    mission.route = ["ns3", "ns2", "ns1", "sns", "eng_e", "base"]
    around = set(play.data.graph.neighbours("bight"))

    decision = next(routes.choose_box(play))

    ways = {option for option in decision.options if option.startswith("plan:")}
    assert ways == {"plan:keep", "plan:rv_sch"}
    assert touched(decision) == {box: (box,) for box in around} | dict.fromkeys(ways, ())


def test_the_prompt_tells_distances_and_escort_range():
    play = fly(box="eng_s", mine="p47 p47")
    play.state.mission.escort_range = 1

    decision = next(routes.choose_box(play))

    assert "2 boxes to Abbeville, 1 box to base" in decision.prompt
    assert "2 P-47s, range left 5 boxes" in decision.prompt
    assert "rendezvous" not in decision.label_of("chan")


# ---------------------------------------------------------------------- 5.2


@cases("""
claim                                              | number | gone | after
the next bomber of an element takes over its lead  | 6      | d    | abc e.f ... ...
the last one leads when the two before it are gone | 6      | de   | abc f.. ... ...
example: elements behind an eliminated one move up | 12     | def  | abc ghi jkl ...
""")
def test_the_formation_is_adjusted(number, gone, after):
    play = fly(number)
    places = play.state.mission.formation
    places[:] = ["" if name[-1:] in set(gone) else name for name in places]

    carry_out(play, mission_turn.adjust_formation)

    assert line(play) == after


# ---------------------------------------------------------------------- 5.5 and 5.6


def test_escorts_turn_back_when_the_formation_exceeds_their_range():
    play = fly(mine="p47 p47")
    mission = play.state.mission

    for used in range(1, 7):
        carry_out(play, mission_turn.check_escort_range)
        assert mission.escort_range == used
    carry_out(play, mission_turn.check_escort_range)

    assert mission.escorts == []
    assert mission.vp == 0


# ---------------------------------------------------------------------- 5.7


def test_the_flak_site_of_the_target_is_left_to_the_bombing_run():
    play = fly()
    assert not mission_turn.is_at_flak_site(play)

    play.state.mission.box = "meaulte"
    assert mission_turn.is_at_flak_site(play)


def test_the_flak_site_of_the_target_is_checked_when_the_formation_comes_again_after_bombing():
    quiet, crews = [6, 6], ["memphis_belle", "hells_angels", "sky_drummer"]
    bombing_run = [*[1] * 4 * 9, *[1] * 12, *[1] * 4 * 9]
    meaulte, abbeville_again = [*quiet, *quiet], [2, 4, *quiet]  # flak check and event check
    dice = [*crews, 1, 1, 1, 1, *quiet * 3, *bombing_run, *meaulte, *abbeville_again]
    match = GAME.start(
        {"campaign": "single", "target": "abbeville"}, source=Scripted(dice), data=DATA
    )
    for answer in ("best", "plan:direct", "meaulte", "abbeville"):
        match.answer(answer)

    checks = [event.facts for event in match.events if event.facts.get("table") == "flak_site"]
    assert match.state.mission.box == "abbeville"
    assert [check["total"] for check in checks] == [12, 6]


# ---------------------------------------------------------------------- 5.8 and 6.1


def test_all_seven_lady_luck_counters_in_hand_leave_nothing_to_draw(data):
    play = fly(luck=" ".join(data.lady_luck))

    carry_out(play, events.formation_event, 3, dice=[1, 2])

    assert len(play.state.lady_luck) == 7


@cases("""
claim                                           | before | luck        | dice | answers     | after
the weather changes on one to three             | clear  |             | 3 5  |             | heavy
clear skies ahead brings a better sky instead   | heavy  | clear_skies | 1    | clear_skies | light
clear skies ahead keeps a clear sky from change | clear  | clear_skies | 1    | clear_skies | clear
clear skies ahead can be held back              | clear  | clear_skies | 1 5  | no          | heavy
""")
def test_a_change_of_weather(before, luck, dice, answers, after):
    play = fly(cloud=before, luck=luck)

    carry_out(play, events.weather_change, dice=dice, answers=answers)

    assert play.state.mission.cloud == after


# ---------------------------------------------------------------------- 6.3


@cases("""
claim                                                   | number | dice | letter
example: three bombers are chosen from left to right, 1 | 3      | 1    | b
example: three bombers are chosen from left to right, 2 | 3      | 2    | b
example: three bombers are chosen from left to right, 3 | 3      | 3    | a
example: three bombers are chosen from left to right, 5 | 3      | 5    | c
the only bomber of an element needs no second roll      | 4      | 4    | d
""")
def test_a_random_bomber(number, dice, letter):
    assert carry_out(fly(number), general.random_bomber, "", dice=dice) == f"b17f-{letter}"


# ---------------------------------------------------------------------- 6.5


@scenes("""
bombers fill the formation without gaps
    fly 9 -> line abc def ghi ...
each bomber short of the required number costs a point
    start -> set a.ready=False b.ready=False c.ready=False d.ready=False e.ready=False
    pre_mission.assign_bombers : : choose (b17f-f,b17f-g,b17f-h,b17f-i,b17f-j,b17f-k,b17f-l)
    state mission.vp -2 -> line fgh ijk l.. ...
the best crews can be sent in one answer
    start -> ask pre_mission.assign_bombers
    label best the best crews, led by B-17F A, Iron Duchess (crack) 1/1/2
    pre_mission.assign_bombers : : best -> line abc def ghi ...
the escorts of an early mission are P-47s in the number of the card
    fly mission=4 -> pre_mission.meet_first_escorts : 6 5 pike
    escorts p47+pike p47 p47 p47 p47 p47
a skipped box still brings its cards
    start mission=6 -> set flown=1 box=7 -> returned bremen 0
    pre_mission.adjust_mission_counter -> returned bremen 1
targets of 1942 leave at box seventeen
    start mission=16 -> set flown=1 -> returned rouen 1
    pre_mission.adjust_mission_counter -> returned rouen 0 -> returned berlin 1
the base is no way out before the bombs have fallen
    fly box=eng_s -> ask routes.choose_box -> offered base False
    set mission.bombed=True -> ask routes.choose_box -> offered base True
aces are never more than those left
    fly -> set aces.usaaf=[colby] -> pre_mission.meet_first_escorts : 1 6 colby
    escorts p47+colby p47 p47 p47 p47 p47
a planned route does not bind once a bomber is damaged
    fly box=base -> set mission.route=[lille,abbeville] -> results.hit_bomber a heavy : 6 1
    state mission.has_changed True
a planned route does not bind once the weather has turned
    fly box=base cloud=clear -> set mission.route=[lille,abbeville]
    events.weather_change : 2 6 -> state mission.has_changed True
a route can be named box by box and ended by the shortest way
    fly box=base -> routes.plan_route : : own eng_e sns rv_pas rest
    state mission.route ['eng_e', 'sns', 'rv_pas', 'chan', 'abbeville']
the rest of a route that is named tells its boxes and flak sites
    fly box=twente target=hamburg -> ask routes.name_boxes : : emsland
    label rest from here the shortest way: 2 boxes, 1 flak site on the way (Bremen, Hamburg)
the rest of a way has the names of the map
    fly box=base target=antwerp -> ask routes.name_boxes
    label rest from here the shortest way: 4 boxes, no flak sites on the way
    ... (E Anglia, S North Sea, Flanders, Antwerp)
ways to choose from name the boxes in which they differ, each once
    fly box=base target=wilhelmshaven -> ask routes.plan_route
    label plan:rv_sch past Frisian rendezvous: 8 boxes, no flak sites on the way,
    ... by E Anglia and Holland
a way is planned by touching the first box that it alone passes
    fly box=base target=wilhelmshaven -> ask routes.plan_route
    options plan:direct plan:rv_pas plan:rv_sch own none -> touched plan:direct
    touched plan:rv_pas eng_s -> touched plan:rv_sch holland -> touched own -> touched none
a way that passes a rendezvous says so
    fly box=base target=berlin -> ask routes.plan_route
    label plan:direct the shortest way: 10 boxes, 1 flak site on the way, by E Anglia,
    ... S North Sea, Holland, Frisian rendezvous, Twente, Emsland and Weser
the only way names its boxes
    fly box=base target=abbeville -> ask routes.plan_route
    label plan:direct the shortest way: 3 boxes, no flak sites on the way, by Kent and Channel
P-51s that come early use the last column from box twelve
    fly mission=12 -> set p51_early=True -> pre_mission.meet_first_escorts : 4 1
    escorts p51 p51 p51 p51 p51 p51
the last box home is entered without a question
    fly box=eng_s -> set mission.bombed=True mission.route=[base] mission.has_changed=True
    routes.move_formation -> state mission.box base
the only way is planned by touching its first box
    fly box=base target=lorient -> ask routes.plan_route -> touched plan:direct eng_s
a loose formation does not close up on a 3 behind a green lead
    fly leads=i loose=True -> mission_turn.tighten_up : 3 -> became loose
a loose formation closes up on a 4 behind a green lead
    fly leads=i loose=True -> mission_turn.tighten_up : 4 -> became
the performance of a crack lead helps to close up
    fly loose=True -> mission_turn.tighten_up : 3 -> became
a new escort starts at half its range
    fly box=rv_pas mine=p47 mission=20 -> mission_turn.meet_escorts : 4 5 1 : roll
    escorts p51 p51 p51 p51 p51 -> state mission.escort_range 6
rolling for an escort can leave the formation without any
    fly box=rv_pas mine=p47 -> mission_turn.meet_escorts : 1 : roll -> escorts
the present escort can be kept
    fly box=rv_pas mine=p47 -> mission_turn.meet_escorts : : keep -> escorts p47
example of 5.8: five boxes from base, a 4 causes an event, a 3 is Lady Luck
    fly box=romilly target=paris
    events.check_formation_event : 1 3 1 2 clear_skies -> luck clear_skies
no event occurs beyond the range of the column
    fly box=romilly -> events.check_formation_event : 2 3
systems trouble damages a random bomber
    fly 3 -> events.systems_trouble : 2 2 -> became b damaged
systems trouble forces a damaged bomber out
    fly 3 hurt=b -> events.systems_trouble : 2 1 6 -> became b damaged and out
the weather over a bombed target does not matter
    fly -> set mission.bombed=True -> events.weather_change
a formation check loosens the formation on three
    fly leads=i -> events.formation_check : 3 -> became loose
fighters come in the number of the die
    fly mission=4 -> events.enemy_fighters : 4 3 -> interceptors fw190 fw190 fw190
two more fighters come up against a loose formation
    fly loose=True mission=4 -> events.enemy_fighters : 4 1 -> interceptors fw190 fw190 fw190
early Me-262s open the column of 1944
    fly mission=4 -> set me262_early=True -> events.enemy_fighters : 6 1 -> interceptors me262
fighters come up over England too
    fly box=eng_e mission=4 -> events.formation_event 1 : 3 4 4 2 -> interceptors fw190 fw190
all bombers that reach the base land
    fly box=base -> landing.land_aircraft -> kind landed
""")
def test_what_happens_on_the_way(scene):
    play_scene(scene)
