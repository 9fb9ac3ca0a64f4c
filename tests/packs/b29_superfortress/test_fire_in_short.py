"""Volleys, hits and masks told in one line each."""

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.rules import damage as hits
from packs.b29_superfortress.rules.charts import Down
from packs.b29_superfortress.shown.damage_list import damage_of
from packs.b29_superfortress.shown.fire_in_short import damage_words, fire_in_short
from packs.b29_superfortress.shown.in_short import zones_in_short
from tabletop_core.bots import first_legal
from tabletop_core.events.event import Event
from tabletop_core.presentation.log import GameLog

WHO = "Tony from 9 o'clock low"


def event(kind, step="Combat", **facts):
    return Event(kind, step, "", facts)


PLAIN = {"title": "", "column": "", "dice": "", "natural": 1, "modifiers": (), "override": ""}


def chart(table, result, why="", **facts):
    return event("look_up", **PLAIN | {"table": table, "result": result, "why": why} | facts)


SHELLS = (
    chart("5-9", "hit", WHO),
    chart("5-10", 2, WHO),
    chart("5-11", "tail", "shell 1 of 2"),
    chart("5-12", 1, "tail"),
    chart("7-8", "superficial", "tail"),
)
TOLD = f"{WHO} fires: 2 shells, 1 hit on the tail. Superficial."
NOSE = (chart("5-11", "nose", "shell 2 of 2"), chart("5-12", 2, "nose"))
DAMAGED = [chart("5-7", "hit"), chart("5-8", "damaged", WHO)]
REGULAR = [chart("5-7", "hit"), chart("5-8.regular", "damaged", WHO)]
JAM = [chart("5-7", "jam"), event("gun", gun="tail_turret", state="jammed")]
VOLLEY = f"Our guns: 3 bursts, 2 hits. Tail turret: jammed. {WHO}: damaged twice."


def wounded(man, level):
    chart_of = {"light": "light_wound"}.get(level, level)
    return chart("7-13", chart_of, man), event("wound", man=man, level=level)


TREATED = [chart("7-13.b", "dies", "pilot"), event("treated", man="pilot", result="dies")]


@pytest.mark.parametrize(
    ("events", "told"),
    [
        # the shells of a fighter are one line, with hits on the same part together
        (SHELLS, TOLD),
        ([*SHELLS, *NOSE, event("wound", man="pilot", level="serious"),
          event("wing_root", wing="port", hits=2)],
         f"{WHO} fires: 2 shells, 3 hits (1 on the tail and 2 on the nose). Pilot: serious wound. "
         "The port wing root has 2 hits."),
        ([*SHELLS, *NOSE, chart("5-11", "tail", "shell 3 of 3"), chart("5-12", 3, "tail")],
         f"{WHO} fires: 2 shells, 6 hits (4 on the tail and 2 on the nose). Superficial."),
        # the weight of a light Zeke hit is what it is rolled again for
        *(([*SHELLS[:3], chart("5-12", {"table": "5-12.b"}, "tail"), chart("5-12.b", weight)], told)
          for weight, told in [(1, TOLD), (0, f"{WHO} fires: 2 shells. Superficial.")]),
        # a volley tells its hits and what became of the fighters
        ([*DAMAGED, *DAMAGED, *JAM], VOLLEY),
        ([*REGULAR, *REGULAR, *JAM], VOLLEY),
        ([chart("5-7", "miss")] * 2, "Our guns: 2 bursts, no hit."),
        (DAMAGED * 4, f"Our guns: 4 bursts, 4 hits. {WHO}: damaged 4 times."),
        # flak, fighters that come again and masks are a line each
        ([chart("6-3", "hit", "2 of 3"), chart("6-4", 2), chart("6-5", "superficial"),
          chart("6-5", "nose"), chart("7-1", "superficial")],
         "Flak, 2 of 3: 2 hits (1 on the nose). Superficial."),
        ([chart("5-13", "9_low", WHO), event("fighter", type="tony", place="9_low")],
         f"The {WHO} comes again, from 9 o'clock low."),
        ([chart("oxygen", "on_oxygen", "Pilot"), chart("oxygen", "roll", "Copilot"),
          chart("7-13", "x", "Copilot"), event("wound", man="copilot", level="light")],
         "On oxygen: Pilot and Copilot. Copilot: light wound."),
        # men who are hurt or treated together are one line by what became of them
        ([*wounded("pilot", "light"), chart("7-13.a", "shaken", "pilot"),
          *wounded("cfc", "killed"), *wounded("copilot", "light")],
         "Light wound: pilot and copilot; shaken: pilot; killed: central fire controller."),
        (TREATED, "Dies: pilot."),
        ([*TREATED, event("debriefed")], ""),
        # a miss and what follows it are no hit
        ([chart("5-9", "miss", WHO), chart("7-14", "none")], ""),
        ([chart("6-3", "miss"), chart("6-3", "hit")], ""),
        # what goes beyond damage begins another line
        *(([*SHELLS, beyond], "") for beyond in (
            event("section_fire", section="tail"),
            event("bail_out", cause="fire"),
            chart("8-4", "jumps", "Pilot"),
            chart("5-9", "miss", WHO),
            event("wound", step="Crew", man="pilot", level="light"),
        )),
    ],
)  # fmt: skip
def test_fire_is_told_in_one_line(events, told):
    assert fire_in_short(events) == told


