"""The bomber as a panel: men at their stations, engines, the clock around it, the dice.

A counter is made once for each way that it can look.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

import attrs

from tabletop_core.events import counted, listed, said
from tabletop_core.panels import Art, BoardPanel, Piece, Spot

from ..components import Hit
from ..data import AMMO, ENEMY_DICE, ON_THE_GROUND, POOL, BomberData
from ..questions.board import (
    AMMO_DIE,
    BEST_FACE,
    ENEMY_DIE,
    FOCUS,
    POOL_DIE,
    capacity_of,
    die_ids,
    engine_hit,
    initiative_of,
)
from ..state import Airman, Damage, Enemy, InPlay

ENGINE_WORDS = {Damage.NONE: "sound", Damage.MINOR: "minor", Damage.MAJOR: "lost"}
ENGINE_TOLD = {
    Damage.NONE: "sound, no damage",
    Damage.MINOR: "minor damage",
    Damage.MAJOR: "major damage: lost",
}
ENGINE_TONES = {Damage.NONE: "good", Damage.MINOR: "yellow", Damage.MAJOR: "bad"}
FACES_BOMBER = {12: 180, 3: 270, 6: 0, 9: 90}
"""Where an enemy points who comes from an hour of the clock, in degrees."""
PLACES = {
    ON_THE_GROUND: "enemies that make ground attacks: no gun reaches them",
    POOL: "the pool: ammo dice that are not rolled are your initiative",
    AMMO: "ammo dice that were rolled, to be given to gunners",
    ENEMY_DICE: "enemy dice of this turn, two at most",
}
"""What lies beside the bomber."""
LEGEND = (
    "a station or an engine is hit when the damage die shows its number",
    "on an enemy: left its initiative, right how much more damage stops it",
    "in the pool: a touch of ×3 rolls three dice",
)
_DRAWN = (-240.0, -40.0, 480.0, 520.0)
"""Where the drawing of the bomber lies on the plan."""


def bomber_panel(play: InPlay) -> BoardPanel:
    """Show the men at their stations, the engines, the enemies around, and the dice."""
    return BoardPanel(
        title="Bomber",
        board=play.data.board,
        pieces=(*men(play), *engines(play), *enemies(play), *dice(play)),
        spots=_with_hit(play),
        art=Art.of(play.game.package, "plan", _DRAWN),
        legend=LEGEND,
    )


@lru_cache(maxsize=4)
def spots(data: BomberData) -> tuple[Spot, ...]:
    """Return the stations and the engines with their numbers on the damage die, and the rest."""
    return tuple(_spots(data))


def _with_hit(play: InPlay) -> tuple[Spot, ...]:
    """Return the spots; what the damage die has hit is marked while that can be averted."""
    of_all, hit = spots(play.data), play.state.turn.hit
    name = engine_hit(play, hit) if hit in play.data.wings else play.data.at_station.get(hit)
    if name is None:
        return of_all
    at = play.data.places[name]
    return tuple(
        attrs.evolve(spot, words="hit by the damage die", tone="bad") if spot.id == at else spot
        for spot in of_all
    )


def _spots(data: BomberData) -> Iterator[Spot]:
    for name, card in data.crew.items():
        yield Spot(
            id=data.places[name],
            about=f"station {card.number} on the damage die",
            label=f"{card.number} {card.title.removesuffix(' Gunner')}",
            name=card.title,
        )
    for name, engine in data.engines.items():
        yield Spot(
            id=data.places[name],
            about=f"{engine.location} on the damage die",
            label=f"{engine.location} {data.places[name]}",
            name=engine.title,
        )
    for hour in FACES_BOMBER:
        for height in ("high", "low"):
            men = [
                card.title
                for card in data.crew.values()
                if card.sight and hour in card.sight.clock and height in card.sight.altitude
            ]
            name = f"{hour} o'clock {height}"
            about = f"{name}, in the line of sight of: {listed(men) or 'nobody'}"
            yield Spot(id=f"{hour}-{height}", about=about, label=f"{hour} {height}", name=name)
    for at, about in PLACES.items():
        name = said(at).replace("-", " ")
        yield Spot(id=at, about=about, label=name, name=name)


def men(play: InPlay) -> Iterator[Piece]:
    """Yield the crew, ready or exhausted, with a cube beside who is wounded or lost."""
    for name, man in play.state.crew.items():
        yield from _man(play.data, name, man.damage, man.exhausted)


@lru_cache(maxsize=256)
def _man(data: BomberData, name: str, damage: Damage, exhausted: bool) -> tuple[Piece, ...]:
    man, at = Airman(damage, exhausted), data.places[name]
    label, symbol, tone = "ready", "person", "ours"
    if man.is_lost:
        label, symbol, tone = "lost", "wound", "bad"
    elif man.exhausted:
        label, symbol, tone = "exh.", "exhausted", "quiet"
    title = data.names[name]
    words = f"{title}, {man_words(man)}"
    counter = Piece(id=name, label=label, symbol=symbol, words=words, at=at, tone=tone)
    if not man.is_wounded:
        return (counter,)
    words = f"yellow cube: {title} is wounded"
    cube = Piece(id=f"cube:{name}", label="hurt", symbol="cube", words=words, at=at, tone="yellow")
    return counter, cube


def man_words(man: Airman) -> str:
    """Tell how a man is; the cube beside him tells a wound."""
    if man.is_lost:
        return "lost, major damage"
    return "exhausted" if man.exhausted else "ready"


def engines(play: InPlay) -> Iterator[Piece]:
    for name, damage in play.state.engines.items():
        yield _engine(play.data, name, damage)


@lru_cache(maxsize=64)
def _engine(data: BomberData, name: str, damage: Damage) -> Piece:
    return Piece(
        id=name,
        label=ENGINE_WORDS[damage],
        symbol="engine",
        words=f"{data.engines[name].title}, {ENGINE_TOLD[damage]}",
        at=data.places[name],
        tone=ENGINE_TONES[damage],
    )


def enemies(play: InPlay) -> Iterator[Piece]:
    """Yield the enemies where they come from, on the ground if they fire from there."""
    for enemy in play.state.display:
        at = (enemy.name, enemy.card, enemy.damage, enemy.turns)
        yield _enemy(play.data, *at, initiative_of(play, enemy), capacity_of(play, enemy))


@lru_cache(maxsize=1024)
def _enemy(
    data: BomberData,
    name: str,
    card_id: str,
    damage: int,
    turns: int,
    initiative: int | None,
    capacity: int | None,
) -> Piece:
    card = data.enemies[card_id]
    number = said(name.removeprefix(card_id))
    title = data.names[card_id] + number
    is_down = capacity is not None and damage >= capacity
    stopped_by = capacity or card.cowed_by
    left = str(max(0, stopped_by - damage)) if stopped_by else ""
    return Piece(
        id=name,
        label="down" if is_down else (card.label or card.title) + number,
        symbol=card.symbol,
        words=f"{title}{', shot down' if is_down else ''}, "
        + _figures(data, card_id, damage, turns, initiative, capacity),
        at=f"{card.clock.value}-{card.height}" if card.clock else ON_THE_GROUND,
        facing=FACES_BOMBER[card.clock.value] or None if card.clock else None,
        corners=("" if initiative is None else str(initiative), left),
        tone="quiet" if is_down else "theirs",
        name=title,
    )


def figures(play: InPlay, enemy: Enemy) -> str:
    """Tell the figures of an enemy as they are now."""
    initiative = initiative_of(play, enemy)
    capacity = capacity_of(play, enemy)
    return _figures(play.data, enemy.card, enemy.damage, enemy.turns, initiative, capacity)


@lru_cache(maxsize=1024)
def _figures(
    data: BomberData,
    card_id: str,
    damage: int,
    turns: int,
    initiative: int | None,
    capacity: int | None,
) -> str:
    card = data.enemies[card_id]
    parts = ["ground attack"]
    if card.is_aircraft:
        parts = ["no initiative" if initiative is None else f"initiative {initiative}"]
    if card.by_range:
        faces, hurt = faces_words(card.hits[0].least), card.by_range[turns - 1]
        parts.append(f"{faces} does {hurt} damage (range {turns})")
    elif card.hits:
        parts.append(hits_words(card.hits))
    if capacity is not None:
        parts.append(f"damage {damage} of {capacity}")
    elif damage:
        parts.append(f"damage {damage}")
    if card.capacity and capacity is None:
        parts.append("cannot be destroyed")
    return "; ".join(parts)


def hits_words(hits: tuple[Hit, ...]) -> str:
    """Tell what faces do what damage.

    >>> hits_words((Hit(least=3, damage=1), Hit(least=6, damage=2)))
    '3+ does 1 damage, 6 does 2'
    """
    told = [f"{faces_words(hit.least)} does {hit.damage}" for hit in hits]
    return ", ".join([f"{told[0]} damage", *told[1:]])


def faces_words(least: int) -> str:
    """Tell which faces are at least this one."""
    return str(least) if least == BEST_FACE else f"{least}+"


def dice(play: InPlay) -> Iterator[Piece]:
    """Yield the dice in the pool, those rolled, the enemy's, and the focus token."""
    turn = play.state.turn
    if not play.state.open:
        yield from _pool(play.data.dice.ammo if turn.initiative is None else turn.initiative)
        yield from faces(AMMO_DIE, turn.dice, AMMO, "ours", "ammo die")
    if turn.focus:
        yield _focus(turn.focus)
    yield from faces(ENEMY_DIE, turn.enemy_dice, ENEMY_DICE, "theirs", "enemy die")


