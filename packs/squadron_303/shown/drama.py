"""What a player should see happen."""

from collections.abc import Mapping
from typing import Any

from tabletop_core import Event, Viewer
from tabletop_core.events import Drama, Moment, Rolls, Telling, Told, counted, told_as

from ..questions.board import is_chosen, scenario
from ..state import InPlay
from .story import story

GRAVE: Mapping[str, Any] = {"stops": True, "always": True, "tone": "bad"}
"""What always stops the telling, even right after another moment."""

MAX_KILLS = 3
"""Planes whose loss stops the telling of a game; later ones are news, but for aces and raids."""


def place_of(area: str) -> str:
    """Return an area without its sector.

    >>> place_of("West factory (A1)"), place_of("A5")
    ('West factory', 'A5')
    """
    return area.partition(" (")[0]


# ---------------------------------------------------------------- the Scenario


def opening(play: InPlay, viewer: Viewer, told: Told) -> Moment | None:
    """Return the task of the Scenario; none while those of a Campaign are still to be chosen."""
    if not is_chosen(play):
        return None
    it = scenario(play)
    targets = counted(it.lost_at, "destroyed target")
    return Moment(
        title=it.title,
        text=it.text,
        means=f"There are {it.turns} turns; the Germans win with {targets}.",
        stops=True,
        picture="orders",
        key="opening",
    )


