"""The bomber as a panel: men at their stations, engines, the clock around it, the dice."""

from collections.abc import Iterator

from tabletop_core.events import listed, said
from tabletop_core.panels import Art, BoardPanel, Piece, Spot

from ..components import Hit
from ..data import AMMO, ENEMY_DICE, ON_THE_GROUND, POOL
from ..questions.board import (
    AMMO_DIE,
    ENEMY_DIE,
    FOCUS,
    POOL_DIE,
    card_of,
    die_ids,
    initiative_of,
    is_destroyed,
    title_of,
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
_DRAWN = (0.0, 0.0, 10.0, 5.4)
"""Where the drawing of the bomber lies on the plan."""


def bomber_panel(play: InPlay) -> BoardPanel:
    """Show the men at their stations, the engines, the enemies around, and the dice."""
    return BoardPanel(
        title="Bomber",
        board=play.data.board,
        pieces=(*men(play), *engines(play), *enemies(play), *dice(play)),
        spots=tuple(spots(play)),
        art=Art.of(play.game.package, "plan", _DRAWN),
        legend=(
            "numbers: faces of the damage die; on enemies: initiative, damage of what they take",
        ),
    )


def spots(play: InPlay) -> Iterator[Spot]:
    """Yield the stations and the engines with their numbers on the damage die, and the rest."""
    data = play.data
    for name, card in data.crew.items():
        label = f"{card.number} {card.title.removesuffix(' Gunner')}"
        about = f"station {card.number} on the damage die"
        place = data.places[name]
        yield Spot(id=place, words=card.title, about=about, label=label, name=card.title)
    for name, engine in data.engines.items():
        about = f"{engine.location} on the damage die"
        label = f"{engine.location} {data.places[name]}"
        place = data.places[name]
        yield Spot(id=place, words=engine.title, about=about, label=label, name=engine.title)
    for hour in FACES_BOMBER:
        for height in ("high", "low"):
            men = [
                card.title
                for card in data.crew.values()
                if card.sight and hour in card.sight.clock and height in card.sight.altitude
            ]
            about = f"in the line of sight of: {listed(men) or 'nobody'}"
            name, label = f"{hour} o'clock {height}", f"{hour} {height}"
            yield Spot(id=f"{hour}-{height}", about=f"{name}, {about}", label=label, name=name)
    for at, about in PLACES.items():
        name = said(at).replace("-", " ")
        yield Spot(id=at, about=about, label=name, name=name)


def men(play: InPlay) -> Iterator[Piece]:
    """Yield the crew, ready or exhausted, with a cube beside who is wounded or lost."""
    for name, man in play.state.crew.items():
        at = play.data.places[name]
        label, symbol, tone = "ready", "person", "ours"
        if man.is_lost:
            label, symbol, tone = "lost", "wound", "bad"
        elif man.exhausted:
            label, symbol, tone = "tired", "exhausted", "quiet"
        yield Piece(
            id=name,
            label=label,
            symbol=symbol,
            words=man_words(man),
            at=at,
            tone=tone,
            name=play.data.names[name],
        )
        if man.is_wounded:
            yield Piece(
                id=f"cube:{name}",
                label="hurt",
                symbol="cube",
                words=f"yellow cube: {play.data.names[name]} is wounded",
                at=at,
                tone="yellow",
            )


def man_words(man: Airman) -> str:
    """Tell how a man is; the cube beside him tells a wound."""
    if man.is_lost:
        return "lost, major damage"
    return "exhausted" if man.exhausted else "ready"


def engines(play: InPlay) -> Iterator[Piece]:
    for name, damage in play.state.engines.items():
        yield Piece(
            id=name,
            label=ENGINE_WORDS[damage],
            symbol="engine",
            words=ENGINE_TOLD[damage],
            at=play.data.places[name],
            tone=ENGINE_TONES[damage],
            name=play.data.engines[name].title,
        )


def enemies(play: InPlay) -> Iterator[Piece]:
    """Yield the enemies where they come from, on the ground if they fire from there."""
    for enemy in play.state.display:
        card = card_of(play, enemy)
        initiative = initiative_of(play, enemy)
        taken = str(enemy.damage or "")
        if card.capacity:
            taken = f"{enemy.damage}/{card.capacity.value}"
        at = f"{card.clock.value}-{card.height}" if card.clock else ON_THE_GROUND
        is_down = is_destroyed(play, enemy)
        yield Piece(
            id=enemy.name,
            label=(card.label or card.title) + said(enemy.name.removeprefix(enemy.card)),
            symbol=card.symbol,
            words=f"{title_of(play, enemy)}: {figures(play, enemy)}",
            at=at,
            facing=FACES_BOMBER[card.clock.value] if card.clock else None,
            corners=("" if initiative is None else str(initiative), taken),
            tone="quiet" if is_down else "theirs",
            state="down" if is_down else "",
            name=title_of(play, enemy),
        )


def figures(play: InPlay, enemy: Enemy) -> str:
    """Tell the figures of an enemy as they are now."""
    card = card_of(play, enemy)
    parts = ["ground attack"]
    if card.is_aircraft:
        initiative = initiative_of(play, enemy)
        parts = ["no initiative" if initiative is None else f"initiative {initiative}"]
    if card.by_range:
        does = f"{card.hits[0].least}+ does {card.by_range[enemy.turns - 1]}"
        parts.append(f"{does} (range {enemy.turns})")
    elif card.hits:
        parts.append(hits_words(card.hits))
    if card.capacity:
        parts.append(f"damage {enemy.damage} of {card.capacity.value}")
    elif enemy.damage:
        parts.append(f"damage {enemy.damage}")
    return "; ".join(parts)


def hits_words(hits: tuple[Hit, ...]) -> str:
    return ", ".join(f"{hit.least}+ does {hit.damage}" for hit in hits)


def dice(play: InPlay) -> Iterator[Piece]:
    """Yield the dice in the pool, those rolled, the enemy's, and the focus token."""
    turn = play.state.turn
    if not play.state.open:
        in_pool = play.data.dice.ammo if turn.initiative is None else turn.initiative
        for number in range(1, in_pool + 1):
            yield Piece(
                id=POOL_DIE.format(number),
                label="□",
                words=f"ammo die {number}",
                at=POOL,
                tone="ours",
            )
        yield from faces(AMMO_DIE, turn.dice, AMMO, "ours", "ammo die")
    if turn.focus:
        holder, tone = ("your", "ours") if turn.focus > 0 else ("the enemy's", "theirs")
        yield Piece(
            id=FOCUS,
            label=f"+{abs(turn.focus)}",
            symbol="target",
            words=f"{holder} focus token, +{abs(turn.focus)}",
            at=POOL if turn.focus > 0 else ENEMY_DICE,
            tone=tone,
        )
    yield from faces(ENEMY_DIE, turn.enemy_dice, ENEMY_DICE, "theirs", "enemy die")


def faces(form: str, rolled: list[int], at: str, tone: str, what: str) -> Iterator[Piece]:
    """Yield dice as they lie; `what` kind of dice they are."""
    for name, face in zip(die_ids(form, rolled), rolled, strict=True):
        yield Piece(
            id=name,
            label=str(face),
            symbol=f"die_{face}",
            words=f"{what}, a {face}",
            at=at,
            tone=tone,
        )
