"""Phase II, second half: Movement, Disengage, Withdraw, Reconnaissance, Landing (p. 9-11)."""

import heapq

from tabletop_core import Asks, Pile, by_id, rule, ruling

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
from ..questions.names import area_name, pilot_name, to_whom, who_is_in
from ..questions.pilots import has_declared, medals
from ..state import Fighter, InPlay, Plane, Status
from .elite import reveal_ace
from .hands import discard
from .medals import may_use, spend
from .order import who_is_next
from .setup import turn_up


@rule("9/Movement", "Move the planes in any order")
def movement(play: InPlay) -> Asks:
    """The planes move one after the other, in the order the players agree on."""
    state = play.state
    state.solo_card = ""
    flying = [fighter.area for fighter in state.fighters.values() if fighter.pilot]
    state.together = len(set(flying)) == 1
    while waiting := [f for f in state.fighters.values() if f.pilot and not f.moved]:
        colour = yield from who_is_next(play, "Whose plane moves next?", waiting)
        fighter = state.fighters[colour]
        fighter.moved = True
        state.acting = colour
        if (yield from may_withdraw(play, fighter)):
            continue
        yield from move_plane(play, fighter)
        yield from reconnaissance(play, fighter)
    for fighter in state.fighters.values():
        fighter.tokens = 0
    if state.solo and state.fighters[state.leader].landed:
        pass_leadership(play, state.fighters[state.leader])


@rule("10/Withdraw", "Run from the battle for a Medal")
@ruling(
    "who started a Fight last turn may withdraw; being struck in a Counterattack is not enough",
    why="the text asks for Combat, and keeps the Counterattack apart from it",
)
@ruling(
    "the new pilot is drawn in the Reorganization of the same turn",
    why="one passage says so, another names the next Player Phase; nothing happens in between",
)
def may_withdraw(play: InPlay, fighter: Fighter) -> Asks:
    """A pilot who fought last turn may leave for a Medal; another takes over."""
    if not fighter.fought_last_turn or not medals(play, fighter):
        return False
    left = max(0, len(in_reserve(play)) - boards_without_pilot(play))
    answer = yield play.ask(
        f"{to_whom(play, fighter)}withdraw {pilot_name(play, fighter)} for a Medal? "
        + (f"Pilots left in the Reserve: {left}" if left else "Nobody is left in the Reserve"),
        {"no": "fly on", "yes": "withdraw" if left else "withdraw, and so lose the Scenario"},
        seat=fighter.seat,
    )
    if answer == "no":
        return False
    spend(play, fighter, "Withdraw")
    play.state.pilots[fighter.pilot].status = Status.WITHDRAWN
    play.log("withdrawn", colour=fighter.colour, pilot=pilot_name(play, fighter))
    pass_leadership(play, fighter)
    leave_board(play, fighter)
    return True


def leave_board(play: InPlay, fighter: Fighter) -> None:
    """Clear a board whose pilot is out: the plane goes back to its starting airfield."""
    fighter.pilot = ""
    fighter.area = scenario(play).start
    fighter.landed = True
    fighter.tokens = 0
    fighter.fought = False
    fighter.damage.clear()
    fighter.supply = Pile.of(list(play.data.damage_tokens))


def free_movement(play: InPlay, fighter: Fighter) -> int:
    """Return the free movement of a plane: none with the damage that takes it away."""
    return 0 if "no_free_move" in fighter.damage else play.data.numbers.counts.free_move


