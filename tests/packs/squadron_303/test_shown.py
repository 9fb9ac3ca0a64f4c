"""What the panels show."""

from packs.squadron_303.shown.fight import fight_panels
from packs.squadron_303.state import Fight


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
