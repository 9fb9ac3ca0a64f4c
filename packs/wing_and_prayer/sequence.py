"""The sequence of play: setup, then missions of three phases (3.3)."""

from collections.abc import Callable
from typing import Any

from tabletop_core import Repeat, Sequence, Step

from .questions.mission import is_two_player
from .rules import (
    air_combat,
    attacks_on_bombers,
    bombing_run,
    changing_crews,
    events,
    experience,
    landing,
    mission_turn,
    post_mission,
    pre_mission,
    routes,
    setup,
    two_player,
)
from .shown.in_short import (
    Summary,
    attacks_in_short,
    fights_in_short,
    planning_in_short,
    setup_in_short,
    upkeep_in_short,
    way_in_short,
)
from .state import InPlay


def option(name: str) -> Callable[[InPlay], bool]:
    """Return a condition that holds if an optional rule is in use."""
    return lambda play: bool(play.options[name])


def can_fly(play: InPlay) -> bool:
    return mission_turn.can_fly(play)


def checks_assembly(play: InPlay) -> bool:
    """Return whether losses are checked; 12.10 also requires the check of 12.9."""
    wanted = play.options["assembly_check"] or play.options["use_damaged"]
    return bool(wanted) and mission_turn.has_damaged(play)


def commander_can_fly(play: InPlay) -> bool:
    return pre_mission.is_commander_asked(play) and can_fly(play)


def _on_the_way(condition: Callable[[InPlay], bool]) -> Callable[[InPlay], bool]:
    return lambda play: mission_turn.is_on_the_way(play) and condition(play)


def _two_player(condition: Callable[[InPlay], bool]) -> Callable[[InPlay], bool]:
    return lambda play: is_two_player(play) and condition(play)


def _solitaire(condition: Callable[[InPlay], bool]) -> Callable[[InPlay], bool]:
    return lambda play: not is_two_player(play) and condition(play)


def _told(summary: Summary, *, quiet: bool = True) -> Callable[..., Step]:
    """Return a kind of step whose routine shares one line of the log, without a heading."""

    def step(name: str, run: Callable[..., Any], **how: Any) -> Step:
        return Step(name, run, quiet=quiet, summary=summary, in_parts=True, **how)

    return step


set_up = _told(setup_in_short)
planned = _told(planning_in_short)
met = _told(way_in_short, quiet=False)
engaged = _told(way_in_short)
fought = _told(fights_in_short)
attacked = _told(attacks_in_short)
kept_up = _told(upkeep_in_short)

SETUP = Sequence(
    "Campaign setup",
    set_up("Set up the mission map", setup.set_up_map),
    set_up("Set up the squadron briefing card", setup.set_up_squadron),
    rule="3.0",
)

PLANNING = Sequence(
    "Planning and intelligence",
    planned("Adjust the mission counter", pre_mission.adjust_mission_counter),
    planned("Target for today", pre_mission.draw_target),
    planned(
        "Maximum effort",
        pre_mission.check_maximum_effort,
        when=option("maximum_effort"),
    ),
    planned("Target cloud cover", pre_mission.roll_cloud_cover),
    planned("Assign bombers and crews", pre_mission.assign_bombers),
    planned("The commander", pre_mission.send_commander, when=commander_can_fly),
    planned("Coordinate with the escorts", pre_mission.meet_first_escorts, when=can_fly),
    planned(
        "German resources",
        two_player.roll_german_resources,
        rule="14.1.1",
        when=is_two_player,
    ),
    planned(
        "Bombing altitude",
        pre_mission.decide_altitude,
        when=lambda play: option("low_altitude")(play) and can_fly(play),
    ),
    planned("Mission route planning", pre_mission.plan_the_route, when=can_fly),
    rule="4.0",
)

AIR_COMBAT = Sequence(
    "Air combat",
    engaged("Enemy aces", air_combat.place_enemy_aces),
    engaged("Aggressive escorts", air_combat.aggressive_escorts, when=air_combat.can_engage),
    fought("Fighters, first round", air_combat.first_round, when=air_combat.can_fight_on),
    fought("Fighters, second round", air_combat.second_round, when=air_combat.can_fight_on),
    attacked(
        "Attacks on the bombers, first round",
        attacks_on_bombers.first_attacks,
        when=attacks_on_bombers.can_attack_bombers,
    ),
    attacked(
        "Attacks on the bombers, second round",
        attacks_on_bombers.second_attacks,
        when=attacks_on_bombers.can_attack_bombers,
    ),
    Step("Air combat conclusion", air_combat.conclude_air_combat, quiet=True),
    Step(
        "German interceptor replacement",
        two_player.replace_interceptors,
        rule="14.2.3",
        when=lambda play: is_two_player(play) and two_player.has_destroyed(play),
        quiet=True,
    ),
    rule="5.9",
    when=air_combat.has_interceptors,
)

