"""13.0 and 14.0 The two-player game."""

import pytest

from packs.wing_and_prayer.bots import controller
from packs.wing_and_prayer.determinize import determinize_for
from packs.wing_and_prayer.questions.formation import in_element
from packs.wing_and_prayer.rules import (
    air_combat,
    attacks_on_bombers,
    bombing_run,
    changing_crews,
    events,
    experience,
    post_mission,
    pre_mission,
    results,
    routes,
    two_player,
)
from packs.wing_and_prayer.rules.attacks_on_bombers import Aim, target_label
from packs.wing_and_prayer.state import Level
from tabletop_core import Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.chance import Seeded

from .conftest import (
    DATA,
    GAME,
    bomber,
    carry_out,
    duel,
    fly,
    interceptors,
    start,
    start_match,
)
from .scenes import play_scene, scenes

SQUADRON, LUFTWAFFE = "squadron", "luftwaffe"


# ---------------------------------------------------------------------- 13.1


def test_german_resources_fall_with_the_squadrons_campaign_points():
    had = []
    for points in (0, 25):
        play = duel()
        play.state.campaign_vp = points
        carry_out(play, two_player.roll_german_resources, dice=[4, 4])
        german = play.state.mission.german
        had.append((sum(german.fighters.values()), sum(german.flak.values())))

    (fighters, flak), (fewer_fighters, more_flak) = had
    assert fighters > fewer_fighters
    assert flak < more_flak


def test_me_262s_fly_from_1944_on_only():
    for mission, kinds in ((4, 0), (20, 1)):
        play = duel(mission=mission)
        carry_out(play, two_player.roll_german_resources, dice=[3, 4])
        assert ("me262" in play.state.mission.german.fighters) == kinds


# ---------------------------------------------------------------------- 13.2


def test_where_flak_counters_can_be_used():
    boxes = ("eng_e", "chan", "picardy", "rv_pas", "meaulte", "abbeville")

    used = {box: " ".join(two_player.flak_choices(duel(box=box))) for box in boxes}

    assert used == {
        "eng_e": "", "chan": "", "picardy": "light", "rv_pas": "light",
        "meaulte": "light heavy", "abbeville": "light heavy",
    }  # fmt: skip


# ---------------------------------------------------------------------- 13.3 and 13.4


def test_an_interception_succeeds_near_england_on_five_or_less_and_over_it_not_at_all():
    found = [carry_out(duel(), two_player.finds_formation, dice=dice) for dice in ([2, 3], [3, 3])]

    assert found == [True, False]
    assert not two_player.can_intercept(duel(box="eng_e"))


def test_the_german_player_aims_at_the_bombers_of_his_choice():
    play = duel()
    wave = interceptors(play, "me109", "fw190")

    aims = carry_out(play, attacks_on_bombers.select_bombers, wave, answers=["b17f-g", "b17f-a"])

    assert [aim.bomber for aim in aims] == ["b17f-g", "b17f-a"]


def test_no_interception_is_checked_in_a_turn_in_which_an_event_has_brought_fighters():
    play = duel()
    assert two_player.can_intercept(play)

    carry_out(play, events.enemy_fighters, dice=[1], answers=[("me109-1",)])

    assert not two_player.can_intercept(play)


def test_a_flak_counter_can_be_used_over_the_target_besides_the_guns_of_its_card():
    play = duel(number=3, box="abbeville")
    assert two_player.can_use_flak(play)
    card = play.data.tables["combat"].result(18, 3)

    carry_out(play, two_player.german_flak, dice=[1] * 3 * 5, answers=["heavy"])
    carry_out(play, bombing_run.approach_flak, dice=[1] * 3 * card)