@rule("10/Movement card", "Extend a move with a Combat card")
@ruling(
    "in the solo variant the first of the two pilots to move may play the card for both",
    why="one card of the Leader's hand serves both planes",
)
def move_points(play: InPlay, fighter: Fighter) -> Asks:
    """Return the movement of a plane, with the card it plays for more."""
    state, data = play.state, play.data
    points = free_movement(play, fighter)
    points += yield from may_use(play, fighter, "free_move")
    owner = state.fighters[state.leader] if state.solo else fighter
    if state.solo and state.solo_card:
        return points + data.cards[state.solo_card].move
    if not owner.cards:
        return points
    leaving = cost_to_leave(play, fighter.area, fighter.tokens)
    short = ", too little to break away" if points < leaving > 1 else ""
    options = {"none": f"no card (movement {points}{short})"}
    options |= {card: card_words(play, card) for card in owner.cards}
    away = f" (breaking away costs {leaving - 1} more)" if leaving > 1 else ""
    card = yield play.ask(
        f"{fighter.name} at {area_name(play, fighter.area)}: play a card for more movement?{away}",
        options,
        seat=fighter.seat,
        at=by_id(but="none"),
        kind="extend",
    )
    if card == "none":
        return points
    discard(play, owner, card)
    state.solo_card = card if state.solo else ""
    extra = data.cards[card].move
    play.log("move_card", colour=fighter.colour, card=card, name=data.names[card], extra=extra)
    return points + extra


@rule("19/Flying together", "Ferić's additional area for the Wingman")
@ruling(
    "alone the Wingman has Ferić's extra area only to follow him from one area into another",
    why="both fly farther only if they fly together; a Wingman on his own way has the card alone",
)
def following(play: InPlay, fighter: Fighter) -> int:
    """Return the areas that the Wingman may fly farther to the area to which Ferić has led."""
    state = play.state
    if not is_wingman(play, fighter):
        return 0
    leader = state.fighters[state.leader]
    if not (state.together and leader.moved and has_declared(play, leader, "free_move")):
        return 0
    return play.data.pilots[leader.pilot].amount


def in_reach(play: InPlay, fighter: Fighter, points: int) -> dict[str, int]:
    """Return the areas to which a plane may fly with the points left there."""
    left = reachable(play, fighter, points)
    if more := following(play, fighter):
        there = play.state.fighters[play.state.leader].area
        farther = reachable(play, fighter, points + more)
        if there in farther:
            left[there] = farther[there]
    return left


