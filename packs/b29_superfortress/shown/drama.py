"""What a commander should see happen, and how a mission is shown."""

from collections.abc import Mapping
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
    told_as,
)

from ..state import CREW, InPlay
from .fire_in_short import UNTOLD, parts_of
from .in_short import GOOD_BOMBING
from .results import result_words
from .story import story
from .words import ENGINES, capital, place_of_landing, place_words, resistance_expected, said

GRAVE: Mapping[str, Any] = {"stops": True, "always": True, "tone": "bad"}
"""What is always told, even right after another moment."""

BROKEN = frozenset(UNTOLD) - {"tank_fire", "engine_fire", "all_killed"}
"""Effects of hits that nothing but their chart tells; fires and deaths have moments."""


# ---------------------------------------------------------------- the way


def orders(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    target, height = capital(said(facts["target"])), facts["altitude"].upper()
    return Moment(
        title=f"Mission {facts['mission']}: {facts['city']}",
        text=f"{target}, by {facts['time']}, at {height}.",
        stops=True,
        picture="orders",
        key="opening",
    )


def looked_up(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Describe a chart that is news by itself: weather, resistance, shells, bursts, what breaks."""
    return CHARTS.get(event.facts["table"], broken)(event, told)


def broken(event: Event, told: Told) -> Moment | None:
    """Report the damage that only the chart's own line tells."""
    found = [one for one in parts_of(event.facts["result"]) if one.get("effect") in BROKEN]
    if not found:
        return None
    text = f"{capital(result_words(found))}."
    return Moment(title="Damage", text=text, tone="warn", roll=event)


def weather(event: Event, told: Told) -> Moment | None:
    found = [one for one in parts_of(event.facts["result"]) if "table" in one]
    if not found:
        return None
    text = "A front lies across the way, and the weather is bad."
    return Moment(title="Bad weather", text=text, effect="storm", target="bomber", roll=event)


def resistance(event: Event, told: Told) -> Moment | None:
    met = str(event.facts["result"])
    if met not in ("moderate", "heavy"):
        return None
    return Moment(title=f"{capital(met)} resistance", text="Fighters are in the air.", roll=event)


def damaged(event: Event, told: Told) -> Moment | None:
    if event.facts["result"] != "damaged":
        return None
    who = event.facts["why"]
    return Moment(
        title=f"{who.split()[0]} hit",
        text=f"The guns damage the {who}.",
        tone="good",
        effect="shot",
        target=fighter_of(who),
        roll=event,
    )


def missed(event: Event, told: Told) -> Moment | None:
    """Describe an attack that fails: shells that miss, a ram or a Baka that flies past."""
    who, flies_past = event.facts["why"] or "Baka", event.facts["table"] != "5-9"
    if event.facts["result"] not in ("miss", "no_collision"):
        return None
    how = "flies past" if flies_past else "fires and misses"
    return Moment(title=f"{who.split()[0]} misses", text=f"The {who} {how}.", roll=event)


def burst(event: Event, told: Told) -> Moment | None:
    """Report a burst that misses; a hit is reported by its damage, a jam by its gun."""
    gun, man, who = event.facts["why"].split(", ", 2)
    if event.facts["result"] != "miss":
        return None
    return Moment(title=f"{gun} misses", text=f"The {man} fires {who} and misses.", roll=event)


def shells(event: Event, told: Told) -> Moment | None:
    who = event.facts["why"]
    return Moment(
        title=f"Hit by the {who.split()[0]}",
        text=f"The {who} strikes the bomber with its shells.",
        tone="bad",
        effect="shot",
        source=fighter_of(who),
        roll=event,
    )


def flak(event: Event, told: Told) -> Moment:
    text = "A burst close by strikes the bomber."
    return Moment(title="Flak", text=text, tone="bad", effect="flak", target="waist", roll=event)


def fighter_of(words: str) -> str:
    """Return the id of a fighter that is named in words.

    >>> fighter_of("Zeke from 10:30 o'clock low"), fighter_of("Frank from a vertical dive")
    ('zeke_10:30_low', 'frank_dive')
    """
    name, _, place = words.partition(" from ")
    place = place.removeprefix("a vertical ").replace(" o'clock ", "_")
    return f"{name.lower()}_{place}"


CHARTS = {
    "4-2": weather,
    "5-1": resistance,
    **dict.fromkeys(("5-8", "5-8.regular"), damaged),
    **dict.fromkeys(("5-9", "5-3.b.impact", "5-3.c"), missed),
    "5-7": burst,
    "5-10": shells,
    "6-4": flak,
}


# ---------------------------------------------------------------- fighters and fire


def arrives(event: Event, rolls: Rolls, told: Told) -> Moment:
    name, place = event.facts["type"].capitalize(), event.facts["place"]
    return Moment(
        title="Under attack",
        text=f"The {name} attacks from {place_words(place)}.",
        stops=rolls.last("5-1") is not None,  # but not for one that comes round again
        picture="bandits",
        effect="arrive",
        target=f"{event.facts['type']}_{place}",
    )


def shot_down(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    name = facts["type"].capitalize()
    foe = f"{name} from {place_words(facts['place'])}"
    return Moment(
        title=f"{name} shot down",
        text=f"{told.person(facts['man'])}, {told.name(facts['man'])}, destroys the {foe}.",
        stops=True,
        tone="good",
        picture="kill",
        effect="shot",
        source=facts["man"],
        target=f"{facts['type']}_{facts['place']}",
        falls=True,
        roll=rolls.last("5-8", "5-8.regular", "5-3.b.damage", why=foe),
    )


def fire_goes_on(event: Event, rolls: Rolls, told: Told) -> Moment:
    is_out = event.facts["state"] == "out"
    return Moment(
        title="The fire is out" if is_out else "The fire burns on",
        text="The extinguishers have done their work." if is_out else "The flames gain ground.",
        stops=True,
        tone="good" if is_out else "bad",
        picture="fire",
        effect="smoke" if is_out else "fire",
        roll=rolls.last(),
        key="fire",
    )


def engine(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    number, state = event.facts["number"], event.facts["state"]
    words = ENGINES.get(state) or said(state)
    is_grave = state in ("gone", "burning", "runaway", "drags", "windmilling", "feathered")
    return Moment(
        title=f"Engine {number} {'burns' if state == 'burning' else 'fails'}"
        if is_grave
        else f"Engine {number}",
        text=f"Engine {number}: {words}.",
        stops=is_grave,
        tone="good" if state == "at_full_power_again" else "bad",
        picture="engine",
        effect="fire" if state == "burning" else "smoke" if is_grave else "",
        target=f"engine:{number}",
        key="engine",
    )


# ---------------------------------------------------------------- men

WOUNDS: Mapping[str, tuple[str, str]] = {
    "killed": ("killed", "is killed at his post"),
    "serious": ("badly hurt", "is badly hurt and out of action"),
    "light": ("lightly hurt", "is lightly hurt and stays at his post"),
    "sent_home": ("sent home", "recovers, but will not fly again"),
}


def wound(event: Event, rolls: Rolls, told: Told) -> Moment:
    man, level = event.facts["man"], event.facts["level"]
    title, fate = WOUNDS[level]
    return Moment(
        title=f"{told.surname(man)} {title}",
        text=f"{told.person(man)}, {told.name(man)}, {fate}.",
        stops=level in ("killed", "serious"),
        always=level == "killed",
        tone="warn" if level == "light" else "bad",
        picture="wounded",
        effect="smoke",
        target=man,
        roll=rolls.last("7-13", why=capital(said(man))),
        key=level,
    )


def treated(event: Event, rolls: Rolls, told: Told) -> Moment:
    man, dies = event.facts["man"], event.facts["result"] == "dies"
    fates = {"dies": "dies of his wounds", "sent_home": WOUNDS["sent_home"][1]}
    fate = fates.get(event.facts["result"], "is fit again and flies the next mission")
    return Moment(
        title=f"{told.surname(man)} {'dies' if dies else 'in hospital'}",
        text=f"{told.person(man)}, {told.name(man)}, {fate}.",
        stops=dies,
        tone="bad" if dies else "",
        picture="wounded",
        roll=rolls.last(),
        key="killed" if dies else "",
    )


def men_lost(event: Event, rolls: Rolls, told: Told) -> Moment:
    men = event.facts["men"]
    who = told.person(men[0]) if len(men) == 1 else counted(len(men), "man", "men")
    text = f"{who} cannot get out, and {'dies' if len(men) == 1 else 'die'} in the bomber."
    return Moment(title="Down with the bomber", text=text, picture="crash", key="killed", **GRAVE)


def found(event: Event, rolls: Rolls, told: Told) -> Moment:
    """Tell who is saved of those who came down."""
    men, lost = event.facts["men"], event.facts["lost"]
    saved = men - len(lost)
    all_are = "All men are found" if saved else "Nobody is found"
    text = (
        f"{saved or 'None'} of the {men} men who came down {'is' if saved == 1 else 'are'} saved."
    )
    return Moment(
        title=f"{saved} of {men} are found" if 0 < saved < men else all_are,
        text=text,
        stops=True,
        always=True,
        tone="bad" if lost else "good",
        picture="splash",
        effect="splash",
        key="killed" if lost else "",
    )


# ---------------------------------------------------------------- bombs, and the end


def bombs(event: Event, rolls: Rolls, told: Told) -> Moment:
    percent = event.facts["percent"]
    is_good = percent >= GOOD_BOMBING
    text = f"{percent} percent of the bombs are on the target."
    aim = rolls.last("6-6")
    is_off = aim is not None and aim.facts["result"] == "off_target"
    missed = "The aim was off, and no" if is_off else "No"
    return Moment(
        title="Bombs on the target" if is_good else "Bombs away" if percent else "The bombs miss",
        text=text if percent else f"{missed} bombs are on the target.",
        means="" if is_good or not percent else f"A success takes {GOOD_BOMBING} percent.",
        stops=True,
        always=True,
        tone="good" if is_good else "warn",
        picture="bombs",
        effect="bombs",
        target="bomber",
        roll=aim if is_off and not percent else rolls.last("6-6", "6-7"),
        chance=None,  # of this very percentage, which says little
    )


def landed(event: Event, rolls: Rolls, told: Told) -> Moment:
    place, plane = place_of_landing(event.facts["place"]), event.facts["plane"]
    return Moment(
        title="Down safely" if plane in ("sound", "repairable") else "A hard landing",
        text=f"The bomber is down {place}; it is {said(plane)}.",
        stops=True,
        tone="good" if plane in ("sound", "repairable") else "bad",
        picture="home",
        effect="arrive",
        target="bomber",
        roll=rolls.last("8-1"),
        key="landed",
    )


# ---------------------------------------------------------------- all moments


def dry(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    if event.facts["main"] or event.facts["tanks"]:
        return None
    text = "The last fuel is burnt, and the engines stop."
    return Moment(
        title="The tanks are dry", text=text, stops=True, tone="bad", picture="engine", key="lost"
    )


MOMENTS: Mapping[str, Telling] = {
    "orders": orders,
    "look_up": looked_up,
    "fighter": arrives,
    "shot_down": shot_down,
    "mid_air": told_as("Rammed", picture="ram", effect="ram", **GRAVE),
    "section_fire": told_as(
        "Fire aboard",
        means="Whoever can reach it must put it out before it spreads.",
        stops=True,
        tone="bad",
        picture="fire",
        effect="fire",
        target="{section}",
    ),
    "fire": fire_goes_on,
    "engine": engine,
    "wound": wound,
    "treated": treated,
    "go_down": men_lost,
    "bail_out": told_as(
        "Bail out", "The crew jumps.", picture="chutes", effect="chutes", target="waist", **GRAVE
    ),
    "survivors": found,
    "captive": told_as("A prisoner", tone="bad"),
    "bombed": bombs,
    "aborted": told_as("Mission aborted", stops=True, tone="warn", picture="home"),
    "scrubbed": told_as("Mission scrubbed", picture="crash", **GRAVE),
    "lost": told_as(
        "The bomber is lost",
        picture="crash",
        effect="smoke",
        target="bomber",
        falls=True,
        key="lost",
        **GRAVE,
    ),
    "ditched": told_as(
        "Ditched", picture="splash", effect="splash", target="bomber", key="lost", **GRAVE
    ),
    "landed": landed,
    "burnt": dry,
    "searchlight": lambda event, rolls, told: (
        told_as("Searchlight", tone="warn")(event, rolls, told) if event.facts["on"] else None
    ),
    "gun": told_as("A gun", tone="warn", target="{gun}"),
    "alone": told_as("Out of formation", tone="warn"),
    "in_formation": told_as("In formation", tone="good"),
    "disrupted": told_as("Formation disrupted", tone="warn"),
    "off_course": told_as("Off course", tone="warn"),
    "slow": told_as("Slowed down", tone="warn"),
    "system_out": told_as("Out of order", tone="warn"),
    "gear": told_as("Landing gear", tone="warn"),
    "doors": told_as("Bomb bay doors", tone="warn"),
    "frostbite": told_as("Frostbite", tone="bad"),
    "oxygen_out": told_as("Oxygen out", tone="bad"),
    "pressure": told_as("Pressure lost", tone="warn"),
    "jettisoned": told_as("Bombs dropped", tone="warn"),
    "off_target": told_as("Off target", tone="warn"),
}


# ---------------------------------------------------------------- the first card and the last page


def opening(play: InPlay, viewer: Viewer, told: Told) -> Moment | None:
    """Return the orders of the mission, before the first question."""
    mission = play.state.mission
    if not mission.orders.city:
        return None
    city = mission.orders.city
    when = "night" if mission.orders.night else "day"
    height = mission.orders.planned.upper()
    return Moment(
        title=f"Mission {mission.number}: {city}",
        text=f"{capital(said(mission.orders.kind))} by {when}, at {height}; "
        f"{resistance_expected(mission.orders.expected)}.",
        means=f"A success takes {GOOD_BOMBING} percent of the bombs on the target.",
        stops=True,
        picture="orders",
        key="opening",
    )


OFFICERS = ("copilot", "bombardier", "navigator")
RANKS = dict.fromkeys(CREW, "Sgt.") | dict.fromkeys(OFFICERS, "Lt.") | {"pilot": "Capt."}
GIVEN = (
    *("Joe", "Walter", "Frank", "Harold", "Ray", "Carl", "Leo", "Vernon", "Earl", "Stanley"),
    *("Ralph", "Clyde", "Howard", "Lloyd", "Eugene", "Norman", "Chester", "Marvin", "Floyd"),
    *("Roy", "Herbert", "Gordon", "Wayne", "Dale", "Russell", "Milton", "Virgil", "Alvin"),
)
FAMILY = (
    *("Pruitt", "Kowalski", "Hagen", "Moreno", "Tolliver", "Bianchi", "Ostrow", "Lindgren"),
    *("McCabe", "Dubois", "Schaefer", "Whitlock", "Novak", "Redding", "Callahan", "Ames"),
    *("Petrillo", "Boone", "Sandoval", "Fitch", "Gorski", "Haldane", "Ingersoll", "Quimby"),
    *("Rourke", "Steiner", "Trask", "Underhill", "Varga", "Wexler", "Yates", "Zeller"),
)

DRAMA = Drama(
    moments=MOMENTS,
    opening=opening,
    story=story,
    people=People(GIVEN, FAMILY, RANKS),
    renewed={"replaced": "man"},
    replaced=lambda play: {post: man.number - 1 for post, man in play.state.crew.items()},
    scores={
        "lost": 1.0,
        "killed": 0.9,
        "ram": 0.8,
        "bombs": 0.8,
        "chutes": 0.8,
        "fire": 0.6,
        "shot": 0.5,
        "engine": 0.5,
        "serious": 0.4,
        "landed": 0.2,
    },
)
