"""Phase II, second half: Movement, Disengage, Withdraw, Reconnaissance, Landing (p. 9-11)."""

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from tabletop_core import Asks, Pile, by_id, rule, ruling
from tabletop_core.boards import Graph

from ..questions.board import (
    airfields,
    boards_without_pilot,
    germans_in,
    hidden_in,
    in_reserve,
    neighbours,
    scenario,
)
from ..questions.hands import card_words, is_wingman, wingman_of
from ..questions.names import area_name, pilot_name, to_whom, who_is_in, words_by_plane
from ..questions.pilots import has_declared, medals
from ..state import Fighter, InPlay, Status
from .elite import is_stopped, reveal_ace
from .hands import discard
from .medals import ability_words, helper_for_medal, spend, spend_on_ability
from .setup import odds_of_hidden, turn_up
from .strikes import of_counterattack


@rule("9/Movement", "Move the planes in any order")
@ruling(
    "which plane moves next and where it flies is one choice, made by any of the players",
    rejected="the players settle an order first, and each then moves his plane",
    why="the text lets them move in any order, and they plan together",
)
def movement(play: InPlay) -> Asks:
    """Move the planes one after the other, in the order that the players agree on.

    Each flies one area for free, unless damage prevents it, and one to three more with one Combat
    card. Leaving an area costs one more for every two German planes there; landing costs one. A
    plane that ends its move among Germans may fight.
    """
    state = play.state
    if not any(fighter.moved for fighter in state.fighters.values()):
        state.solo_card = ""
        flying = [fighter.area for fighter in state.fighters.values() if fighter.pilot]
        state.together = len(set(flying)) == 1
    if waiting := yet_to_move(play):
        yield from next_move(play, waiting)
    if yet_to_move(play):
        return
    for fighter in state.fighters.values():
        fighter.tokens = fighter.bonus_move = 0
    if state.solo and state.fighters[state.leader].landed:
        pass_leadership(play, state.fighters[state.leader])


def yet_to_move(play: InPlay) -> list[Fighter]:
    """Return the planes in the air or on an airfield that have not moved in this turn."""
    return [f for f in play.state.fighters.values() if f.pilot and not f.moved]


def all_have_moved(play: InPlay) -> bool:
    return not yet_to_move(play)


def next_move(play: InPlay, waiting: Sequence[Fighter]) -> Asks:
    """Let the players move one of these planes: fly, stay, land or withdraw."""
    options: list[str] = []
    for fighter in waiting:
        moves = moves_of(play, fighter)
        if len(moves) == 1 and (len(waiting) == 1 or not play.state.solo):
            yield from carry_out(play, fighter, "stay")
            return
        options += [f"{fighter.colour} {move}" for move in moves]
    alone = len(waiting) == 1
    answer = yield play.ask(
        _who_flies(play, waiting),
        tuple(options),
        label=partial(option_words, play, alone=alone),
        seat=tuple(dict.fromkeys(fighter.seat for fighter in waiting)),
        at=partial(aims_of_option, play, alone=alone),
        kind="fly",
        odds=lambda option: odds_of_option(play, option),
    )
    colour, move = answer.split(" ")
    yield from carry_out(play, play.state.fighters[colour], move)


def odds_of_option(play: InPlay, option: str) -> dict[str, Any]:
    """Return the chances of a plane and its move, such as `blue A5`."""
    colour, move = option.split(" ")
    return odds_of_move(play, play.state.fighters[colour], move)


def odds_of_move(play: InPlay, fighter: Fighter, move: str) -> dict[str, Any]:
    """Return the chances of what is found, or of what strikes, in the area where a move ends."""
    area = aim_of(fighter, move)
    lands = move.startswith("land:") or (move == "stay" and fighter.landed)
    return {} if lands or not area else odds_of_area(play, area)


def odds_of_area(play: InPlay, area: str) -> dict[str, Any]:
    """Return the chances of what is found in an area, or of the Counterattack that waits there."""
    if hidden := hidden_in(play, area):
        return odds_of_hidden(play, hidden[0])
    return of_counterattack(play, area)


