"""3.0 Campaign setup and 7.0 Debriefing."""

import pytest

from packs.wing_and_prayer.rules import (
    changing_crews,
    experience,
    post_mission,
    pre_mission,
    results,
    victory_points,
)
from packs.wing_and_prayer.state import Bomber, Level, MissionRecord
from tabletop_core import ALL_SEEING

from .conftest import DATA, GAME, carry_out, kinds, start, take_off


def campaign(name, **options):
    return GAME.start({"campaign": name, **options}, seed=1, data=DATA).play


def ends(play, procedure, *args, **how):
    carry_out(play, procedure, *args, **how)
    return play.outcome.kind


# ---------------------------------------------------------------------- 3.0

SETUPS = [
    ("short", 1, {"1942"}),
    ("late_war", 10, {"1942", "1943"}),
    ("short_1944", 14, {"1942", "1943", "1944"}),
    ("full", 1, {"1942"}),
]


@pytest.mark.parametrize(("name", "box", "years"), SETUPS)
def test_a_campaign_starts_in_its_box_with_the_cards_of_its_years(name, box, years):
    play = campaign(name)
    state = play.state
    cards = {*state.deck.cards, state.mission.card}

    assert state.box == box
    assert {DATA.mission_cards[card].target.year for card in cards} == years
    assert not any(DATA.mission_cards[card].red for card in cards)


def test_the_squadron_starts_with_twelve_b17f_a_crack_and_two_veteran_crews():
    state = campaign("short").state
    levels = [crew.level.value for crew in state.crews.values()]

    assert [one.kind for one in state.bombers.values()] == ["b17f"] * 12
    assert (levels.count("crack"), levels.count("veteran"), levels.count("green")) == (1, 2, 9)
    assert len(state.bomber_pool["b17g"]) == 12


def test_only_targets_of_the_manual_where_that_is_wanted():
    state = campaign("short_1944", targets="named").state

    assert len({*state.deck.cards, state.mission.card}) == 11


def test_a_second_set_of_bremen_cards_can_be_played_with():
    for sets in (1, 2):
        state = campaign("short_1944", bremen_sets=sets).state
        assert state.deck.count("bremen") + (state.mission.card == "bremen") == sets


# ---------------------------------------------------------------------- 7.1


def test_a_damaged_bomber_and_its_crew_are_separated_and_not_ready():
    play = start()
    take_off(play, 9)
    one = play.state.bombers["b17f-a"]
    one.damaged = True
    crew = one.crew

    carry_out(play, post_mission.clean_up_formation)

    assert (one.ready, one.crew, play.state.crews[crew].ready) == (False, "", False)
    assert play.state.bombers["b17f-b"].flew


def test_nobody_stands_on_the_formation_card_after_the_clean_up():
    play = start(commander=True)
    mission = take_off(play, 9)
    mission.commander = "b17f-a"

    carry_out(play, post_mission.clean_up_formation)

    assert not any(mission.formation)
    assert mission.commander == ""


def test_the_mission_card_goes_back_when_the_target_was_not_bombed():
    play = start()
    take_off(play, 9)
    before = play.state.deck.count("abbeville")

    carry_out(play, post_mission.clean_up_map)

    assert play.state.deck.count("abbeville") == before + 1


def test_a_red_card_takes_the_place_of_the_blue_one():
    play = start()
    mission = take_off(play, 9)
    mission.bombed, mission.returned_card = True, "abbeville_red"

    carry_out(play, post_mission.clean_up_map)

    assert play.state.deck.count("abbeville_red") == 1


# ---------------------------------------------------------------------- 7.2

LADDER = [
    (-10, -3), (-9, -2), (-5, -2), (-4, -1), (-1, -1), (0, 0), (2, 0), (3, 1), (4, 1), (5, 2),
    (7, 2), (8, 3), (20, 3),
]  # fmt: skip


