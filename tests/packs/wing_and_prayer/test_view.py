"""What lies on the table."""

import re

import attrs
import pytest

from packs.wing_and_prayer.rules import (
    air_combat,
    attacks_on_bombers,
    changing_crews,
    engagements,
    post_mission,
    routes,
)
from packs.wing_and_prayer.shown.formation import from_to
from packs.wing_and_prayer.shown.log_sheet import result_panel
from packs.wing_and_prayer.state import LUFTWAFFE, Flyer, MissionRecord, Post
from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.panels import BoardPanel, changes
from tabletop_core.pictures import Scene, panel_svg
from tabletop_core.pictures.text_board import board_cells, height_needed

from .conftest import (
    bomber,
    carry_out,
    cases,
    duel,
    escorts,
    fly,
    interceptors,
    panel,
    start,
    take_off,
)
from .scenes import play_scene, scenes


def titles(play):
    return [one.title for one in play.game.look.view(play, ALL_SEEING)]


def test_the_map_shows_formation_target_and_route():
    play = fly(box="chan")
    mission = play.state.mission
    mission.route = ["abbeville"]

    board = panel(play, "Mission map")

    assert [piece.id for piece in board.on("chan")] == ["formation"]
    assert board.spot("abbeville").symbol == "target"
    assert "flak site, target" in board.spot("abbeville").words
    assert [way.spaces for way in board.ways] == [("chan", "abbeville")]


@cases("""
box       | seat      | knows | first
chan      | squadron  | yes   | Mission map
abbeville | squadron  |       | Formation
abbeville | luftwaffe | yes   | Formation
abbeville | luftwaffe |       | Mission map
""")
def test_over_its_target_the_formation_has_the_stage_for_all_who_know_the_target(
    box, seat, knows, first
):
    play = duel(box=box, target="abbeville")
    play.state.mission.record.is_known = bool(knows)

    boards = [one for one in play.game.look.view(play, Viewer(seat)) if isinstance(one, BoardPanel)]

    assert boards[0].title == first


def test_the_map_shows_the_ways_to_choose_from_until_one_is_planned_and_again_after_a_loss():
    play = fly(box="base", target="wilhelmshaven")

    def drawn():
        return {way.id for way in panel(play, "Mission map").ways}

    assert drawn() == {"route:direct", "route:rv_pas", "route:rv_sch"}
    play.state.mission.route = ["eng_e", "sns", "ns1", "ns2", "ns3", "bight", "wilhelmshaven"]
    assert drawn() == {"route"}
    routes.something_changed(play)
    assert drawn() == {"route:rv_pas", "route:rv_sch", "route"}


def test_the_map_marks_the_boxes_in_range_of_the_escorts():
    play = fly(box="chan", mine="p47")
    play.state.mission.escort_range = play.data.escorts["p47"].range - 1

    board = panel(play, "Mission map")

    covered = {spot.id for spot in board.spots if "escorts" in spot.words}
    assert covered == {"chan", *play.data.graph.neighbours("chan")}


def test_the_map_is_the_region_between_base_and_target():
    play = fly(box="chan")

    board = panel(play, "Mission map").board

    assert {"base", "chan", "abbeville", *play.data.graph.neighbours("chan")} <= board.named.keys()
    assert not {"berlin", "emden", "lorient"} & board.named.keys()


def test_boxes_that_are_named_for_a_route_lie_on_the_map_with_the_next_ones():
    play = fly(box="base")
    mission = play.state.mission
    naming = routes.name_boxes(play)
    next(naming)
    naming.send("eng_s")

    asked = naming.send("wch")

    board = panel(play, "Mission map")
    assert [way.spaces for way in board.ways] == [("base", "eng_s", "wch")]
    assert mission.box == "base"
    assert "wapp" in asked.options
    assert set(asked.options) - {"rest"} <= board.board.named.keys()


def test_the_formation_card_shows_bombers_in_their_places_with_their_crews():
    play = fly(3)
    crews = [play.state.bombers[f"b17f-{letter}"].crew for letter in "abc"]

    card = panel(play, "Formation")

    assert [piece.id for piece in card.on("lead-leader")] == ["b17f-a", crews[0]]
    assert [piece.id for piece in card.on("lead-left")] == ["b17f-b", crews[1]]
    assert "high-leader" not in card.board.named
    assert play.data.names[crews[0]] in card.on("lead-leader")[1].words


