"""Movement, Disengage, Withdraw, Landing, Reconnaissance, p. 9-11."""

import pytest

from packs.squadron_303.questions.board import neighbours
from packs.squadron_303.rules.movement import (
    cost_to_leave,
    may_withdraw,
    movement,
    next_move,
    reachable,
    reconnaissance,
)
from packs.squadron_303.state import Status


def test_disengaging_yellow_uses_a_token_and_one_point_and_has_three_left(table):
    table.card("c03", move=3)
    yellow = table.fly("yellow", "urbanowicz", "B5", "c03", tokens=1)
    for _ in range(4):
        table.plane("bf109", "B5")

    assert cost_to_leave(table.play, "B5", yellow.tokens) == 1 + 1
    left = reachable(table.play, yellow, 1 + 3)
    assert left["B3"] == 3 - 1
    assert left["B1"] == 1
    assert left["biggin_hill"] == 1

    table.run(next_move, [yellow], answers=("yellow land:biggin_hill",))
    assert (yellow.area, yellow.landed) == ("biggin_hill", True)


def test_german_planes_with_tokens_do_not_count_for_disengaging(table):
    table.fly("yellow", "urbanowicz", "B5")
    table.plane("bf109", "B5")
    table.plane("bf109", "B5", markers=1)

    assert cost_to_leave(table.play, "B5", 0) == 1


def test_odd_planes_are_rounded_down_when_disengaging(table):
    for _ in range(3):
        table.plane("he111", "B5")

    assert cost_to_leave(table.play, "B5", 0) == 1 + 1


def test_free_move_is_one_area_and_landing_takes_a_point(table):
    blue = table.fly("blue", "zumbach", "A3")

    assert "biggin_hill" in reachable(table.play, blue, 1)
    table.run(next_move, [blue], answers=("blue biggin_hill",))
    assert not blue.landed
    assert "land:biggin_hill" not in table.prompts


def test_damage_to_the_engine_takes_the_free_move(table):
    blue = table.fly("blue", "zumbach", "A3", damage=["no_free_move"])

    table.run(next_move, [blue])

    assert blue.area == "A3"


def test_ferics_ability_gives_a_second_free_area(table):
    blue = table.fly("blue", "feric", "A3", declared=True)

    table.run(next_move, [blue], answers=("blue land:biggin_hill",))

    assert blue.landed


def test_another_pilot_flies_ferics_extra_area_for_a_medal(table):
    blue = table.fly("blue", "zumbach", "A3")
    table.fly("yellow", "feric", "A1")
    table.state.pilots["zumbach"].medals = 1

    table.state.fighters["yellow"].moved = True

    table.run(movement, answers=("blue medal", "blue land:biggin_hill"))

    assert blue.landed
    assert table.state.pilots["zumbach"].medals == 0


def test_unused_tokens_are_discarded_at_the_end_of_movement(table):
    blue = table.fly("blue", "zumbach", "A3", tokens=2)

    table.run(movement, answers=("blue stay",))

    assert blue.tokens == 0


def test_withdrawing_costs_a_medal_and_takes_the_pilot_out_of_the_scenario(table):
    blue = table.fly("blue", "zumbach", "B5", damage=["no_extra"], was_in_combat=True)
    table.state.pilots["zumbach"].medals = 1
    german = table.plane("bf109", "B5")

    table.run(movement, answers=("blue withdraw",))

    assert table.state.pilots["zumbach"].status is Status.WITHDRAWN
    assert (blue.pilot, blue.area, blue.damage) == ("", "northolt", [])
    assert german.area == "B5"


def test_who_takes_over_the_plane_of_a_withdrawn_pilot_has_nothing_of_his_fight(table):
    blue = table.fly("blue", "zumbach", "B5", tokens=2, fought=True, was_in_combat=True)
    table.state.pilots["zumbach"].medals = 1

    table.run(movement, answers=("blue withdraw",))

    assert (blue.tokens, blue.fought) == (0, False)