@rule("10/Disengage", "Break away from German planes")
@ruling(
    "kept tokens are used before movement points",
    why="tokens kept from the last turn are discarded at the end of the phase anyway",
)
@ruling(
    "kept tokens help only out of the area in which the move begins",
    why="the example pays with them there, and they were won in that Fight",
)
@ruling(
    "every area with German planes that a plane leaves costs, also on the way through",
    why="breaking away is what leaving such an area costs, and moves go area by area",
)
def cost_to_leave(play: InPlay, area: str, tokens: int) -> int:
    """Return the points for leaving an area: one, and one for each pair of free German planes."""
    return 1 + max(0, len(free_germans(play, area)) // 2 - tokens)


def free_germans(play: InPlay, area: str) -> list[Plane]:
    """Return the German planes that a plane must break away from: those without tokens."""
    return [plane for plane in germans_in(play, area) if not plane.markers]


def reachable(play: InPlay, fighter: Fighter, points: int) -> dict[str, int]:
    """Return the areas that a plane can reach with the points left there.

    No way leads across an area with a hidden squadron: what is found there tells the price.
    """
    unknown = {squadron.area for squadron in play.state.squadrons.values() if squadron.hidden}
    left = {fighter.area: points}
    queue = [(-points, fighter.area)]
    while queue:
        have, area = heapq.heappop(queue)
        if -have < left[area] or area in unknown:
            continue
        tokens = fighter.tokens if area == fighter.area else 0
        remaining = -have - cost_to_leave(play, area, tokens)
        if remaining < 0:
            continue
        for there in neighbours(play, area):
            if remaining > left.get(there, -1):
                left[there] = remaining
                heapq.heappush(queue, (-remaining, there))
    return left


@rule("11/Landing", "Fly to an area, and land where there is an airfield")
@ruling(
    "a plane that finds a hidden squadron on its way may fly on with the movement that is left",
    why="entering the area reveals it; the text takes away the attack of the turn, not the move",
)
@ruling(
    "nobody lands on an airfield that was destroyed",
    why="the text lets planes land unless something prevents it",
)
@ruling(
    "a plane takes off for nothing, and may stay over its airfield",
    why="only landing has a price; after the service a plane comes back to the Fight, also there",
)
def move_plane(play: InPlay, fighter: Fighter) -> Asks:
    """Let a player fly one plane, and fly on where it has come upon a hidden squadron."""
    points = yield from move_points(play, fighter)
    while points >= 0:
        points = yield from fly(play, fighter, points)


def fly(play: InPlay, fighter: Fighter, points: int) -> Asks:
    """Let a player choose where a plane flies; return the movement left to fly on with, or -1."""
    left = in_reach(play, fighter, points)
    more = following(play, fighter)
    farther = f" and {more} more to follow the Leader" if more else ""
    options = {"stay": "wait on the airfield" if fighter.landed else "stay here"}
    landing = play.data.numbers.counts.landing
    for area in sorted(left, key=lambda area: (points - left[area], area)):
        if area != fighter.area or fighter.landed:
            options[area] = _destination_words(play, fighter, area, points - left[area])
        if (
            area in airfields(play)
            and left[area] >= landing
            and not (area == fighter.area and fighter.landed)
        ):
            cost = points - left[area] + landing
            options[f"land:{area}"] = f"movement {cost}; land at {area_name(play, area)}"
    where = yield from play.choose(
        f"{fighter.name} ({pilot_name(play, fighter)}) at "
        f"{area_name(play, fighter.area)}, movement {points}{farther}: where to?",
        options,
        seat=fighter.seat,
        at={option: option.removeprefix("land:") for option in options if option != "stay"},
        kind="fly",
    )
    before = fighter.area
    if where == "stay":
        if len(options) == 1:
            cost = cost_to_leave(play, before, fighter.tokens)
            here = area_name(play, before)
            play.log("must_stay", colour=fighter.colour, area=here, cost=cost, points=points)
        return -1
    landing_at = where.removeprefix("land:")
    fighter.area = landing_at
    fighter.landed = where != landing_at
    play.log(
        "moved",
        colour=fighter.colour,
        start=area_name(play, before),
        area=area_name(play, landing_at),
        landed=fighter.landed,
        broke_away=before != landing_at and len(free_germans(play, before)) > 1,
    )
    found = enter_area(play, fighter)
    if fighter.landed:
        pass_leadership(play, fighter)
    if fighter.landed or not found:
        return -1
    fighter.tokens = 0
    return left[landing_at] or -1


def _destination_words(play: InPlay, fighter: Fighter, area: str, cost: int) -> str:
    if area == fighter.area:
        return "take off and stay over the airfield"
    more = cost - (play.data.graph.distance(fighter.area, area) or 0)
    price = f"movement {cost}" + (f", {more} of it for breaking away" if more else "")
    title = play.data.board.areas[area].title
    there = [title] if title else []
    there += [words for words, _ in who_is_in(play, area)]
    return "; ".join([price, *there])


@rule("19/New leader", "The pilot in the air leads")
@ruling(
    "the hand goes to the new Leader and the cards on the table to the new Wingman",
    why="the two sets of cards belong to the roles: one is the player's hand, one lies open",
)
@ruling(
    "a Leader on the ground after the movement gives way to a Wingman in the air, who took off",
    why="the pilot in the air leads; before that the Leader may still take off himself",
)
def pass_leadership(play: InPlay, fighter: Fighter) -> None:
    """Alone the pilot in the air leads when the Leader lands, stays grounded, or is shot down."""
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
    """A plane next to a hidden squadron may reveal it with cards that show Maneuver."""
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
                f"{to_whom(play, fighter)}play {needed} Maneuver cards to reveal "
                f"squadron {squadron.id} at {area_name(play, area)}?",
                {"no": "no", "yes": "reveal it"},
                seat=fighter.seat,
                at={"yes": area},
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