def test_fighters_lie_on_the_formation_card_with_what_their_aces_add():
    play = fly()
    mine = escorts(play, "p47", "p47")
    mine[0].ace = "pike"
    interceptors(play, "me109")
    play.state.mission.escort_range = 4

    card = panel(play, "Formation")

    assert [piece.id for piece in card.on("escorts")] == ["e1", "e2"]
    assert [piece.corners for piece in card.on("escorts")] == [("5", "4"), ("4", "3")]
    assert [piece.id for piece in card.on("fight-1")] == ["i1"]
    assert panel(play, "Escort range, P-47").value == 4


def tasks(play):
    card = panel(play, "Formation")
    there = [piece for piece in card.pieces if piece.symbol == "fighter"]
    return {piece.id: (card.space_of(piece.id), piece.words.split(", ")[-1]) for piece in there}


def test_fighters_lie_beside_those_they_fight():
    play = fly()
    mine = escorts(play, "p47", "p47", "p47", post=Post.COMBAT)
    mine[1].post = Post.SECTION
    interceptors(play, "me109", "me109", "me109")

    carry_out(play, engagements.position_fighters)

    assert tasks(play) == {
        "e1": ("fight-1", "against i1"), "e2": ("escorts", "with the bombers"),
        "e3": ("fight-2", "against i2"), "i1": ("fight-1", "against e1"),
        "i2": ("fight-2", "against e3"), "i3": ("fight-1", "wingman of i1"),
    }  # fmt: skip


def test_interceptors_lie_beside_the_bomber_they_attack_with_those_who_cover():
    play = fly(mine="p47")
    foes = interceptors(play, "me109", "me109")
    aims = [attacks_on_bombers.aim_at(play, foe, "b17f-d") for foe in foes]

    carry_out(play, attacks_on_bombers.cover_support, aims, answers=["i2"])

    assert tasks(play) == {
        "e1": ("high-leader", "covers against i2"),
        "i1": ("high-leader", "at B-17F D"),
        "i2": ("high-leader", "at B-17F D"),
    }


def test_those_still_engaged_are_told_where_the_others_may_withdraw():
    play = fly(mine="p47 p47", post=Post.COMBAT, foes="me109 me109")

    carry_out(play, air_combat.first_round, dice=[*[1, 1] * 2, 6, 6, 1, 1])

    told = {name: task for name, (_, task) in tasks(play).items()}
    assert told == {"e1": "against i1", "e2": "in combat", "i1": "against e1"}
    pieces = panel(play, "Formation").pieces
    assert [piece.id for piece in pieces if piece.state == "fight"] == ["e2"]


def test_the_squadron_lies_on_its_stands_and_who_has_no_bomber_beside():
    play = start()
    one = bomber(play, "d")
    one.ready, one.damaged = False, True
    crew = one.crew
    play.state.crews[crew].ready = False
    one.crew = ""

    base = panel(play, "Squadron")

    assert [(piece.id, piece.state) for piece in base.on("stand-4")] == [("b17f-d", "hit")]
    assert [piece.id for piece in base.on("sick-bay")] == [crew]
    assert len(base.on("stand-1")) == 2


def test_a_loss_leaves_an_empty_stand_and_moves_no_other_bomber():
    def stands():
        pieces = panel(play, "Squadron").pieces
        return {one.id: one.at for one in pieces if one.id.startswith("b17")}

    play = start()
    before, bombers = stands(), play.state.bombers
    bombers["b17g-c"] = attrs.evolve(bombers.pop("b17f-b"), id="b17g-c", kind="b17g")
    now = stands()

    assert now.pop("b17g-c") == before.pop("b17f-b") == "stand-2"
    assert now == before


