"""Toughness, p. 16."""

import pytest

from packs.squadron_303.rules.damage import points_of_damage
from tests.packs.squadron_303.tables import claims

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


@claims("""
a plane goes down when damage reaches its toughness
    blue zumbach A5
    zumbach victories=none -> victories=fighter:1
    bf109 A5 damage=1 -> down
    damage plane #1 1 blue
the fifth victory brings a medal
    blue zumbach A5
    zumbach victories=fighter:3,bomber:1 -> medals=1
    bf109 A5 -> down
    damage plane #1 2 blue
""")
def test_of_planes_shot_down(script):
    assert script.play() == []