@pytest.mark.parametrize(("mission", "adjustment"), LADDER)
def test_the_campaign_progress_ladder(mission, adjustment):
    play = campaign("short")
    play.state.mission.vp = mission

    carry_out(play, post_mission.determine_campaign_progress)

    assert play.state.campaign_vp == adjustment
    assert play.state.log[-1].campaign_vp == adjustment


def test_forty_campaign_points_win_at_once():
    play = campaign("full")
    play.state.campaign_vp = 38

    assert ends(play, victory_points.change_campaign_vp, 2, "test") == "spectacular_victory"
    assert play.outcome.winner == "squadron"


def test_minus_nineteen_campaign_points_lose_at_once():
    play = campaign("full")
    play.state.campaign_vp = -18

    assert ends(play, victory_points.change_campaign_vp, -1, "test") == "total_failure"
    assert play.outcome.winner is None


@pytest.mark.parametrize(
    ("name", "points", "kind"),
    [
        ("short", 10, "decisive_victory"),
        ("short", 9, "victory"),
        ("short", 4, "marginal_victory"),
        ("short", 2, "draw"),
        ("short", 1, "defeat"),
        ("full", 29, "victory"),
        ("full", 30, "decisive_victory"),
        ("late_war", 8, "marginal_victory"),
    ],
)
def test_campaign_success(name, points, kind):
    play = campaign(name)
    play.state.campaign_vp = points

    assert ends(play, post_mission.determine_campaign_success) == kind


# ---------------------------------------------------------------------- 7.3


def test_a_bomber_is_repaired_on_four_or_more():
    play = start()
    for name in ("b17f-a", "b17f-b"):
        play.state.bombers[name].ready = False
        play.state.bombers[name].damaged = True

    carry_out(play, post_mission.repair_bombers, dice=[3, 4])

    first, second = play.state.bombers["b17f-a"], play.state.bombers["b17f-b"]
    assert (first.ready, first.damaged) == (False, True)
    assert (second.ready, second.damaged) == (True, False)


def test_lost_bombers_are_replaced_by_the_column_of_the_year():
    play = start(mission=8)
    take_off(play, 9)
    for name in ("b17f-a", "b17f-b", "b17f-c"):
        carry_out(play, results.destroy_bomber, name)

    carry_out(play, post_mission.replace_bombers, dice=[2, 5, 6])

    new = list(play.state.bombers.values())[9:]
    assert [one.kind for one in new] == ["b17f", "b17g"]
    assert [play.state.crews[one.crew].level for one in new] == [Level.GREEN] * 2


# ---------------------------------------------------------------------- 7.4


def back_from_mission(level):
    play = start()
    one = play.state.bombers["b17f-a"]
    play.state.crews[one.crew].level = level
    one.flew = True
    return play, one


def test_a_green_crew_that_is_upgraded_becomes_a_named_veteran_crew():
    play = start()
    one = play.state.bombers["b17f-i"]
    one.flew = True
    name = play.state.crew_pool[0]

    carry_out(play, experience.check_experience, dice=[5, name])

    assert one.crew == name
    assert play.state.crews[name].level is Level.VETERAN
    assert name not in play.state.crew_pool


def test_a_veteran_crew_turns_to_its_crack_side():
    play, one = back_from_mission(Level.VETERAN)

    carry_out(play, experience.check_experience, dice=[6])

    assert play.state.crews[one.crew].level is Level.CRACK


def test_a_four_upgrades_nobody():
    play, one = back_from_mission(Level.VETERAN)

    carry_out(play, experience.check_experience, dice=[4])

    assert play.state.crews[one.crew].level is Level.VETERAN


def test_crews_that_stayed_at_home_gain_no_experience():
    play = start()

    carry_out(play, experience.check_experience)


