"""What the captain should see happen, and how a mission becomes a story."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tabletop_core import Event, Viewer
from tabletop_core.events import Drama, Moment, Rolls, Telling, Told, counted, listed, told_as

from ..data import ON_THE_GROUND
from ..questions.board import mission_of
from ..state import InPlay
from .names import PEOPLE, PILOTS, engine_of, foe, kind_of, man_at, where_of
from .story import story

MAX_KILLS = 3
"""The kills of a mission that stop the telling; later ones are news."""
ONE_FACE = Fraction(1, 12)
"""The chance that the damage die hits just this man or this wing."""
LAST_CUBE = "One more man or engine lost, and the bomber is destroyed."
GRAVE: Mapping[str, Any] = {"stops": True, "always": True, "tone": "bad"}


def tells(title: str, text: str, **fields: Any) -> Telling:
    """Return a telling in these words.

    The title and each text are format strings over the facts of the event, with `who` for the man
    who did it, and `foe` for the enemy.
    """

    def tell(event: Event, rolls: Rolls, told: Told) -> Moment:
        facts = dict(event.facts)
        if facts.get("by"):
            facts["who"] = man_at(told, facts["by"])
        if kind_of(facts.get("id", "")):
            facts["foe"] = foe(told, facts["id"])
        filled: dict[str, Any] = {
            key: value.format_map(facts) if isinstance(value, str) else value
            for key, value in fields.items()
        }
        return Moment(title=title.format_map(facts), text=text.format_map(facts), **filled)

    return tell


# ---------------------------------------------------------------- the way, and who turns up

ARRIVALS: Mapping[str, tuple[str, str, str]] = {
    "fighter": ("A fighter", "A fighter attacks from {where}.", ""),
    "ace": ("An enemy ace", "An ace attacks from {where}.", "An ace cannot be shot down."),
    "squadron": (
        "An enemy squadron",
        "A whole squadron attacks from {where}.",
        "A squadron cannot be shot down.",
    ),
    "jet": (
        "A jet",
        "An experimental jet circles at {where}.",
        "Every enemy die counts one more while it flies.",
    ),
    "twin_fighters": (
        "Twin fighters",
        "Two fighters attack as one from {where}.",
        "Each of their hits strikes an engine of your choice.",
    ),
    "battleship": ("A battleship", "A battleship takes aim from the sea.", ""),
    "flakpanzer": ("A Flakpanzer", "A Flakpanzer takes aim from the ground.", ""),
    "flak": ("Flak", "Flak batteries wait ahead.", ""),
}
"""What turns up: the title, what is seen, what it means."""
STARS = ("ace", "squadron", "jet", "twin_fighters")
"""The enemies whose coming stops the telling."""


def turns_up(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Show an enemy that the deck brings; items and events are shown when they are met."""
    card = event.facts["card"]
    kind, where = kind_of(card), where_of(told.name(card))
    if event.facts["why"] != "bombing run deck" or not kind:
        return None
    title, text, means = ARRIVALS[kind]
    return Moment(
        title=title,
        text=text.format(where=where),
        stops=kind in STARS,
        means=means,
        tone="warn",
        picture="bandits" if where else "flak",
        effect="arrive",
        target=card if where else ON_THE_GROUND,
    )


EVENTS = {
    "engine_trouble": "An engine runs rough.",
    "friendly_fire": "The guns of the escort strike the bomber.",
    "relentless": "What was past may come again.",
    "state_of_shock": "Those who were ready are worn out.",
}
"""What some events do at once; others have the words of their card."""


def card_works(event: Event, rolls: Rolls, told: Told) -> Moment:
    text = EVENTS.get(event.facts.get("id", ""), event.facts["text"])
    return Moment(title=event.facts["event"], text=text, tone="warn")


def avoided(event: Event, rolls: Rolls, told: Told) -> Moment:
    what = "the {foe}" if kind_of(event.facts["id"]) else "{card}"
    text = f"{{who}}, steers clear of {what}."
    return tells("Course corrected", text, tone="good")(event, rolls, told)


def in_sight(event: Event, rolls: Rolls, told: Told) -> Moment:
    target, is_barred = event.facts["target"], event.facts["is_barred"]
    return Moment(
        title="The target is in sight",
        text=f"Ahead lies {target}{', but the enemy bars the way' if is_barred else ''}.",
        means="The bombs fall only when the way is clear." if is_barred else "",
        stops=True,
        tone="warn" if is_barred else "good",
        picture="photographs",
    )