def test_nobody_withdraws_who_did_not_fight_last_turn(table):
    table.fly("blue", "zumbach", "B5")
    table.state.pilots["zumbach"].medals = 1

    table.run(movement, answers=("blue stay",))

    assert not may_withdraw(table.play, table.state.fighters["blue"])


def hidden(table):
    squadron = table.squadron("II", "B8", "B7", "B5", hidden=True)
    squadron.face_down = {"fighters": 0, "bombers": 1}
    table.state.bomber_cards.mix_in(["d34"])
    return squadron


def test_reconnaissance_reveals_a_squadron_next_door_for_two_maneuver_cards(table):
    squadron = hidden(table)
    table.card("c01", symbol="maneuver")
    table.card("c02", symbol="maneuver")
    blue = table.fly("blue", "zumbach", "B7", "c01", "c02")
    table.script("d34")

    table.run(reconnaissance, blue, answers=("yes",))

    assert not squadron.hidden
    assert blue.cards == []
    assert table.events("scouted")[0]["names"] == "Deflection shot 01 and Deflection shot 02"
    assert blue.scouted
    assert len(table.state.planes) == table.play.data.deployment["d34"].planes


def test_who_has_more_maneuver_cards_than_needed_may_reveal_a_squadron_too(table):
    hidden(table)
    cards = [table.card(name, symbol="maneuver") for name in ("c01", "c02", "c03")]
    blue = table.fly("blue", "zumbach", "B7", *cards)

    decision = next(reconnaissance(table.play, blue))

    assert decision.prompt.startswith("Blue: play 2 Maneuver cards to reveal squadron II")


def test_entering_the_area_of_a_hidden_squadron_reveals_it_and_bars_attacks(table):
    squadron = hidden(table)
    blue = table.fly("blue", "zumbach", "B7")
    table.script("d34")

    table.run(next_move, [blue], answers=("blue B8",))

    assert not squadron.hidden
    assert blue.scouted


def test_a_plane_that_enters_a_hidden_squadrons_area_on_its_way_finds_it_and_flies_on(table):
    squadron = hidden(table)
    blue = table.fly("blue", "zumbach", "B6", "c01")
    table.card("c01", move=3)
    table.script("d34")

    table.run(next_move, [blue], answers=("blue B8", "c01", "A8"))

    assert not squadron.hidden
    assert (blue.area, blue.scouted) == ("A8", True)


def test_a_plane_that_plays_no_card_for_the_way_on_stays_with_what_it_has_found(table):
    hidden(table)
    blue = table.fly("blue", "zumbach", "B7", "c01")
    table.card("c01", move=3)
    table.script("d34")

    table.run(next_move, [blue], answers=("blue B8", "none"))

    assert (blue.area, blue.cards) == ("B8", ["c01"])


def test_a_plane_that_flies_on_must_break_away_from_what_it_has_found(table):
    hidden(table)
    blue = table.fly("blue", "zumbach", "B6", "c01", tokens=3)
    table.card("c01", move=1)
    table.script("d34")

    table.run(next_move, [blue], answers=("blue B8", "c01"))

    assert blue.area == "B8"
    assert table.events("must_stay")[0]["cost"] == 2


def test_no_way_leads_past_a_hidden_squadron_unseen(table):
    blue = table.fly("blue", "zumbach", "northolt")
    assert reachable(table.play, blue, 3)["biggin_hill"] == 1

    hidden(table).area = "london"

    assert reachable(table.play, blue, 3)["biggin_hill"] == 0


def test_a_plane_that_takes_off_below_a_hidden_squadron_finds_it_and_flies_on(table):
    squadron = hidden(table)
    squadron.area = "biggin_hill"
    blue = table.fly("blue", "zumbach", "biggin_hill", "c01", landed=True)
    table.card("c01", move=3)
    table.script("d34")

    table.run(next_move, [blue], answers=("blue biggin_hill", "c01", "A5"))

    assert (blue.area, blue.scouted, squadron.hidden) == ("A5", True, False)