def placed(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Describe a squadron that is found, or that an Event brings."""
    facts = event.facts
    if event.step == "Set up":
        return None
    is_ours = facts["mode"] == "British"
    return Moment(
        title="The British are found" if is_ours else f"Squadron {facts['squadron']}",
        text=f"Squadron {facts['squadron']} is at {facts['area']}: {facts['planes']}.",
        stops=is_ours,
        tone="good" if is_ours else "warn",
        picture="bandits",
        effect="arrive",
        target=facts["ids"][0],
        key="british" if is_ours else "",
    )


def news_of_event(event: Event, rolls: Rolls, told: Told) -> Moment:
    title = event.facts["title"].rstrip("!")
    return Moment(
        title=title if len(title.split()) < 6 else "An Event",
        text=f"{title}: {event.facts['text']}.",
        stops=True,
        tone="warn",
        picture="bandits",
    )


def scenario_over(event: Event, rolls: Rolls, told: Told) -> Moment:
    won = event.facts["result"] == "win"
    end = "won" if won else "lost"
    why = event.facts["why"] and f"; {event.facts['why']}"
    return Moment(
        title=f"The Scenario is {end}",
        text=f"{event.facts['title']} is {end}{why}.",
        stops=True,
        always=True,
        tone="good" if won else "bad",
        picture="home" if won else "fire",
        key="over",
    )


def medal(event: Event, rolls: Rolls, told: Told) -> Moment:
    """Describe a Medal; one for many planes shot down stops the telling."""
    why = event.facts["why"]
    return Moment(
        title="A Medal",
        text=f"{event.facts['pilot']} receives a Medal: {why.rstrip('!')}.",
        stops=why.endswith("shot down"),
        tone="good",
        picture="medal",
        key="medal",
    )


# ---------------------------------------------------------------- the fight


def plane_down(event: Event, rolls: Rolls, told: Told) -> Moment:
    facts = event.facts
    plane, aircraft = facts["plane"], facts["plane"].partition(" #")[0]
    fields: dict[str, Any] = {"target": facts["id"], "falls": True}
    if facts["group"] == "allied":
        return Moment(
            title="A British plane is lost",
            text=f"{plane} is lost at {facts['area']}.",
            picture="crash",
            effect="smoke",
            key="british",
            **fields,
            **GRAVE,
        )
    is_last = facts["group"] == "bomber" and not facts["left"]
    raid = f"Squadron {facts['squadron']} has no bombers left." if is_last else ""
    ace = f"{facts['ace']} is lost to its squadron after this turn." if facts["ace"] else ""
    return Moment(
        title="An ace falls" if ace else f"{aircraft} shot down",
        text=f"{facts['pilot']} shoots down {plane}." if facts["by"] else f"{plane} goes down.",
        means=raid or ace,
        stops=bool(raid or ace) or facts["number"] <= MAX_KILLS,
        tone="good",
        picture="kill",
        effect="shot",
        source=facts["by"],
        key="ace" if ace else "raid" if raid else "",
        **fields,
    )


def fought(event: Event, rolls: Rolls, told: Told) -> Moment | None:
    """Describe a round that damages a German plane without shooting it down."""
    facts = event.facts
    if not facts["points"] or not facts["left"]:
        return None
    return Moment(
        title=f"{facts['plane']} hit",
        text=f"{facts['pilot']} hits {facts['plane']}.",
        tone="good",
        effect="shot",
        source=facts["colour"],
        target=facts["id"],
    )


def damaged(event: Event, rolls: Rolls, told: Told) -> Moment:
    """Describe a hit on one of ours; the last that a plane can take stops the telling."""
    facts = event.facts
    is_last = facts["damage"] == facts["limit"] - 1
    pilot, token = facts["pilot"], f"{facts['title'].lower()}, {facts['text']}"
    return Moment(
        title=f"{pilot.rpartition(' ')[2]} is {'badly ' if is_last else ''}hit",
        text=f"{pilot} barely stays in the air." if is_last else f"{pilot} is hit: {token}.",
        means="One more hit brings the plane down." if is_last else "",
        stops=is_last,
        tone="bad" if is_last else "warn",
        picture="engine",
        effect="smoke",
        target=facts["colour"],
        key="damaged",
    )


def shot_down(event: Event, rolls: Rolls, told: Told) -> Moment:
    pilot, area = event.facts["pilot"], event.facts["area"]
    return Moment(
        title=f"{pilot.rpartition(' ')[2]} is shot down",
        text=f"{pilot} is shot down over {place_of(area)}.",
        means="The German squadrons near the place move at once.",
        picture="chutes",
        effect="smoke",
        target=event.facts["colour"],
        falls=True,
        key="lost",
        **GRAVE,
    )


# ---------------------------------------------------------------- the bombs


def bombs(event: Event, rolls: Rolls, told: Told) -> Moment:
    """Describe bombs; the first on a target stop the telling, and so does its destruction."""
    facts = event.facts
    place, damage, toughness = place_of(facts["area"]), facts["damage"], facts["toughness"]
    return Moment(
        title=f"Bombs on {place}",
        text=f"{facts['plane']} bombs {place}: damage {damage} of {toughness}.",
        stops=damage == facts["bombs"],
        tone="bad",
        picture="bombs",
        effect="bombs",
        source=facts["id"],
        target=facts["at"],
    )


def destroyed(event: Event, rolls: Rolls, told: Told) -> Moment:
    place = place_of(event.facts["area"])
    return Moment(
        title=f"{place} is destroyed",
        text=f"The bombs have destroyed {place}.",
        picture="fire",
        effect="fire",
        target=event.facts["at"],
        key="destroyed",
        **GRAVE,
    )


def british_landed(event: Event, rolls: Rolls, told: Told) -> Moment:
    number = event.facts["planes"]
    land = "lands" if number == 1 else "land"
    return Moment(
        title="The British are home",
        text=f"{counted(number, 'British plane')} {land} safely.",
        stops=True,
        always=True,
        tone="good",
        picture="home",
        key="british",
    )


MOMENTS: Mapping[str, Telling] = {
    "scenario": told_as(
        "{title}", "{text}", stops=True, always=True, picture="orders", key="opening"
    ),
    "placed": placed,
    "event": news_of_event,
    "event_won": told_as(
        "The Event is won", "{title} is won.", tone="good", picture="medal"
    ),
    "event_failed": told_as(
        "The Event has failed", "{title} has failed.", tone="bad"
    ),
    "medal": medal,
    "ace": told_as(
        "An ace",
        "{plane} leads squadron {squadron} as an ace: {title}.",
        means="{text}",
        stops=True,
        tone="warn",
        picture="bandits",
    ),
    "round": fought,
    "struck_first": told_as("First strike", "{colour} strikes first and is not hit.", tone="good"),
    "plane_down": plane_down,
    "damaged": damaged,
    "shot_down": shot_down,
    "bonus_moves": told_as(
        "German morale rises", "The squadrons at {area} and next to it move at once.", tone="bad"
    ),
    "withdrawn": told_as("A pilot withdraws", "{pilot} withdraws from the battle.", tone="warn"),
    "new_pilot": told_as("A new pilot", "{pilot} takes over.", target="{colour}"),
    "struck": told_as(
        "Counterattack", "The Counterattack strikes every plane of ours at {area}.",
        tone="warn", effect="shot", target="{at}",
    ),
    "british_hit": told_as("A British plane is hit", "{plane} is hit.", tone="warn", target="{id}"),
    "british_landed": british_landed,
    "bombs": bombs,
    "destroyed": destroyed,
    "turned_home": told_as("They turn for home", "Squadron {squadron} turns for home."),
    "gone_home": told_as("They are gone", "Squadron {squadron} is gone home: {planes}."),
    "specialized": told_as("Specialization", "{colour} specializes: {group}.", tone="good"),
    "level": told_as(
        "Specialization", "{colour} reaches level {level} of Specialization.", tone="good"
    ),
    "scenario_over": scenario_over,
}  # fmt: skip

DRAMA = Drama(
    moments=MOMENTS,
    opening=opening,
    story=story,
    scores={
        "destroyed": 1.2,
        "british": 1.1,
        "lost": 1.0,
        "raid": 0.9,
        "ace": 0.8,
        "medal": 0.7,
        "bombs": 0.6,
        "damaged": 0.4,
        "shot": 0.3,
        "over": 0.1,
    },
)