# ---------------------------------------------------------------- kills, hits and losses


def shot_down(event: Event, rolls: Rolls, told: Told) -> Moment:
    man, enemy = event.facts["by"], event.facts["id"]
    kind = kind_of(enemy)
    short = told.surname(man) if man else "The escort"
    return tells(
        f"{short} gets {'two fighters' if kind == 'twin_fighters' else f'a {kind}'}",
        f"{'{who},' if man else 'The escort'} shoots down the {{foe}}.",
        stops=kind in STARS or (bool(man) and event.facts["kills"] <= MAX_KILLS),
        tone="good",
        picture="kill",
        effect="shot",
        source="{by}",
        target="{id}",
        falls=True,
    )(event, rolls, told)


def attacked(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    damage = event.facts["damage"]
    if not damage:
        return None
    times = {1: "", 2: " twice"}.get(damage, f" {damage} times")
    text = f"The {{foe}} hits the bomber{times}."
    look: dict[str, Any] = {"tone": "warn", "effect": "shot", "source": "{id}"}
    return tells(f"Hit{times}", text, faces=(event.facts["die"],), **look)(event, rolls, told)


def damaged(event: Event, rolls: Rolls, told: Told) -> Moment:
    """Show minor damage: a man is wounded, or an engine runs on."""
    name = event.facts["id"]
    title = f"{told.surname(name)} wounded"
    text = f"{man_at(told, name)}, is wounded, and stays at his post."
    if name not in PEOPLE.ranks:
        title, text = f"{engine_of(name)} damaged", f"{engine_of(name)} is damaged, and runs on."
    return Moment(title=title, text=text, tone="warn", effect="smoke", target=name)


def man_lost(event: Event, rolls: Rolls, told: Told) -> Moment:
    name, cubes, can_fly = (event.facts[fact] for fact in ("id", "cubes", "can_fly"))
    means = ""
    if cubes == 1 and can_fly:
        means = LAST_CUBE
    elif name == "bombardier" and cubes:
        means = "The bombs have one re-roll less over the target."
    elif name in PILOTS and len(can_fly) == 1 and cubes:
        means = f"Without the {told.name(can_fly[0]).lower()} too the bomber must turn back."
    return Moment(
        title=f"{told.surname(name)} is lost",
        text=f"{man_at(told, name)}, is hit again, and is lost.",
        means=means,
        picture="wounded",
        effect="smoke",
        target=name,
        roll=rolls.last(),
        chance=ONE_FACE,
        key="killed",
        **GRAVE,
    )


def engine_lost(event: Event, rolls: Rolls, told: Told) -> Moment:
    name, cubes, running = (event.facts[fact] for fact in ("id", "cubes", "running"))
    means = LAST_CUBE if cubes == 1 and running else ""
    if running == 1 and cubes:
        means = "The bomber flies on its last engine."
    roll = rolls.last() if event.facts["die"] else None
    return Moment(
        title=f"{engine_of(name)} stops",
        text=f"{engine_of(name)} is hit again, and its propeller stops.",
        means=means,
        picture="engine",
        effect="fire",
        target=name,
        roll=roll,
        chance=ONE_FACE if roll else None,
        key="engine",
        **GRAVE,
    )


def healed(event: Event, rolls: Rolls, told: Told) -> Moment:
    """Show first aid, which may save a man at the moment when he is hit again."""
    man = event.facts["saved"]
    men = listed(f"the {one.lower()}" for one in event.facts["men"])
    text = f"{man_at(told, man)}, is bandaged just in time." if man else f"First aid for {men}."
    return saving("first aid" if man else "", "First aid", text, man)


def disregarded(event: Event, rolls: Rolls, told: Told) -> Moment:
    man, is_saved = event.facts["id"], bool(event.facts["saved"])
    text = f"{man_at(told, man)}, is hit, but his flak jacket holds."
    return saving("a flak jacket" if is_saved else "", "A flak jacket holds", text, man)


def saving(by: str, title: str, text: str, man: str) -> Moment:
    """Return what an item has averted; it stops where it saved a man."""
    return Moment(
        title=f"Saved by {by}" if by else title,
        text=text,
        stops=bool(by),
        tone="good",
        picture="wounded",
        target=man,
        key="saved" if by else "",
    )


def evaded(event: Event, rolls: Rolls, told: Told) -> Moment:
    end = "the die counts only {now}" if event.facts["now"] > 0 else "the shot goes wide"
    text = f"{{who}}, throws the bomber aside, and {end}."
    return tells("Evasion", text, tone="good", source="{by}")(event, rolls, told)


def repaired(event: Event, rolls: Rolls, told: Told) -> Moment:
    place = event.facts["place"].lower()
    is_self = event.facts["by"] == event.facts["id"]
    text = f"{{who}}, {'patches himself up' if is_self else f'takes care of the {place}'}."
    return tells("Repaired", text, tone="good", target="{id}")(event, rolls, told)


# ---------------------------------------------------------------- bombs, and the end


def bomb_run(event: Event, rolls: Rolls, told: Told) -> Moment:
    again = counted(event.facts["rerolls"], "re-roll")
    text = f"The bombs need {listed(event.facts['targets'])} or more, with {again}."
    return Moment(title="The bomb run", text=text)


def locked(event: Event, rolls: Rolls, told: Told) -> Moment:
    bomb, left = event.facts["bomb"], event.facts["open"]
    rest = f": {counted(len(left), 'target')} to go" if left else ", the last one"
    text = f"A {{bomb}} hits the target of {{target}}{rest}."
    look: dict[str, Any] = {"tone": "good", "effect": "bombs", "target": "{id}"}
    return tells("A bomb on target", text, faces=(bomb,), **look)(event, rolls, told)


ENDS: Mapping[str, tuple[str, str, Any]] = {
    "major_victory": ("Target destroyed", "All {targets} bombs are on the target.", "bombs"),
    "conditional_victory": ("The target stands", "{hits} on the target.", "bombs"),
    "destroyed": ("The bomber is destroyed", "The bomber breaks up in midair.", "crash"),
    "aborted": ("Back to base", "Pilot and co-pilot are lost: the bomber turns back.", "home"),
    "crashed": ("The bomber crashes", "No engine runs, and the bomber goes down.", "crash"),
}
"""How a mission ends: title, sentence and picture."""


def ended(event: Event, rolls: Rolls, told: Told) -> Moment:
    bombs, targets, outcome = (event.facts[fact] for fact in ("bombs", "targets", "outcome"))
    title, text, picture = ENDS[outcome]
    hits = f"{bombs or 'None'} of the {targets} bombs {'is' if bombs < 2 else 'are'}"
    return Moment(
        title=title,
        text=text.format(targets=targets, hits=hits),
        means=f"Score {event.facts['score']} of 10: {event.facts['rating']}.",
        stops=True,
        always=True,
        tone="good" if bombs else "bad",
        picture=picture,
        key="won" if outcome.endswith("victory") else "lost",
    )


# ---------------------------------------------------------------- all moments

MOMENTS: Mapping[str, Telling] = {
    "draw": turns_up,
    "relieved": tells("Relieved", "The {foe} is relieved.", tone="warn"),
    **dict.fromkeys(("ongoing", "suffered", "comes_true"), card_works),
    "brought_back": told_as("Back again", tone="warn"),
    "avoided": avoided,
    "target_in_sight": in_sight,
    "turned_away": tells("Alone again", "The {foe} turns away before the target.", tone="good"),
    "escort": tells(
        "The escort", "The escort dives on the {foe}.", tone="good", effect="shot", target="{id}"
    ),
    "shot_down": shot_down,
    "enemy_raised": told_as("The jet helps", tone="warn", source="jet"),
    "attacked": attacked,
    "no_effect": tells("No harm", "The shells strike what is lost already."),
    "evaded": evaded,
    "turned_over": told_as("Lucky Coin", tone="good"),
    "minor_damage": damaged,
    "man_lost": man_lost,
    "engine_lost": engine_lost,
    "healed": healed,
    "disregarded": disregarded,
    "repaired": repaired,
    "bombing_run": bomb_run,
    "locked": locked,
    "score": ended,
}


def opening(play: InPlay, viewer: Viewer, told: Told) -> Moment:
    """Return the orders of the mission, before the first question."""
    mission = mission_of(play)
    return Moment(
        title=told.name(play.options["mission"]),
        text=mission.briefing,
        means=f"All {len(mission.crosshair)} bombs must hit {mission.target} to destroy it.",
        stops=True,
        picture="orders",
        key="opening",
    )


DRAMA = Drama(
    moments=MOMENTS,
    opening=opening,
    story=story,
    people=PEOPLE,
    scores={"lost": 2.0, "won": 2.0, "killed": 0.9, "saved": 0.9, "engine": 0.5, "shot": 0.4},
)
