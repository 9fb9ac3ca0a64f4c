"""Events in words."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from tabletop_core import Event, Words
from tabletop_core.events import counted, listed, narrate, said, signed
from tabletop_core.tables import Effect, describe

from ..questions.names import BOMBS, FLAK_AT, LADY_LUCK, with_detail

Told: TypeAlias = Mapping[str, Any]
"""The facts of an event."""


def _each_kind(things: Mapping[str, int]) -> str:
    """List the number of each kind, as in *3 Me-109s, 1 Me-110*."""
    return ", ".join(counted(number, thing) for thing, number in things.items()) or "none"


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
    """Say what a number of bombers do, as in *1 bomber lands*, *2 bombers land*."""
    return f"{number} bomber {does}" if number == 1 else f"{number or 'no'} bombers {do}"


# ---------------------------------------------------------------- rolls and charts

LINES = {
    "bomber_short": "bombers short of those required",
    "escort_lost": "escort lost",
    "bomber_destroyed": "bomber and crew lost",
    "bomber_destroyed_crew_rescued": "bomber lost, crew rescued",
    "lady_luck": "Lady Luck",
}
"""The lines of the mission victory points table that are not aircraft, and an event."""


def result_words(result: Any) -> str:
    """Return in words a result or the label of a row of a chart."""
    if isinstance(result, Effect):
        return _each_kind({said(thing): number for thing, number in result.arguments})
    if isinstance(result, str) and result in LINES:
        return LINES[result]
    return describe(result)


FOLDED = frozenset({
    "event_chance", "formation_events", "flak_site", "damaged_aircraft", "drop_out",
    "random_element", "random_bomber", "flak_damage", "loose_formation", "crew_upgrade",
    "bombing_hits", "german_resources", "target_damage", "campaign_progress",
})  # fmt: skip
"""Charts that have no line of their own: the line of the result shows their dice."""

FIRE = {
    "ineffective": "no effect", "none": "no damage", "light": "light damage",
    "heavy": "heavy damage", "damaged": "damaged", "destroyed": "destroyed",
}  # fmt: skip


def _roll(facts: Told) -> str:
    """Describe a roll; the dice of flak and bombs are in the line of their effect."""
    is_folded = str(facts.get("why", "")).startswith((FLAK_AT, f"{BOMBS},"))
    return "" if is_folded else _begun(_core("roll", facts))


def _draw(facts: Told) -> str:
    if facts["why"] == LADY_LUCK:
        return f"Lady Luck counter drawn: {facts['name']}."
    return _begun(_core("draw", facts))


def _begun(line: str) -> str:
    """Capitalise a line, which may begin with the purpose of a die or a card."""
    return f"{line[:1].upper()}{line[1:]}"


def _look_up(facts: Told) -> str:
    table = facts["table"]
    if table in FOLDED or (table == "landing" and facts["shown"] == "safe" and facts.get("why")):
        return ""
    if table == "combat":
        return _combat(facts)
    if table in ("fighter_combat", "bomber_combat") and facts.get("why"):
        return _fire(facts)
    if table == "flak_value":
        return f"The flak is {facts['shown']} ({facts['natural']} on the die)."
    if table == "aces" and facts.get("why"):
        number = {"0": "no ace"}.get(str(facts["shown"]), counted(int(facts["shown"]), "ace"))
        return f"{facts['why']}: {number} among them ({facts['natural']} on the die)."
    return _core("look_up", facts)


def _core(kind: str, facts: Told) -> str:
    return narrate(Event(kind, "", "", facts), {})


def _combat(facts: Told) -> str:
    """Return how many dice an attack has: the flak at each bomber, or the bombs."""
    moved = [
        f"{signed(amount)} row{'' if abs(amount) == 1 else 's'} for {why}"
        for _, amount, why in facts["modifiers"]
    ]
    row = [f"row {facts['row']}"] if moved else []
    dice = counted(int(facts["shown"]), "die", "dice")
    if facts.get("why") == "Bombs":
        parts = [f"Bombs of {facts['natural']} factors", *moved, *row]
        return f"{'; '.join(parts)}: {dice}."
    parts = [facts.get("why") or f"Attack of {facts['natural']}", *moved, *row]
    return f"{'; '.join(parts)}: {dice} at each."


def _fire(facts: Told) -> str:
    """Describe a burst of fire: shooter and target, dice, modifiers and result."""
    shooter, _, target = facts["why"].partition(" at ")
    parts = [f"rolls {facts['dice']}"]
    parts += [f"{signed(amount)} {why}" for _, amount, why in facts["modifiers"] if amount]
    if facts["modifiers"]:
        parts.append(f"total {facts['total']}")
    result = FIRE.get(str(facts["shown"]), str(facts["shown"]))
    done = f"{target} is {result}" if result in ("damaged", "destroyed") else result
    return f"{shooter} fires at {target}: {'; '.join(parts)}: {done}."


# ---------------------------------------------------------------- the way


def _dice(rolled: Iterable[object]) -> str:
    return " ".join(map(str, rolled))


def _way(facts: Told) -> str:
    """Describe turns in which nothing happened, in one line with their dice."""
    first, last = facts["turns"]
    turns = f"Turn {first}" if first == last else f"Turns {first} to {last}"
    away = facts["from_base"]
    where = f" ({counted(away, 'box', 'boxes')} from base)" if away else ""
    parts = [f"{turns}: {', '.join(facts['boxes'])}{where}."]
    if facts["checks"]:
        events = "No event" if len(facts["checks"]) == 1 else "No events"
        parts.append(f"{events} ({_dice(facts['checks'])}).")
    if facts["silent"]:
        parts.append(f"The guns of {listed(facts['silent'])} stay silent.")
    if facts["kept_up"]:
        kept = [with_detail(name, "; ".join(dice)) for name, dice in facts["kept_up"].items()]
        keeps = "keeps" if len(kept) == 1 else "keep"
        parts.append(f"Damaged, {listed(kept)} {keeps} up.")
    return " ".join(parts)


def _fewer_aces(facts: Told) -> str:
    is_out = facts["number"] == facts["left"]
    why = f"the {facts['side']} has no more" if is_out else "each flies a fighter of his own"
    number = f"Only {facts['number']}" if facts["number"] else "None"
    return f"{number} can fly: {why}."


def _bomber_home(facts: Told) -> str:
    if facts["over"] == "base":
        return f"{facts['bomber']} lands again on its own field."
    if facts["over"]:
        return f"{facts['bomber']} lands in England, at {facts['over']}."
    return f"{facts['bomber']} makes it home alone."


def _losses(facts: Told) -> str:
    gone = f"{facts['lost']} of {counted(facts['flown'], 'bomber')} {_are(facts['lost'])} gone"
    if facts["lost"] >= facts["least"]:
        return f"{gone}: that breaks up the formation."
    return f"{gone}; the formation holds until {facts['least']} are."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _event_comes(facts: Told) -> str:
    checked = f" ({facts['checked']} on the check)" if facts["checked"] else ""
    return f"Formation event{checked}: {said(facts['event'])}, by {facts['rolled']}."


def _at_random(dice: Iterable[int]) -> str:
    return f"chosen at random ({_dice(dice)})" if dice else "the only one"


# ---------------------------------------------------------------- flak, bombs, crews


def _flak_hit(facts: Told) -> str:
    return f"{facts['bomber']}: {facts['why']} structure: {FIRE[facts['result']]}."


def _flak_unharmed(facts: Told) -> str:
    """Describe the bombers that flak did not damage, with the dice: missed, or hit without harm."""
    parts = []
    if facts["missed"]:
        missed = [with_detail(name, _dice(faces)) for name, faces in facts["missed"].items()]
        parts.append(f"The flak misses {listed(missed)}.")
    if facts["unharmed"]:
        hit = [with_detail(name, why) for name, why in facts["unharmed"].items()]
        parts.append(f"No damage to {listed(hit)}.")
    return " ".join(parts)


def _bomb_hits(facts: Told) -> str:
    hits = counted(facts["hits"], "hit")
    sky = f"under {'a clear sky' if facts['cloud'] == 'clear' else facts['cloud'] + ' clouds'}"
    dice, least = _dice(facts["faces"]), facts["least"]
    return f"The bombs fall: {dice}; each {least} is a hit {sky}: {hits}."


def _boards(facts: Told) -> str:
    aboard = [f"{crew} in {bomber}" for bomber, crew in facts["aboard"].items()]
    return f"Aboard now: {listed(aboard)}."


def _no_experience(facts: Told) -> str:
    rolled = [with_detail(bomber, die) for bomber, die in facts["rolled"].items()]
    crews = "crew" if len(rolled) == 1 else "crews"
    return f"No more experience for the {crews} of {listed(rolled)}."


def _german_resources(facts: Told) -> str:
    flak = [f"{number} {said(level)} flak" for level, number in facts["flak"].items()]
    fighters = [counted(number, kind) for kind, number in facts["fighters"].items()]
    have = listed([*fighters, *flak]) if fighters or flak else "nothing"
    return f"The German side has {have} for this mission (rolls {facts['rolled']})."


# ---------------------------------------------------------------- the mission


def _formation(facts: Told) -> str:
    bombers = facts["bombers"]
    return f"{_bombers(len(bombers), 'takes off', 'take off')}: {', '.join(bombers)}."


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
    first = "both fire at once"
    if mine != theirs:
        better = facts["escort"] if mine > theirs else facts["foe"]
        first = f"{re.split(r' with | [(]', better)[0]} fires first"
    wingmen = [
        f"; {facts[wingman]} is wingman of {facts[leader]}"
        for wingman, leader in (("wingman", "escort"), ("foe_wingman", "foe"))
        if facts[wingman]
    ]
    return (
        f"{facts['escort']} against {facts['foe']}: {first} (performance {mine} to {theirs})"
        f"{''.join(wingmen)}."
    )


def _of_crew(words: str) -> Callable[[Told], str]:
    """Return a sentence that begins with a crew, perhaps with *green crew 3*."""

    def sentence(facts: Told) -> str:
        crew = facts["crew"]
        return words.format(**{**facts, "crew": crew[0].upper() + crew[1:]})

    return sentence


def _crew_level(facts: Told) -> str:
    what = "rises" if facts["up"] else "falls"
    instead = f" in place of {facts['before']}" if facts["before"] else ""
    who = f"The crew of {facts['bomber']}" if facts["bomber"] else "A crew without a bomber"
    rolled = f" ({facts['rolled']})" if facts["rolled"] else ""
    return f"{who} {what} to {facts['level']}{rolled}: {facts['crew']}{instead}."


def _landed(facts: Told) -> str:
    landed = f"{_bombers(facts['number'], 'has', 'have').capitalize()} landed"
    safe = [with_detail(name, rolled) for name, rolled in facts["safe"].items()]
    return f"{landed}; safely: {listed(safe)}." if safe else f"{landed}."


def _bomb_damage(facts: Told) -> str:
    why = f"; on {facts['why']} that earns no points" if facts["why"] else ""
    return f"{facts['target']}: {facts['damage']}{why}."


def _mission_log(facts: Told) -> str:
    """Return the mission in one line: target, what became of the bombers, and of the fighters."""
    sky = {"": "clouds not seen", "clear": "a clear sky"}.get(
        facts["cloud"], f"{facts['cloud']} clouds"
    )
    bombers = {status: names for status, names in facts["bombers"].items() if status != "ok"}
    ok = len(facts["bombers"].get("ok", ()))
    parts = (
        [f"{_bombers(ok, 'comes', 'come')} back unharmed"] if facts["bombers"] else ["nobody flew"]
    )
    parts += [f"{status}: {listed(names)}" for status, names in bombers.items()]
    lost = counted(facts["escorts_lost"], "escort")
    return (
        f"Mission log: {facts['target']}, {sky}, {counted(facts['hits'], 'bomb hit')}, "
        f"{facts['damage']}. {_sentence('; '.join(parts))}. "
        f"Shot down: {_each_kind(facts['kills'])}; lost: {lost}. {counted(facts['vp'], 'point')}."
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


WORDS: Words = {
    "roll": _roll,
    "draw": _draw,
    "look_up": _look_up,
    "way": _way,
    "event_comes": _event_comes,
    "no_event": "No event over {box} ({rolled}).",
    "site_silent": "The guns of {box} stay silent ({rolled}).",
    "site_fires": "The guns of {box} open up ({rolled}).",
    "falls_behind": "{name}, damaged, falls behind ({rolled}).",
    "lot": lambda facts: (
        f"{_sentence(facts['why'])}: {facts['bomber']} ({facts['place']}), "
        f"{_at_random(facts['dice'])}."
    ),
    "aims": "{fighter} attacks {bomber}, {place}.",
    "flak_hit": _flak_hit,
    "flak_unharmed": _flak_unharmed,
    "bomber_hit_again": "{bomber} was already damaged: heavy damage destroys it.",
    "bomb_hits": _bomb_hits,
    "boards": _boards,
    "no_experience": _no_experience,
    "losses": _losses,
    "bomber_home": _bomber_home,
    "german_resources": _german_resources,
    "escorts_dismissed": lambda facts: (
        f"The {facts['escort']} is sent home."
        if facts["number"] == 1
        else f"The {facts['number']} {facts['escort']}s are sent home."
    ),
    "campaign": lambda facts: (
        f"{facts['name']} in box {facts['box']} of the track."
        if facts["missions"] == 1
        else "{name}; missions to fly: {missions}, from box {box} of the track.".format(**facts)
    ),
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
    "fewer_aces": _fewer_aces,
    "ace_flies": "{ace} flies {fighter}.",
    "plan": lambda facts: "Route: " + ", ".join(facts["way"]) + ".",
    "altitude": "The bombing run is to be flown {words}.",
    "target_drawn": "Two players draw their target; {target} would be known to both.",
    "leads": _leadership,
    "loose": "The formation is loose.",
    "tight": "The formation is tight again.",
    "cloud": "Over the target: {cloud}.",
    "luck_full": "The squadron already holds all Lady Luck counters.",
    "luck_used": "Lady Luck counter used: {counter}.",
    "weather_ignored": "The bombs have fallen; the weather over the target no longer counts.",
    "no_fighters": "Nobody comes: {why}.",
    "more_interceptors": "{more} more, since the formation is loose.",
    "interceptors": _interceptors,
    "escorts_attack": _escorts_attack,
    "swarm": "Without an opponent this round: {fighters}.",
    "interceptors_leave": lambda facts: f"Out of the fight: {', '.join(facts['fighters'])}.",
    "advantage": _advantage,
    "withdraws": "{escort} withdraws from the combat.",
    "new_line": lambda facts: f"The interceptors line up again: {', '.join(facts['fighters'])}.",
    "hit_for_nothing": "{fighter} is already damaged: no effect.",
    "second_round": "The fighters meet a second time.",
    "second_attack": "The interceptors attack a second time.",
    "wave": "Wave {number} comes in.",
    "attack_lost": "{fighter} loses its attack: {bomber} has left the formation.",
    "covers": "{escort} covers against {interceptor}.",
    "german_flak": "The flak opens up: {level} ({value}).",
    "bomber_damaged": "{bomber} is damaged.",
    "bomber_lost": "{bomber} {how}.",
    "crew_level": _crew_level,
    "crew_rescued": _of_crew("{crew} is rescued."),
    "goes_around": "Around again: the flak on the way {way}.",
    "bomb_damage": _bomb_damage,
    "landed": _landed,
    "replacement": "{bomber} joins the squadron.",
    "me262_early": "From now on interceptors come as in 1944.",
    "p51_early": "P-51s can escort the formation from box {box} on.",
    "v2": "The mission counter moves on to box {box}.",
    "no_effect": "No effect: {why}.",
}