def option_words(play: InPlay, option: str, *, alone: bool) -> str:
    """Return a plane and its move in words; a plane that moves `alone` need not be named."""
    colour, move = option.split(" ")
    fighter = play.state.fighters[colour]
    have = points_without_card(play, fighter)
    words = move_words(play, fighter, move, have, have + most_by_card(play, fighter))
    return words if alone else f"{fighter.name}: {words}"


def aims_of_option(play: InPlay, option: str, *, alone: bool) -> tuple[str, ...]:
    """Return what an option touches: the plane, and the area at which its move points.

    A plane that moves `alone` need not be touched.
    """
    colour, move = option.split(" ")
    aims = aims_of(play.state.fighters[colour], move, alone=alone)
    return aims if alone or not aims else (colour, *aims)


def aims_of(fighter: Fighter, move: str, *, alone: bool = True) -> tuple[str, ...]:
    """Return the area that a move points at, as far as it is touched.

    Who touches the only plane that moves, to choose it, has not said that it stays or lands there.
    """
    area = aim_of(fighter, move)
    is_touched = move != "stay" and not (alone and area == fighter.area)
    return (area,) if area and is_touched else ()


def _who_flies(play: InPlay, waiting: Sequence[Fighter]) -> str:
    ready = {fighter.name: _ready_words(play, fighter) for fighter in waiting}
    if len(ready) == 1:
        ((name, words),) = ready.items()
        return f"Where does {name} fly? ({words})"
    return f"Who flies where? ({words_by_plane(ready)})"


def _ready_words(play: InPlay, fighter: Fighter) -> str:
    card = f" and up to {more} more with a card" if (more := most_by_card(play, fighter)) else ""
    here = area_name(play, fighter.area)
    return f"at {here}, movement {points_without_card(play, fighter)}{card}"


def aim_of(fighter: Fighter, move: str) -> str:
    """Return the area that a move points at; an empty text for a move that is none."""
    if move == "stay":
        return fighter.area
    return "" if move in ("withdraw", "medal") else move.removeprefix("land:")


def moves_of(play: InPlay, fighter: Fighter) -> list[str]:
    """Return what a plane may do in its move; staying comes first."""
    have = points_without_card(play, fighter)
    moves = destinations(play, fighter, have + most_by_card(play, fighter))
    if may_withdraw(play, fighter):
        moves.append("withdraw")
    if not fighter.bonus_move and helper_for_medal(play, fighter, "free_move") is not None:
        moves.append("medal")
    return moves


def move_words(play: InPlay, fighter: Fighter, move: str, have: int, most: int) -> str:
    """Return a move in words with its price; `have` is the movement without a card."""
    if move == "withdraw":
        return _withdrawal_words(play, fighter)
    if move == "medal":
        helper = helper_for_medal(play, fighter, "free_move")
        return f"spend a Medal on {ability_words(helper)}" if helper else ""
    if move == "stay":
        return "wait on the airfield" if fighter.landed else "stay here"
    area, cost = aim_of(fighter, move), cost_of(play, fighter, move, most)
    if area == fighter.area and area == move:
        return "take off and stay over the airfield"
    away = cost - play.data.graph.distance(fighter.area, area)
    if area != move:
        price = _price(cost, have, away - play.data.numbers.counts.landing)
        return f"land at {area_name(play, area)}; {price}"
    return "; ".join(
        [f"to {area_name(play, area)}", _price(cost, have, away), *who_is_in(play, area)]
    )


def _withdrawal_words(play: InPlay, fighter: Fighter) -> str:
    left = max(0, len(in_reserve(play)) - boards_without_pilot(play))
    nobody = "nobody is left in the Reserve, so the Scenario is lost"
    rest = f"pilots left in the Reserve: {left}" if left else nobody
    return f"{pilot_name(play, fighter)} withdraws for a Medal; {rest}"


def carry_out(play: InPlay, fighter: Fighter, move: str) -> Asks:
    """Carry out a plane's move; Reconnaissance takes place where the move ends."""
    play.state.acting = fighter.colour
    if move == "medal":
        fighter.bonus_move = spend_on_ability(play, fighter, "free_move")
        return
    fighter.moved = True
    if move == "withdraw":
        withdraw(play, fighter)
        return
    yield from fly(play, fighter, move)
    yield from reconnaissance(play, fighter)


