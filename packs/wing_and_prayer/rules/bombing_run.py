"""11.0 The bombing run."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..data import MissionCard
from ..questions import chances
from ..questions.formation import flying, lead_bomber
from ..questions.mission import active_card
from ..questions.names import BOMBS, name_of
from ..questions.ratings import by, crew_of, ratings_of
from ..state import InPlay
from .events import clear_skies, thinner
from .experience import angel_upgrade
from .flak import flak_value, low_altitude, or_more, target_flak
from .general import consult, tell_way
from .lady_luck import use_luck
from .pre_mission import roll_cloud_cover


@rule("11.1", "Approach flak attack")
def approach_flak(play: InPlay) -> Asks:
    """The guns of the target fire at every bomber on its way in, whatever the clouds."""
    tell_way(play)
    yield from target_flak(play, active_card(play).target.blue.flak)


def may_go_around(play: InPlay) -> bool:
    mission = play.state.mission
    return play.options["go_around"] and mission.cloud == "heavy" and bool(flying(mission))


@rule("12.6", "Go around again")
def go_around(play: InPlay) -> Asks:
    """The formation flies out and in again, and the clouds are rolled again."""
    answer = yield play.ask(
        "Heavy clouds over the target. Go around for another look?",
        {"bomb": "bomb now", "again": "take the flak twice more and roll the clouds again"},
        odds=lambda option: (
            chances.of_clouds(play)
            if option == "again"
            else chances.of_bombing(play, play.state.mission.low_altitude)
        ),
    )
    if answer == "bomb":
        return
    flak = active_card(play).target.blue.flak
    for way in ("out", "in"):
        if flying(play.state.mission):
            play.log("goes_around", way=way)
            yield from target_flak(play, flak)
    if flying(play.state.mission):
        roll_cloud_cover(play)


@rule("11.2", "Bombing attacks")
def bomb_target(play: InPlay) -> Asks:
    """The sum of all bombers' bombing numbers gives the number of dice.

    Each die that reaches the number for the clouds is a hit: the clearer the sky, the more dice
    hit.
    """
    mission = play.state.mission
    yield from angel_upgrade(play, [play.state.bombers[name].crew for name in flying(mission)])
    if mission.cloud != "clear":
        clouds = f"{mission.cloud.title()} clouds over the target"
        yield from clear_skies(play, f"{clouds}. Thin them out?", lambda a: odds_of_clouds(play, a))
    bombers = flying(mission)
    factors = sum(ratings_of(play, play.state.bombers[name]).bombing for name in bombers)
    how = bombing_modifiers(play)
    dice = consult(play, "combat", at=factors, column=1, why="Bombs", **how)
    least = consult(play, "bombing_hits", at=mission.cloud)
    faces = list(play.dice(dice, 6, f"{BOMBS}, hits on {or_more(least)}"))
    mission.hits = sum(face >= least for face in faces)
    play.log("bomb_hits", hits=mission.hits, faces=faces, least=or_more(least), cloud=mission.cloud)
    mission.bombed = True
    yield from two_more_hits(play)
    mission.record.hits = mission.hits
    mission.record.cloud = mission.cloud


def odds_of_clouds(play: InPlay, answer: str) -> chances.Chances:
    """Return the damage to the target under the clouds as they are, or thinned out by a step."""
    mission = play.state.mission
    cloud = mission.cloud if answer == "no" else thinner(mission.cloud)
    return chances.of_bombing(play, mission.low_altitude, cloud)


def two_more_hits(play: InPlay) -> Asks:
    """Offer Right on the Chin where two more hits make a difference."""
    mission, card = play.state.mission, active_card(play)
    table, rating = play.data.tables["target_damage"], card.target.blue.destruction
    now, then = (table.result(hits, rating) for hits in (mission.hits, mission.hits + 2))
    if now == then:
        return
    hits, points = counted(mission.hits, "hit"), counted(card.points(then), "VP", "VP")
    prompt = f"{hits}: {chances.DAMAGE[now]}. Two more, for {chances.DAMAGE[then]} ({points})?"
    if (yield from use_luck(play, "right_on_the_chin", prompt)):
        mission.hits += 2


@rule("11.2.1", "Bombing attack modifiers")
def bombing_modifiers(play: InPlay) -> dict[str, object]:
    """Modifiers move the attack up or down the rows of the combat table.

    The bombing of the lead bomber's crew adds rows; the difficulty of the target and a loose
    formation subtract rows.
    """
    mission = play.state.mission
    return by(
        *(["loose"] if mission.is_loose else []),
        *low_altitude(play),
        lead_bombardier=crew_of(play, lead_bomber(mission)).bombing,
        difficulty=active_card(play).target.difficulty,
    )


def has_bombed(play: InPlay) -> bool:
    return play.state.mission.bombed


@rule("11.3", "Determine the damage to the target")
def determine_damage(play: InPlay) -> None:
    """The hits and the destruction number of the target give the damage: none, light or heavy."""
    mission = play.state.mission
    rating = active_card(play).target.blue.destruction
    mission.damage = consult(play, "target_damage", at=mission.hits, column=rating)


@rule("11.4", "Egress flak attack")
@ruling(
    "heavy damage is the destruction that leaves only light flak",
    rejected="a target is destroyed only by a result beyond heavy damage",
    why="the manual knows no other state of a target beyond heavy damage",
)
def egress_flak(play: InPlay) -> Asks:
    """On the way out the guns fire once more, as strong as before.

    The guns of a heavily damaged target fire as light flak.
    """
    if play.state.mission.damage == "heavy":
        yield from target_flak(play, flak_value(play, "light"), "Heavy damage leaves light flak,")
    else:
        yield from target_flak(play, active_card(play).target.blue.flak)


@rule("11.5", "Bomb damage assessment")
@ruling(
    "what becomes of the mission card here goes before the reshuffling of 7.1.1",
    rejected="every card that is reshuffled goes back, whatever 11.5 said",
    why="7.1.1 would put cards back that 11.5 takes out of play",
)
def assess_damage(play: InPlay) -> None:
    """Damage earns the points on the mission card.

    A target of 1942 or 1943 is finished by heavy damage and turned red by light damage.
    """
    mission = play.state.mission
    card = active_card(play)
    damage = mission.damage
    points = card.points(damage)
    if card.target.major:
        assess_major_target(play)
    elif card.target.year == "1944":
        assess_1944_target(play)
    else:
        assess_target(play)
    mission.record.damage = chances.DAMAGE[damage]
    if points:
        mission.vp += points
        play.log("vp", why=f"{damage} damage to the target", amount=points, total=mission.vp)
    play.log(
        "bomb_damage",
        target=name_of(play, mission.card),
        damage=mission.record.damage,
        why="" if points or damage != "light" else why_no_points(card),
    )


def why_no_points(card: MissionCard) -> str:
    """Why light damage to a target earns nothing (11.5, 11.5.2)."""
    return "a red card" if card.red else f"a card of {card.target.year}"


def assess_target(play: InPlay) -> None:
    """Apply damage to a target of 1942 or 1943: light turns it red, heavy finishes it."""
    state, mission = play.state, play.state.mission
    if mission.damage == "heavy":
        state.completed.append(mission.card)
        mission.returned_card = ""
    elif mission.damage == "light" and f"{mission.card}_red" in play.data.mission_cards:
        mission.returned_card = f"{mission.card}_red"
    else:
        mission.returned_card = mission.card


@rule("11.5.1", "Major targets")
@ruling(
    "a major target of 1942 or 1943 earns points for light damage, one of 1944 does not",
    rejected="none or all of them do",
    why="11.5.1 grants the lower value, and 11.5.2 says that 1944 cards have none",
)
def assess_major_target(play: InPlay) -> None:
    """A major target always goes back into the deck."""
    play.state.mission.returned_card = play.state.mission.card


@rule("11.5.2", "1944 mission cards")
def assess_1944_target(play: InPlay) -> None:
    """Heavy damage turns a 1944 target red; it is never finished."""
    mission = play.state.mission
    red = f"{mission.card}_red"
    turns = mission.damage == "heavy" and red in play.data.mission_cards
    mission.returned_card = red if turns else mission.card