@scenes("""
flak counters and fighters are offered with their numbers
    duel -> ask two_player.german_flak -> label heavy heavy flak (15)
    ask two_player.send_interceptors 4 -> label fw190-1 FW-190 4/3/3
a flak counter is used up
    duel 3 -> two_player.german_flak : 1 1 1 1 1 1 1 1 1 : light
    state mission.german.flak {'light': 0, 'heavy': 1}
the German player chooses his fighters
    duel -> two_player.german_interception : 1 1 3 : intercept (fw190-1,me109-2)
    interceptors fw190 me109 -> state mission.german.fighters {'me109': 2, 'fw190': 0}
after a successful interception nobody need be sent
    duel -> two_player.german_interception : 1 1 6 : intercept ()
    interceptors -> fact why the interceptors stay on the ground
    state mission.german.fighters {'me109': 3, 'fw190': 1}
where one fighter may be sent no order is asked for
    duel -> set mission.german.fighters.me109=1 mission.german.fighters.fw190=0
    ask two_player.send_interceptors 3 -> most 1 -> in_order False
the prompt tells what an ace adds, and his roll all types of the group
    duel foes=me109,fw190 -> ask air_combat.place_enemy_aces : 5 lindner
    prompt Which interceptor does Maj. Otto Lindner (+2 air combat, +1 performance) fly?
    event look_up why Me-109, FW-190
whose wingman a fighter is is asked with the opponents
    duel mine=p47,p47 post=Post.COMBAT foes=me109,me109,me109 -> ask engagements.position_fighters
    prompt Whose wingman is Me-109 i3? -> label i2 Me-109 i2 against P-47 e2
the German player places his aces
    duel foes=me109,fw190 -> air_combat.place_enemy_aces : 5 vogt : i2
    interceptors me109 fw190+vogt
the event lets the German player send his own fighters, up to the number rolled
    duel box=meaulte -> ask events.enemy_fighters : 2 -> seats luftwaffe -> most 2
    events.enemy_fighters : 2 : (fw190-1,me109-1) -> interceptors fw190 me109
    state mission.german.fighters {'me109': 2, 'fw190': 0}
the event lets the German player send fighters over England too
    duel box=eng_e -> ask events.enemy_fighters : 2 -> seats luftwaffe -> most 2
    events.enemy_fighters : 2 : (fw190-1,me109-1) -> interceptors fw190 me109
    state mission.german.fighters {'me109': 2, 'fw190': 0}
an interception lets two more fighters attack a loose formation
    duel loose=True -> ask two_player.german_interception : 1 1 1 : intercept -> most 3
the event lets two more fighters attack a loose formation
    duel loose=True -> ask events.enemy_fighters : 1 -> most 3
the event brings nobody once the German player has no fighters
    duel -> set mission.german.fighters.me109=0 mission.german.fighters.fw190=0
    events.enemy_fighters -> kind no_fighters
the German player lines his interceptors up anew for the second round
    duel mine=p47 post=Post.COMBAT foes=me109,fw190
    air_combat.second_round : 1 1 1 1 : stay (i2,i1) i2 -> interceptors fw190 me109
    kinds new_line 1
the order of a line that is all alike is not asked for
    duel foes=me109,me109 -> air_combat.reposition_interceptors
the German player is asked for the order and his own fighters only
    duel foes=me109,fw190 -> ask air_combat.reposition_interceptors -> seats luftwaffe
    in_order True -> options i1 i2 -> label i1 Me-109 i1 -> label i2 FW-190 i2
an ace of the German side can be drawn again in the next mission
    duel -> set mission.german.aces.vogt=me109 aces.luftwaffe=[]
    two_player.german_clean_up -> state aces.luftwaffe ['vogt']
surviving fighters remain available
    duel foes=me109,fw190
    set mission.german.fighters.me109=1 mission.german.fighters.fw190=0 i1.damaged=True
    air_combat.conclude_air_combat -> state mission.german.fighters {'me109': 2, 'fw190': 1}
a destroyed fighter is replaced on four or more
    duel -> set mission.german.destroyed=[me109,fw190] -> two_player.replace_interceptors : 3 4
    state mission.german.fighters {'me109': 3, 'fw190': 2} -> state mission.german.destroyed []
a lost campaign is won by the German player
    start players=2 -> set campaign=short campaign_vp=-2
    post_mission.determine_campaign_success -> outcome defeat, luftwaffe wins
all German counters are put aside after the mission
    duel -> two_player.german_clean_up -> state mission.german.fighters {}
""")
def test_what_the_german_player_does(scene):
    play_scene(scene)


# ---------------------------------------------------------------------- 13.4.1