BOMBING_RUN = Sequence(
    "The bombing run",
    engaged("Approach flak", bombing_run.approach_flak),
    engaged("Go around again", bombing_run.go_around, when=bombing_run.may_go_around),
    engaged("Bombing attacks", bombing_run.bomb_target, when=can_fly),
    engaged(
        "Damage to the target",
        bombing_run.determine_damage,
        when=lambda p: p.state.mission.bombed,
    ),
    engaged("Egress flak", bombing_run.egress_flak, when=can_fly),
    engaged("Bomb damage assessment", bombing_run.assess_damage, when=bombing_run.has_bombed),
    rule="5.11",
    when=mission_turn.is_over_target,
)

MISSION_TURN = Repeat(
    "Mission turn",
    met("Move the formation", routes.move_formation),
    Sequence(
        "On the way",
        met("Lead bombers and formation", mission_turn.adjust_formation),
        met("Tighten up", mission_turn.tighten_up, when=mission_turn.is_loose),
        met(
            "Damaged aircraft checks",
            mission_turn.check_damaged_aircraft,
            when=mission_turn.has_damaged,
        ),
        met("Escort range check", mission_turn.check_escort_range, when=mission_turn.is_escorted),
        met(
            "Rendezvous",
            mission_turn.meet_escorts,
            when=_on_the_way(mission_turn.is_at_rendezvous),
        ),
        met(
            "Flak site attack check",
            mission_turn.check_flak_site,
            when=_solitaire(_on_the_way(mission_turn.is_at_flak_site)),
        ),
        met("German flak", two_player.german_flak, when=_two_player(two_player.can_use_flak)),
        met("Formation event check", events.check_formation_event, when=can_fly),
        Step(
            "German interceptor check",
            two_player.german_interception,
            when=_two_player(two_player.can_intercept),
        ),
        AIR_COMBAT,
        BOMBING_RUN,
        when=mission_turn.is_on_the_way,
    ),
    until=mission_turn.is_home,
    rule="5.10",
)

MISSION = Sequence(
    "Execute mission",
    Step(
        "Squadron assembly",
        mission_turn.check_assembly,
        when=checks_assembly,
    ),
    Sequence("Out and back", MISSION_TURN, rule="5.13", when=can_fly),
    Step("Land the aircraft", landing.land_aircraft, when=can_fly),
    rule="5.0",
    when=can_fly,
)

DEBRIEFING = Sequence(
    "Debriefing and maintenance",
    Step("Clean up the mission map", post_mission.clean_up_map, quiet=True),
    Step("Clean up the formation card", post_mission.clean_up_formation, quiet=True),
    Step("German clean up", two_player.german_clean_up, when=is_two_player, quiet=True),
    Step("Mission victory points", post_mission.determine_mission_vp, quiet=True),
    Step("Campaign progress", post_mission.determine_campaign_progress, quiet=True),
    Step(
        "End of a single mission",
        post_mission.determine_campaign_success,
        when=post_mission.is_single_mission,
        may_end=True,
        quiet=True,
    ),
    kept_up("Repair of damaged bombers", post_mission.repair_bombers),
    kept_up("Bomber replacement", post_mission.replace_bombers),
    kept_up("Crew experience", experience.check_experience),
    kept_up("Recovery of crews", changing_crews.recover_crews),
    kept_up("Changing crews", changing_crews.change_crews),
    Step(
        "War progress",
        post_mission.check_war_progress,
        when=post_mission.has_war_progress,
        quiet=True,
    ),
    Step("End of the game", post_mission.check_end_of_game, may_end=True, quiet=True),
    rule="7.0",
)

SEQUENCE = Sequence(
    "A Wing and a Prayer",
    SETUP,
    Repeat("Mission", PLANNING, MISSION, DEBRIEFING, rule="3.3"),
)
