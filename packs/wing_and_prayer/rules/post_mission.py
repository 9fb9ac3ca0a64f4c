"""7.0 Debriefing and maintenance phase."""

from typing import Any

from tabletop_core import Asks, by_id, clone, rule, ruling
from tabletop_core.events import counted

from ..questions import chances
from ..questions.mission import year
from ..questions.names import HIDDEN_TARGET, bomber_label, bomber_name, name_of, target_of
from ..questions.ratings import crew_of
from ..state import LUFTWAFFE, SQUADRON, Bomber, InPlay
from .aces import return_aces
from .changing_crews import board
from .general import consult
from .pre_mission import release_escorts
from .results import ground_commander
from .setup import is_last_mission, new_green_crew, squadron_type
from .victory_points import change_campaign_vp, end_campaign

# ---------------------------------------------------------------------- 7.1


@rule("7.1.1", "Clean up the mission map")
def clean_up_map(play: InPlay) -> None:
    """The mission card goes back into the deck.

    Its target may have turned red, or be finished and out of play.
    """
    state, mission = play.state, play.state.mission
    card = mission.returned_card if mission.bombed else mission.card
    mission.orders.cards.clear()
    if card:
        leaves = state.old_left and play.data.mission_cards[card].target.year == (
            play.data.track.old_targets_year
        )
        if not leaves:
            state.deck.mix_in([card])


@rule("7.1.2", "Clean up the formation card")
def clean_up_formation(play: InPlay) -> Asks:
    """Escorts and interceptors go home.

    Damaged bombers and their crews are not ready for the next mission.
    """
    state = play.state
    release_escorts(play)
    return_aces(play)
    flew = [line.bomber for line in state.mission.record.flyers if line.bomber in state.bombers]
    for name in flew:
        state.bombers[name].flew = True
    damaged = [name for name in flew if state.bombers[name].damaged]
    kept = yield from keep_damaged_ready(play, damaged)
    for name in damaged:
        state.bombers[name].ready = name in kept
        if name not in kept:
            ground(play, state.bombers[name])
    for line in state.mission.record.flyers:
        if line.status == "ok" and line.bomber in damaged:
            state.mission.record.note(line.bomber, status="damaged")
    state.mission.formation = [""] * len(state.mission.formation)
    state.mission.commander = ""


def ground(play: InPlay, one: Bomber) -> None:
    """Move a damaged bomber and its crew, separated, to the not ready section."""
    one.ready = one.flew = False
    play.state.crews[one.crew].ready = False
    one.crew = ""
    ground_commander(play, one.id)


@rule("12.10", "Use damaged bombers")
@ruling(
    "the squadron's player chooses which damaged bombers stay ready when they come home; a bomber "
    "kept ready is repaired only after it has come home and been sent to the not ready section",
    rejected="every damaged bomber goes to the not ready section",
    why="ready bombers may not be moved to the not ready section (7.3.1)",
)
def keep_damaged_ready(play: InPlay, damaged: list[str]) -> Asks:
    """A damaged bomber that came home may stay ready and fly the next mission damaged."""
    if not play.options["use_damaged"] or not damaged:
        return ()
    return (
        yield play.ask(
            "Which damaged bombers stay in the ready section?",
            damaged,
            label=lambda name: bomber_label(play, name),
            at=by_id(),
            most=len(damaged),
            odds=lambda name: chances.of_keeping_up(play, crew=crew_of(play, name).performance),
        )
    )


# ---------------------------------------------------------------------- 7.2


@rule("7.2.1", "Determine the mission victory points")
def determine_mission_vp(play: InPlay) -> None:
    """The points of the mission are added up.

    Damage to the target and fighters shot down earn points, losses cost points.
    """
    mission = play.state.mission
    mission.record.vp = mission.vp
    play.log("mission_vp", total=mission.vp)


@rule("7.2.2", "Determine the campaign progress")
@ruling(
    "-1 to -4 mission points cost one campaign point",
    rejected="they cost nothing, or a point each",
    why="the printed ladder steps by one and has no line for them",
)
def determine_campaign_progress(play: InPlay) -> None:
    """The points of the mission move the campaign track. The table shows how far, up or down."""
    state, mission = play.state, play.state.mission
    lookup = play.look_up("campaign_progress", at=mission.vp, column="adjustment")
    results: Any = lookup.row.results if lookup.row else ()
    adjustment, success = results
    mission.record.result = success
    mission.record.campaign_vp = state.campaign_vp + adjustment
    state.log.append(clone(mission.record))
    log_mission(play)
    change_campaign_vp(play, adjustment, success)


def log_mission(play: InPlay) -> None:
    """Log the mission as the mission log has it; crews are left out (13.0)."""
    record = play.state.mission.record
    if record.is_known:
        tell_mission(play, target_of(play, record))
    else:
        tell_mission(play, target_of(play, record), seats=(SQUADRON,))
        tell_mission(play, HIDDEN_TARGET, seats=(LUFTWAFFE,))


def tell_mission(play: InPlay, target: str, seats: tuple[str, ...] | None = None) -> None:
    record = play.state.mission.record
    bombers: dict[str, list[str]] = {}
    for line in record.flyers:
        bombers.setdefault(line.status, []).append(bomber_name(play, line.bomber))
    play.log(
        "mission_log",
        seats=seats,
        target=target,
        cloud=record.cloud,
        hits=record.hits,
        damage=record.damage,
        bombers=bombers,
        kills={name_of(play, kind): number for kind, number in record.kills.items()},
        escorts_lost=record.escorts_lost,
        vp=record.vp,
    )


def is_single_mission(play: InPlay) -> bool:
    return play.state.campaign == "single"