def test_the_only_crew_that_can_be_upgraded_is_named_at_once():
    play = start()
    for crew in list(play.state.crews.values())[1:]:
        crew.level = Level.CRACK
    first = next(iter(play.state.crews))
    one = next(bomber for bomber in play.state.bombers.values() if bomber.crew == first)
    play.state.crews[one.crew].level = Level.VETERAN
    play.state.lady_luck = ["angel"]

    crews = list(play.state.crews)
    decision = next(experience.angel_upgrade(play, crews))
    assert decision.prompt.startswith(f"Upgrade the crew of {play.data.names[one.id]}, ")

    carry_out(play, experience.angel_upgrade, crews, answers=["angel"])
    assert play.state.crews[one.crew].level is Level.CRACK


def test_angel_on_my_side_upgrades_a_crew():
    play = start()
    play.state.lady_luck = ["angel"]
    one = play.state.bombers["b17f-a"]
    play.state.crews[one.crew].level = Level.VETERAN

    carry_out(play, experience.check_experience, answers=["angel", one.crew])

    assert play.state.crews[one.crew].level is Level.CRACK


def test_angel_on_my_side_upgrades_a_crew_at_the_debriefing_that_has_no_bomber():
    play = start()
    play.state.lady_luck = ["angel"]
    one = play.state.bombers["b17f-i"]
    green, one.crew = one.crew, ""
    play.state.crews[green].ready = False
    play.state.rescued[green] = 9
    name = play.state.crew_pool[0]

    carry_out(play, experience.check_experience, dice=[name], answers=["angel", green])

    assert green not in play.state.crews
    assert play.state.crews[name].level is Level.VETERAN
    assert not play.state.crews[name].ready
    assert play.state.rescued == {name: 9}


def test_angel_on_my_side_upgrades_before_take_off_a_crew_that_flies():
    play = start()
    play.state.lady_luck = ["angel"]
    nine = tuple(play.state.bombers)[:9]
    crew = play.state.bombers["b17f-c"].crew

    answers = ["choose", nine, "angel", crew]
    carry_out(play, pre_mission.assign_bombers, answers=answers)

    assert play.state.crews[crew].level is Level.CRACK
    assert play.state.mission.record.flyers[2].level == "crack"
    assert play.state.lady_luck == []


def test_before_take_off_no_upgrade_is_offered_to_crews_that_stay_at_home():
    play = start()
    play.state.lady_luck = ["angel"]
    play.state.crew_pool.clear()
    nine = tuple(play.state.bombers)[3:]
    levels = [
        play.state.crews[play.state.bombers[name].crew].level for name in ("b17f-b", "b17f-d")
    ]
    assert levels == [Level.VETERAN, Level.GREEN]

    carry_out(play, pre_mission.assign_bombers, answers=["choose", nine])

    assert play.state.lady_luck == ["angel"]


def test_a_crew_recovers_on_three_or_more():
    play = start()
    first, second = list(play.state.crews)[:2]
    play.state.crews[first].ready = play.state.crews[second].ready = False

    carry_out(play, changing_crews.recover_crews, dice=[2, 3])

    assert not play.state.crews[first].ready
    assert play.state.crews[second].ready


def test_ready_crews_change_bombers_freely():
    play = campaign("short")
    bombers = play.state.bombers
    bombers["b17f-i"].kind = "b17g"
    before = bombers["b17f-a"].crew, bombers["b17f-i"].crew

    answers = [f"{before[0]} b17f-i", "done"]
    carry_out(play, changing_crews.change_crews, answers=answers)

    assert (bombers["b17f-i"].crew, bombers["b17f-a"].crew) == before
    assert kinds(play).count("boards") == 1


def test_crew_changes_come_to_an_end_since_each_bomber_is_given_a_crew_once():
    play = campaign("short")
    for name in "defghijkl":
        play.state.bombers[f"b17f-{name}"].kind = "b17g"
    changed = []

    asked = changing_crews.change_crews(play)
    decision = next(asked)
    while decision is not None:
        answer = decision.options[0]
        changed.append(answer.split()[1])
        try:
            decision = asked.send(answer)
        except StopIteration:
            break

    assert len(changed) == len(set(changed)) > 3


