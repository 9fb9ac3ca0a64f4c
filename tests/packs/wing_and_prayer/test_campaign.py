"""3.0 Campaign setup and 7.0 Debriefing."""

from packs.wing_and_prayer.rules import (
    changing_crews,
    experience,
    post_mission,
    results,
)
from packs.wing_and_prayer.state import Bomber, Level, MissionRecord
from tabletop_core import ALL_SEEING

from .conftest import DATA, GAME, at_level, bomber, carry_out, cases, fly, kinds, levels, start
from .scenes import play_scene, scenes


def campaign(name, **options):
    return GAME.start({"campaign": name, **options}, seed=1, data=DATA).play


def ends(play, procedure, *args, **how):
    carry_out(play, procedure, *args, **how)
    return play.outcome.kind


# ---------------------------------------------------------------------- 3.0


@cases("""
name       | box | years
short      | 1   | 1942
late_war   | 10  | 1942 1943
short_1944 | 14  | 1942 1943 1944
full       | 1   | 1942
""")
def test_a_campaign_starts_in_its_box_with_the_cards_of_its_years(name, box, years):
    play = campaign(name)
    state = play.state
    cards = {*state.deck.cards, state.mission.card}

    assert state.box == box
    assert {DATA.mission_cards[card].target.year for card in cards} == set(str(years).split())
    assert not any(DATA.mission_cards[card].red for card in cards)


@cases("""
option      | value | card   | found
targets     | named | any    | 11
bremen_sets | 1     | bremen | 1
bremen_sets | 2     | bremen | 2
""")
def test_the_deck_has_only_targets_of_the_manual_or_more_of_bremen(option, value, card, found):
    state = campaign("short_1944", **{option: value}).state
    cards = [*state.deck.cards, state.mission.card]

    assert (cards.count(card) if card != "any" else len(set(cards))) == found


def test_the_squadron_starts_with_twelve_b17f_a_crack_and_two_veteran_crews():
    play = campaign("short")
    state = play.state

    assert [one.kind for one in state.bombers.values()] == ["b17f"] * 12
    assert levels(play, "abcdefghijkl") == "crack veteran veteran" + " green" * 9
    assert len(state.bomber_pool["b17g"]) == 12


# ---------------------------------------------------------------------- 7.1


def test_nobody_stands_on_the_formation_card_after_the_clean_up():
    play = fly(commander=True)
    mission = play.state.mission
    mission.commander = "b17f-a"

    carry_out(play, post_mission.clean_up_formation)

    assert not any(mission.formation)
    assert mission.commander == ""


# ---------------------------------------------------------------------- 7.2

LADDER = [
    (-10, -3), (-9, -2), (-5, -2), (-4, -1), (-1, -1), (0, 0), (2, 0), (3, 1), (4, 1), (5, 2),
    (7, 2), (8, 3), (20, 3),
]  # fmt: skip


def test_the_campaign_progress_ladder():
    moved = []
    for vp, _ in LADDER:
        play = campaign("short")
        play.state.mission.vp = vp
        carry_out(play, post_mission.determine_campaign_progress)
        assert play.state.log[-1].campaign_vp == play.state.campaign_vp
        moved.append((vp, play.state.campaign_vp))

    assert moved == LADDER


@cases("""
name     | points | kind
short    | 10     | decisive_victory
short    | 9      | victory
short    | 4      | marginal_victory
short    | 2      | draw
short    | 1      | defeat
full     | 29     | victory
full     | 30     | decisive_victory
late_war | 8      | marginal_victory
""")
def test_campaign_success(name, points, kind):
    play = campaign(name)
    play.state.campaign_vp = points

    assert ends(play, post_mission.determine_campaign_success) == kind


# ---------------------------------------------------------------------- 7.3


def test_lost_bombers_are_replaced_by_the_column_of_the_year():
    play = fly(mission=8)
    for letter in "abc":
        carry_out(play, results.destroy_bomber, f"b17f-{letter}")

    carry_out(play, post_mission.replace_bombers, dice=[2, 5, 6])

    new = list(play.state.bombers.values())[9:]
    assert [one.kind for one in new] == ["b17f", "b17g"]
    assert [play.state.crews[one.crew].level for one in new] == [Level.GREEN] * 2


# ---------------------------------------------------------------------- 7.4


def test_the_only_crew_that_can_be_upgraded_is_named_at_once():
    play = fly(luck="angel")
    for letter in "abcdefghijkl":
        at_level(play, letter, "veteran" if letter == "c" else "crack")

    crews = list(play.state.crews)
    decision = next(experience.angel_upgrade(play, crews))
    assert decision.prompt.startswith("Upgrade the crew of B-17F C, ")

    carry_out(play, experience.angel_upgrade, crews, answers=["angel"])
    assert levels(play, "c") == "crack"