@rule("7.2.3", "Determine the campaign success")
@ruling(
    "a single mission ends here, judged by its own points",
    rejected="it ends after the steps of the debriefing",
    why="repairs, replacements, crews and war progress only matter to the next mission",
)
def determine_campaign_success(play: InPlay) -> None:
    """At the end the campaign points decide who has won, by the column of the campaign played."""
    state = play.state
    if is_single_mission(play):
        last = state.log[-1]
        end_campaign(play, last.result.replace(" ", "_"), points_of("mission", last.vp), last.vp)
    points = state.campaign_vp
    result = consult(play, "campaign_success", at=points, column=state.campaign)
    end_campaign(play, result, points_of("campaign", points), points)


def points_of(what: str, number: int) -> str:
    """Points in words; a single one is one below zero, too: *-1 campaign point*."""
    return f"{'-' if number < 0 else ''}{counted(abs(number), f'{what} point')}"


# ---------------------------------------------------------------------- 7.3


@rule("7.3.1", "Repair of damaged bombers")
def repair_bombers(play: InPlay) -> Asks:
    """A die for each bomber not ready decides whether it is repaired or stays in the shop."""
    for name, one in play.state.bombers.items():
        if one.ready:
            continue
        lookup = play.look_up("bomber_repair", why=bomber_name(play, name))
        if lookup.result == "ready":
            one.ready, one.damaged = True, False
        elif play.options["hasty_maintenance"] and lookup.natural == 1:
            yield from hasty_maintenance(play, one)


@rule("12.8", "Hasty bomber maintenance")
@ruling(
    "on a natural 1 the bomber may return to service still damaged",
    rejected="on a natural 1 the repair fails and the bomber keeps waiting",
    why="the sentence is broken; moving it to the ready section is the only sense it makes",
)
def hasty_maintenance(play: InPlay, one: Bomber) -> Asks:
    """On a 1 of the repair roll a bomber may return to service still damaged."""
    answer = yield play.ask(
        f"{bomber_name(play, one.id)} could fly unrepaired. Take it?",
        {"wait": "leave it in the shop", "take": "take it damaged"},
        odds=lambda option: (
            chances.of_row(play, "bomber_repair")
            if option == "wait"
            else chances.of_keeping_up(play)
        ),
    )
    one.ready = answer == "take"


@rule("7.3.2", "Bomber replacement")
@ruling(
    "a counter of the rolled type must be left, otherwise no bomber comes",
    rejected="a bomber of another type comes in its place",
    why="replacements are drawn from the counters set aside",
)
def replace_bombers(play: InPlay) -> None:
    """A roll for each bomber that the squadron lacks decides whether a replacement comes.

    By the year it is of the first or of the later type. It brings a green crew.
    """
    state = play.state
    squadron = squadron_type(play)
    for _ in range(12 - len(state.bombers)):
        result = consult(play, "bomber_replacement", column=year(play))
        if result == "none":
            continue
        kind = squadron.first if result == "first type" else squadron.later
        pool = state.bomber_pool[kind]
        if pool:
            name = pool.pop(0)
            one = state.bombers[name] = Bomber(name, kind)
            play.log("replacement", bomber=name_of(play, name), id=name)
            board(play, one, new_green_crew(play))


# ---------------------------------------------------------------------- 7.5 and 7.6


def has_war_progress(play: InPlay) -> bool:
    return play.state.box in play.data.war_progress.boxes


@rule("7.5", "War progress events check")
def check_war_progress(play: InPlay) -> None:
    """In some boxes of the track two dice decide how the war progresses.

    Jets come early, the front moves, or the counter jumps ahead.
    """
    event = consult(play, "war_progress")
    play.state.log[-1].war_progress = event
    if event == "Me-262s early":
        me262s_arrive_early(play)
    elif event == "the Allies advance":
        move_the_front(play, 1, event)
    elif event == "the Axis advances":
        move_the_front(play, -1, event)
    elif event == "V-2s on London":
        v2s_hit_london(play)
    elif event == "P-51s early":
        p51s_arrive_early(play)


def me262s_arrive_early(play: InPlay) -> None:
    if play.state.me262_early or year(play) == "1944":
        play.log("no_effect", why="interceptors come as in 1944 already")
        return
    play.state.me262_early = True
    play.log("me262_early")


def move_the_front(play: InPlay, amount: int, event: str) -> None:
    record = play.state.log[-1]
    record.war_progress = f"{event}, {amount:+d} campaign point"
    record.campaign_vp += amount
    change_campaign_vp(play, amount, event)


def v2s_hit_london(play: InPlay) -> None:
    state = play.state
    if state.box == play.data.track.boxes:
        play.log("no_effect", why="the mission counter is in the last box")
        return
    state.box += 1
    play.log("v2", box=state.box)


def p51s_arrive_early(play: InPlay) -> None:
    state, first = play.state, play.data.escorts["p51"].early_from
    if state.p51_early:
        play.log("no_effect", why="P-51s come early already")
    elif state.box > first:
        play.log("no_effect", why=f"the mission counter is beyond box {first}")
    else:
        state.p51_early = True
        play.log("p51_early", box=first)


@rule("7.6", "End of the game")
@ruling(
    "a campaign also ends when the mission counter would leave the track",
    rejected="the counter stays in the last box until all missions are flown",
    why="V-2 attacks push the counter ahead, and the full campaign only attempts 25 missions",
)
def check_end_of_game(play: InPlay) -> None:
    """The game ends after the last mission of the campaign."""
    if is_last_mission(play):
        determine_campaign_success(play)
    play.state.flown += 1