def test_a_change_is_offered_only_where_it_matters_and_by_the_better_crew():
    play = campaign("short")
    crack, green = (play.state.bombers[name].crew for name in ("b17f-a", "b17f-d"))
    play.state.bombers["b17f-d"].kind = play.state.bombers["b17f-e"].kind = "b17g"

    ready, ranks = changing_crews.ready_bombers(play), changing_crews.crew_ranks(play)
    offered = list(changing_crews.changes(play, ready, ranks))

    assert f"{crack} b17f-d" in offered
    assert f"{green} b17f-a" not in offered
    assert f"{green} b17f-e" not in offered


def test_a_change_between_bombers_that_are_alike_is_not_offered():
    play = campaign("short")
    bombers = play.state.bombers
    crack = bombers["b17f-a"].crew
    ready, ranks = changing_crews.ready_bombers(play), changing_crews.crew_ranks(play)
    assert not list(changing_crews.changes(play, ready, ranks))

    bombers["b17f-d"].damaged = True
    offered = list(changing_crews.changes(play, ready, ranks))
    assert f"{crack} b17f-d" in offered
    assert f"{crack} b17f-e" not in offered


def test_nobody_changes_bombers_after_the_last_mission():
    play = campaign("short")
    play.state.flown = 4

    carry_out(play, changing_crews.change_crews)


def test_a_ready_crew_boards_a_bomber_that_has_none():
    play = campaign("short")
    one = play.state.bombers["b17f-d"]
    crew, one.crew = one.crew, ""

    carry_out(play, changing_crews.change_crews)

    assert one.crew == crew
    assert kinds(play)[-1] == "boards"


def test_a_ready_crew_may_leave_its_bomber_for_a_ready_one_that_has_no_crew():
    play = campaign("short")
    bombers = play.state.bombers
    bombers["b17f-a"].damaged = True
    crew = bombers["b17f-a"].crew
    del play.state.crews[bombers["b17f-d"].crew]
    bombers["b17f-d"].crew = ""

    carry_out(play, changing_crews.change_crews, answers=[f"{crew} b17f-d", "done"])

    assert (bombers["b17f-d"].crew, bombers["b17f-a"].crew) == (crew, "")
    assert kinds(play)[-1] == "boards"


def test_a_bomber_left_empty_can_be_given_another_crew():
    play = campaign("short")
    bombers = play.state.bombers
    bombers["b17f-d"].kind, bombers["b17f-b"].damaged = "b17g", True
    del play.state.crews[bombers["b17f-d"].crew]
    bombers["b17f-d"].crew = ""
    first, second = bombers["b17f-a"].crew, bombers["b17f-b"].crew
    answers = [f"{first} b17f-d", f"{second} b17f-a", "done"]

    carry_out(play, changing_crews.change_crews, answers=answers)

    there = [bombers[f"b17f-{letter}"].crew for letter in "dab"]
    assert there == [first, second, ""]


def test_spare_crews_board_whole_bombers_before_damaged_ones_and_later_types_before_first():
    play = campaign("short")
    bombers = play.state.bombers
    bombers["b17g-a"] = Bomber("b17g-a", "b17g")
    bombers["b17f-a"].damaged = True
    crack, veteran, _ = (bombers[name].crew for name in ("b17f-a", "b17f-b", "b17f-c"))
    green = bombers["b17f-d"].crew
    for name in "abd":
        bombers[f"b17f-{name}"].crew = ""

    carry_out(play, changing_crews.board_free_bombers)

    assert [bombers[name].crew for name in ("b17g-a", "b17f-b", "b17f-d", "b17f-a")] == [
        crack, veteran, green, ""
    ]  # fmt: skip


def test_nothing_is_asked_where_all_crews_are_alike():
    play = campaign("short")
    play.state.bombers["b17f-b"].kind = "b17g"
    for crew in play.state.crews.values():
        crew.level = Level.GREEN

    carry_out(play, changing_crews.change_crews)

    play.state.crews[play.state.bombers["b17f-a"].crew].level = Level.VETERAN
    assert next(changing_crews.change_crews(play)).options[-1] == "done"