@cache
def _pool(number: int) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            id=POOL_DIE.format(one),
            label=f"×{one}",  # a bare figure would be read as a face
            words=f"{counted(one, 'ammo die', 'ammo dice')}, not rolled",
            at=POOL,
            tone="ours",
        )
        for one in range(1, number + 1)
    )


@cache
def _focus(focus: int) -> Piece:
    holder, at, tone = ("your", POOL, "ours")
    if focus < 0:
        holder, at, tone = ("the enemy's", ENEMY_DICE, "theirs")
    words, label = f"{holder} focus token, +{abs(focus)}", f"+{abs(focus)}"
    return Piece(id=FOCUS, label=label, symbol="target", words=words, at=at, tone=tone)


def faces(form: str, rolled: list[int], at: str, tone: str, what: str) -> Iterator[Piece]:
    """Yield dice as they lie; `what` kind of dice they are."""
    for name, face in zip(die_ids(form, rolled), rolled, strict=True):
        yield _die(name, face, at, tone, what)


@lru_cache(maxsize=256)
def _die(name: str, face: int, at: str, tone: str, what: str) -> Piece:
    label, symbol = str(face), f"die_{face}" if face in range(1, 7) else ""
    words = f"{what} of {face}"
    return Piece(id=name, label=label, symbol=symbol, words=words, at=at, tone=tone)