def test_angel_on_my_side_upgrades_a_crew_at_the_debriefing_that_has_no_bomber():
    play = fly(luck="angel")
    one = bomber(play, "i")
    green, one.crew = one.crew, ""
    play.state.crews[green].ready = False
    play.state.rescued[green] = 9
    name = play.state.crew_pool[0]

    carry_out(play, experience.check_experience, dice=[name], answers=["angel", green])

    assert green not in play.state.crews
    assert play.state.crews[name].level is Level.VETERAN
    assert not play.state.crews[name].ready
    assert play.state.rescued == {name: 9}


def aboard(play, letters):
    return [bomber(play, letter).crew for letter in letters]


def test_crew_changes_come_to_an_end_since_each_bomber_is_given_a_crew_once():
    play = campaign("short")
    for letter in "defghijkl":
        bomber(play, letter).kind = "b17g"
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


def offered(play):
    ready, ranks = changing_crews.ready_bombers(play), changing_crews.crew_ranks(play)
    return list(changing_crews.changes(play, ready, ranks))


def test_a_change_is_offered_only_where_it_matters_and_by_the_better_crew():
    play = campaign("short")
    crack, green = aboard(play, "ad")
    bomber(play, "d").kind = bomber(play, "e").kind = "b17g"

    assert f"{crack} b17f-d" in offered(play)
    assert not {f"{green} b17f-a", f"{green} b17f-e"} & set(offered(play))


def test_a_change_between_bombers_that_are_alike_is_not_offered():
    play = campaign("short")
    (crack,) = aboard(play, "a")
    assert not offered(play)

    bomber(play, "d").damaged = True
    assert f"{crack} b17f-d" in offered(play)
    assert f"{crack} b17f-e" not in offered(play)


def test_spare_crews_board_whole_bombers_before_damaged_ones_and_later_types_before_first():
    play = campaign("short")
    bombers = play.state.bombers
    later = bombers["b17g-a"] = Bomber("b17g-a", "b17g")
    bomber(play, "a").damaged = True
    crack, veteran, green = aboard(play, "abd")
    for letter in "abd":
        bomber(play, letter).crew = ""

    carry_out(play, changing_crews.board_free_bombers)

    assert [later.crew, *aboard(play, "bda")] == [crack, veteran, green, ""]


# ---------------------------------------------------------------------- 7.5


def at_debriefing(name, **options):
    play = campaign(name, **options)
    play.state.log.append(MissionRecord(play.state.box, "abbeville"))
    return play


@cases("""
name       | dice | field       | value
late_war   | 1 1  | me262_early | True
late_war   | 2 2  | campaign_vp | -1
late_war   | 3 3  | campaign_vp | 0
late_war   | 5 5  | campaign_vp | 1
late_war   | 5 6  | box         | 11
late_war   | 6 6  | p51_early   | True
short_1944 | 6 6  | p51_early   | False
""")
def test_war_progress_events(name, dice, field, value):
    """P-51s do not arrive early after mission twelve."""
    play = at_debriefing(name)

    carry_out(play, post_mission.check_war_progress, dice=dice)

    assert str(getattr(play.state, field)) == str(value)
    assert (kinds(play)[-1] == "no_effect") is (value == "False")


def test_early_aircraft_have_no_effect_if_rolled_again():
    for dice in ([1, 1], [6, 6]):
        play = at_debriefing("late_war")
        for has_effect in (True, False):
            carry_out(play, post_mission.check_war_progress, dice=dice)
            assert (kinds(play)[-1] != "no_effect") is has_effect


def test_the_mission_log_counts_the_campaign_points_of_war_progress():
    play = at_debriefing("late_war")

    carry_out(play, post_mission.check_war_progress, dice=[5, 5])

    assert play.state.log[-1].campaign_vp == play.state.campaign_vp == 1
    sheet = GAME.look.log_sheet(play, ALL_SEEING)
    assert "- War progress: the Allies advance, +1 campaign point" in sheet
    assert "- Campaign victory points after the mission: 1" in sheet


# ---------------------------------------------------------------------- 7.6


@cases("""
result             | vp | players | campaign_vp | winner
major success      | 8  | 1       | 3           | squadron
successful mission | 3  | 2       | -1          | squadron
minimal success    | 1  | 2       | 1           |
minor failure      | -2 | 2       | 1           | luftwaffe
""")
def test_a_single_mission_is_judged_by_its_own_points_alone(
    result, vp, players, campaign_vp, winner
):
    play = start(players=players)
    play.state.log.append(MissionRecord(10, "abbeville", vp=vp, result=result))
    play.state.campaign_vp = campaign_vp

    assert ends(play, post_mission.determine_campaign_success) == result.replace(" ", "_")
    assert (play.outcome.winner or "") == winner
    assert play.outcome.is_draw == (not winner)
    assert play.outcome.scores == dict([("squadron", vp), ("luftwaffe", -vp)][:players])