def test_two_players_are_asked_even_where_nothing_differs():
    play = campaign("short", players=2)
    for crew in play.state.crews.values():
        crew.level = Level.GREEN

    assert next(changing_crews.change_crews(play)).options[-1] == "done"


# ---------------------------------------------------------------------- 7.5


def at_debriefing(name, **options):
    play = campaign(name, **options)
    play.state.log.append(MissionRecord(play.state.box, "abbeville"))
    return play


PROGRESS = [
    ([1, 1], {"me262_early": True}),
    ([2, 2], {"campaign_vp": -1}),
    ([3, 3], {"campaign_vp": 0}),
    ([5, 5], {"campaign_vp": 1}),
    ([5, 6], {"box": 11}),
    ([6, 6], {"p51_early": True}),
]


@pytest.mark.parametrize(("dice", "changes"), PROGRESS)
def test_war_progress_events(dice, changes):
    play = at_debriefing("late_war")

    carry_out(play, post_mission.check_war_progress, dice=dice)

    assert {name: getattr(play.state, name) for name in changes} == changes


def test_p51s_do_not_arrive_early_after_mission_twelve():
    play = at_debriefing("short_1944")

    carry_out(play, post_mission.check_war_progress, dice=[6, 6])

    assert not play.state.p51_early
    assert kinds(play)[-1] == "no_effect"


@pytest.mark.parametrize("dice", [[1, 1], [6, 6]])
def test_early_aircraft_have_no_effect_if_rolled_again(dice):
    play = at_debriefing("late_war")
    carry_out(play, post_mission.check_war_progress, dice=dice)
    assert kinds(play)[-1] != "no_effect"

    carry_out(play, post_mission.check_war_progress, dice=dice)

    assert kinds(play)[-1] == "no_effect"


def test_the_mission_log_counts_the_campaign_points_of_war_progress():
    play = at_debriefing("late_war")

    carry_out(play, post_mission.check_war_progress, dice=[5, 5])

    assert play.state.log[-1].campaign_vp == play.state.campaign_vp == 1
    sheet = GAME.log_sheet(play, ALL_SEEING)
    assert "- War progress: the Allies advance, +1 campaign point" in sheet
    assert "- Campaign victory points after the mission: 1" in sheet


# ---------------------------------------------------------------------- 7.6


def test_the_short_campaign_ends_after_five_missions():
    play = campaign("short")
    for _ in range(4):
        carry_out(play, post_mission.check_end_of_game)

    assert ends(play, post_mission.check_end_of_game) == "defeat"


def test_a_campaign_ends_at_the_end_of_the_track():
    play = campaign("full")
    play.state.box = 25
    play.state.flown = 22

    assert ends(play, post_mission.check_end_of_game) == "draw"


def test_a_single_mission_ends_with_its_own_success():
    play = start()
    play.state.log.append(MissionRecord(4, "abbeville", vp=8, result="major success"))
    play.state.campaign_vp = 3

    assert ends(play, post_mission.determine_campaign_success) == "major_success"
    assert play.outcome.winner == "squadron"
    assert play.outcome.scores == {"squadron": 8}


@pytest.mark.parametrize(
    ("result", "vp", "campaign_vp", "winner"),
    [
        ("successful mission", 3, -1, "squadron"),
        ("minimal success", 1, 1, None),
        ("minor failure", -2, 1, "luftwaffe"),
    ],
)
def test_a_single_mission_is_judged_by_its_own_points_alone(result, vp, campaign_vp, winner):
    play = start(players=2)
    play.state.log.append(MissionRecord(10, "abbeville", vp=vp, result=result))
    play.state.campaign_vp = campaign_vp

    ends(play, post_mission.determine_campaign_success)

    assert play.outcome.winner == winner
    assert play.outcome.is_draw == (winner is None)
    assert play.outcome.scores == {"squadron": vp, "luftwaffe": -vp}
