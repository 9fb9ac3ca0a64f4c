"""What both sides should see happen, and how a game is shown as a story."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from tabletop_core import Event, Viewer
from tabletop_core.events import (
    Drama,
    Moment,
    Rolls,
    Telling,
    Told,
    listed,
    told_as,
)

from ..state import InPlay, enemy_of
from .in_short import LOSSES, TONES, side_named
from .names import PEOPLE, called, capital, is_bomber, pilot
from .story import story, strength

MAX_LOSSES = 3
"""The losses of a game that all stop the telling; of later ones only the grave do."""


def chance_to_hit(attacker: str, defender: str) -> Fraction:
    """Return the exact chance of a shot or a ram: bombers roll six-sided dice, all others four.

    >>> chance_to_hit("w1", "e1"), chance_to_hit("east", "WA"), chance_to_hit("WA", "e1")
    (Fraction(5, 8), Fraction(5, 12), Fraction(3, 4))
    """
    attack, defence = (6 if is_bomber(name) else 4 for name in (attacker, defender))
    return Fraction(sum(min(face, defence) for face in range(1, attack + 1)), attack * defence)


def rolled(event: Event) -> dict[str, Any]:
    """Return the dice of both sides, the chance of what they brought, and for whom it is good."""
    facts = event.facts
    chance = chance_to_hit(facts["attacker"], facts["defender"])
    return {
        "tone": str(TONES[event.kind](facts)),
        "faces": (facts["attack"], facts["defence"]),
        "chance": chance if facts["hit"] else 1 - chance,
    }


def loss(facts: Mapping[str, Any], *lost: str) -> dict[str, Any]:
    """Return how grave a loss is: a bomber or the last of a side stops even a long fight."""
    left = facts["left"]
    sides = dict.fromkeys(side_named(name) for name in lost)
    ours = {side: [name for name in left if side_named(name) == side] for side in sides}
    is_last = not all(ours.values())
    turns_game = is_last or any(map(is_bomber, lost))
    # The last two fighters of a side: after their loss one is left, or none.
    are_few = any(sum(not is_bomber(name) for name in those) < 2 for those in ours.values())
    means = (what_remains(left, side) for side in sides if turns_game)
    return {
        "stops": turns_game or are_few or facts["losses"] <= MAX_LOSSES,
        "always": turns_game,
        "means": next(filter(None, means), ""),
        "key": "last" if is_last else "lost" if turns_game else "",
    }


def what_remains(left: Collection[str], side: str) -> str:
    """Return how the game goes on after a loss of a side, where that has changed.

    >>> what_remains(["w1", "e1"], "east"), what_remains(["w1", "WA", "EA"], "east")
    ('No bomber is left: whoever shoots down the last enemy wins.', '')
    >>> what_remains(["WA", "e1"], "east")
    'East has no bomber left, and must stop WA.'
    >>> what_remains(["WA"], "east")
    'No aircraft is left to stop WA, but it must still bomb the east base.'
    """
    bombers = [name for name in left if is_bomber(name)]
    ours = [name for name in left if side_named(name) == side]
    if not bombers:
        is_open = len({side_named(name) for name in left}) > 1
        return "No bomber is left: whoever shoots down the last enemy wins." if is_open else ""
    if any(side_named(name) == side for name in bombers):
        return ""
    if not ours:
        verb = "it must still bomb" if len(bombers) == 1 else "one must still bomb"
        return f"No aircraft is left to stop {listed(bombers)}, but {verb} the {side} base."
    return f"{side.capitalize()} has no bomber left, and must stop {listed(bombers)}."


# ---------------------------------------------------------------- shots, rams and bombs

SHOTS: Mapping[str, tuple[str, str]] = {
    "attack": (
        "{pilot} attacks {target} and shoots it down.",
        "{pilot} attacks {target} and misses.",
    ),
    "snap_shot": (
        "{pilot} takes a snap-shot at {target}, which goes down.",
        "{pilot} takes a snap-shot at {target} and misses.",
    ),
    "battery": (
        "The guns of the {base} base shoot down {victim}.",
        "The guns of the {base} base fire at {victim} and miss.",
    ),
}
"""The sentence of a shot that hits, and of one that misses."""


def shot(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    attacker, defender, hit = facts["attacker"], facts["defender"], facts["hit"]
    base = facts.get("base", "")
    text = SHOTS[event.kind][not hit].format(
        pilot="" if base else pilot(told, attacker),
        target=called(defender),
        victim=pilot(told, defender),
        base=attacker,
    )
    grave = loss(facts, defender) if hit else {}
    return Moment(
        title=f"{capital(called(defender))} shot down"
        if hit
        else f"{capital(called(defender))} escapes",
        text=text,
        picture="kill" if hit else "",
        effect="flak" if base else "shot",
        source=base or attacker,
        target=defender,
        falls=hit,
        **rolled(event),
        **grave,
    )


def ram(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    attacker, defender, lost = facts["attacker"], facts["defender"], facts["lost"]
    ends = {
        (True, True): "both go down",
        (True, False): f"{attacker} alone goes down",
        (False, True): f"{attacker} flies on and {defender} goes down",
    }
    end = ends[attacker in lost, defender in lost]
    grave = loss(facts, *lost)
    return Moment(
        title=f"{attacker} rams {defender}",
        text=f"{pilot(told, attacker)} rams {called(defender)}: {end}.",
        picture="ram",
        effect="ram",
        source=attacker,
        target=defender,
        falls=defender in lost,
        **rolled(event),
        **(grave | {"stops": True, "always": True}),
    )


def bombs(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    bomber, hit = facts["bomber"], facts["hit"]
    side = enemy_of(side_named(bomber))
    who = pilot(told, bomber)
    return Moment(
        title=f"{capital(side)} base destroyed" if hit else "The bombs miss",
        text=f"The bombs of {who} destroy the {side} base."
        if hit
        else f"{who} is over the {side} base, but the bombs fall wide.",
        stops=True,
        always=True,
        tone=str(TONES["bombs"](facts)),
        picture="bombs",
        effect="bombs",
        target=facts["base"],
        roll=rolls.last(),
        chance=Fraction(3 if hit else 1, 4),
        key="base" if hit else "",
    )


# ---------------------------------------------------------------- flights


def moved(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Show a bomber that comes close to the base it is to bomb."""
    name = event.facts["aircraft"]
    before, now = event.facts["to_base"] or (0, 0)
    if not before > now == 1:
        return None
    side = side_named(name)
    return Moment(
        title=f"Bomber {name} closes in",
        text=f"{pilot(told, name)} is one square from the {enemy_of(side)} base.",
        stops=True,
        tone=f"good {side}",
        picture="bandits",
        effect="arrive",
        target=name,
    )


