"""What a squadron commander should see happen."""

from collections import Counter
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from tabletop_core import Event, Viewer
from tabletop_core.events import (
    Drama,
    Moment,
    People,
    Rolls,
    Telling,
    Told,
    counted,
    listed,
    said,
    told_as,
)

from ..questions.mission import active_card, is_two_player
from ..questions.names import LADY_LUCK, name_of
from ..state import SQUADRON, InPlay, Level
from .board import FORMATION
from .log_sheet import is_lost, is_under_way
from .story import story

OURS, THEIRS = f"good {SQUADRON}", f"bad {SQUADRON}"
WARN: Mapping[str, Any] = {"tone": "warn", "target": FORMATION}
GRAVE: Mapping[str, Any] = {"stops": True, "always": True, "tone": THEIRS, "key": "lost"}
"""What always stops the telling, even right after another moment."""

MAX_KILLS = 3
"""Fighters of a side whose loss stops the telling of a mission; later ones are news."""

MANY_BANDITS = 5
"""Interceptors whose attack stops the telling, even if it is not the first of the mission."""


def piece_of(name: str) -> str:
    """Return the id of a fighter or a bomber by its name.

    >>> piece_of("Me-109 i4 with Oblt. Dieter Rahn"), piece_of("Night Nurse (B-17F E)")
    ('i4', 'b17f-e')
    """
    name = name.partition(" with ")[0].rpartition("(")[2].removesuffix(")")
    kind, counter = name.rsplit(" ", 1)
    return counter if counter[1:] else f"{kind.replace('-', '')}-{counter}".lower()


def short(bomber: str) -> str:
    """Return the name of a bomber for a title: *Night Nurse*, or *B-17F E* with a green crew."""
    return bomber.partition(" (")[0]


def is_bomber(name: str) -> bool:
    return "-" in piece_of(name)


def piloted(bomber: str, told: Told) -> str:
    """Return a bomber with its pilot: *Lt. Ed Kern's Night Nurse (B-17F E)*."""
    return f"{told.person(piece_of(bomber))}'s {bomber}"


def fires(name: str, verb: str, told: Told) -> str:
    """Say who fires: *Lt. Ed Kern's gunners hit*, *Capt. Ned Colby hits*, *P-47 e2 hits*."""
    if is_bomber(name):
        return f"{told.person(piece_of(name))}'s gunners {verb}"
    return f"{name.partition(' with ')[2] or name} {verb}s"


# ---------------------------------------------------------------- the order of the day


def order(target: str, kind: str, bombers: int, escorts: int, points: tuple[int, int]) -> Moment:
    heavy, light = points
    sent = [counted(bombers, "bomber"), *([counted(escorts, "escort")] if escorts else [])]
    also = f", light damage {light}" if light else ""
    place, _, card = target.rstrip(")").partition(" (")
    what = ", ".join(filter(None, (kind, card)))
    return Moment(
        title=f"Target: {place}",
        text=f"The target for today is {place} ({what}), for {listed(sent)}.",
        means=f"Heavy damage earns {heavy} points{also}; each bomber that is lost costs some.",
        stops=True,
        always=True,
        picture="orders",
        key="opening",
    )