@rule("10/Withdraw", "Run from the battle for a Medal")
@ruling(
    "a pilot who fought last turn or supported a Fight may withdraw; being struck is not enough",
    rejected="only a pilot who started a Fight may, or also one struck in a Counterattack",
    why="involved in Combat is more than to start one; but the text keeps the Counterattack apart "
    "from Combat, and strikes planes that had none",
    option="withdrawal",
)
@ruling(
    "the new pilot is drawn in the Reorganization of the same turn",
    rejected="he is drawn in the next Player Phase, after the Reserve was looked at",
    why="one passage says so, another names the next Player Phase; nothing happens in between",
)
def may_withdraw(play: InPlay, fighter: Fighter) -> bool:
    """Let a pilot who was in Combat last turn leave for a Medal.

    The plane goes back to the starting Area, repaired, and a pilot of the Reserve takes over next
    turn. The pilot is out for the rest of the Scenario; the Germans get no additional move.
    """
    return fighter.was_in_combat and medals(play, fighter) > 0


def withdraw(play: InPlay, fighter: Fighter) -> None:
    """Take a pilot out of the battle for one of his Medals."""
    spend(play, fighter, "withdrawing")
    play.state.pilots[fighter.pilot].status = Status.WITHDRAWN
    play.log("withdrawn", colour=fighter.colour, pilot=pilot_name(play, fighter))
    pass_leadership(play, fighter)
    leave_board(play, fighter)


def leave_board(play: InPlay, fighter: Fighter) -> None:
    """Clear a board whose pilot is out: the plane goes back to its starting airfield."""
    fighter.pilot = ""
    fighter.area = scenario(play).start
    fighter.landed, fighter.has_landed = True, False
    fighter.tokens = 0
    fighter.declared = False
    fighter.fought = fighter.supported = fighter.struck = False
    fighter.damage.clear()
    fighter.supply = Pile.of(list(play.data.damage_tokens))


def free_movement(play: InPlay, fighter: Fighter) -> int:
    """Return the free movement of a plane: none with the damage that takes it away."""
    return 0 if "no_free_move" in fighter.damage else play.data.numbers.counts.free_move


def points_without_card(play: InPlay, fighter: Fighter) -> int:
    """Return the movement of a plane: free, of abilities, and of the card played for both pilots.

    In the solo variant one card serves both planes.
    """
    state, data = play.state, play.data
    points = free_movement(play, fighter) + fighter.bonus_move
    if has_declared(play, fighter, "free_move"):
        points += data.pilots[fighter.pilot].amount
    return points + (data.cards[state.solo_card].move if state.solo_card else 0)


def card_owner(play: InPlay, fighter: Fighter) -> Fighter:
    """Return the board whose cards extend a move: in the solo variant the Leader's."""
    return play.state.fighters[play.state.leader] if play.state.solo else fighter


def most_by_card(play: InPlay, fighter: Fighter) -> int:
    """Return the areas that the best card in hand adds to a move."""
    if play.state.solo_card:
        return 0
    return max((play.data.cards[c].move for c in card_owner(play, fighter).cards), default=0)


@rule("10/Movement card", "Extend a move with a Combat card")
@ruling(
    "in the solo variant the first of the two pilots to move may play the card for both",
    rejected="the Leader moves first and plays it",
    why="one card of the Leader's hand serves both planes",
)
@ruling(
    "the card is named with the area: only a card that takes the plane there can be played",
    rejected="a card may be played first, and the area is chosen then",
    why="a card is played to fly farther; one without effect would only be thrown away",
)
def play_for_movement(play: InPlay, fighter: Fighter, needed: int, *, spare: bool) -> Asks:
    """Play a card that adds as many areas as are needed.

    One card a turn, discarded for its number of areas alone. Where movement may be of use after
    the move, the player may play one without need.
    """
    state, data = play.state, play.data
    owner = card_owner(play, fighter)
    if state.solo_card or (needed <= 0 and not spare):
        return ""
    fitting = [card for card in owner.cards if data.cards[card].move >= needed]
    options = {card: card_words(play, card) for card in fitting}
    if needed <= 0:
        options = {"none": "no card", **options}
    why = f"{needed} or more" if needed > 0 else "to fly on from a squadron found there"
    if state.solo:
        why += "; the other plane flies as far with it"
    card = yield from play.choose(
        f"{fighter.name}: which card for the way ({why})?",
        options,
        seat=fighter.seat,
        at=by_id(but="none"),
        kind="extend",
        odds=lambda _: {} if fighter.landed else odds_of_area(play, fighter.area),
    )
    if card == "none":
        return ""
    discard(play, owner, card)
    state.solo_card = card if state.solo else ""
    return card


