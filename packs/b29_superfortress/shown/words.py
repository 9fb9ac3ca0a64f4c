"""Words for the events of the game."""

from collections.abc import Iterable, Mapping
from typing import Any

from tabletop_core.events import counted
from tabletop_core.events import said as plainly

from ..state import Fighter

EventFacts = Mapping[str, Any]


NAMES = {
    "cfc": "central fire controller",
    "fwd_bomb_bay": "forward bomb bay",
    "nav_radio": "nav/radio",
    "iwo_jima": "Iwo Jima",
    "iwo_jima_1_to_10": "Iwo Jima, missions 1 to 10",
    "japan": "Japan",
    "okinawa": "Okinawa",
    "attacking_side_wing": "wing on the attacking side",
    **{
        name: name.capitalize()
        for name in ("baka", "frank", "george", "irving", "nick", "oscar", "tojo", "tony", "zeke")
    },
    "japan_1_to_15": "Japan, missions 1 to 15",
    "japan_16_to_35": "Japan, missions 16 to 35",
    "loran": "LORAN",
    "loran_out": "LORAN out",
    "lo": "LO",
    "med": "MED",
    "hi": "HI",
    "navigator_tools_out": "navigator's tools out",
    "obscured": "fully obscured",
    "target_obscured": "target fully obscured",
    "on_target_urban": "on target, urban area",
    "navigator_tools": "navigator's tools",
    "p51": "P-51",
    "p38": "P-38",
    "f6f": "F6F",
    "cfc_or_left_gunner": "central fire controller or left gunner",
    "cfc_or_right_gunner": "central fire controller or right gunner",
    "tail_and_lower_if_low": "tail and, in the low squadron, lower turrets",
    "walk_fuselage": "walking along the fuselage",
    "walk_level": "walking along the fuselage and a wing",
    "walk_wings": "walking along the wings",
    "wont_hold": "will not hold",
    "first_code": "water",
    "second_code": "land",
    "controls_pilot": "pilot's controls",
    "controls_copilot": "copilot's controls",
    "door_controls": "power of the bomb bay doors",
    "brakes": "brakes (unreliable, -2 on landing)",
    "brakes_wholly": "brakes (none left)",
    "pump_failed": "fuel pump (failed)",
    "pump_hit": "fuel pump (hit)",
    "motor": "portable motor",
    "cannot_depressurise": "releasing the pressure",
    "cannot_repressurise": "restoring the pressure",
    "flaps_by_motor": "flaps (except by motor)",
    "flaps_by_generator": "flaps (except by motor and generator)",
    "flaps_stay_up": "flaps",
    "main_gear_by_hand_panel": "main gear (except by hand)",
    "main_gear_by_hand_electrics": "main gear (except by hand)",
    "nose_gear_by_hand_panel": "nose gear (except by hand)",
    "nose_gear_by_hand_electrics": "nose gear (except by hand)",
}


def said(name: object) -> str:
    """Return an id in words."""
    return NAMES.get(str(name)) or plainly(str(name))


def joined(names: Iterable[object]) -> str:
    """Return a list of ids in words.

    >>> joined(["cfc", "left_gunner"])
    'central fire controller, left gunner'
    """
    return ", ".join(map(said, names))


def place_words(place: str) -> str:
    """Return where a fighter comes from, in words.

    >>> place_words("10:30_low"), place_words("dive")
    ("10:30 o'clock low", 'a vertical dive')
    """
    area, _, angle = place.partition("_")
    return f"{area} o'clock {angle}" if angle else f"a vertical {area}"


def target_words(fighter: Fighter) -> str:
    """Return a fighter with its place, which no other fighter shares: Zeke from 3 o'clock low."""
    return f"{fighter.name} from {place_words(fighter.place)}"


def resistance_expected(resistance: str) -> str:
    """Return the resistance that the orders name.

    >>> resistance_expected("light"), resistance_expected("none")
    ('light resistance expected', 'no resistance expected')
    """
    return f"{'no' if resistance == 'none' else resistance} resistance expected"


def times(number: int) -> str:
    """Return how often something happened.

    >>> times(2), times(4)
    ('twice', '4 times')
    """
    return {1: "once", 2: "twice", 3: "three times"}.get(number) or f"{number} times"


