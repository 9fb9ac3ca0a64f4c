"""What the captain sees."""

from functools import lru_cache

from tabletop_core import Viewer
from tabletop_core.events import counted, said
from tabletop_core.panels import Facts, Panel, TrackPanel

from ..data import BomberData
from ..questions.board import cards_left, mission_of
from ..state import InPlay
from .bomber import bomber_panel
from .bombsight import bombing_facts, bombsight_panel
from .cards import crew_cards, display_area, enemies_panel
from .log_sheet import result_panel


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Return the table, which is the same for every viewer.

    Over the target the bombsight takes the place of the bomber and its crew, who have no more
    actions there.
    """
    is_over_target = bool(play.state.open or play.state.bombs)
    has_crew_acting = not is_over_target and play.outcome is None
    panels: list[Panel] = [bomber_panel(play)]
    if is_over_target:
        panels = [bombsight_panel(play), bombing_facts(play)]
    if play.outcome is not None:
        panels.append(result_panel(play))
    if play.state.display:
        panels.append(enemies_panel(play))
    area = display_area(play)
    if area.cards:
        panels.append(area)
    panels += [damage_track(play), deck_panel(play)]
    return [*panels, crew_cards(play)] if has_crew_acting else panels


def damage_track(play: InPlay) -> TrackPanel:
    """Show the damage track; each cube that comes off is a man or an engine lost."""
    last = len(play.data.track) - 1
    marks = {at: counted(space.rerolls, "re-roll") for at, space in enumerate(play.data.track)}
    aims = any(
        "bombs_away" in card.actions and not play.state.crew[name].is_lost
        for name, card in play.data.crew.items()
    )
    return TrackPanel(
        id="major_damage",
        title="Damage; the bombardier adds a re-roll" if aims else "Major damage and re-rolls",
        low=0,
        high=last,
        value=last - play.state.cubes,
        marks=marks | {last: "bomber lost"},
    )


def deck_panel(play: InPlay) -> Facts:
    """Show what is known of the deck: the cards left of each kind, and which they may be."""
    state, mission, last = play.state, mission_of(play), len(play.data.track) - 1
    discard = len(state.discard) + sum(state.buried.values()) - bool(state.buried)
    rows = [
        ("mission", f"{play.data.names[play.options['mission']]}, {mission.target}"),
        ("briefing", f"{mission.briefing} Difficulty {mission.difficulty} of 5."),
    ]
    if not state.deck:
        return Facts(title="Bombing run deck", rows=tuple(rows))
    rows.append(("cards above the target", str(cards_left(state))))
    rows += [
        (said(group), _to_come(play.data, stack.left, tuple(stack.unseen.items())))
        for group, stack in state.deck.items()
        if stack.left
    ]
    rows.append(("discard pile", str(discard)))
    if state.buried:
        rows.append(("top card", f"one of {sum(state.buried.values())} discarded cards"))
    glance = (
        ()
        if state.open or state.bombs
        else (
            ("Cards left", str(cards_left(state))),
            ("Men ready", str(sum(man.is_ready for man in state.crew.values()))),
            ("Major damage", f"{last - state.cubes} of {last}"),
        )
    )
    return Facts(title="Bombing run deck", rows=tuple(rows), glance=glance)


@lru_cache(maxsize=1024)
def _to_come(data: BomberData, left: int, unseen: tuple[tuple[str, int], ...]) -> str:
    """Describe how many cards of a kind are left, and which of them are still unseen."""
    number = sum(count for _, count in unseen)
    if len(unseen) == 1:
        return str(left)
    of = f"of {number}" if number > left else "all"
    return f"{left} ({of}: {', '.join(_short(data, card) for card, _ in unseen)})"


def _short(data: BomberData, card: str) -> str:
    """Name a card; an aircraft by its position alone, since the row already names its kind."""
    enemy = data.enemies.get(card)
    if enemy and enemy.clock:
        return f"{enemy.clock.value} {enemy.height}"
    return data.names[card]
