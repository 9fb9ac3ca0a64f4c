"""What the panels show."""

from packs.squadron_303.game import GAME
from packs.squadron_303.shown.fight import fight_panels
from packs.squadron_303.shown.view import view
from packs.squadron_303.state import Fight
from tabletop_core import ALL_SEEING


def test_the_dice_of_a_fight_appear_when_they_are_rolled(table):
    table.fly("blue", "zumbach", "A5")
    fight = Fight(colour="blue", opponent=table.plane("he111", "A5").id)

    before = [panel.id for panel in fight_panels(table.play, fight)]
    fight.dice, fight.luftwaffe = ["hit", "blank"], ["evade"]
    after = [panel.id for panel in fight_panels(table.play, fight)]

    assert before == ["fight"]
    assert after == ["fight", "fight:ours", "fight:luftwaffe"]


def test_the_dice_of_the_luftwaffe_have_the_colour_of_their_kind_until_the_plane_is_down(table):
    table.fly("blue", "zumbach", "A5")
    for aircraft, tone in (("bf109", "theirs"), ("bf110", "white"), ("he111", "black")):
        plane = table.plane(aircraft, "A5")
        fight = Fight(colour="blue", opponent=plane.id, luftwaffe=["evade"])

        flying = [*fight_panels(table.play, fight)][-1]
        del table.state.planes[plane.id]
        down = [*fight_panels(table.play, fight)][-1]

        assert [card.tone for card in flying.cards] == [tone]
        assert [card.tone for card in down.cards] == ["quiet"]


def _task(table):
    panels = {panel.title: panel for panel in view(table.play, ALL_SEEING)}
    return dict(panels["Home, Sweet Home"].rows)


def test_the_task_says_where_the_british_planes_are_once_they_are_found(make_table):
    table = make_table(scenario="home_sweet_home", players=2)
    table.state.turn = 3
    assert _task(table)["British squadron"] == "none is left"

    table.squadron("IV", "E5", "E3", "E1", "tonbridge", "biggin_hill", mode="british")
    table.plane("hurricane", "E5", "IV")
    table.plane("hurricane", "E5", "IV")
    assert _task(table)["British squadron"] == (
        "2 Hurricanes at Pevensey (E5), at Biggin Hill on turn 6"
    )

    table.state.planes.popitem()
    table.state.british_home = 1
    assert _task(table)["British squadron"].startswith("1 home, 1 Hurricane at Pevensey (E5)")


def test_british_planes_among_unknown_ones_are_not_found_yet():
    match = GAME.start({"scenario": "home_sweet_home", "players": 2}, seed=1)
    panels = {panel.title: panel for panel in GAME.look.view(match.play, ALL_SEEING)}

    assert dict(panels["Home, Sweet Home"].rows)["British squadron"] == "not found yet"


def test_the_turn_is_a_figure_also_during_set_up():
    match = GAME.start({"players": 1}, seed=1)
    [task] = [
        panel for panel in GAME.look.view(match.play, ALL_SEEING) if panel.title == "Training"
    ]

    assert task.glance[0] == ("Turn", "0/7")