def fighter_words(fighter: Fighter) -> str:
    """Return a fighter with all that shows how dangerous it is."""
    words = [target_words(fighter)]
    words += [] if fighter.is_baka else [f"{fighter.pilot} pilot"]
    words += [f"damaged {times(fighter.damaged)}"] if fighter.damaged else []
    words += ["ramming"] if fighter.rams else []
    return ", ".join(words)


def wound_words(level: str) -> str:
    return f"{level} wound" if level in ("light", "serious") else said(level)


def gun_words(gun: str) -> str:
    if gun == "all":
        return "all guns"
    return f"{said(gun)} turret" if gun.endswith(("upper", "lower")) else said(gun)


MISSING = {
    "after_mission_10": "it comes only after mission 10",
    "from_mission_15": "it comes only from mission 15 on",
    "at_hi": "the bomber is not at HI",
    "above_lo": "the bomber is at LO",
    "inbound": "the bomber is not on its way home",
    "before_bomb_run": "the bomb run is over",
    "bombs_aboard": "no bombs are aboard",
    "bombs_in_bay": "no bombs are in this bay",
    "in_formation": "the bomber is not in formation",
    "over_target": "the bomber is not over the target",
    "pressurised": "the section is not pressurised",
    "any_gunners_armed": "no guns are armed",
    "blisters_sound": "a blister has already blown out",
    "electrics_work": "the electrics are out",
    "tail_ammunition_left": "the tail turret has no ammunition left",
    "centre_tank_sound": "the centre tank already leaks",
    "fuel_in_bay_tank": "the bay tank is empty",
    "wing_tank_sound": "this tank already leaks",
}
"""Why a chart's result has no effect: the condition that does not hold."""

ENGINES = {
    "feathered": "stopped, its propeller feathered",
    "drags": "stopped, its propeller drags",
    "windmilling": "its propeller windmills",
    "runaway": "its propeller runs away",
    "gone": "gone with its propeller",
    "leaks": "leaks oil",
}
DOORS = {"jammed_open": "jammed; once open they will not close"}


def _lines(template: str) -> Any:
    """Return a function that fills the template with the facts, with ids in words."""

    def tell(facts: EventFacts) -> str:
        return template.format_map({key: said(value) for key, value in facts.items()})

    return tell


def _orders(facts: EventFacts) -> str:
    return (
        f"Mission {facts['mission']}: {facts['city']}, {said(facts['target'])}, "
        f"by {facts['time']}, altitude {facts['altitude'].upper()}, target zone {facts['zone']}."
    )


def _zone(facts: EventFacts) -> str:
    if facts["zone"] == 0:
        return "Arrives over the base."
    where = f"zone {facts['zone']}"
    way = "outbound" if facts["leg"] == "out" else "homeward"
    below = joined(facts["terrain"])
    return f"Enters {where}, {way}; below: {below}."


def _times(facts: EventFacts) -> str:
    night = [
        f"{way} in zones {facts[key]}"
        for key, way in (("out", "outbound"), ("back", "homeward"))
        if facts[key] != "none"
    ]
    dark = f"; night {' and '.join(night)}" if night else ""
    return f"Take-off by {facts['take_off']}, landing by {facts['landing']}{dark}."


def bays_words(names: list[str]) -> str:
    return "both bays" if len(names) == 2 else f"the {names[0]} bay"


def _jettisoned(facts: EventFacts) -> str:
    words = [f"Bombs dropped from {bays_words(facts['bays'])}."] if facts["bays"] else []
    whose = "Those" if words else "The bombs"
    words += [f"{whose} of {bays_words(facts['left'])} do not fall."] if facts["left"] else []
    return " ".join(words)


def _bombed(facts: EventFacts) -> str:
    """Report the result of the run, with what reduced the roll of 6-7."""
    failed, left, tanks = facts["failed"], facts["left"], facts["tanks"]
    miss = ", off target" if facts["off_target"] else ""
    empty = [f"{bays_words(facts['empty'])} had none left"] if facts["empty"] else []
    if facts["idle"]:
        fell = "Bombing result 0 percent" if facts["fell"] else "No bombs fall"
        causes = [f"doors or release of {bays_words(failed)} failed"] if failed else []
        return f"{fell}: {' and '.join([*causes, *empty])}{miss}."
    causes = [f"the doors or the release of {bays_words(failed)} failed"] if failed else []
    causes += empty
    less = [f"halved because {' and '.join(causes)}"] if causes else []
    less += [f"less the room that {counted(tanks, 'bay tank')} took"] if tanks else []
    why = f" ({'; '.join([str(facts['rolled']), *less])})" if less and facts["rolled"] else ""
    kept = f" The bombs of {bays_words(left)} do not fall." if left else ""
    return f"Bombing result: {facts['percent']} percent{miss}{why}.{kept}"