@rule("19/Flying together", "Ferić's additional area for the Wingman")
@ruling(
    "alone the Wingman has Ferić's extra area only to follow him from one area into another",
    rejected="both have it wherever they fly, or each area is flown together from the start",
    why="both fly farther only if they fly together; a Wingman on his own way has the card alone",
)
def following(play: InPlay, fighter: Fighter) -> int:
    """Let the Wingman fly an area farther to the area to which Ferić has led."""
    state = play.state
    if not is_wingman(play, fighter):
        return 0
    leader = state.fighters[state.leader]
    if not (state.together and leader.moved and has_declared(play, leader, "free_move")):
        return 0
    return play.data.pilots[leader.pilot].amount


def in_reach(play: InPlay, fighter: Fighter, points: int) -> Mapping[str, int]:
    """Return the areas to which a plane may fly with the points left there."""
    left = reachable(play, fighter, points)
    if more := following(play, fighter):
        there = play.state.fighters[play.state.leader].area
        farther = reachable(play, fighter, points + more)
        if there in farther:
            return _nearest_first({**left, there: farther[there]})
    return left


def _nearest_first(left: Mapping[str, int]) -> Mapping[str, int]:
    """Put areas in the order of the points left there, most first, and then of their names."""
    return dict(sorted(left.items(), key=lambda reached: (-reached[1], reached[0])))


@rule("10/Disengage", "Break away from German planes")
@ruling(
    "kept tokens are used before movement points",
    rejected="the player says for each pair of planes what he pays with",
    why="tokens kept from the last turn are discarded at the end of the phase anyway",
)
@ruling(
    "kept tokens help only out of the area in which the move begins",
    rejected="they pay for every area that the plane leaves",
    why="the example pays with them there, and they were won in that Fight",
)
@ruling(
    "every area with German planes that a plane leaves costs, also on the way through",
    rejected="only the area in which the move begins costs",
    why="breaking away is what leaving such an area costs, and moves go area by area",
)
def cost_to_leave(play: InPlay, area: str, tokens: int) -> int:
    """Pay for leaving an area: one point, and one for each pair of free German planes.

    Planes with Maneuver tokens are not counted. Each token kept on the player board saves one
    point.
    """
    return _cost_of_breaking_away(free_germans(play)[area], tokens)