@scenes("""
forty campaign points win at once
    start campaign=full -> set campaign_vp=38 -> victory_points.change_campaign_vp 2 test
    outcome spectacular_victory, squadron wins
minus nineteen campaign points lose at once
    start campaign=full -> set campaign_vp=-18 -> victory_points.change_campaign_vp -1 test
    outcome total_failure, nobody wins
a bomber is repaired on four or more
    start -> set a.ready=False a.damaged=True b.ready=False b.damaged=True
    post_mission.repair_bombers : 3 4 -> state a.ready False -> state a.damaged True
    state b.ready True -> state b.damaged False
a green crew that is upgraded becomes a named veteran crew
    start -> set i.flew=True crew_pool=[hells_angels]
    experience.check_experience : 5 hells_angels
    state i.crew hells_angels -> levels i veteran -> state crew_pool []
a four upgrades nobody
    start -> set b.flew=True -> experience.check_experience : 4 -> levels b veteran
a veteran crew turns to its crack side on a five
    start -> set b.flew=True -> experience.check_experience : 5 -> levels b crack
a veteran crew turns to its crack side on a six
    start -> set b.flew=True -> experience.check_experience : 6 -> levels b crack
crews that stayed at home gain no experience
    start -> experience.check_experience
a crew recovers on three or more
    start -> set crew:a.ready=False crew:b.ready=False -> changing_crews.recover_crews : 2 3
    state crew:a.ready False -> state crew:b.ready True
a damaged bomber and its crew are separated and not ready
    fly hurt=a -> post_mission.clean_up_formation -> state b.flew True
    state a.ready False -> state a.crew -> state crews.iron_duchess.ready False
the mission card goes back when the target was not bombed
    fly -> returned abbeville 0 -> post_mission.clean_up_map -> returned abbeville 1
a red card takes the place of the blue one
    fly -> set mission.bombed=True mission.returned_card=abbeville_red
    post_mission.clean_up_map -> returned abbeville_red 1 -> returned abbeville 0
Angel on my Side upgrades a crew
    fly luck=angel -> experience.check_experience : : angel memphis_belle -> levels b crack
Angel on my Side upgrades before take-off a crew that flies
    start -> set lady_luck=[angel] -> pre_mission.assign_bombers : : best angel miss_daybreak
    levels c crack -> became -> luck
before take-off no upgrade is offered to crews that stay at home
    start -> set lady_luck=[angel] crew_pool=[] a.ready=False b.ready=False c.ready=False
    levels bd veteran green -> pre_mission.assign_bombers : : best -> luck angel
ready crews change bombers freely
    start campaign=short -> set i.kind=b17g
    changing_crews.change_crews : : iron_duchess,b17f-i done
    state i.crew iron_duchess -> state a.crew green-6 -> kinds boards 1
a ready crew boards a bomber that has none
    start campaign=short -> set d.crew= -> changing_crews.change_crews
    state d.crew green-1 -> kind boards
a ready crew may leave its bomber for a ready one that has no crew
    start campaign=short -> set a.damaged=True d.crew= crews.green-1.ready=False
    changing_crews.change_crews : : iron_duchess,b17f-d done
    state d.crew iron_duchess -> state a.crew -> kind boards
a bomber left empty can be given another crew
    start campaign=short -> set d.kind=b17g b.damaged=True d.crew= crews.green-1.ready=False
    changing_crews.change_crews : : iron_duchess,b17f-d memphis_belle,b17f-a done
    state d.crew iron_duchess -> state a.crew memphis_belle -> state b.crew
nothing is asked where all crews are alike
    start campaign=short -> set b.kind=b17g
    set crew:a.level=Level.GREEN crew:b.level=Level.GREEN crew:c.level=Level.GREEN
    changing_crews.change_crews -> set crew:a.level=Level.VETERAN
    ask changing_crews.change_crews -> label done all stay where they are
two players are asked even where nothing differs
    start campaign=short players=2 target=drawn
    set crew:a.level=Level.GREEN crew:b.level=Level.GREEN crew:c.level=Level.GREEN
    ask changing_crews.change_crews -> label done all stay where they are
nobody changes bombers after the last mission
    start campaign=short -> set flown=4 -> changing_crews.change_crews
the short campaign ends after five missions
    start campaign=short -> post_mission.check_end_of_game -> post_mission.check_end_of_game
    post_mission.check_end_of_game -> post_mission.check_end_of_game -> state flown 4
    post_mission.check_end_of_game -> outcome defeat, nobody wins
a campaign ends at the end of the track
    start campaign=full -> set box=25 flown=22 -> post_mission.check_end_of_game
    outcome draw, nobody wins
""")
def test_what_a_campaign_comes_to(scene):
    play_scene(scene)