def test_while_a_mission_is_prepared_the_table_tells_how_the_last_one_went():
    play = start(campaign="short")
    assert not [title for title in titles(play) if title.startswith("Mission 1 is over")]
    flyers = [
        Flyer("lead leader", "b17f-a", "green-1", "green"),
        Flyer("lead left", "b17f-b", "green-2", "green", status="damaged"),
        Flyer("lead right", "b17f-c", "green-3", "green", status="shot down"),
    ]
    record = MissionRecord(
        1, "meaulte", damage="light damage", vp=5, result="highly successful mission",
        kills={"me109": 2}, flyers=flyers, campaign_vp=2,
    )  # fmt: skip
    play.state.log.append(record)

    assert dict(panel(play, "Mission 1 is over: 5 mission VP").rows) == {
        "target": "Meaulte: light damage",
        "came home": "2 bombers, 1 of them damaged",
        "lost": "B-17F C",
        "shot down": "2 Me-109",
        "result": "highly successful mission",
    }

    take_off(play, 9)

    assert not [title for title in titles(play) if title.startswith("Mission 1 is over")]


def test_four_figures_tell_how_it_stands_at_the_base_and_in_flight_and_for_each_side():
    def figures(play, viewer=ALL_SEEING):
        (briefing,) = (one for one in play.game.look.view(play, viewer) if one.title == "Briefing")
        return dict(briefing.glance)

    play = start(campaign="short")
    play.state.campaign_vp = 3
    next(iter(play.state.bombers.values())).damaged = True
    assert figures(play) == {"Mission": "1/5", "Bombers": "12", "Ready": "11", "Campaign": "3"}

    take_off(play, 9)
    escorts(play, "p47", "p47")
    play.state.mission.vp = -2
    assert figures(play) == {"Bombers": "9", "Escorts": "2", "Points": "-2", "Campaign": "3"}

    theirs = {"Bombers": "9", "Fighters": "4", "Flak": "2", "Points": "0"}
    assert figures(duel(), Viewer(LUFTWAFFE)) == theirs


def test_the_campaign_track_tells_the_least_points_of_each_success():
    play = start(campaign="short")

    marks = panel(play, "Campaign VP track").marks

    assert marks == {
        -19: "total failure", 2: "draw", 4: "marginal victory", 7: "victory",
        10: "decisive victory", 40: "spectacular victory",
    }  # fmt: skip


def test_the_crew_question_touches_crews_and_bombers_on_the_table():
    play = start(campaign="short")
    bomber(play, "d").kind = "b17g"
    decision = next(changing_crews.change_crews(play))
    base = panel(play, "Squadron")

    crews = {play.state.bombers[f"b17f-{name}"].crew for name in "abc"}
    assert decision.glowing() == crews <= {piece.id for piece in base.pieces}


def test_the_mission_card_tells_what_each_of_its_numbers_does():
    play = start()

    (card,) = panel(play, "Mission card and Lady Luck").cards

    blue = play.data.targets["abbeville"].blue
    assert f"Flak {blue.flak}" in card.detail
    assert f"Destruction {blue.destruction}" in card.detail
    assert "11.3" in card.detail


def test_a_lady_luck_counter_opens_with_its_rule():
    card = panel(fly(luck="bench_mark"), "Mission card and Lady Luck").cards[-1]

    assert card.id == "bench_mark"
    assert "6.1.2" in card.detail


def test_the_tracks_show_mission_and_campaign_points():
    play = start(mission=16)
    play.state.campaign_vp = 50

    turns = panel(play, "Mission turn track")
    assert (turns.value, turns.marks[17]) == (16, "1942 leaves")
    assert panel(play, "Campaign VP track").value == 40


def test_on_a_terminal_of_80_by_24_the_names_of_all_boxes_of_each_mission_can_be_read():
    """The table has up to 15 of the 24 lines, one of them for its title."""
    play = fly()
    cut = {}
    for card in play.data.mission_cards:
        play.state.mission.orders.cards[:1] = [card]
        board = panel(play, "Mission map")
        scene = Scene(panels=[board])
        high = min(14, max(11, height_needed(board, scene, 79)))
        lines = board_cells(board, 79, high, scene)
        drawn = "\n".join("".join(text for text, _ in line) for line in lines)
        cut[card] = [spot.label for spot in board.spots if spot.label not in drawn]

    assert not any(cut.values())


@pytest.mark.parametrize(
    ("numbers", "told"),
    [((3,), "i3"), ((3, 4), "i3, i4"), ((3, 4, 5), "i3 to i5"), ((3, 5, 6), "i3, i5, i6")],
)
def test_fighters_that_are_numbered_on_are_named_by_the_first_and_the_last(numbers, told):
    assert from_to([f"i{number}" for number in numbers]) == told