def _cost_of_breaking_away(free: int, tokens: int) -> int:
    return 1 + max(0, free // 2 - tokens)


def free_germans(play: InPlay) -> Counter[str]:
    """Return how many German planes a plane must break away from in each area.

    They are those without tokens.
    """
    planes = play.state.planes.values()
    return Counter([one.area for one in planes if one.is_german and not is_stopped(play, one)])


def reachable(play: InPlay, fighter: Fighter, points: int) -> Mapping[str, int]:
    """Return the areas that a plane can reach with the points left there, the nearest first.

    No way leads across an area with a hidden squadron: what is found there tells the price.
    """
    held = frozenset([(area, free) for area, free in free_germans(play).items() if free > 1])
    unknown = frozenset([one.area for one in play.state.squadrons.values() if one.hidden])
    return _reachable(play.data.graph, fighter.area, points, fighter.tokens, held, unknown)


@lru_cache(maxsize=1 << 12)
def _reachable(
    graph: Graph,
    start: str,
    points: int,
    tokens: int,
    held: frozenset[tuple[str, int]],
    unknown: frozenset[str],
) -> Mapping[str, int]:
    """Find the areas in reach; `held` are those with several free German planes, and how many."""
    free = dict(held)
    left = {start: points}
    queue = [(-points, start)]
    while queue:
        have, area = heapq.heappop(queue)
        if -have < left[area] or area in unknown:
            continue
        cost = _cost_of_breaking_away(free.get(area, 0), tokens if area == start else 0)
        remaining = -have - cost
        if remaining < 0:
            continue
        for there in graph.neighbours(area):
            if remaining > left.get(there, -1):
                left[there] = remaining
                heapq.heappush(queue, (-remaining, there))
    return _nearest_first(left)


@rule("11/Landing", "Fly to an area, and land where there is an airfield")
@ruling(
    "a plane that finds a hidden squadron on its way may fly on with the movement that is left",
    rejected="it has to stop there",
    why="entering the area reveals it; the text takes away the attack of the turn, not the move",
)
@ruling(
    "nobody lands on an airfield that was destroyed",
    rejected="planes land there as before",
    why="the text lets planes land unless something prevents it",
)
@ruling(
    "a plane takes off for free, and may stay over its airfield",
    rejected="to take off costs a point of movement, as landing does",
    why="only landing has a price; after the service a plane comes back to the Fight, also there",
)
def fly(play: InPlay, fighter: Fighter, move: str) -> Asks:
    """Fly a plane and pay for the way, and on where it has come upon a hidden squadron.

    Landing on an airfield takes one point of movement more and ends the move; at the end of the
    turn the plane is served there. On the ground it neither fights nor is struck.
    """
    have = points_without_card(play, fighter)
    most = have + most_by_card(play, fighter)
    while True:
        before, cost = fighter.area, cost_of(play, fighter, move, most)
        if move == "stay":
            tell_who_must_stay(play, fighter, have, most)
            return
        area = aim_of(fighter, move)
        broke_away = before != area and free_germans(play)[before] > 1
        fighter.area = area
        fighter.landed = fighter.has_landed = area != move
        card = ""
        if most > have:
            spare = not fighter.landed and bool(hidden_in(play, area))
            card = yield from play_for_movement(play, fighter, cost - have, spare=spare)
            have += play.data.cards[card].move if card else 0
        play.log(
            "moved",
            colour=fighter.colour,
            start=area_name(play, before),
            area=area_name(play, area),
            landed=fighter.landed,
            broke_away=broke_away,
            card=play.data.names[card] if card else "",
        )
        found = enter_area(play, fighter)
        if fighter.landed:
            pass_leadership(play, fighter)
        have -= cost
        if fighter.landed or not found or not have:
            return
        fighter.tokens, most = 0, have
        onward = destinations(play, fighter, have)
        move = yield from play.choose(
            f"{fighter.name} has found a squadron at {area_name(play, area)}, "
            f"movement left {have}: fly on?",
            tuple(onward),
            label=lambda option, have=have: move_words(play, fighter, option, have, have),
            seat=fighter.seat,
            at=partial(aims_of, fighter),
            kind="fly on",
            odds=partial(odds_of_move, play, fighter),
        )


def tell_who_must_stay(play: InPlay, fighter: Fighter, points: int, most: int) -> None:
    """Log a plane that stays because it cannot break away, not even with a card."""
    cost = cost_to_leave(play, fighter.area, fighter.tokens)
    if cost > most and not fighter.landed:
        here = area_name(play, fighter.area)
        play.log("must_stay", colour=fighter.colour, area=here, cost=cost, points=points)


def cost_of(play: InPlay, fighter: Fighter, move: str, points: int) -> int:
    """Return the movement that a move takes, for a plane with this many points."""
    if move == "stay":
        return 0
    landing = play.data.numbers.counts.landing if move.startswith("land:") else 0
    return points - in_reach(play, fighter, points)[aim_of(fighter, move)] + landing


def destinations(play: InPlay, fighter: Fighter, most: int) -> list[str]:
    """Return where a plane may fly or land with this much movement, the nearest first."""
    landing = play.data.numbers.counts.landing
    here, fields = fighter.area, airfields(play)
    moves = ["stay"]
    for area, left in in_reach(play, fighter, most).items():
        is_grounded = area == here and fighter.landed
        if area != here or is_grounded:
            moves.append(area)
        if area in fields and left >= landing and not is_grounded:
            moves.append(f"land:{area}")
    return moves


def _price(cost: int, have: int, away: int) -> str:
    breaking = f" ({away} of it for breaking away)" if away > 0 else ""
    return f"movement {cost}{breaking}" + (
        f", with a card of {cost - have} or more" if cost > have else ""
    )


@rule("19/New leader", "The pilot in the air leads")
@ruling(
    "the hand goes to the new Leader and the cards on the table to the new Wingman",
    rejected="each pilot keeps his cards, open or in hand",
    why="the two sets of cards belong to the roles: one is the player's hand, one lies open",
)
@ruling(
    "a Leader on the ground after the movement gives way to a Wingman in the air, who took off",
    rejected="he leads until he lands the next time",
    why="the pilot in the air leads; before that the Leader may still take off himself",
)
def pass_leadership(play: InPlay, fighter: Fighter) -> None:
    """Let the pilot in the air lead when the Leader lands, stays grounded, or is shot down."""
    state = play.state
    other = wingman_of(play)
    if other is None or fighter.colour != state.leader or not other.in_air:
        return
    state.leader = other.colour
    fighter.cards, other.cards = other.cards, fighter.cards
    play.log("leader", colour=other.colour)


def enter_area(play: InPlay, fighter: Fighter) -> bool:
    """Reveal what a plane finds in the area it enters; return whether a squadron was hidden."""
    hidden = hidden_in(play, fighter.area)
    for squadron in hidden:
        reveal(play, squadron.id)
        fighter.scouted = True
    for squadron_id in sorted({plane.squadron for plane in germans_in(play, fighter.area)}):
        reveal_ace(play, squadron_id)
    return bool(hidden)


def reveal(play: InPlay, squadron_id: str) -> None:
    """Turn up a hidden squadron."""
    squadron = play.state.squadrons[squadron_id]
    play.log("revealed", squadron=squadron.id, area=area_name(play, squadron.area))
    turn_up(play, squadron)


@rule("10/Reconnaissance", "Reveal a hidden squadron next door")
def reconnaissance(play: InPlay, fighter: Fighter) -> Asks:
    """Let a plane next to a hidden squadron reveal it with cards that show Maneuver.

    It takes two such cards, and the scout attacks nobody this turn; others may. Flying into the
    squadron's area reveals it without cards, but also bars the plane from attacking.
    """
    if not fighter.in_air:
        return
    cards = play.data.cards
    needed = play.data.numbers.counts.recon_cards
    for area in neighbours(play, fighter.area):
        for squadron in hidden_in(play, area):
            fitting = [card for card in fighter.cards if cards[card].symbol == "maneuver"]
            if len(fitting) < needed:
                return
            answer = yield play.ask(
                to_whom(
                    fighter,
                    f"play {needed} Maneuver cards to reveal "
                    f"squadron {squadron.id} at {area_name(play, area)}?",
                ),
                {"no": "no", "yes": "reveal it"},
                seat=fighter.seat,
                at={"yes": area},
                odds=lambda option, squadron=squadron: (
                    odds_of_hidden(play, squadron) if option == "yes" else {}
                ),
            )
            if answer == "no":
                continue
            chosen = yield from _scouting_cards(play, fighter, fitting, needed)
            names = " and ".join(play.data.names[card] for card in chosen)
            play.log("scouted", colour=fighter.colour, names=names)
            for card in chosen:
                discard(play, fighter, card)
            fighter.scouted = True
            reveal(play, squadron.id)


def _scouting_cards(play: InPlay, fighter: Fighter, fitting: list[str], needed: int) -> Asks:
    if len(fitting) == needed:
        return tuple(fitting)
    return (
        yield play.ask(
            f"Which {needed} cards?",
            {card: card_words(play, card) for card in fitting},
            seat=fighter.seat,
            least=needed,
            most=needed,
            at=by_id(),
        )
    )