def _burnt(facts: EventFacts) -> str:
    left = f"{facts['main']} left in the main tanks"
    left += f", {facts['tanks']} in bay tanks" if facts["tanks"] else ""
    if not facts["boxes"]:
        return f"No fuel to burn: {left}."
    return f"Burns {counted(facts['boxes'], 'box', 'boxes')}: {left}."


def _fuel(facts: EventFacts) -> str:
    why = f" ({facts['why']})" if facts["why"] else ""
    return f"Main fuel {facts['change']:+d}{why}, {counted(facts['main'], 'box', 'boxes')} left."


def _come_down(facts: EventFacts) -> str:
    place = facts["place"]
    where = "in the sea" if place == "water" else place_of_landing(place)
    return f"Down by parachute {where}: {joined(facts['men'])}."


def zone_words(zone: int) -> str:
    return f"in zone {zone}" if zone else "over the base"


def place_of_landing(place: str) -> str:
    return (
        "at the base" if place == "base" else f"{'in' if place == 'japan' else 'on'} {said(place)}"
    )


def _survivors(facts: EventFacts) -> str:
    men, lost = facts["men"], facts["lost"]
    if not lost:
        return f"All {men} men who came down are saved."
    saved = men - len(lost)
    are = "is" if saved == 1 else "are"
    return f"{saved or 'None'} of the {men} men who came down {are} saved; lost: {joined(lost)}."


def _named(key: str, text: str) -> Any:
    def tell(facts: EventFacts) -> str:
        return text.format(joined(facts[key]))

    return tell


def _oxygen(facts: EventFacts) -> str:
    parts = [*facts["crew"], *facts["sections"]]
    return f"Oxygen supply out: {joined(parts)}."


def _city(facts: EventFacts) -> str:
    return f"{facts['city']} is now {facts['damage']} percent destroyed."


def _debriefed(facts: EventFacts) -> str:
    credit = "counts for the tour" if facts["credited"] else "does not count"
    return (
        f"Mission {facts['mission']} over: {said(facts['ended'])}, plane {said(facts['plane'])}, "
        f"bombs {max(0, facts['percent'])} percent, {counted(facts['losses'], 'man', 'men')} lost; "
        f"it {credit}."
    )


def capital(line: str) -> str:
    """Return a line with its first letter capitalised and the rest unchanged.

    >>> capital("port wing: Aileron")
    'Port wing: Aileron'
    """
    return line[:1].upper() + line[1:]


def _as_sentence(words: Any) -> Any:
    """Return the words with a capital first letter, whatever name they start with."""
    if isinstance(words, str):
        return words

    def tell(facts: EventFacts) -> str:
        return capital(words(facts))

    return tell


