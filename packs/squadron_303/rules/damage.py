"""Damage to both sides: toughness, damage tokens, victories (p. 4 and 16)."""

from fractions import Fraction

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import listed

from ..questions.board import planes_of
from ..questions.hands import is_wingman
from ..questions.names import area_name, pilot_name, plane_name
from ..state import Fighter, InPlay, Plane
from .elite import ace_lost
from .events import note_victory
from .hands import choose_discard
from .medals import award_victories
from .shot_down import shot_down
from .specialization import count_victory


def points_of_damage(toughness: tuple[int, ...], damage: int, hits: int) -> int:
    """Return the damage that the Hits of one round deal; Hits too few for the next point are lost.

    >>> points_of_damage((1, 2, 1), 0, 2), points_of_damage((1, 2, 1), 0, 3)
    (1, 2)
    """
    points = 0
    for needed in toughness[damage:]:
        if hits < needed:
            break
        hits -= needed
        points += 1
    return points


@rule("16/Toughness", "Turn hits into points of damage")
@ruling(
    "a plane is shot down when the damage reaches its toughness",
    rejected="it is shot down by the first point beyond its toughness",
    why="the text speaks of exceeding it, but in both examples reaching it is enough",
)
def damage_plane(play: InPlay, plane: Plane, hits: int, by: Fighter | None) -> int:
    """Deal the Hits of a round to a plane; it goes down when its toughness is used up.

    Toughness gives the number of Hits in one round that each successive point of damage takes:
    1-2-1 takes one Hit, then two, then one. Hits too few for the next point are lost. Points of
    damage stay from round to round and from turn to turn.
    """
    toughness = play.data.aircraft[plane.aircraft].toughness
    points = points_of_damage(toughness, plane.damage, hits)
    plane.damage += points
    if plane.damage >= len(toughness):
        plane_down(play, plane, by)
    return points


def plane_down(play: InPlay, plane: Plane, by: Fighter | None) -> None:
    """Take a plane off the board, and note whose victory it is."""
    state = play.state
    del state.planes[plane.id]
    play.log(
        "plane_down",
        plane=plane_name(play, plane),
        by=by.colour if by else "",
        id=plane.id,
        group=plane.group,
        pilot=pilot_name(play, by) if by else "",
        area=area_name(play, plane.area),
        ace=play.data.aces[plane.ace].title if plane.ace else "",
        squadron=plane.squadron,
        number=state.downed + 1,
        left=sum(one.is_bomber for one in planes_of(play, plane.squadron)),
    )
    if not plane.is_german:
        state.british_lost += 1
        state.note(f"{plane_name(play, plane)} is lost at {area_name(play, plane.area)}")
        return
    ace_lost(play, plane)
    state.downed += 1
    if by is None:
        return
    pilot = play.data.pilots[by.pilot].title
    state.note(f"{pilot} shoots down {plane_name(play, plane)} at {area_name(play, plane.area)}")
    group = plane.group
    by.downed.append(group)
    count_victory(play, by, group)
    record = state.pilots[by.pilot]
    award_victories(play, by.pilot, record.all_victories)
    note_victory(play, plane, by)


@rule("4/Damage tokens", "Draw damage tokens")
def damage_fighter(play: InPlay, fighter: Fighter, points: int, *, choose: bool = False) -> Asks:
    """Deal damage to a player's plane, one token for each point; the fifth destroys it.

    Each plane has four tokens, drawn face down: one has no further effect, one costs a Combat card
    of the player's choice, one lowers the hand limit by one, and one takes away the free move.
    They are repaired on an airfield.
    """
    limit = play.data.numbers.counts.damage_destroys
    play.state.acting = fighter.colour
    for _ in range(points):
        if len(fighter.damage) + 1 >= limit or not len(fighter.supply):
            yield from shot_down(play, fighter)
            return
        token = yield from draw_token(play, fighter, choose)
        fighter.damage.append(token)
        play.log(
            "damaged",
            colour=fighter.colour,
            token=token,
            title=play.data.damage_tokens[token].title,
            text=play.data.damage_tokens[token].text,
            damage=len(fighter.damage),
            limit=limit,
            pilot=pilot_name(play, fighter),
        )
        if token == "discard":
            yield from discard_for_damage(play, fighter)


def odds_of_damage(play: InPlay, fighter: Fighter, points: int) -> dict[str, Fraction]:
    """Return the chances of the tokens that this much damage brings, without a Mulligan."""
    if not points:
        return {f"{fighter.name}: no damage": Fraction(1)}
    if len(fighter.damage) + points >= play.data.numbers.counts.damage_destroys:
        return {f"{fighter.name}: shot down": Fraction(1)}

    def draw(aside: InPlay) -> str:
        supply = aside.state.fighters[fighter.colour].supply
        tokens = (supply.draw(aside.source, "") for _ in range(points))
        texts = sorted(play.data.damage_tokens[token].text for token in tokens)
        return f"{fighter.name}: {listed(texts)}"

    return dict(sorted(play.odds(draw).items(), key=lambda result: -result[1]))


def draw_token(play: InPlay, fighter: Fighter, choose: bool) -> Asks:
    """Return the next damage token: drawn, or chosen if a card allows it."""
    who = fighter.name
    if choose:
        tokens = play.data.damage_tokens
        options = {token: tokens[token].text for token in fighter.supply.cards}
        token = yield from play.choose(f"{who}: which damage token?", options, seat=fighter.seat)
        return fighter.supply.take(token)
    token = fighter.supply.draw(play.source, f"{who}'s damage token")
    return (yield from mulligan(play, fighter, token))


@rule("4/The Mulligan", "Draw another damage token, once in a game")
def mulligan(play: InPlay, fighter: Fighter, token: str) -> Asks:
    """Let a player refuse one token in the game and take the next instead, with the option."""
    boards = play.state.fighters.values()
    taken = any(board.mulligan for board in boards if board.seat == fighter.seat)
    if not play.options["mulligan"] or taken or not len(fighter.supply):
        return token
    text = play.data.damage_tokens[token].text
    answer = yield play.ask(
        f"{fighter.name} drew: {text}. Use the Mulligan to draw another?",
        {"keep": "keep it", "again": "draw another"},
        seat=fighter.seat,
        odds=lambda option: (
            odds_of_damage(play, fighter, 1)
            if option == "again"
            else {f"{fighter.name}: {text}": Fraction(1)}
        ),
    )
    if answer == "keep":
        return token
    fighter.mulligan = True
    other = fighter.supply.draw(play.source, f"{fighter.name}'s damage token instead")
    fighter.supply.mix_in([token])
    return other


@rule("4/Discard for damage", "Discard a card of your choice")
def discard_for_damage(play: InPlay, fighter: Fighter) -> Asks:
    """Discard the card that a damage token costs."""
    payer = who_discards(play, fighter)
    if payer.cards:
        yield from choose_discard(play, payer, f"{fighter.name} is hit")


@rule("19/Damage", "Damage to the Leader and to the Wingman")
@ruling(
    "a Wingman without cards makes the Leader discard, and a Leader without cards nobody",
    rejected="a Leader without cards makes the Wingman discard, too",
    why="the variant names only the first case",
)
def who_discards(play: InPlay, fighter: Fighter) -> Fighter:
    """See whose card a damage token costs."""
    if not fighter.cards and is_wingman(play, fighter):
        return play.state.fighters[play.state.leader]
    return fighter
