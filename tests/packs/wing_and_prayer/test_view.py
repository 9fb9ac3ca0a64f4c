"""What lies on the table."""

from tabletop_core import Cards, MapPanel, Slots, TrackPanel

from .conftest import escorts, interceptors, start, take_off


def panels(play, kind):
    return {panel.title: panel for panel in play.game.view(play, None) if isinstance(panel, kind)}


def test_the_map_shows_formation_target_and_route_each_box_once():
    play = start()
    mission = take_off(play, 9, box="chan")
    mission.route = ["abbeville"]

    (board,) = panels(play, MapPanel).values()

    contents = {space.name: space.contents for space in board.spaces}
    assert len(contents) == len(board.spaces)
    assert contents["Channel"].startswith("FORMATION")
    assert "TARGET" in contents["Abbeville"]
    assert "route 1" in contents["Abbeville"]


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


def test_the_squadron_lies_in_the_ready_and_the_not_ready_section():
    play = start()
    one = play.state.bombers["b17f-d"]
    one.ready, one.damaged = False, True
    play.state.crews[one.crew].ready = False
    one.crew = ""

    cards = panels(play, Cards)

    assert len(cards["Ready"].cards) == 11
    assert [card.name for card in cards["Not ready"].cards] == ["B-17F D", "green crew 1"]


def test_the_tracks_show_mission_and_campaign_points():
    play = start(mission=16)
    play.state.campaign_vp = 50

    tracks = panels(play, TrackPanel)

    assert tracks["Mission turn track"].value == 16
    assert tracks["Mission turn track"].marks[17] == "1942 leaves"
    assert tracks["Campaign VP track"].value == 40