def test_an_ace_stays_with_his_fighter_and_comes_up_again_with_it():
    play = duel(foes="me109 me109")
    play.state.mission.german.fighters = {}
    play.state.mission.interceptors[0].ace = "vogt"
    play.state.aces["luftwaffe"].remove("vogt")

    carry_out(play, air_combat.conclude_air_combat)
    assert "vogt" not in play.state.aces["luftwaffe"]
    assert two_player.fighters_left(play) == ["me109-vogt", "me109-1"]
    assert "2, with Hptm. Ernst Vogt" in shown(play, SQUADRON)

    answers = [("me109-1", "me109-vogt")]
    carry_out(play, two_player.send_interceptors, 4, answers=answers)
    assert [one.ace for one in play.state.mission.interceptors] == ["", "vogt"]
    assert two_player.fighters_left(play) == []


# ---------------------------------------------------------------------- 13.0: what is hidden


def shown(play, seat):
    return " ".join(map(str, play.game.look.view(play, Viewer(seat))))


def seen_and_hidden(play):
    """What the German player has seen of the log and what not: tables, or kinds of events."""
    seen, hidden = set(), set()
    for event in play.events:
        (seen if event.seen_by(Viewer(LUFTWAFFE)) else hidden).add(
            event.facts.get("table", event.kind)
        )
    return seen, hidden


@pytest.mark.parametrize("viewer", [Viewer(LUFTWAFFE), Viewer()], ids=str)
def test_neither_the_german_player_nor_a_spectator_sees_target_or_crews(viewer):
    play = duel()
    named = [name for name in play.state.crews if not name.startswith("green")]
    names = [play.data.names[name] for name in named]

    seen = " ".join(map(str, play.game.look.view(play, viewer)))

    assert "target', 'hidden" in seen
    assert "symbol='target'" not in seen
    assert not [name for name in names if name in seen]
    assert all(name in shown(play, SQUADRON) for name in names)


def test_the_target_is_known_as_soon_as_the_formation_comes_to_it():
    play = duel(box="chan")
    play.state.mission.route = ["abbeville", "chan"]
    assert "target', 'hidden" in shown(play, LUFTWAFFE)
    assert "symbol='target'" not in shown(play, LUFTWAFFE)

    carry_out(play, routes.move_formation)

    assert "target', 'hidden" not in shown(play, LUFTWAFFE)
    assert "symbol='target'" in shown(play, LUFTWAFFE)


def test_the_view_of_the_german_player_does_not_depend_on_what_is_hidden():
    one, other = duel(), duel()
    other.state.mission.orders.cards[:] = ["rouen"]
    first, last = bomber(other, "a"), bomber(other, "i")
    first.crew, last.crew = last.crew, first.crew
    other.state.mission.route = ["eng_s", "chan", "rouen"]

    assert shown(one, LUFTWAFFE) == shown(other, LUFTWAFFE)


def test_the_german_player_is_not_told_which_crew_lost_its_bomber_or_comes_back():
    play = duel(box="chan", crew_fate="dated")
    crew = bomber(play, "b").crew

    carry_out(play, results.fail_to_return, "b17f-b", dice=[5, 1])
    assert "back in box" in shown(play, SQUADRON)
    assert "back in box" not in shown(play, LUFTWAFFE)
    play.state.box = play.state.rescued[crew]
    carry_out(play, pre_mission.return_rescued_crews)
    carry_out(play, changing_crews.recover_crews, dice=[1])

    seen, hidden = seen_and_hidden(play)
    assert hidden >= {"crew_rescued", "crew_back", "crew_recovery"}
    assert "crew_fate" in seen
    for name in (crew, play.data.names.get(crew, crew)):
        assert name not in shown(play, LUFTWAFFE)


def test_the_german_player_cannot_tell_which_crews_on_the_ground_are_ready_or_aboard():
    one, other = duel(), duel()
    for play in (one, other):
        state = play.state
        state.crews[state.bombers["b17f-k"].crew].ready = False
        state.bombers["b17f-k"].crew = ""
    other.state.bombers["b17f-l"].crew = ""
    for crew in other.state.crews.values():
        crew.ready = True

    assert shown(one, SQUADRON) != shown(other, SQUADRON)
    assert shown(one, LUFTWAFFE) == shown(other, LUFTWAFFE)