def test_another_reach_of_the_escorts_is_told_as_other_escorts_and_not_box_by_box():
    play = fly(box="chan", target="berlin")
    before = play.game.look.view(play, ALL_SEEING)
    escorts(play, "p47", "p47")

    found = changes(before, play.game.look.view(play, ALL_SEEING))

    assert "New: escorts: 2 P-47s" in found.lines()
    assert not found.touched & set(play.data.graph)


def test_the_part_of_the_map_that_comes_into_sight_is_no_news():
    play = fly(box="base", target="berlin")
    mission = play.state.mission
    before = play.game.look.view(play, ALL_SEEING)
    mission.box = "mark"

    found = changes(before, play.game.look.view(play, ALL_SEEING))

    assert found.lines() == ["the formation: 8th Air Force Base to Mark Brandenburg"]


def test_the_squadron_that_is_home_again_is_no_news_but_for_what_became_of_it():
    play = fly(box="base")
    before = play.game.look.view(play, ALL_SEEING)
    bomber(play, "b").damaged = True
    carry_out(play, post_mission.clean_up_formation)

    found = changes(before, play.game.look.view(play, ALL_SEEING))

    assert "b17f-b" in found.touched
    assert "b17f-a" not in found.touched


def test_the_bands_of_damaged_escorts_side_by_side_do_not_meet():
    play = fly()
    for one in escorts(play, "p47", "p47"):
        one.damaged = True
    (card,) = (one for one in play.game.look.view(play, ALL_SEEING) if one.id == "formation_card")

    drawn = panel_svg(card)

    left, right = (
        (float(x), float(wide))
        for x, wide in re.findall(
            r'id="e\d"[^>]* transform="translate\((\S+) .*?class="badge"[^>]* width="([\d.]+)"',
            drawn,
        )
    )
    assert right[0] - left[0] > (left[1] + right[1]) / 2


def test_the_end_of_a_campaign_tells_what_each_mission_brought():
    play = start(campaign="short")
    play.state.log = [
        MissionRecord(1, "meaulte", damage="light damage", vp=5, campaign_vp=2),
        MissionRecord(2, "lille", damage="no damage", vp=-2, campaign_vp=1),
    ]

    rows = dict(result_panel(play, ALL_SEEING).rows)

    assert rows["Mission 1"] == "Meaulte: light damage, 0 bombers lost, 5 VP; campaign +2"
    assert rows["Mission 2"] == "Lille: no damage, 0 bombers lost, -2 VP; campaign -1"
    assert "The best day" not in rows


@scenes("""
the briefing tells where the squadron commander is
    fly commander=True -> set commander=brannigan
    row Briefing commander Maj. Walt Brannigan
    set mission.commander=b17f-a -> row Briefing commander Maj. Walt Brannigan (flying)
    set mission.commander= commander_ready=False
    row Briefing commander Maj. Walt Brannigan (not ready)
    set rescued.brannigan=7 -> row Briefing commander Maj. Walt Brannigan (back in box 7)
the bomber in which the commander flies can be touched
    fly -> set commander=brannigan -> ask pre_mission.send_commander -> touched fly b17f-a
the escort that may withdraw can be touched
    fly mine=p47,p47 post=Post.COMBAT foes=me109 -> set mission.engaged=[e1]
    ask air_combat.choose_who_withdraws -> touched withdraw e2
the escort that may assist can be touched
    fly mine=p47,p47 post=Post.COMBAT foes=me109 -> set e1.beside=i1 i1.beside=e1
    ask engagements.choose_wingmen [e1] [e2] -> touched assist e2
after the clean-up all bombers stand at the base
    fly 9 hurt=b -> post_mission.clean_up_formation -> on Squadron stand-2 b17f-b
    on Squadron stand-3 b17f-c miss_daybreak
the briefing tells hits and damage once the bombs have fallen
    fly cloud=light -> row Briefing cloud_over_target light
    set mission.bombed=True mission.hits=6 mission.damage=heavy
    row Briefing bombs 6 hits, heavy damage -> row Briefing cloud_over_target
""")
def test_what_lies_on_the_table(scene):
    play_scene(scene)
