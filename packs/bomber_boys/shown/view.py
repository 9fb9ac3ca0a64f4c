"""What the captain sees."""

from tabletop_core import Viewer
from tabletop_core.events import counted, said
from tabletop_core.panels import Card, Cards, Facts, Lines, Panel, Slot, Slots, TrackPanel

from ..components import Hit
from ..questions.board import cards_left, initiative_of, is_destroyed, mission_of, title_of
from ..state import Airman, Damage, Enemy, InPlay

DAMAGE_WORDS = {Damage.NONE: "sound", Damage.MINOR: "minor damage", Damage.MAJOR: "lost"}
DAMAGE_TONES = {Damage.NONE: "good", Damage.MINOR: "", Damage.MAJOR: "bad"}


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Nothing is hidden that anybody knows, so everybody sees the same."""
    panels: list[Panel] = [
        Cards(
            title="Crew",
            cards=tuple(_crew(play, name, man) for name, man in play.state.crew.items()),
            per_row=5,
        ),
        _bomber(play),
        _track(play),
    ]
    if play.state.display:
        panels.append(
            Cards(
                title="Enemies",
                cards=tuple(_enemy(play, enemy) for enemy in play.state.display),
                per_row=3,
            )
        )
    if texts := _enemy_texts(play):
        panels.append(Lines(title="What the enemies do", lines=texts))
    if play.state.items or play.state.events:
        panels.append(_display_area(play))
    if play.state.open or play.state.bombs:
        panels.append(_crosshairs(play))
    panels.append(_dice(play))
    panels.append(_deck(play))
    return panels


def _hits(hits: tuple[Hit, ...]) -> str:
    return ", ".join(f"{hit.least}+ does {hit.damage}" for hit in hits)


def _crew(play: InPlay, name: str, man: Airman) -> Card:
    card = play.data.crew[name]
    detail = ""
    if card.sight:
        clock = " ".join(map(str, card.sight.clock))
        detail = f"{clock} {'/'.join(card.sight.altitude)}; {_hits(card.hits)}"
    if man.is_lost:
        state = "lost"
    else:
        state = ("exhausted" if man.exhausted else "ready") + (", wounded" * man.is_wounded)
    if name in play.state.turn.manned:
        state += f", die {play.state.turn.manned[name]}"
    return Card(name=f"{card.number} {card.title}", detail=detail, state=state)


def _bomber(play: InPlay) -> Slots:
    """Show the places of the damage die: the cabin as a whole, each engine by itself."""
    state, data = play.state, play.data
    cabin = [
        f"{DAMAGE_WORDS[level]}: " + ", ".join(places)
        for level in (Damage.MINOR, Damage.MAJOR)
        if (
            places := [
                f"{card.number} {card.title}"
                for name, card in data.crew.items()
                if state.crew[name].damage is level
            ]
        )
    ]
    last = max(card.number for card in data.crew.values())
    engines = [
        Slot(
            name=f"{engine.location} {engine.title}",
            content=DAMAGE_WORDS[state.engines[name]],
            tone=DAMAGE_TONES[state.engines[name]],
        )
        for name, engine in data.engines.items()
    ]
    return Slots(
        title="Bomber, by the numbers of the damage die",
        slots=(Slot(name=f"1-{last} cabin", content="; ".join(cabin) or "sound"), *engines),
        per_row=5,
    )


def _track(play: InPlay) -> TrackPanel:
    last = len(play.data.track) - 1
    marks = {at: counted(space.rerolls, "re-roll") for at, space in enumerate(play.data.track)}
    return TrackPanel(
        title="Major damage",
        low=0,
        high=last,
        value=last - play.state.cubes,
        marks=marks | {last: "bomber lost"},
    )


def _enemy(play: InPlay, enemy: Enemy) -> Card:
    card = play.data.enemies[enemy.card]
    parts = []
    if card.is_aircraft:
        initiative = initiative_of(play, enemy)
        parts.append(f"initiative {'X' if initiative is None else initiative}")
    else:
        parts.append("ground attack")
    if card.by_range:
        parts.append(
            f"{card.hits[0].least}+ does {card.by_range[enemy.turns - 1]} (range {enemy.turns})"
        )
    elif card.hits:
        parts.append(_hits(card.hits))
    if card.capacity:
        parts.append(f"damage {enemy.damage} of {card.capacity.value}")
    elif enemy.damage:
        parts.append(f"damage {enemy.damage}")
    return Card(
        name=title_of(play, enemy),
        detail="; ".join(parts),
        state="shot down" if is_destroyed(play, enemy) else "",
    )


def _enemy_texts(play: InPlay) -> tuple[str, ...]:
    """Return the texts of the enemy cards on display, each once."""
    cards = [play.data.enemies[enemy.card] for enemy in play.state.display]
    return tuple(dict.fromkeys(f"{card.title}: {card.text}" for card in cards if card.text))


def _display_area(play: InPlay) -> Lines:
    items = [play.data.items[name] for name in play.state.items]
    events = [play.data.events[name] for name in play.state.events]
    return Lines(
        title="Items and events",
        lines=tuple(
            [f"item {card.title}: {card.text}" for card in items]
            + [f"event {card.title}: {card.text}" for card in events]
        ),
    )


def _crosshairs(play: InPlay) -> Slots:
    bombs = [
        Slot(name=f"{target}+", content=f"{die}", tone="good") for target, die in play.state.bombs
    ]
    open_ = [Slot(name=f"{target}+", content="open") for target in play.state.open]
    return Slots(title="Bombing targets", slots=tuple(bombs + open_), per_row=5)


def _dice(play: InPlay) -> Facts:
    state, turn = play.state, play.state.turn
    rows = []
    if turn.initiative is not None:
        rows.append(("initiative", str(turn.initiative)))
    if turn.focus:
        rows.append(("focus", f"{'yours' if turn.focus > 0 else 'enemy'} +{abs(turn.focus)}"))
    if turn.dice:
        what = "bombs" if state.open else "ammo dice"
        rows.append((what, " ".join(map(str, turn.dice))))
    if turn.enemy_dice:
        rows.append(("enemy dice", " ".join(map(str, turn.enemy_dice))))
    if state.open:
        rows.append(("re-rolls", str(state.rerolls)))
    in_pool = play.data.dice.ammo if turn.initiative is None else turn.initiative
    if not state.open:
        rows.append(("ammo dice in the pool", str(in_pool)))
    return Facts(title="Dice", rows=tuple(rows))


def _deck(play: InPlay) -> Facts:
    """The deck is a number of cards; of each kind it is known how many are left."""
    state, mission = play.state, mission_of(play)
    kinds = [f"{said(group)} {stack.left}" for group, stack in state.deck.items() if stack.left]
    discard = len(state.discard) + sum(state.buried.values()) - bool(state.buried)
    rows = [
        ("mission", f"{play.data.names[play.options['mission']]}, {mission.target}"),
        ("briefing", f"{mission.briefing} Difficulty {mission.difficulty} of 5."),
        ("cards above the target", str(cards_left(state))),
        ("still to come", ", ".join(kinds) or "only the target"),
        ("discard pile", str(discard)),
    ]
    if state.buried:
        rows.append(("top card", f"one of {sum(state.buried.values())} discarded cards"))
    return Facts(title="Bombing run deck", rows=tuple(rows))