def never_at_the_target(card, low, **options):
    """A mission of two players that ends before its formation has come to the target."""
    play = duel(low_altitude=True, **options)
    mission = play.state.mission
    mission.orders.cards[:] = [card]
    mission.record.card = card
    mission.low_altitude = mission.record.low_altitude = low
    for name in list(play.state.bombers)[:9]:
        carry_out(play, results.hit_bomber, name, "destroyed")
    carry_out(play, post_mission.clean_up_map)
    carry_out(play, post_mission.clean_up_formation)
    carry_out(play, post_mission.determine_campaign_progress)
    return play


def test_a_mission_card_that_was_never_turned_up_is_not_told_to_the_german_player_afterwards():
    one, other = never_at_the_target("paris", low=True), never_at_the_target("emden", low=False)

    for play, target in ((one, "Paris"), (other, "Emden")):
        for seat, knows in ((SQUADRON, True), (LUFTWAFFE, False)):
            told = [
                e.facts["target"]
                for e in play.events
                if e.kind == "mission_log" and e.seen_by(Viewer(seat))
            ]
            assert len(told) == 1
            assert (target in told[0]) is knows
            assert (target in GAME.look.log_sheet(play, Viewer(seat))) is knows
    assert "Altitude of the bombing run: low" in GAME.look.log_sheet(one, Viewer(SQUADRON))
    assert GAME.look.log_sheet(one, Viewer(LUFTWAFFE)) == GAME.look.log_sheet(
        other, Viewer(LUFTWAFFE)
    )
    assert shown(one, LUFTWAFFE) == shown(other, LUFTWAFFE)


def test_a_mission_card_that_was_turned_up_is_told_to_both_at_the_debriefing():
    play = duel(box="abbeville")
    carry_out(play, routes.turn_up_card)

    carry_out(play, post_mission.determine_campaign_progress)

    (told,) = [event for event in play.events if event.kind == "mission_log"]
    assert told.seen_by(Viewer(LUFTWAFFE))
    assert told.facts["target"] == "Abbeville"
    assert "Abbeville" in GAME.look.log_sheet(play, Viewer(LUFTWAFFE))


def test_a_fork_for_the_german_player_forgets_cards_that_were_never_turned_up():
    play = never_at_the_target("paris", low=True)
    play.source = Seeded(1)
    (record,) = play.state.log

    determinize_for(play, LUFTWAFFE)

    assert (record.card, record.low_altitude) == ("", False)
    assert not any(line.crew for line in record.flyers)


def test_a_fork_for_the_german_player_deals_crews_on_the_ground_anew():
    play = duel(crew_fate="dated")
    state = play.state
    carry_out(play, results.fail_to_return, "b17f-b", dice=[6, 3])
    (box,) = state.rescued.values()
    grounded = state.bombers["b17f-k"].crew
    state.bombers["b17f-k"].crew = ""
    state.crews[grounded].ready = False

    play.source = Seeded(1)
    returning, ground = set(), set()

    for _ in range(20):
        determinize_for(play, LUFTWAFFE)
        aboard = {one.crew for one in state.bombers.values()}
        (name,) = set(state.crews) - aboard - set(state.rescued)
        ground.add((name, state.crews[name].ready))
        returning |= set(state.rescued.items())
        assert all(state.crews[crew].ready for crew in aboard if crew)

    assert len({name for name, _ in ground}) > 5
    assert {ready for _, ready in ground} == {True, False}
    assert len(returning) > 5
    assert {due for _, due in returning} == {box}


def test_a_target_chosen_beforehand_is_drawn_all_the_same_since_both_read_the_options():
    drawn = set()
    for seed in range(8):
        options = {"campaign": "single", "players": 2, "target": "abbeville"}
        play = GAME.start(options, seed=seed, data=DATA)
        drawn.add(play.state.mission.card)
        assert "target_drawn" in {event.kind for event in play.events}

    assert len(drawn) > 2


