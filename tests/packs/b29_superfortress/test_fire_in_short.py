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


def test_shells_of_a_fighter_are_one_line():
    nose = (chart("5-11", "nose", "shell 2 of 2"), chart("5-12", 2, "nose"))
    hurt = (event("wound", man="pilot", level="serious"), event("wing_root", wing="port", hits=2))

    assert fire_in_short(SHELLS) == f"{WHO} fires: 2 shells, 1 hit on the tail. Superficial."
    assert fire_in_short([*SHELLS, *nose, *hurt]) == (
        f"{WHO} fires: 2 shells, 3 hits (1 on the tail and 2 on the nose). Pilot: serious wound. "
        "The port wing root has 2 hits."
    )


def test_the_weight_of_a_light_zeke_hit_is_what_it_is_rolled_again_for():
    again = chart("5-12", {"table": "5-12.b"}, "tail")
    fired = SHELLS[:3]

    heavy = fire_in_short([*fired, again, chart("5-12.b", 1)])
    light = fire_in_short([*fired, again, chart("5-12.b", 0)])

    assert heavy == f"{WHO} fires: 2 shells, 1 hit on the tail. Superficial."
    assert light == f"{WHO} fires: 2 shells. Superficial."


def test_what_no_line_but_the_chart_tells_stands_in_it_once_unless_it_does_not_come():
    doors = chart("7-3", [{"effect": "only_if", "state": "before_bomb_run"}, {"table": "7-3.8"}])
    flap = chart("7-5.5", {"effect": "flap_out"}, "port wing")
    duct = chart("7-3.2", "none", title="Compressed air duct, by number of hits")
    void = event("no_effect", what="", missing="before_bomb_run")

    assert list(damage_words([doors, doors, flap, duct])) == [
        "Bomb bay doors hit.",
        "Port wing: flap out.",
        "Compressed air duct: hit 1, no effect yet.",
    ]
    assert list(damage_words([doors, void])) == ["Superficial."]


@pytest.mark.parametrize("damage", ["5-8", "5-8.regular"])
def test_a_volley_tells_its_hits_and_what_became_of_the_fighters(damage):
    bursts = [chart("5-7", "hit"), chart(damage, "damaged", WHO)] * 2 + [chart("5-7", "jam")]
    after = [event("gun", gun="tail_turret", state="jammed")]

    assert fire_in_short([*bursts, *after]) == (
        f"Our guns: 3 bursts, 2 hits. Tail turret: jammed. {WHO}: damaged twice."
    )
    assert fire_in_short([chart("5-7", "miss")] * 2) == "Our guns: 2 bursts, no hit."


def test_flak_fighters_that_come_again_and_masks_are_a_line_each():
    flak = [chart("6-3", "hit", "2 of 3"), chart("6-4", 2)]
    flak += [chart("6-5", "superficial"), chart("6-5", "nose"), chart("7-1", "superficial")]
    again = [chart("5-13", "9_low", WHO), event("fighter", type="tony", place="9_low")]
    masks = [chart("oxygen", "on_oxygen", "Pilot"), chart("oxygen", "roll", "Copilot")]
    masks += [chart("7-13", "x", "Copilot"), event("wound", man="copilot", level="light")]

    assert fire_in_short(flak) == "Flak, 2 of 3: 2 hits (1 on the nose). Superficial."
    assert fire_in_short(again) == f"The {WHO} comes again, from 9 o'clock low."
    assert fire_in_short(masks) == "On oxygen: Pilot and Copilot. Copilot: light wound."


def test_hits_on_the_same_part_are_told_together():
    more = (chart("5-11", "nose", "shell 2 of 2"), chart("5-12", 2, "nose"))
    tail = (chart("5-11", "tail", "shell 3 of 3"), chart("5-12", 3, "tail"))

    told = fire_in_short([*SHELLS, *more, *tail])

    assert told == f"{WHO} fires: 2 shells, 6 hits (4 on the tail and 2 on the nose). Superficial."


def test_a_fighter_damaged_more_often_than_three_times_is_told_so():
    bursts = [chart("5-7", "hit"), chart("5-8", "damaged", WHO)] * 4

    assert fire_in_short(bursts).endswith(f"{WHO}: damaged 4 times.")


def test_bursts_that_are_lost_are_told_by_their_number():
    lost = event("bursts_lost", gun="tail_turret", bursts=7)
    box = chart("7-7", {"effect": "lose_ammunition", "gun": "tail_turret", "boxes": "2d6"})

    assert list(damage_words([box, lost])) == ["Tail turret: 7 bursts lost."]


def test_men_who_are_hurt_or_treated_together_are_one_line_by_what_became_of_them():
    hurt = [
        *(chart("7-13", "light_wound", "pilot"), event("wound", man="pilot", level="light")),
        chart("7-13.a", "shaken", "pilot"),
        *(chart("7-13", "killed", "cfc"), event("wound", man="cfc", level="killed")),
        *(chart("7-13", "light_wound", "copilot"), event("wound", man="copilot", level="light")),
    ]
    treated = [chart("7-13.b", "dies", "pilot"), event("treated", man="pilot", result="dies")]

    assert fire_in_short(hurt) == (
        "Light wound: pilot and copilot; shaken: pilot; killed: central fire controller."
    )
    assert fire_in_short(treated) == "Dies: pilot."
    assert fire_in_short([*treated, event("debriefed")]) == ""


@pytest.mark.parametrize(
    "beyond",
    [
        event("section_fire", section="tail"),
        event("bail_out", cause="fire"),
        chart("8-4", "jumps", "Pilot"),
        chart("5-9", "miss", WHO),
        event("wound", step="Crew", man="pilot", level="light"),
    ],
)
def test_what_goes_beyond_damage_begins_another_line(beyond):
    assert fire_in_short([*SHELLS, beyond]) == ""


def test_a_miss_and_what_follows_it_are_no_hit():
    assert fire_in_short([chart("5-9", "miss", WHO), chart("7-14", "none")]) == ""
    assert fire_in_short([chart("6-3", "miss"), chart("6-3", "hit")]) == ""


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