LINES: dict[str, Any] = {
    "orders": _orders,
    "bombed_out": _lines("{city} is already bombed out."),
    "tanks": lambda facts: (
        f"{counted(facts['tanks'], 'bay tank')}: {facts['boxes']} boxes of fuel, {facts['need']} "
        "needed."
    ),
    "times": _times,
    "burnt": _burnt,
    "take_off": "Take-off by {light}; the bomber enters zone 1.",
    "scrubbed": _lines("The mission is scrubbed; the plane is {plane}."),
    "zone": _zone,
    "turned": "Turns for home in zone {zone}.",
    "altitude": lambda facts: f"Now at {facts['level'].upper()}.",
    "fuel": _fuel,
    "aborted": lambda facts: (
        f"The mission is aborted {zone_words(facts['zone'])}."
        if facts["zone"]
        else "The mission is aborted on take-off."
    ),
    "off_course": lambda facts: (
        f"Off course in zone {facts['zone']}" + (": a turn lost." if facts["turn_lost"] else ".")
    ),
    "no_effect": lambda facts: (
        f"{facts['what']} has no effect: {MISSING[facts['missing']]}."
        if facts["what"]
        else f"No effect: {MISSING[facts['missing']]}."
    ),
    "disrupted": "The formation is disrupted for the rest of the mission.",
    "position": "Now {now} bomber of the formation.",
    "still": lambda facts: (
        f"Still in zone {facts['zone']}" + (f": {facts['why']}." if facts["why"] else ".")
    ),
    "in_formation": "Meets the formation.",
    "alone": lambda facts: f"Out of formation: {', '.join(facts['why'])}.",
    "parted": "The formation breaks up in zone {zone}. The bomber flies on alone.",
    "slow": "Slowed down: two turns per zone.",
    "system_out": _lines("Out of order: {system}."),
    "engine": lambda facts: (
        f"Engine {facts['number']}: {ENGINES.get(facts['state']) or said(facts['state'])}."
    ),
    "fire": lambda facts: f"The fire {'is out' if facts['state'] == 'out' else 'burns on'}.",
    "section_fire": _lines("Fire in the {section}."),
    "wing_root": lambda facts: (
        f"The {facts['wing']} wing root has {counted(facts['hits'], 'hit')}."
    ),
    "gear": _lines("{gear} gear: {state}."),
    "doors": lambda facts: (
        f"Doors of the {facts['bay']} bay: {DOORS.get(facts['state']) or said(facts['state'])}."
    ),
    "bursts_lost": lambda facts: (
        f"{gun_words(facts['gun'])}: {counted(facts['bursts'], 'burst')} lost."
    ),
    "gun": lambda facts: f"{gun_words(facts['gun'])}: {said(facts['state'])}.",
    "jettisoned": _jettisoned,
    "tank_dropped": _lines("The tank of the {bay} bay is dropped."),
    "wound": lambda facts: f"{said(facts['man'])}: {wound_words(facts['level'])}.",
    "frostbite": _lines("{man}: frostbitten."),
    "oxygen_out": _oxygen,
    "pressure": _named("sections", "Pressure lost: {}."),
    "depressurised": "The cabin pressure is released.",
    "repressurised": "The cabin pressure is restored.",
    "sent": _lines("{man} leaves his post ({section})."),
    "carried": _lines("{man}: carried to the {section}."),
    "moved": _lines("{man} takes over as {post}."),
    "fighter": lambda facts: (
        f"{facts['type'].capitalize()} attacks from {place_words(facts['place'])}."
    ),
    "coordinated": lambda facts: (
        f"{counted(facts['fighters'], facts['type'].capitalize())} in a coordinated attack."
    ),
    "outrun": lambda facts: f"The {facts['type'].capitalize()} cannot catch up from behind.",
    "shot_down": lambda facts: (
        f"The {facts['type'].capitalize()} from {place_words(facts['place'])} is shot down by the "
        f"{said(facts['man'])}."
    ),
    "mid_air": "The fighter rams the bomber.",
    "searchlight": lambda facts: (
        "A searchlight holds the bomber." if facts["on"] else "The searchlight goes out."
    ),
    "again": "Goes round again.",
    "off_target": "Off target without a roll: {why}.",
    "bombed": _bombed,
    "bail_out": lambda facts: f"Bail out ({said(facts['cause'])}).",
    "go_down": _named("men", "Killed with the plane: {}."),
    "come_down": _come_down,
    "lost_at_sea": _lines("{man}: lost at sea."),
    "captive": lambda facts: (
        f"{said(facts['man'])}: taken prisoner, {'lives' if facts['lives'] else 'dies'}."
    ),
    "landed": lambda facts: (
        f"Landed {place_of_landing(facts['place'])}; the plane is {said(facts['plane'])}."
    ),
    "ditched": lambda facts: f"Ditched {zone_words(facts['zone'])}, sea {said(facts['sea'])}.",
    "survivors": _survivors,
    "lost": lambda facts: (
        f"The bomber is lost {zone_words(facts['zone'])}: {said(facts['cause'])}."
    ),
    "treated": _lines("{man}: {result}."),
    "city": _city,
    "debriefed": _debriefed,
    "replaced": _lines("A new {man} joins the crew."),
}

WORDS = {kind: _as_sentence(words) for kind, words in LINES.items()}
