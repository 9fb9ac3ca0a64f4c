"""13.0 and 14.0 The two-player game: the German player's resources and decisions."""

from tabletop_core import Asks, rule, ruling

from .. import chances
from ..formation import LUFTWAFFE, Game, consult, facts, flying, name_of, year
from .air_combat import loose_bonus, place_interceptors
from .flak import SITE_HITS_ON, flak_attack
from .mission_turn import is_on_the_way

FIGHTERS = ("me109", "fw190", "me110", "me262")
LEVELS = ("light", "moderate", "heavy")


# ---------------------------------------------------------------------- 13.1, 14.1.1


@rule("13.1", "German resources")
@ruling(
    "the German player's counters lie open",
    why="the manual only hides crews and the mission card, both of the squadron",
)
@ruling(
    "Me-262s that come early (7.5) let the German player use the column of 1944",
    why="the event moves the interceptor types to that year, and this table stands in for them",
)
def roll_german_resources(play: Game) -> None:
    state = play.state
    modifier = consult(play, "us_campaign_vp", at=state.campaign_vp, column=state.campaign)
    column = "1944" if state.me262_early else year(play)
    counts = {"with_": ["us_campaign_vp"], "counts": {"us_campaign_vp": modifier}}
    given = consult(play, "german_resources", column=column, **counts).args
    german = state.mission.german
    german.flak = {level: given[level] for level in LEVELS if given[level]}
    german.fighters = {kind: given[kind] for kind in FIGHTERS if given[kind]}
    named = {name_of(play, kind): number for kind, number in german.fighters.items()}
    play.log("resources", flak=dict(german.flak), fighters=named)


# ---------------------------------------------------------------------- 13.2, 14.2.1


def flak_choices(play: Game) -> list[str]:
    """The flak counters that can be used in the present box."""
    mission = play.state.mission
    box = facts(play).boxes[mission.box]
    if box.england or box.colour == "blue" or box.id == target_box(play):
        return []
    limited = box.colour in ("green", "white")
    return [
        level
        for level, number in mission.german.flak.items()
        if number and not (limited and level == "heavy")
    ]


def target_box(play: Game) -> str:
    return facts(play).cards[play.state.mission.card].target.box


def can_use_flak(play: Game) -> bool:
    return is_on_the_way(play) and bool(flak_choices(play))


@rule("14.2.1", "German flak attack")
@ruling(
    "the German player may use a counter in any white, red or rendezvous box, but not in the box "
    "of the target itself, and one counter a turn",
    why="13.2 bars only England and water, and heavy flak from white and rendezvous boxes; the "
    "target has the guns of its card",
)
def german_flak(play: Game) -> Asks:
    choices = flak_choices(play)
    answer = yield play.ask(
        f"Flak attack on the formation in {name_of(play, play.state.mission.box)}?",
        ["none", *choices],
        label=lambda level: "hold fire" if level == "none" else f"{level} flak",
        seat=LUFTWAFFE,
    )
    if answer != "none":
        yield from use_flak_counter(play, answer)


@rule("13.2", "Flak attack with a counter")
def use_flak_counter(play: Game, level: str) -> Asks:
    play.state.mission.german.flak[level] -= 1
    rows = facts(play).tables["flak_value"].rows
    value = next(row.results[0] for row in rows if row.results[1] == level)
    play.log("german_flak", level=level, value=value)
    yield from flak_attack(play, value, SITE_HITS_ON)


# ---------------------------------------------------------------------- 13.3, 14.2.2


def fighters_left(play: Game) -> list[str]:
    """The German player's fighters as single ids, such as `me109-2`."""
    fighters = play.state.mission.german.fighters
    return [f"{kind}-{at}" for kind, number in fighters.items() for at in range(1, number + 1)]


def can_intercept(play: Game) -> bool:
    box = facts(play).boxes[play.state.mission.box]
    return is_on_the_way(play) and not box.england and bool(fighters_left(play))


@rule("14.2.2", "German interceptor check")
def german_interception(play: Game) -> Asks:
    mission = play.state.mission
    distance = facts(play).from_england[mission.box]
    limit = facts(play).tables["interception_check"].result(distance, year(play))
    answer = yield play.ask(
        f"Intercept {len(flying(mission))} bombers in {name_of(play, mission.box)}?",
        {"wait": "keep the fighters on the ground", "intercept": "try to intercept"},
        odds=lambda option: chances.of_interception(limit) if option == "intercept" else {},
        seat=LUFTWAFFE,
    )
    if answer == "intercept" and finds_formation(play):
        yield from send_interceptors(play)


@rule("13.3", "German interception")
def finds_formation(play: Game) -> bool:
    distance = facts(play).from_england[play.state.mission.box]
    highest = consult(play, "interception_check", at=distance, column=year(play))
    why = f"interception, found on {highest} or less"
    found: bool = play.roll("2d6", why).total <= highest
    return found


@rule("13.4", "German choices in air combat")
def send_interceptors(play: Game) -> Asks:
    most = consult(play, "available_interceptors") + loose_bonus(play)
    there = fighters_left(play)
    most = min(most, len(there))
    ids = yield play.ask(
        f"Which fighters attack, from left to right? At most {most}",
        there,
        label=lambda name: name_of(play, name.partition("-")[0]),
        least=1,
        most=most,
        ordered=True,
        seat=LUFTWAFFE,
    )
    kinds = [name.partition("-")[0] for name in ids]
    fighters = play.state.mission.german.fighters
    for kind in kinds:
        fighters[kind] -= 1
    place_interceptors(play, kinds)


# ---------------------------------------------------------------------- 13.4.1, 14.2.3


def has_destroyed(play: Game) -> bool:
    return bool(play.state.mission.german.destroyed)


@rule("13.4.1", "Interceptor replacement")
def replace_interceptors(play: Game) -> None:
    german = play.state.mission.german
    for kind in german.destroyed:
        lookup = play.look_up("interceptor_replacement", column=year(play), why=name_of(play, kind))
        if lookup.result == "returns":
            german.fighters[kind] = german.fighters.get(kind, 0) + 1
    german.destroyed = []


@rule("14.3.1", "German clean up")
def german_clean_up(play: Game) -> None:
    """Put all German counters aside; the next mission brings new ones (13.1)."""
    german = play.state.mission.german
    german.flak, german.fighters, german.destroyed = {}, {}, []