def turned(event: Event, rolls: Rolls, told: Told) -> Moment:
    name, nose = event.facts["aircraft"], NOSES[event.facts["facing"]]
    text = f"{pilot(told, name)} turns on the spot, nose to the {nose}."
    return Moment(title="Acrobatic maneuver", text=text, target=name)


def retreated(event: Event, rolls: Rolls, told: Told) -> Moment:
    name = event.facts["aircraft"]
    grave = loss(event.facts, name)
    return Moment(
        title=f"{capital(called(name))} leaves the fight",
        text=f"{pilot(told, name)} flies off the board and is out of the game.",
        tone=str(TONES["retreated"](event.facts)),
        picture="home",
        source=name,
        **(grave | {"stops": grave["always"]}),
    )


def held(event: Event, rolls: Rolls, told: Told) -> Moment:
    hunter, prey = event.facts["attacker"], event.facts["defender"]
    text = f"{pilot(told, hunter)} has {called(prey)} in the sights and holds fire."
    return Moment(title="Fire held", text=text, source=hunter, target=prey)


NOSES = {
    "N": "north", "NE": "northeast", "E": "east", "SE": "southeast",
    "S": "south", "SW": "southwest", "W": "west", "NW": "northwest",
}  # fmt: skip

MOMENTS: Mapping[str, Telling] = {
    "order": told_as("The first turn"),
    **dict.fromkeys(LOSSES, shot),
    "ram": ram,
    "bombs": bombs,
    "moved": moved,
    "turned": turned,
    "retreated": retreated,
    "held": held,
}


# ---------------------------------------------------------------- the first card and the last page


def opening(play: InPlay, viewer: Viewer, told: Told) -> Moment:
    """Return the strength of both sides, before the first question."""
    formation = play.data.board.formation_of(play.options["formation"])
    once = "" if play.options["last_side"] == "wins" else " once no bomber is left"
    return Moment(
        title="Two squadrons meet",
        text=f"{strength(formation)} take off on each side.",
        means=f"Bomb the enemy base to win, or shoot down every enemy{once}.",
        stops=True,
        picture="orders",
        key="opening",
    )


DRAMA = Drama(
    moments=MOMENTS,
    opening=opening,
    story=story,
    people=PEOPLE,
    scores={
        "base": 2.0,
        "last": 1.3,
        "lost": 1.0,
        "bombs": 0.8,
        "ram": 0.5,
        "shot": 0.3,
        "flak": 0.3,
    },
)
