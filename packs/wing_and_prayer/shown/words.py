"""Events in words."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tabletop_core import Words
from tabletop_core.events import counted, signed

Told: TypeAlias = Mapping[str, Any]
"""The facts of an event."""


def _each_kind(things: Mapping[str, int]) -> str:
    """So many of each, as in *3 Me-109, 1 Me-110*."""
    return ", ".join(f"{number} {thing}" for thing, number in things.items()) or "none"


def _points(facts: Told) -> str:
    return f"{facts['amount']:+d} mission VP: {facts['why']} (now {facts['total']})"


def _campaign_points(facts: Told) -> str:
    amount = signed(facts["amount"]) if facts["amount"] else "unchanged"
    return f"Campaign track: {amount} ({facts['why']}), now {facts['total']}."


def _target(facts: Told) -> str:
    light = f"/{facts['light_vp']}" if facts["light_vp"] else ""
    return (
        f"Target for today: {facts['target']} ({facts['type']}). Flak {facts['flak']}, difficulty "
        f"{facts['difficulty']}, destruction {facts['destruction']}, VP {facts['heavy_vp']}{light},"
        f" {facts['bombers']} bombers required, {facts['escorts']} escorts."
    )


def _bombers(number: int, does: str, do: str) -> str:
    """So many bombers and what they do, as in *1 bomber lands*, *2 bombers land*."""
    return f"{number} bomber {does}" if number == 1 else f"{number or 'no'} bombers {do}"


def _formation(facts: Told) -> str:
    bombers = facts["bombers"]
    return f"{_bombers(len(bombers), 'takes off', 'take off')}: {', '.join(bombers)}."


def _bombs_away(facts: Told) -> str:
    what = _bombers(facts["bombers"], "drops its bombs", "drop their bombs")
    return f"{what}, {facts['factors']} factors."


def _move(facts: Told) -> str:
    boxes = facts["from_base"]
    where = f" ({counted(boxes, 'box', 'boxes')} from base)" if boxes else ""
    return f"Turn {facts['turn']}: {facts['box']}{where}."


def _escorts_leave(facts: Told) -> str:
    if facts["number"] == 1:
        return f"The last {facts['escort']} is at the end of its range and turns back."
    return f"The {facts['escort']}s are at the end of their range and turn back."


def _escorts(facts: Told) -> str:
    used = f", {facts['range']} of their range used" if facts["range"] else ""
    return f"{facts['number']} {facts['escort']}s escort the formation{used}."


def _leadership(facts: Told) -> str:
    return f"{facts['bomber']} leads the {facts['element']} element."


def _interceptors(facts: Told) -> str:
    return f"Interceptors: {_each_kind(facts['kinds'])}."


def _escorts_attack(facts: Told) -> str:
    number, stay = facts["number"], facts["stay"]
    attack = "escort attacks" if number == 1 else "escorts attack"
    stays = f"{stay} stay" if stay > 1 else f"{stay or 'none'} stays"
    return f"{number or 'No'} {attack} them; {stays} with the bombers."


def _advantage(facts: Told) -> str:
    mine, theirs = facts["mine"], facts["theirs"]
    first = "both fire at once" if mine == theirs else "fires first"
    who = "" if mine == theirs else facts["escort"] if mine > theirs else facts["foe"]
    who = f"{who} " if who else ""
    wingmen = [
        f"; {facts[wingman]} is wingman of {facts[leader]}"
        for wingman, leader in (("wingman", "escort"), ("foe_wingman", "foe"))
        if facts[wingman]
    ]
    return (
        f"{facts['escort']} (performance {mine}) against {facts['foe']} (performance {theirs}): "
        f"{who}{first}{''.join(wingmen)}."
    )


def _of_crew(words: str) -> Callable[[Told], str]:
    """A sentence that begins with a crew, perhaps with *green crew 3*."""

    def sentence(facts: Told) -> str:
        crew = facts["crew"]
        return words.format(**{**facts, "crew": crew[0].upper() + crew[1:]})

    return sentence


def _crew_level(facts: Told) -> str:
    what = "rises" if facts["up"] else "falls"
    instead = f" in place of {facts['before']}" if facts["before"] else ""
    who = f"The crew of {facts['bomber']}" if facts["bomber"] else "A crew without a bomber"
    return f"{who} {what} to {facts['level']}: {facts['crew']}{instead}."


def _landed(facts: Told) -> str:
    return f"{_bombers(facts['number'], 'has', 'have').capitalize()} landed."


def _bomb_damage(facts: Told) -> str:
    why = f"; on {facts['why']} that earns no points" if facts["why"] else ""
    return f"{facts['target']}: {facts['damage']}{why}."


def _mission_log(facts: Told) -> str:
    bombers = "; ".join(
        f"{status}: {', '.join(names)}" for status, names in facts["bombers"].items()
    )
    kills = _each_kind(facts["kills"])
    return (
        f"Mission log: {facts['target']}, cloud {facts['cloud'] or 'not seen'}, bomb hits "
        f"{facts['hits']}, {facts['damage']}. Bombers {bombers or 'none'}. Kills: {kills}. "
        f"Escorts lost: {facts['escorts_lost']}. VP: {facts['vp']}."
    )


WORDS: Words = {
    "campaign": "{name}; missions to fly: {missions}, from box {box} of the track.",
    "cards_added": "{cards} mission cards of {year} go into the deck.",
    "cards_left": "The mission cards of {year} leave the game.",
    "mission": "Mission {number}, box {box} of the track ({year}).",
    "new_escort": "From now on: {escort} escorts.",
    "war_progress_due": "War progress will be checked after this mission.",
    "crew_back": _of_crew("{crew} is back with the squadron."),
    "target": _target,
    "target_known": "The target is {target}.",
    "formation": _formation,
    "lead_bomber": "Formation lead: {crew}.",
    "commander_flies": "{name} flies with the lead bomber.",
    "commander_lost": "{name}, the squadron commander, is lost.",
    "commander_not_ready": "{name}, the squadron commander, is not ready.",
    "vp": _points,
    "mission_log": _mission_log,
    "mission_vp": "Mission victory points: {total}.",
    "campaign_vp": _campaign_points,
    "no_escorts": "No escort comes.",
    "escorts": _escorts,
    "escorts_leave": _escorts_leave,
    "escort_leaves": "{fighter} turns for home.",
    "ace_flies": "{ace} flies {fighter}.",
    "plan": lambda facts: "Route: " + ", ".join(facts["way"]) + ".",
    "altitude": "The bombing run is to be flown {words}.",
    "target_drawn": "Two players draw their target; {target} would be known to both.",
    "move": _move,
    "leads": _leadership,
    "loose": "The formation is loose.",
    "tight": "The formation is tight again.",
    "cloud": "Over the target: {cloud}.",
    "luck_full": "All Lady Luck counters are held already.",
    "luck_used": "Lady Luck: {counter}.",
    "weather_ignored": "The bombs have fallen; the weather over the target no longer counts.",
    "no_fighters": "Nobody comes: {why}.",
    "more_interceptors": "{more} more, since the formation is loose.",
    "interceptors": _interceptors,
    "escorts_attack": _escorts_attack,
    "swarm": "Without an opponent this round: {fighters}.",
    "interceptors_leave": lambda facts: f"Out of the fight: {', '.join(facts['fighters'])}.",
    "advantage": _advantage,
    "withdraws": "{escort} withdraws from the combat.",
    "new_line": lambda facts: f"The interceptors line up anew: {', '.join(facts['fighters'])}.",
    "fighter_hit": "{fighter} is {result}.",
    "hit_for_nothing": "{fighter} is damaged already: no effect.",
    "random_bomber": "The lot falls on {bomber} ({place}).",
    "systems_trouble": "{bomber} has systems trouble.",
    "aims": "{fighter} goes for {bomber} ({place}).",
    "wave": "Wave {number} comes in.",
    "attack_lost": "{fighter} loses its attack: {bomber} has left the formation.",
    "covers": "{escort} covers against {interceptor}.",
    "german_flak": "The flak opens up: {level} ({value}).",
    "bomber_hit": "{bomber}: {result}.",
    "bomber_damaged": "{bomber} is damaged.",
    "bomber_lost": "{bomber} {how}.",
    "bomber_home": "{bomber} makes it home alone.",
    "crew_level": _crew_level,
    "crew_rescued": _of_crew("{crew} is rescued."),
    "goes_around": "Around again: the flak on the way {way}.",
    "bombs_away": _bombs_away,
    "bomb_hits": "Hits on the target: {hits}.",
    "bomb_damage": _bomb_damage,
    "landed": _landed,
    "replacement": "{bomber} joins the squadron.",
    "boards": _of_crew("{crew} boards {bomber}."),
    "me262_early": "From now on interceptors come as in 1944.",
    "p51_early": "P-51s can escort the formation from box {box} on.",
    "v2": "The mission counter moves on to box {box}.",
    "no_effect": "No effect: {why}.",
}