DOORS = chart("7-3", [{"effect": "only_if", "state": "before_bomb_run"}, {"table": "7-3.8"}])
FLAP = chart("7-5.5", {"effect": "flap_out"}, "port wing")
DUCT = chart("7-3.2", "none", title="Compressed air duct, by number of hits")
VOID = event("no_effect", what="", missing="before_bomb_run")
BOX = chart("7-7", {"effect": "lose_ammunition", "gun": "tail_turret", "boxes": "2d6"})


@pytest.mark.parametrize(
    ("events", "words"),
    [
        # what no line but the chart tells stands in it once, unless it does not come
        ([DOORS, DOORS, FLAP, DUCT],
         ["Bomb bay doors hit.", "Port wing: flap out.",
          "Compressed air duct: hit 1, no effect yet."]),
        ([DOORS, VOID], ["Superficial."]),
        # bursts that are lost are told by their number
        ([BOX, event("bursts_lost", gun="tail_turret", bursts=7)],
         ["Tail turret: 7 bursts lost."]),
    ],
)  # fmt: skip
def test_damage_is_told_in_words(events, words):
    assert list(damage_words(events)) == words


def condition(bomber):
    crew = [(man.light, man.serious, man.fate, man.oxygen_out) for man in bomber.crew.values()]
    return damage_of(bomber.play), crew, bomber.mission.flight.fuel


@pytest.mark.parametrize(
    "section", ["nose", "nav_radio", "fwd_bomb_bay", "waist", "utility", "tail", "port_wing"]
)
def test_a_hit_that_the_damage_card_shows_is_not_told_as_superficial(new_bomber, section):
    for seed in range(40):
        bomber = new_bomber(seed=seed).put("Tokyo", 11, "hi")
        bomber.mission.orders.kind = "urban_area"
        before = condition(bomber)
        running = hits.damage(bomber.play, section, 2)
        try:
            decision = next(running)
            while True:
                decision = running.send(decision.check(first_legal(decision)))
        except (StopIteration, Down):
            pass
        events = [one for one in bomber.play.events if one.kind != "step"]

        if condition(bomber) != before:
            assert list(damage_words(events)) != ["Superficial."], (seed, events)


def test_an_attack_is_one_line_with_who_comes_and_how_able():
    rolled = [
        chart("5-1", "heavy"),
        chart("attack_check", "attacked"),
        event("fighter", type="tony", place="9_low"),
        event("fighter", type="zeke", place="dive"),
        chart("5-5", "green", WHO),
        chart("5-5", "average", "Zeke from a vertical dive"),
    ]

    assert zones_in_short(rolled) == (
        f"Heavy resistance, an attack: {WHO} (green pilot) and Zeke from a vertical dive."
    )
    assert zones_in_short([*rolled[:2], event("outrun", type="oscar")]) == (
        "Heavy resistance, an attack that comes to nothing; the Oscar falls behind."
    )
    assert zones_in_short([*rolled, chart("6-4", 1)]) == ""


def test_a_line_that_opens_is_as_decisive_as_what_is_in_it():
    told = [event("step", path=["Turn 1", "Combat"]), *SHELLS]
    told.append(event("wound", man="pilot", level="serious"))

    lines = GameLog(GAME).tell(told)

    assert [(line.tone, len(line.details)) for line in lines if line.details] == [("bad", 6)]
