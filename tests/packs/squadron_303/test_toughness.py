"""Toughness, p. 16."""

import pytest

from packs.squadron_303.rules.damage import damage_plane, points_of_damage

BF_109 = (1, 1)
HE_111 = (1, 2, 1)


@pytest.mark.parametrize(
    ("toughness", "damage", "hits", "points"),
    [
        pytest.param(BF_109, 0, 2, 2, id="two hits down a Bf 109 in one round"),
        pytest.param(BF_109, 0, 1, 1, id="one hit damages a Bf 109"),
        pytest.param(BF_109, 1, 1, 1, id="the second hit may come in a later round"),
        pytest.param(HE_111, 0, 1, 1, id="one hit is enough for the first point of a He 111"),
        pytest.param(HE_111, 0, 2, 1, id="the surplus hit on a fresh He 111 is lost"),
        pytest.param(HE_111, 0, 3, 2, id="three hits make two points on a fresh He 111"),
        pytest.param(HE_111, 1, 1, 0, id="the second point of a He 111 takes two hits"),
        pytest.param(HE_111, 1, 2, 1, id="two hits make the second point"),
        pytest.param(HE_111, 2, 1, 1, id="one hit makes the third point"),
        pytest.param(HE_111, 0, 4, 3, id="four hits in one round down a fresh He 111"),
    ],
)
def test_hits_become_points_of_damage_along_the_sequence(toughness, damage, hits, points):
    assert points_of_damage(toughness, damage, hits) == points


def test_shipped_toughness_is_that_of_the_examples(table):
    kinds = table.play.data.aircraft

    assert kinds["bf109"].toughness == BF_109
    assert kinds["he111"].toughness == HE_111


def test_a_plane_goes_down_when_damage_reaches_its_toughness(table):
    blue = table.fly("blue", "zumbach", "A5")
    plane = table.plane("bf109", "A5", damage=1)

    table.run(damage_plane, plane, 1, blue)

    assert plane.id not in table.state.planes
    assert table.state.pilots["zumbach"].victories == {"fighter": 1}


def test_the_fifth_victory_brings_a_medal(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.state.pilots["zumbach"].victories = {"fighter": 3, "bomber": 1}

    table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)

    assert table.state.pilots["zumbach"].medals == 1