def test_the_altitude_of_the_bombing_run_is_the_squadrons_own_until_its_card_is_turned_up():
    play = duel(low_altitude=True)
    carry_out(play, pre_mission.decide_altitude, answers=["low"])

    assert "('bombing run', 'low')" in shown(play, SQUADRON)
    assert "bombing run" not in shown(play, LUFTWAFFE)
    assert not play.events[-1].seen_by(Viewer(LUFTWAFFE))

    carry_out(play, routes.turn_up_card)
    assert "('bombing run', 'low')" in shown(play, LUFTWAFFE)


@pytest.mark.parametrize(
    ("option", "answer", "hidden", "guesses"),
    [
        ("low_altitude", "low", "low_altitude", {True, False}),
        ("commander", "fly", "commander", {"", "b17f-a"}),
    ],
)
def test_a_fork_for_the_german_player_does_not_know_what_was_decided(
    option, answer, hidden, guesses
):
    match = start_match(players=2, **{option: True})
    match.answer("best")
    match.answer(answer)
    assert getattr(match.state.mission, hidden) in guesses - {"", False}

    seen = {getattr(match.fork(at, seat=LUFTWAFFE).state.mission, hidden) for at in range(12)}

    assert seen == guesses


def test_two_players_plan_around_red_boxes_since_no_site_fires_by_itself():
    play, alone = duel(box="base", target="paris"), fly(box="base", target="paris")

    labels = [next(routes.plan_route(one)).label_of("plan:direct") for one in (play, alone)]

    assert "no red boxes on the way" in labels[0]
    assert "no flak sites on the way" in labels[1]
    assert "flak site" not in shown(play, SQUADRON)


def test_the_log_of_the_german_player_names_neither_target_nor_crews():
    play = start(players=2)
    names = [play.data.names[name] for name in play.state.crews if name in play.data.crews]

    seen = " ".join(event.to_json() for event in play.events if event.seen_by(Viewer(LUFTWAFFE)))

    assert "abbeville" not in seen.lower()
    assert not [name for name in names if name in seen]


def test_a_whole_game_never_tells_the_german_player_what_is_hidden():
    for seed in range(4):
        match = GAME.start({"campaign": "single", "players": 2}, seed=seed, data=DATA)
        play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, "random"), seed))
        play = match.play
        seen = [event for event in play.events if event.seen_by(Viewer(LUFTWAFFE))]
        known = next((at for at, e in enumerate(seen) if e.kind == "target_known"), len(seen))
        target = DATA.names[play.state.log[0].card]
        told = [e for e in seen[:known] if target in e.to_json() and e.kind not in ("way", "aims")]
        crews = [crew.name for crew in DATA.crews.values()]
        named = {e.rule for e in seen if any(name in e.to_json() for name in crews)}
        assert told == []
        assert named == set()


def test_the_first_named_crews_fly_in_bombers_that_the_german_player_cannot_tell():
    led = set()
    for seed in range(20):
        play = GAME.start({"players": 2}, seed=seed, data=DATA)
        crews = play.state.crews
        led |= {
            one.id for one in play.state.bombers.values() if crews[one.crew].level is Level.CRACK
        }
        assert not [event for event in play.events if event.rule == "13.0" and not event.seats]

    assert len(led) > 6


def test_rolls_that_betray_how_good_a_crew_is_are_the_squadrons_own():
    """A crack crew is never checked for experience, a green one never for casualties."""
    play = duel()
    carry_out(play, post_mission.clean_up_formation)

    carry_out(play, experience.check_experience, dice=[1] * 8)

    seen, hidden = seen_and_hidden(play)
    assert "crew_upgrade" in hidden - seen


def test_a_fork_for_the_german_player_draws_target_and_crews_anew():
    def hidden(match):
        return match.state.mission.card, tuple(one.crew for one in match.state.bombers.values())

    match = start_match(players=2, target="drawn")
    before = hidden(match)

    cards, crews = zip(*(hidden(match.fork(at, seat=LUFTWAFFE)) for at in range(30)), strict=True)

    assert len(set(cards)) > 3
    assert len(set(crews)) > 20
    assert hidden(match) == before
    assert hidden(match.fork(1, seat=SQUADRON))[0] == before[0]  # it keeps what it knows


