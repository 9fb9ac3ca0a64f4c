"""13.0 and 14.0 The two-player game: the German player's resources and decisions."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import chances
from ..questions.formation import flying
from ..questions.mission import year
from ..questions.names import ace_label, name_of
from ..questions.ratings import by, ratings_of
from ..state import LUFTWAFFE, Fighter, GermanResources, InPlay
from .air_combat import has_interceptors, loose_bonus, place_interceptors
from .flak import flak_attack, flak_value
from .general import consult, tell_way
from .mission_turn import is_on_the_way

FIGHTERS = ("me109", "fw190", "me110", "me262")
LEVELS = ("light", "moderate", "heavy")


# ---------------------------------------------------------------------- 13.1, 14.1.1


@rule("13.1", "German resources")
@ruling(
    "the German player's counters lie open",
    rejected="they are hidden like the squadron's crews",
    why="the manual only hides crews and the mission card, both of the squadron",
)
@ruling(
    "Me-262s that come early (7.5) let the German player use the column of 1944",
    rejected="he may add one Me-262 to the column of the year",
    why="the event moves the interceptor types to that year, and this table stands in for them",
)
def roll_german_resources(play: InPlay) -> None:
    """Dice give the German player flak and fighters, by the year and the campaign points."""
    state = play.state
    modifier = consult(play, "us_campaign_vp", at=state.campaign_vp, column=state.campaign)
    column = "1944" if state.me262_early else year(play)
    how = by(us_campaign_vp=modifier)
    rolled = play.look_up("german_resources", column=column, **how)
    given = rolled.result.args
    german = state.mission.german
    # The table names flak and fighters in words, so that the lookup tells what is given.
    flak = {level: given.get(f"{level}_flak", 0) for level in LEVELS}
    fighters = {kind: given.get(name_of(play, kind), 0) for kind in FIGHTERS}
    german.flak = {level: number for level, number in flak.items() if number}
    german.fighters = {kind: number for kind, number in fighters.items() if number}
    play.log(
        "german_resources",
        rolled=str(rolled.roll),
        total=rolled.total,
        flak=dict(german.flak),
        fighters={name_of(play, kind): number for kind, number in german.fighters.items()},
    )


# ---------------------------------------------------------------------- 13.2, 14.2.1


def flak_choices(play: InPlay) -> list[str]:
    """Return the flak counters that can be used in the present box."""
    mission = play.state.mission
    colour = play.data.colour(mission.box)
    if play.data.map.has(mission.box, "england") or colour == "blue":
        return []
    limited = colour in ("green", "white")
    return [
        level
        for level, number in mission.german.flak.items()
        if number and not (limited and level == "heavy")
    ]


def can_use_flak(play: InPlay) -> bool:
    return is_on_the_way(play) and bool(flak_choices(play))


@rule("14.2.1", "German flak attack")
@ruling(
    "the German player may use a counter in any white, red or rendezvous box, and one counter a "
    "turn; in the turn of the bombing run he may too, and the guns of the target's card fire as "
    "well",
    rejected="no counter is used in the turn of the bombing run, or several may be in one turn",
    why="his counters belong to no site, as the guns of 5.7 do: 13.2 goes by the colour of the "
    "box, lets heavy flak fire in red boxes only, and of those a formation must enter but its "
    "target's; 11.1 stands unchanged, since 14.2 names no exception to it",
)
def german_flak(play: InPlay) -> Asks:
    """The German player may fire a flak counter at the formation.

    He may use one each turn, where his guns reach.
    """
    tell_way(play)
    choices = flak_choices(play)
    answer = yield play.ask(
        f"{name_of(play, play.state.mission.box)}: flak attack on the formation?",
        ["none", *choices],
        label=lambda level: (
            "hold fire" if level == "none" else f"{level} flak ({flak_value(play, level)})"
        ),
        odds=lambda level: chances_of_flak(play, level),
        seat=LUFTWAFFE,
    )
    if answer != "none":
        yield from use_flak_counter(play, answer)


def chances_of_flak(play: InPlay, level: str) -> chances.Chances:
    """Return what a counter does to the leading bomber; those of a type and side fare alike."""
    if level == "none":
        return {}
    hits_on = play.data.numbers.flak.site_hits_on
    bomber = flying(play.state.mission)[0]
    return chances.of_flak(play, flak_value(play, level), hits_on, bomber)


@rule("13.2", "Flak attack with a counter")
def use_flak_counter(play: InPlay, level: str) -> Asks:
    """A counter is used once.

    Heavy flak fires in red boxes only, and no flak over England or the sea.
    """
    play.state.mission.german.flak[level] -= 1
    value = flak_value(play, level)
    play.log("german_flak", level=level, value=value)
    yield from flak_attack(play, value, play.data.numbers.flak.site_hits_on)


# ---------------------------------------------------------------------- 13.3, 14.2.2


def fighters_left(play: InPlay) -> list[str]:
    """List the German player's fighters by id, such as `me109-2`, or `me109-vogt` of an ace."""
    german = play.state.mission.german
    there = []
    for kind, number in german.fighters.items():
        aces = [ace for ace, flown in german.aces.items() if flown == kind]
        there += [f"{kind}-{one}" for one in (*aces, *range(1, number - len(aces) + 1))]
    return there