def test_a_plane_that_lands_below_a_hidden_squadron_finds_it_and_stays(table):
    squadron = hidden(table)
    squadron.area = "biggin_hill"
    blue = table.fly("blue", "zumbach", "A5", "c01")
    table.card("c01", move=3)
    table.script("d34")

    table.run(next_move, [blue], answers=("blue land:biggin_hill",))

    assert (blue.area, blue.landed, squadron.hidden) == ("biggin_hill", True, False)


def test_a_plane_may_take_off_and_stay_over_its_airfield(table):
    blue = table.fly("blue", "zumbach", "biggin_hill", landed=True, damage=["no_free_move"])

    table.run(next_move, [blue], answers=("blue biggin_hill",))

    assert (blue.area, blue.landed) == ("biggin_hill", False)


def options_of(asking):
    decision = next(asking)
    return decision.prompt, {name: decision.label_of(name) for name in decision.options}


def test_the_price_of_breaking_away_is_told_with_the_card_and_with_each_area(table):
    table.card("c03", move=3)
    blue = table.fly("blue", "zumbach", "A5", "c03")
    for _ in range(4):
        table.plane("bf109", "A5")

    prompt, moves = options_of(next_move(table.play, [blue]))

    assert "movement 1 and up to 3 more with a card" in prompt
    assert "movement 3 (2 of it for breaking away), with a card of 2 or more" in moves["blue A3"]


def test_landing_tells_the_price_of_breaking_away_too(table):
    table.card("c03", move=3)
    blue = table.fly("blue", "zumbach", "A5", "c03")
    for _ in range(2):
        table.plane("bf109", "A5")

    _, moves = options_of(next_move(table.play, [blue]))

    assert "(1 of it for breaking away)" in moves["blue land:biggin_hill"]


@pytest.mark.parametrize(("number", "landing"), [(1, ()), (2, ("blue", "biggin_hill"))])
def test_who_touches_a_plane_has_not_said_that_it_stays_where_it_is(table, number, landing):
    fighters = [
        table.fly(colour, name, "biggin_hill")
        for colour, name in (("blue", "zumbach"), ("yellow", "feric"))
    ]

    asked = next(next_move(table.play, fighters[:number]))

    assert asked.targets_of("blue stay") == ()
    assert asked.targets_of("blue land:biggin_hill") == landing
    assert asked.targets_of("blue A5")[-1] == "A5"


def test_a_plane_that_cannot_pay_for_breaking_away_stays_and_is_told_why(table):
    blue = table.fly("blue", "zumbach", "A5")
    for _ in range(2):
        table.plane("bf109", "A5")

    table.run(next_move, [blue])

    assert blue.area == "A5"
    (told,) = table.events("must_stay")
    assert (told["cost"], told["points"]) == (2, 1)


def test_who_would_lose_the_scenario_by_withdrawing_is_told_so(table):
    table.fly("blue", "zumbach", "B5", was_in_combat=True)
    table.state.pilots["zumbach"].medals = 1
    table.state.fighters["yellow"].moved = True
    table.state.pilots["feric"].status = Status.RESERVE

    _, options = options_of(movement(table.play))

    assert options["blue withdraw"].endswith("so the Scenario is lost")


def test_an_ace_that_is_only_flown_through_stays_face_down(table):
    blue = table.fly("blue", "zumbach", "B6", "c01")
    table.card("c01", move=3)
    for number, area in enumerate(neighbours(table.play, "B6")):
        table.plane("bf109", area, f"s{number}", ace_kind="fighter")

    table.run(next_move, [blue], answers=("blue B7",))

    assert blue.area == "B7"
    assert {plane.ace for plane in table.state.planes.values()} == {""}


def test_an_ace_is_turned_up_where_the_move_ends(table):
    blue = table.fly("blue", "zumbach", "B7")
    plane = table.plane("bf109", "B8", ace_kind="fighter")
    table.script("keen")

    table.run(next_move, [blue], answers=("blue B8",))

    assert plane.ace == "keen"
