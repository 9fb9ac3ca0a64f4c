"""The results of the charts in words."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tabletop_core.events import counted, dice_words, printed_number, signed
from tabletop_core.tables import Again, Effect, Noted, Reference, RollResult, Several, describe

from .words import capital, gun_words, joined, place_words, said, wound_words

Arguments: TypeAlias = Mapping[str, Any]

STATES = {
    "after_mission_10": "after mission 10",
    "from_mission_15": "from mission 15",
    "at_hi": "at HI",
    "above_lo": "above LO",
    "inbound": "on the way home",
    "before_bomb_run": "before the bomb run",
    "bombs_aboard": "with bombs aboard",
    "bombs_in_bay": "with bombs in this bay",
    "in_formation": "in formation",
    "over_target": "over the target",
    "pressurised": "under pressure",
    "any_gunners_armed": "with guns armed",
    "blisters_sound": "if no blister has blown out",
    "electrics_work": "if the electrics work",
    "tail_ammunition_left": "with ammunition left for the tail turret",
    "centre_tank_sound": "if it does not leak yet",
    "fuel_in_bay_tank": "with fuel in it",
}


def _bay(of: Arguments) -> str:
    return "both bomb bays" if of["bay"] == "both" else f"the {of['bay']} bomb bay"


def _bail_out(of: Arguments) -> str:
    how = "in good order" if of["chart"] == "8-4" else "from a plane out of control"
    return f"all bail out {how} ({said(of['cause'])})"


def _boxes(of: Arguments) -> str:
    return f"{counted(of['boxes'], 'box', 'boxes')} of fuel"


def _gear_by_hand(of: Arguments) -> str:
    return f"{of.get('gear', 'landing')} gear by hand only"


def _root(of: Arguments) -> str:
    roots = {"both": "each wing root", "engine_side": "the wing root beside the engine"}
    on = roots.get(of["wing"], f"the {of['wing']} wing root")
    return f"{counted(of['hits'], 'hit')} on {on}"


def _times(of: Arguments) -> str:
    return f"take-off by {of['take_off']}, landing by {of['landing']}"


def _sea(of: Arguments) -> str:
    ditching, survival = signed(of["ditching"]), signed(of["survival"])
    return f"sea {said(of['state'])}: {ditching} on 8-3, {survival} on 8-6"


def _each_man(who: str) -> Callable[[Arguments], str]:
    def tell(of: Arguments) -> str:
        with_ = f", with {joined(of['with'])}" if "with" in of else ""
        return f"each man {who}rolls on {of['chart']}{with_}"

    return tell


def _doors(of: Arguments) -> str:
    bay = f" of the {of['bay']} bay" if "bay" in of else ""
    return f"doors{bay} jammed {of['state']}"


def _hits(of: Arguments) -> str:
    count, section = str(of["count"]), said(of["section"])
    if count == "1":
        return f"1 hit on the {section}"
    words = dice_words(count)
    return f"{words} hits on the {section}" if words == count else f"hits on the {section}: {words}"


def _extra(of: Arguments) -> str:
    from_ = of["from"]
    where = place_words(from_) if from_ in ("dive", "climb") else f"{from_} o'clock"
    return f"another {of['type'].capitalize()}, from {where}"


def _coordinated(of: Arguments) -> str:
    kind = of["type"].capitalize() if "type" in of else "fighter"
    return f"coordinated attack of {counted(of['fighters'], kind)}"


EFFECTS: dict[str, str | Callable[[Arguments], str]] = {
    "all_killed": lambda of: f"all killed ({said(of.get('cause', 'crash'))})",
    "bail_out": _bail_out,
    "bail_out_one": "he jumps by {chart}",
    "baka": "a Baka",
    "bomb_release_out": lambda of: f"bomb release of {_bay(of)} out",
    "burst_inside": "burst inside the plane, the section by {chart}",
    "controls_out": "controls of the {crew} out",
    "coordinated_attack": _coordinated,
    "ditch": "ditch by {chart}",
    "ditched": "a good ditching",
    "dived_to_lo": "dives to LO",
    "doors_jammed": _doors,
    "each_crewman": _each_man(""),
    "each_in_section": _each_man("of the section "),
    "electrics_out": "electrics out",
    "elevator_out": "{side} elevator out",
    "engine": "engine {number}",
    "engine_fire": "the engine burns on; both bottles are empty",
    "extinguisher_lost": "extinguisher of the {section} lost",
    "extra_fighter": _extra,
    "gear_controls_out": _gear_by_hand,
    "gun_jams": lambda of: f"{gun_words(of['gun'])} jams",
    "gun_out": lambda of: f"{gun_words(of['gun'])} out of action",
    "gunners": lambda of: f"gunners aboard: {said(of['aboard'])}, guns armed: {said(of['armed'])}",
    "gunsight_out": "gunsight of the {crew} out",
    "hits": _hits,
    "hits_rolled": "{count} hits, the sections by {chart}",
    "land": "land by {chart}",
    "look_up": "see {chart}",
    "lose_ammunition": lambda of: f"{of['boxes']} bursts of the {gun_words(of['gun'])} lost",
    "lose_fuel": lambda of: f"{_boxes(of)} lost",
    "main_gear": "main gear {state}",
    "mid_air": "collision in the air",
    "may_abort": "the mission may be aborted",
    "mission_scrubbed": "mission scrubbed, plane {plane}",
    "must_abort": "the mission must be aborted",
    "no_combat": "no attack",
    "nose_gear": "nose gear {state}",
    "nth_hit": "a hit counted on {chart}",
    "oil_leak": lambda of: f"oil leak; the engine stops after {counted(of['turns'], 'turn')}",
    "off_target": "off target (over an urban area -2 on 6-6 instead)",
    "others_on_oxygen": "the others go on oxygen",
    "oxygen_out": lambda of: (
        f"oxygen out: {joined([*of.get('crew', ()), *of.get('sections', ())])}"
    ),
    "plane": lambda of: (
        "crew safe; the total decides the state of the plane"
        if of["state"] == "by_total"
        else f"plane {said(of['state'])}"
    ),
    "position": "now {now} bomber",
    "pressure_compromised": lambda of: f"no pressure holds: {joined(of['sections'])}",
    "pressure_controls": "{state} no longer works",
    "pressure_lost": lambda of: f"pressure lost: {joined(of['sections'])}",
    "raft_hit": "raft of the {bay} bay hit",
    "ramming": "this one rams",
    "regain_fuel": lambda of: f"{_boxes(of)} regained",
    "runaway_prop": "propeller runs away",
    "windmilling_prop": "propeller windmills",
    "reservoir_hit": "hydraulic reservoir of the {section} hit",
    "roll_on": "roll on {chart}",
    "roll_wound": lambda of: f"wound roll: {joined(of['crew'])}",
    "sea_state": _sea,
    "section_fire": "fire in the {section}",
    "tailplane_root_hit": "hit on the {side} tailplane root",
    "tank": "{which} tank",
    "tank_fire": "the tank burns",
    "target": lambda of: f"{of['city']}, {said(of['kind'])}",
    "times_of_day": _times,
    "wing_root_hit": _root,
    "wound": lambda of: wound_words(of["level"]),
}


def effect_words(name: str, of: Arguments, chart: Callable[[str], str] = printed_number) -> str:
    words = EFFECTS.get(name, said(name))
    if "chart" in of and name != "bail_out":
        of = {**of, "chart": chart(of["chart"])}
    if isinstance(words, str):
        return words.format_map({key: said(value) for key, value in of.items()})
    return words(of)


def words_on_chart(result: Any) -> str:
    """Return a result as a chart shows it: each further chart is named, so that it can be found.

    >>> words_on_chart(Several((Effect("look_up", (("chart", "7-3.a.blast"),)), Reference("7-11"))))
    'see chart 7-3.a.blast, roll on chart 7-11'
    """
    return result_words(result, on_chart=True)


def result_words(result: Any, *, on_chart: bool = False) -> str:
    """Return in words a result as it is in the data or in the log.

    >>> result_words([{"effect": "only_if", "state": "at_hi"}, {"effect": "windows_frosted"}])
    'only at HI: windows frosted'
    """
    if isinstance(result, Several):
        result = result.results
    if isinstance(result, Effect):
        result = {"effect": result.name, **result.args}
    if isinstance(result, Reference):
        result = _of_reference(result) if on_chart else {"table": result.table}
    if isinstance(result, Again):
        return describe(result)
    if isinstance(result, RollResult):
        result = {"roll": str(result.dice), "name": result.name}
    if isinstance(result, Noted):
        result = {"value": result.value}
    if isinstance(result, list | tuple):
        parts = [result_words(part, on_chart=on_chart) for part in result]
        return ", ".join(parts).replace(":,", ":")
    if isinstance(result, Mapping):
        return _one(result, on_chart)
    return said(result) if result is not None else "no result"


def _one(result: Mapping[str, Any], on_chart: bool) -> str:
    if "effect" in result:
        of = {key: value for key, value in result.items() if key not in ("effect", "note")}
        if result["effect"] != "only_if":
            return effect_words(result["effect"], of, _table if on_chart else printed_number)
        otherwise = f" (else {effect_words(of['otherwise'], {})})" if "otherwise" in of else ""
        return f"only {STATES[of['state']]}{otherwise}:"
    if "table" in result:
        times = f", {result['times']} times" if "times" in result else ""
        column = f", column {said(result['column'])}" if "column" in result else ""
        on = f"roll on {_table(result['table'])}" if on_chart else _roll_on(result["table"])
        with_ = f", {joined(result['with'])}" if on_chart and "with" in result else ""
        return f"{on}{column}{with_}{times}"
    if "roll" in result:
        dice = dice_words(result["roll"])
        return f"roll {dice}" + (f" for {said(result['name'])}" if "name" in result else "")
    return "roll again" if "again" in result else said(result["value"])


def _table(chart: str) -> str:
    return f"chart {chart}"


def _roll_on(chart: str) -> str:
    """Return the chart to roll on, by its number or name if it has one.

    >>> _roll_on("5-9"), _roll_on("4-4.note"), _roll_on("mid_air")
    ('roll on 5-9', 'a further roll', 'roll on mid air')
    """
    return f"roll on {said(chart)}" if printed_number(chart) == chart else "a further roll"


def _of_reference(result: Reference) -> Mapping[str, Any]:
    """Return a reference with what matters on a chart: its column, modifiers, number of rolls."""
    found: dict[str, Any] = {"table": result.table}
    found |= {"column": result.column} if result.column is not None else {}
    found |= {"with": result.with_} if result.with_ else {}
    return found | ({"times": result.times} if result.times != 1 else {})


DAMAGE = ("7-", "8-")
"""The beginnings of the charts on which *none* means that a hit or a crash has no effect."""


def look_up_words(facts: Mapping[str, Any]) -> str:
    """Return a line for a roll on a chart: dice, each modifier with its reason, result.

    The results of notes, which are printed under the chart, have lines of their own.
    """
    title, _, by = facts["title"].partition(", by number of ")
    why = f"{facts['why']}: " if facts.get("why") else ""
    number = f" [{printed_number(facts['table'])}]" if facts["table"][:1].isdecimal() else ""
    parts = [why + title + number]
    parts += [f"column {said(facts['column'])}"] if facts["column"] else []
    parts += [f"rolls {dice_words(before['dice'])}, again" for before in facts.get("before", ())]
    thing = by.partition(" ")[0].removesuffix("s") if by else "at"
    natural = f"{thing} {said(facts['natural'])}"
    parts += [f"rolls {dice_words(facts['dice'])}" if facts["dice"] else natural]
    parts += [f"{signed(amount)} {why}" for _, amount, why in facts["modifiers"]]
    if facts["override"]:
        parts.append(facts["override"])
    elif facts["modifiers"]:
        parts.append(f"total {facts['total']}")
    result = result_words(facts["result"])
    if result == "none" and facts["table"].startswith(DAMAGE):
        result = "no effect yet" if by else "no effect"
    return capital(f"{'; '.join(parts)} -> {result}")