def fighter_of(play: InPlay, name: str) -> Fighter:
    """Return the fighter that a single id stands for, with the ace who flies it."""
    kind, _, who = name.partition("-")
    return Fighter("", kind, ace=who if who in play.state.mission.german.aces else "")


def can_intercept(play: InPlay) -> bool:
    if not is_on_the_way(play) or has_interceptors(play):
        return False
    return not play.data.map.has(play.state.mission.box, "england") and bool(fighters_left(play))


@rule("14.2.2", "German interceptor check")
@ruling(
    "where an event has brought interceptors, no check is made in that turn",
    rejected="the check may bring further interceptors in the same turn",
    why="the check is for bringing interceptors to the formation card, and 5.9 is one air combat a "
    "turn with those that are there",
)
def german_interception(play: InPlay) -> Asks:
    """The German player may look for the formation with his fighters, but not over England."""
    tell_way(play)
    mission = play.state.mission
    distance = play.data.from_england[mission.box]
    limit = play.data.tables["interception_check"].result(distance, year(play))
    answer = yield play.ask(
        f"{name_of(play, mission.box)}: intercept {counted(len(flying(mission)), 'bomber')}?",
        {"wait": "keep the fighters on the ground", "intercept": "try to intercept"},
        odds=lambda option: chances.of_interception(limit) if option == "intercept" else {},
        seat=LUFTWAFFE,
    )
    if answer == "intercept" and finds_formation(play):
        yield from send_interceptors(play, available_interceptors(play))


@rule("13.3", "German interception")
def finds_formation(play: InPlay) -> bool:
    """Two dice at or below the number for the distance and the year find the formation."""
    distance = play.data.from_england[play.state.mission.box]
    highest = consult(play, "interception_check", at=distance, column=year(play))
    why = f"interception, found on {highest} or less"
    found: bool = play.roll("2d6", why).total <= highest
    return found


@rule("13.4", "German choices in air combat")
def available_interceptors(play: InPlay) -> int:
    """The table gives how many interceptors may attack after a successful interception."""
    available: int = consult(play, "available_interceptors")
    return available + loose_bonus(play)


@rule("13.4", "German choices in air combat")
@ruling(
    "after a successful interception, and by the event of 6.1, the German player may also send "
    "nobody",
    rejected="he must send at least one fighter",
    why="13.4 lets him select any fighters he chooses, and sets a maximum only",
)
def send_interceptors(play: InPlay, most: int) -> Asks:
    """The German player chooses which of his fighters to send, up to the number available."""
    there = fighters_left(play)
    most = min(most, len(there))
    ids = yield play.ask(
        f"Which fighters attack, from left to right? At most {most} (air combat/performance/"
        "structure)",
        there,
        label=lambda name: fighter_choice(play, fighter_of(play, name)),
        least=0,
        most=most,
        ordered=most > 1,
        seat=LUFTWAFFE,
    )
    if not ids:
        play.log("no_fighters", why="the interceptors stay on the ground")
        return
    sent = [fighter_of(play, name) for name in ids]
    german = play.state.mission.german
    for one in sent:
        german.fighters[one.kind] -= 1
        german.aces.pop(one.ace, None)
    place_interceptors(play, sent)


def fighter_choice(play: InPlay, one: Fighter) -> str:
    """Describe a fighter that is not on the formation card yet: its type, its ratings, its ace."""
    own = ratings_of(play, one)
    kind = f"{name_of(play, one.kind)} {own.air_combat}/{own.performance}/{own.structure}"
    return f"{kind} with {ace_label(play, one.ace)}" if one.ace else kind


# ---------------------------------------------------------------------- 13.4.1, 14.2.3


def has_destroyed(play: InPlay) -> bool:
    return bool(play.state.mission.german.destroyed)


@rule("13.4.1", "Interceptors after the combat")
def replace_interceptors(play: InPlay) -> None:
    """A die for each interceptor shot down decides whether another of its type replaces it."""
    german = play.state.mission.german
    for kind in german.destroyed:
        lookup = play.look_up("interceptor_replacement", column=year(play), why=name_of(play, kind))
        if lookup.result == "returns":
            german.fighters[kind] = german.fighters.get(kind, 0) + 1
    german.destroyed = []


@rule("14.3.1", "German clean up")
def german_clean_up(play: InPlay) -> None:
    """Put all German counters aside; the next mission brings new ones (13.1)."""
    state = play.state
    state.aces["luftwaffe"] += state.mission.german.aces
    state.mission.german = GermanResources()