def target(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    points = facts["heavy_vp"], facts["light_vp"]
    return order(facts["target"], facts["type"], facts["bombers"], facts["escorts"], points)


def opening(play: InPlay, viewer: Viewer, told: Told) -> Moment | None:
    """Return the target of the first mission; none for two players, of whom one may not know it."""
    if is_two_player(play) or not play.state.mission.card:
        return None
    card = active_card(play)
    today, points = card.target, (card.heavy_vp, card.light_vp)
    sent = today.blue.bombers, today.blue.escorts
    return order(name_of(play, card.id), said(today.type), *sent, points)


# ---------------------------------------------------------------- in the air


def interceptors(event: Event, rolls: Rolls, told: Told) -> Moment:
    kinds: Mapping[str, int] = event.facts["kinds"]
    number, first = sum(kinds.values()), event.facts["ids"][0]
    come = "comes" if number == 1 else "come"
    found = listed(counted(number, kind) for kind, number in kinds.items())
    return Moment(
        title="Bandits",
        text=f"{found} {come} at the formation.",
        stops=first == "i1" or number >= MANY_BANDITS,
        tone="warn",
        picture="bandits",
        effect="arrive",
        target=first,
    )


def ace_flies(event: Event, rolls: Rolls, told: Told) -> Moment:
    ace, fighter = event.facts["ace"].partition(" (")[0], event.facts["fighter"]
    piece = piece_of(fighter)
    return Moment(
        title="A German ace" if piece.startswith("i") else "An ace among the escorts",
        text=f"{ace} flies {fighter}.",
        tone=THEIRS if piece.startswith("i") else OURS,
        target=piece,
    )


def fire(by: str, fighter: str, **fields: Any) -> Moment:
    is_theirs = piece_of(fighter).startswith("i")
    return Moment(
        tone=OURS if is_theirs else THEIRS,
        effect="shot",
        source=piece_of(by),
        target=piece_of(fighter),
        **fields,
    )


def shot_down(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Describe a fighter that is shot down: the points for it come with all facts."""
    facts = event.facts
    by = facts.get("by")
    if not by:
        return None
    fighter, _, ace = facts["fighter"].partition(" with ")
    return fire(
        by,
        fighter,
        title=f"{ace} falls" if ace else f"{fighter} shot down",
        text=f"{fires(by, 'shoot', told)} down {fighter}.",
        stops=bool(ace) or facts["number"] <= MAX_KILLS or facts["left"] < 2,
        always=bool(ace),
        picture="kill",
        falls=True,
        roll=rolls.last("fighter_combat", why=f"{by.partition(' with ')[0]} at {fighter}"),
        key="ace" if ace else "",
    )


def looked_up(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Describe a chart that is news by itself: hits on fighters and bombers, the weather."""
    facts = event.facts
    tell = CHARTS.get((facts["table"], str(facts["result"])))
    return tell(event, rolls, told) if tell else None


def hit_fighter(event: Event, rolls: Rolls, told: Told) -> Moment:
    by, _, fighter = event.facts["why"].partition(" at ")
    text = f"{fires(by, 'hit', told)} {fighter}."
    return fire(by, fighter, title=f"{fighter} hit", text=text, roll=event)


def fire_at(bomber: str, rolls: Rolls) -> Event | None:
    """Return the fire of a fighter that has hit a bomber last; None where flak has hit it."""
    last = rolls.last("bomber_combat", "flak_damage")
    is_fire = last is not None and last.facts["why"].endswith(f" at {bomber}")
    return last if is_fire else None


def hit_bomber(event: Event, rolls: Rolls, told: Told) -> Moment:
    bomber = event.facts["why"]
    shot = fire_at(bomber, rolls)
    by = shot.facts["why"].partition(" at ")[0] if shot else ""
    return Moment(
        title=f"{short(bomber)} hit",
        text=f"{by or 'Flak'} damages {piloted(bomber, told)}, which keeps up.",
        tone="warn",
        effect="shot" if by else "flak",
        source=piece_of(by) if by else "",
        target=piece_of(bomber),
    )


def clouds(event: Event, rolls: Rolls, told: Told) -> Moment:
    is_chart = event.kind == "look_up"
    sky = event.facts["result" if is_chart else "cloud"]
    return Moment(
        title="The weather changes",
        text="The sky over the target is clear now."
        if sky == "clear"
        else f"There are {sky} clouds over the target now.",
        tone="warn" if sky == "heavy" else "",
        effect="" if sky == "clear" else "storm",
        target=FORMATION,
        roll=event if is_chart else None,
    )


CHARTS: Mapping[tuple[str, str], Telling] = {
    ("fighter_combat", "damaged"): hit_fighter,
    ("damage_effects", "none"): hit_bomber,
    **{("new_cloud_cover", sky): clouds for sky in ("clear", "light", "heavy")},
}
"""Charts that are news, with the results that are."""


# ---------------------------------------------------------------- bombers that are lost


def bomber_lost(event: Event, rolls: Rolls, told: Told) -> Moment:
    bomber, how = event.facts["bomber"], event.facts["how"]
    name = short(bomber)
    tell = LOST.get(how)
    text = f"{piloted(bomber, told)} {how}."
    fields: dict[str, Any] = {"target": piece_of(bomber)}
    if tell is None:
        roll = rolls.last("damage_effects", "drop_out", why=bomber)
        return Moment(
            title=f"{name} {how}",
            text=text,
            tone="warn",
            effect="smoke",
            roll=roll,
            **fields,
        )
    title, table = tell
    fields |= GRAVE | {"picture": "crash", "falls": True}
    if table:
        roll = rolls.last(table, why=bomber)
        return Moment(title=f"{name} {title}", text=text, effect="smoke", roll=roll, **fields)
    shot = fire_at(bomber, rolls)
    if shot is None:
        return Moment(title=f"{name} {title}", text=text, effect="flak", **fields)
    # Heavy damage destroys a bomber that was damaged before: then the row alone does not say it.
    roll = shot if shot.facts["result"] == "destroyed" else None
    by = shot.facts["why"].partition(" at ")[0]
    fields |= {"effect": "shot", "source": piece_of(by), "faces": tuple(shot.facts["faces"])}
    return Moment(title=f"{name} {title}", text=text, roll=roll, **fields)


LOST = {
    "goes down with its crew": ("goes down", ""),
    "fails to return": ("is missing", "lost_bomber_fate"),
    "crashes on landing": ("crashes", "landing"),
}
"""How a bomber is lost for good: the title after its name, and the chart that decides it."""


def landed(event: Event, rolls: Rolls, told: Told) -> Moment:
    number, flown = event.facts["number"], event.facts["flown"]
    land = "lands" if number == 1 else "land"
    some = f"{number or 'None'} of the {flown} bombers {land} at the base together."
    return Moment(
        title="Home again" if number else "Nobody comes home",
        text=some if number < flown else f"All {flown} bombers land at the base.",
        stops=True,
        tone="" if number < flown else OURS,
        picture="home",
        effect="arrive",
        target=FORMATION,
        key="landed",
    )


# ---------------------------------------------------------------- over the target


def bombs(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    hits, cloud = facts["hits"], facts["cloud"]
    sky = "Under a clear sky" if cloud == "clear" else f"Through {cloud} clouds"
    hit = "hits" if hits == 1 else "hit"
    loads = counted(len(facts["faces"]), "load")
    return Moment(
        title=f"Bombs away: {counted(hits, 'hit')}" if hits else "The bombs miss",
        text=f"{sky} {hits or 'none'} of {loads} of bombs {hit} the target.",
        means=f"Each die of {facts['least']} is a hit.",
        stops=True,
        always=True,
        tone=OURS if hits else "warn",
        picture="bombs",
        effect="bombs",
        target=FORMATION,
        faces=tuple(facts["faces"]),
    )


def photographs(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    damage, why = facts["damage"], facts["why"]
    return Moment(
        title=damage.capitalize(),
        text=f"The photographs of {facts['target'].partition(' (')[0]} show {damage}.",
        means=f"On {why} that earns no points." if why else "",
        stops=damage != "no damage",
        always=True,
        tone="warn" if damage == "no damage" else OURS,
        picture="photographs",
        key=damage,
    )


# ---------------------------------------------------------------- the squadron


def campaign_moves(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    amount, why = event.facts["amount"], event.facts["why"]
    total = counted(event.facts["total"], "point")
    done = f"gains {amount}" if amount > 0 else f"loses {-amount}" if amount else "gains nothing"
    return Moment(
        title=why[:1].upper() + why[1:] if len(why.split()) < 6 else "The campaign",
        text=f"The campaign {done} and stands at {total}.",
        tone=OURS if amount > 0 else THEIRS if amount else "",
    )


def crew_level(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Describe a crew that falls, or becomes one of the best."""
    facts = event.facts
    if facts["up"] and facts["level"] != Level.CRACK.value:
        return None
    who = piloted(facts["bomber"], told) if facts["bomber"] else "a bomber that is gone"
    return Moment(
        title=f"{facts['level'].capitalize()} crew",
        text=f"The crew of {who} {'rises' if facts['up'] else 'falls'} to {facts['level']}.",
        tone=OURS if facts["up"] else THEIRS,
    )


def luck(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    if event.facts["why"] != LADY_LUCK:
        return None
    text = f"Lady Luck gives the squadron a counter: {event.facts['name']}."
    return Moment(title="Lady Luck", text=text, tone=OURS)


def of_bomber(title: str, text: str, **fields: Any) -> Telling:
    """Return a telling of a bomber: `{pilot}` is who flies it, `{short}` its name in a title."""

    def tell(event: Event, rolls: Rolls, told: Told) -> Moment | None:
        bomber = event.facts["bomber"]
        facts = {**event.facts, "pilot": told.person(piece_of(bomber)), "short": short(bomber)}
        as_said = told_as(title, text, target=piece_of(bomber), **fields)
        return as_said(event._replace(facts=facts), rolls, told)

    return tell


MOMENTS: Mapping[str, Telling] = {
    "target": target,
    "target_known": told_as("The target is known", tone="warn", picture="orders"),
    "commander_flies": told_as("The commander flies"),
    "escorts": told_as("Escorts", tone=OURS),
    "no_escorts": told_as("Alone", tone="warn"),
    "escorts_leave": told_as("Escorts turn back", tone="warn"),
    "escort_leaves": told_as("An escort turns back", tone="warn"),
    "ace_flies": ace_flies,
    "interceptors": interceptors,
    "no_fighters": told_as("No fighters", tone=OURS),
    "look_up": looked_up,
    "vp": shot_down,
    "site_fires": told_as("Flak", "The guns of {box} open up.", effect="flak", **WARN),
    "german_flak": told_as(
        "Flak", "The guns below open up with {level} flak.", effect="flak", **WARN
    ),
    "bomber_damaged": of_bomber(
        "Trouble", "{pilot}'s {bomber} is damaged.", tone="warn", effect="smoke"
    ),
    "bomber_lost": bomber_lost,
    "bomber_home": of_bomber(
        "{short} limps home", "{pilot} brings {bomber} home alone.", tone=OURS
    ),
    "crew_rescued": told_as(
        "Crew saved", stops=True, tone=OURS, picture="chutes", effect="chutes", key="saved"
    ),
    "crew_back": told_as("A crew is back", tone=OURS),
    "commander_lost": told_as("The commander is lost", picture="crash", **GRAVE),
    "leads": of_bomber("A new leader", "{pilot} leads the {element} element."),
    "loose": told_as(
        "The formation breaks up",
        means="More fighters will come, and its guns and bombs count for less.",
        stops=True,
        tone=THEIRS,
        picture="storm",
        effect="smoke",
        target=FORMATION,
        key="loose",
    ),
    "tight": told_as("Closed up", tone=OURS, target=FORMATION),
    "cloud": clouds,
    "goes_around": told_as(
        "Around again", "The bombers go around, through the flak on the way {way}.", **WARN
    ),
    "bomb_hits": bombs,
    "bomb_damage": photographs,
    "landed": landed,
    "draw": luck,
    "luck_used": told_as("Lady Luck", "Lady Luck's help is used: {counter}.", tone=OURS),
    "campaign_vp": campaign_moves,
    "crew_level": crew_level,
    "replacement": of_bomber("A new bomber", "{pilot} brings {bomber} to the squadron.", tone=OURS),
    "new_escort": told_as("New escorts", tone=OURS),
    "me262_early": told_as("Jets", stops=True, tone=THEIRS, picture="bandits", key="war"),
    "p51_early": told_as("Mustangs", stops=True, tone=OURS, picture="medal", key="war"),
    "v2": told_as("V-2s on London", tone="warn"),
}


def replaced(play: InPlay) -> dict[str, int]:
    """Return how often each bomber has joined the squadron since it was set up."""
    state = play.state
    records = [*state.log, *([state.mission.record] if is_under_way(state) else [])]
    joined = Counter(list(state.bombers))
    joined.update(line.bomber for record in records for line in record.flyers if is_lost(line))
    first = play.data.squadrons[play.options["squadron"]].first
    return {name: number - name.startswith(first) for name, number in joined.items()}


TYPES, LETTERS = ("b17f", "b17g", "b24g", "b24j"), ascii_lowercase[:12]
RANKS = {f"{kind}-{letter}": "Lt." for kind in TYPES for letter in LETTERS}
GIVEN = (
    *("Ed", "Bob", "Hank", "Lew", "Art", "Gene", "Cal", "Dick", "Jim", "Sam", "Wes", "Don"),
    *("Paul", "Grant", "Elmer", "Curtis", "Nate", "Mike", "Tom", "Warren", "Otis", "Phil"),
    *("Luther", "Rex", "Glenn", "Max", "Homer", "Clay"),
)
FAMILY = (
    *("Kern", "Mabry", "Sorensen", "Tate", "Delgado", "Whalen", "Ostrander", "Pruett", "Nolan"),
    *("Bauer", "Castellano", "Hobbs", "Lindqvist", "Marsh", "Oakley", "Perry", "Ritter", "Sloan"),
    *("Thayer", "Urban", "Vance", "Weller", "Yost", "Zimmer", "Ashby", "Birch", "Crowder"),
    *("Dunning", "Ellery", "Fenn", "Garrity"),
)

DRAMA = Drama(
    moments=MOMENTS,
    opening=opening,
    story=story,
    people=People(GIVEN, FAMILY, RANKS),
    renewed={"replacement": "id"},
    replaced=replaced,
    scores={
        "heavy damage": 1.6,
        "lost": 0.8,
        "bombs": 0.8,
        "light damage": 0.6,
        "ace": 0.6,
        "saved": 0.6,
        "loose": 0.5,
        "shot": 0.4,
        "war": 0.4,
        "landed": 0.2,
    },
)
