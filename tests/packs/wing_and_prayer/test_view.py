"""What lies on the table."""

from packs.wing_and_prayer.rules import air_combat, attacks_on_bombers, engagements, post_mission
from packs.wing_and_prayer.state import Post
from tabletop_core import ALL_SEEING
from tabletop_core.panels import BoardPanel, Cards, Facts, Slots, TrackPanel

from .conftest import carry_out, escorts, interceptors, start, take_off


def panels(play, kind):
    return {
        panel.title: panel for panel in play.game.view(play, ALL_SEEING) if isinstance(panel, kind)
    }


def test_the_map_shows_formation_target_and_route():
    play = start()
    mission = take_off(play, 9, box="chan")
    mission.route = ["abbeville"]

    (board,) = panels(play, BoardPanel).values()

    assert [piece.id for piece in board.on("chan")] == ["formation"]
    assert board.spot("abbeville").symbol == "target"
    assert "flak site, target" in board.spot("abbeville").words
    assert [way.spaces for way in board.ways] == [("chan", "abbeville")]


def test_the_map_marks_the_boxes_in_range_of_the_escorts():
    play = start()
    take_off(play, 9, box="chan")
    escorts(play, "p47")
    play.state.mission.escort_range = play.data.escorts["p47"].range - 1

    (board,) = panels(play, BoardPanel).values()

    covered = {spot.id for spot in board.spots if "escorts" in spot.words}
    assert covered == {"chan", *play.data.graph.neighbours("chan")}


def test_the_formation_card_shows_bombers_with_their_crews_from_left_to_right():
    play = start()
    take_off(play, 3)
    crew = play.data.names[play.state.bombers["b17f-a"].crew]

    slots = panels(play, Slots)["Formation"].slots

    assert [slot.name for slot in slots[:3]] == ["lead left", "lead leader", "lead right"]
    assert "B-17F B" in slots[0].content
    assert crew in slots[1].content


def test_escorts_and_interceptors_lie_on_the_formation_card():
    play = start()
    take_off(play, 9)
    escorts(play, "p47", "p47")
    interceptors(play, "me109")
    play.state.mission.escort_range = 4

    cards = panels(play, Cards)
    assert len(cards["Escorts"].cards) == 2
    assert len(cards["Interceptors"].cards) == 1
    assert panels(play, TrackPanel)["Escort range, P-47"].value == 4


def tasks(play):
    cards = panels(play, Cards)
    there = [*cards["Escorts"].cards, *cards["Interceptors"].cards]
    return {card.name.split()[1]: card.state for card in there}


def test_the_view_tells_who_is_engaged_with_whom_and_who_stays_behind():
    play = start()
    take_off(play, 9)
    mine = escorts(play, "p47", "p47", "p47", post=Post.COMBAT)
    mine[1].post = Post.SECTION
    interceptors(play, "me109", "me109", "me109")

    carry_out(play, engagements.position_fighters)

    assert tasks(play) == {
        "e1": "against i1", "e2": "with the bombers", "e3": "against i2",
        "i1": "against e1", "i2": "against e3", "i3": "wingman of i1",
    }  # fmt: skip


def test_the_view_tells_at_which_bomber_an_interceptor_aims_and_who_covers():
    play = start()
    take_off(play, 9)
    escorts(play, "p47")
    foes = interceptors(play, "me109", "me109")
    aims = [attacks_on_bombers.aim_at(play, foe, "b17f-d") for foe in foes]

    carry_out(play, attacks_on_bombers.cover_support, aims, answers=[("i2",)])

    assert tasks(play) == {"e1": "covers against i2", "i1": "at B-17F D", "i2": "at B-17F D"}


def test_those_still_engaged_are_told_where_the_others_may_withdraw():
    play = start()
    take_off(play, 9)
    escorts(play, "p47", "p47", post=Post.COMBAT)
    interceptors(play, "me109", "me109")

    carry_out(play, air_combat.first_round, dice=[*[1, 1] * 2, 6, 6, 1, 1])

    assert tasks(play) == {"e1": "against i1", "e2": "in combat", "i1": "against e1"}


def test_the_squadron_lies_in_the_ready_and_the_not_ready_section():
    play = start()
    one = play.state.bombers["b17f-d"]
    one.ready, one.damaged = False, True
    play.state.crews[one.crew].ready = False
    one.crew = ""

    cards = panels(play, Cards)

    assert len(cards["Ready"].cards) == 11
    assert [card.name for card in cards["Not ready"].cards] == ["B-17F D", "green crew 1"]


def test_the_briefing_tells_where_the_squadron_commander_is():
    play = start(commander=True)
    state = play.state
    mission = take_off(play, 9)
    name = play.data.names[state.commander]

    def told():
        return dict(panels(play, Facts)["Briefing"].rows)["commander"]

    assert told() == name
    mission.commander = "b17f-a"
    assert told() == f"{name} (flying)"
    mission.commander, state.commander_ready = "", False
    assert told() == f"{name} (not ready)"
    state.rescued[state.commander] = 7
    assert told() == f"{name} (back in box 7)"


def test_after_the_clean_up_all_bombers_lie_in_their_sections():
    play = start()
    take_off(play, 9)
    play.state.bombers["b17f-b"].damaged = True

    carry_out(play, post_mission.clean_up_formation)

    cards = panels(play, Cards)
    assert "Formation" not in panels(play, Slots)
    assert len(cards["Ready"].cards) == 11
    assert cards["Not ready"].cards[0].name == "B-17F B"


def test_the_tracks_show_mission_and_campaign_points():
    play = start(mission=16)
    play.state.campaign_vp = 50

    tracks = panels(play, TrackPanel)

    assert tracks["Mission turn track"].value == 16
    assert tracks["Mission turn track"].marks[17] == "1942 leaves"
    assert tracks["Campaign VP track"].value == 40


def test_the_briefing_tells_hits_and_damage_once_the_bombs_have_fallen():
    play = start()
    mission = take_off(play, 9)
    assert dict(panels(play, Facts)["Briefing"].rows)["cloud over target"] == mission.cloud

    mission.bombed, mission.hits, mission.damage = True, 6, "heavy"

    rows = dict(panels(play, Facts)["Briefing"].rows)
    assert rows["bombs"] == "6 hits, heavy damage"
    assert "cloud over target" not in rows
