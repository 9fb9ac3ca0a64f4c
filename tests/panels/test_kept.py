"""Parts of panels that are kept are as they would be if they were made anew."""

import sys

import attrs
import pytest

from tabletop_core import ALL_SEEING, Viewer, load_pack
from tabletop_core.bots import seat_bots
from tabletop_core.panels import kept
from tabletop_core.panels import kept as kept_module


@attrs.define
class Gun:
    bursts: int
    out: bool = False


def counting():
    made = []

    @kept(lambda name, gun: (name, gun))
    def words(name, gun):
        made.append(name)
        return f"{name} {gun.bursts}{' out' * gun.out}"

    return words, made


def test_what_has_not_changed_is_made_once():
    words, made = counting()
    gun = Gun(20)

    told = [words("tail", gun), words("tail", gun), words("tail", Gun(20))]

    assert told == ["tail 20"] * 3
    assert made == ["tail"]


def test_each_field_of_what_it_depends_on_counts_as_it_is_now():
    words, made = counting()
    gun = Gun(20)
    words("tail", gun)

    gun.out = True

    assert words("tail", gun) == "tail 20 out"
    assert words("nose", gun) == "nose 20 out"
    assert len(made) == 3


class Meddling:
    """A key that lets another thread have its turn whenever it is looked up once more."""

    def __init__(self):
        self.looks = 0
        self.on_second_look = lambda: None

    def __hash__(self):
        self.looks += 1
        if self.looks == 2:
            self.on_second_look()
        return 1


def test_what_is_thrown_away_while_it_is_looked_for_is_made_again(monkeypatch):
    monkeypatch.setattr(sys.modules[kept_module.__module__], "_MAX_RESULTS", 1)
    words = kept(lambda thing: (thing,))(lambda thing: "words")
    thing = Meddling()
    words(thing)
    thing.looks = 0
    thing.on_second_look = lambda: words("another")

    assert words(thing) == "words"


def test_not_more_than_some_thousand_are_kept(monkeypatch):
    monkeypatch.setattr(sys.modules[kept_module.__module__], "_MAX_RESULTS", 2)
    words, made = counting()

    for bursts in (1, 2, 3, 3, 1):
        words("tail", Gun(bursts))

    assert len(made) == 4


KEPT = kept(lambda: ())(lambda: None).__code__
"""What all functions that keep their results have in common."""


def anew(monkeypatch, pack):
    """Let every function of a pack that keeps its results make them anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"packs.{pack}."):
            for attribute, value in list(vars(module).items()):
                if getattr(value, "__code__", None) is KEPT:
                    monkeypatch.setattr(module, attribute, value.__wrapped__)


@pytest.mark.parametrize(
    ("pack", "options", "games"),
    [
        ("b29_superfortress", {"mission": 5}, 2),
        pytest.param("b29_superfortress", {"mission": 5}, 12, marks=pytest.mark.gate),
        pytest.param("b29_superfortress", {"mission": 28}, 12, marks=pytest.mark.gate),
        pytest.param(
            "wing_and_prayer",
            {"commander": True, "crew_fate": "on", "use_damaged": True},
            1,
            marks=pytest.mark.gate,
        ),
        pytest.param("wing_and_prayer", {"players": 2}, 1, marks=pytest.mark.gate),
    ],
)
def test_packs_show_what_they_keep_as_if_they_made_it_anew(monkeypatch, pack, options, games):
    game = load_pack(pack)
    for seed in range(games):
        match = game.start(game.read_options(options), seed=seed)
        bots = seat_bots(game, dict.fromkeys(match.seats, "random"), seed)
        while match.decision is not None:
            viewers = [ALL_SEEING, *(Viewer(seat) for seat in match.seats)]
            shown = [game.look.view(match.play, viewer) for viewer in viewers]
            with monkeypatch.context() as patched:
                anew(patched, pack)
                assert [game.look.view(match.play, viewer) for viewer in viewers] == shown
            match.answer(bots[match.decision.seat].choose(match, match.decision))