# ---------------------------------------------------------------------- the end


def test_the_german_player_does_not_learn_that_the_commander_is_not_ready():
    play = duel(commander=True)
    play.state.mission.commander = "b17f-a"
    bomber(play, "a").damaged = True

    carry_out(play, post_mission.clean_up_formation)
    carry_out(play, changing_crews.recover_crews, dice=[1, 1])

    assert not play.state.commander_ready
    assert play.data.names[play.state.commander] not in shown(play, LUFTWAFFE)
    seen, hidden = seen_and_hidden(play)
    assert {"commander_not_ready", "crew_recovery"} <= hidden - seen


def test_a_fork_for_the_german_player_takes_the_commander_for_ready():
    play = duel(commander=True)
    play.state.commander_ready = False
    play.state.rescued[play.state.commander] = 9

    determinize_for(play, LUFTWAFFE)

    assert play.state.commander_ready
    assert play.state.rescued == {}


def test_the_controller_finds_most_worth_where_the_bombers_return_the_least_fire():
    """The tail element has a modifier of -1 and the lead one of +1 on the fire of its bombers."""
    play = duel(number=12, foes="me109")
    (shooter,) = play.state.mission.interceptors
    line = play.state.mission.formation

    worth = {bomber: controller.worth_of_attack(play, shooter, bomber) for bomber in line}
    assert {bomber for bomber in line if worth[bomber] == max(worth.values())} == set(line[9:])
    assert {bomber for bomber in line if worth[bomber] == min(worth.values())} == set(line[:3])


def test_the_german_player_reads_how_many_interceptors_attack_each_bomber_already():
    play = duel(number=3)
    one, two, three = interceptors(play, "me109", "me109", "fw190")
    aims = [Aim(one, "b17f-b"), Aim(two, "b17f-b"), Aim(three, "b17f-c")]

    labels = [target_label(play, name, aims) for name in ("b17f-a", "b17f-b", "b17f-c")]

    assert "beside" not in labels[0]
    assert ", 2 interceptors beside it" in labels[1]
    assert ", 1 interceptor beside it" in labels[2]


def aimed(play, shooter=0):
    """Return the bomber at which the controller aims an interceptor."""
    line = play.state.mission.interceptors
    for one in line[:shooter]:
        one.beside = play.state.mission.formation[0]
    asking = attacks_on_bombers.german_target(play, line[shooter], [])
    decision = next(asking)
    return controller.aim(play, decision)


def test_the_controller_aims_at_a_damaged_bomber_before_a_whole_one_beside_it():
    play = duel(foes="fw190")
    tail = in_element(play.state.mission, 3) or in_element(play.state.mission, 2)
    play.state.bombers[tail[1]].damaged = True

    assert aimed(play) == tail[1]


def test_each_attack_on_the_same_bomber_is_worth_less_to_the_controller_once_it_is_damaged():
    play = duel(foes="fw190 fw190 fw190")
    name = play.state.mission.formation[0]
    play.state.bombers[name].damaged = True
    one, two, three = play.state.mission.interceptors

    alone = controller.worth_of_attack(play, three, name)
    one.beside = two.beside = name

    assert controller.worth_of_attack(play, three, name) < alone


def test_the_controller_cannot_tell_a_crack_crew_from_a_green_one():
    play = duel(foes="me109")
    before = aimed(play)
    worth = controller.worth_of_attack(play, play.state.mission.interceptors[0], before)
    named = [crew for crew in play.state.crews.values() if crew.id in play.data.crews]
    assert named
    for crew in named:
        crew.level = Level.CRACK if crew.level is not Level.CRACK else Level.GREEN

    assert aimed(play) == before
    assert controller.worth_of_attack(play, play.state.mission.interceptors[0], before) == worth


def test_the_commander_plays_the_german_side_like_the_controller():
    ends = []
    for bot in ("commander", "controller"):
        match = GAME.start({"players": 2}, seed=3, data=DATA)
        play_bots(match, seat_bots(GAME, {SQUADRON: "commander", LUFTWAFFE: bot}, 3))
        ends.append((match.decisions, match.outcome))

    assert ends[0] == ends[1]
