"""Phase II, first half: abilities, Combat cards, another starting Area (p. 9 and 17)."""

from itertools import combinations

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import listed

from ..questions.hands import card_words, hand_limit, is_wingman, wingman_of
from ..questions.names import area_name, pilot_name, to_whom
from ..state import Fighter, InPlay
from .hands import choose_discard, discard_to_limit, draw_cards_for, throw_away
from .medals import may_use


def begin_turn(play: InPlay) -> None:
    """Reset what applied to the last turn only."""
    for fighter in play.state.fighters.values():
        fighter.moved = False
        fighter.scouted = False
        fighter.stays_out = False
        fighter.declared = False
        fighter.was_in_combat = _was_in_combat(play, fighter)
        fighter.fought = fighter.supported = fighter.struck = False
        fighter.downed.clear()


def _was_in_combat(play: InPlay, fighter: Fighter) -> bool:
    """Return whether a plane was in Combat on the turn that is over, as the option reads it."""
    reading = play.options["withdrawal"]
    supported = fighter.supported and reading != "fight"
    struck = fighter.struck and reading == "strike"
    return fighter.fought or supported or struck


@rule("9/Pilot Special Abilities", "Declare the pilots' abilities")
@ruling(
    "all abilities of a turn are declared in one choice, by any of the players",
    rejected="each player declares for himself, one after the other",
    why="they are declared at the same moment, before anything is drawn, and players plan together",
)
def declare_abilities(play: InPlay) -> Asks:
    """Choose which pilots use their abilities this turn; the others may roll the special die.

    The choice is made at the beginning of a turn and applies to the whole turn. The ability of
    another pilot in play can be used for a Medal at the moment when it helps.
    """
    begin_turn(play)
    pilots = {
        fighter.colour: play.data.pilots[fighter.pilot]
        for fighter in play.state.fighters.values()
        if fighter.pilot and not is_wingman(play, fighter)
    }
    if not pilots:
        return
    boards = play.state.fighters
    choices = {
        " ".join(some): some
        for number in range(len(pilots), 0, -1)
        for some in combinations(pilots, number)
    }
    words = {name: listed(boards[colour].name for colour in some) for name, some in choices.items()}
    words |= {name: f"{boards[name].name}, {it.title}: {it.text}" for name, it in pilots.items()}
    answer = yield play.ask(
        "Who uses the pilot's ability this turn?",
        {**words, "none": "nobody: the special die is kept ready instead"},
        seat=tuple(dict.fromkeys(boards[name].seat for name in pilots)),
        # Of two pilots there are few choices; of more one touches those who do.
        at=by_id(but=("none", " ".join(pilots))) if len(pilots) > 2 else None,
        kind="declare",
    )
    declared = choices.get(answer, ())
    for colour in declared:
        boards[colour].declared = True
    if declared:
        told = {boards[name].name: pilots[name].text for name in declared}
        play.log("declared", abilities=told)


@rule("9/Combat card draw", "Draw Combat cards and discard to the hand limit")
@ruling(
    "Łokuciewski draws his extra cards with the others and discards as many of these",
    rejected="he may discard any cards of his hand for them",
    why="the solo variant describes it so: five seen, three kept",
)
@ruling(
    "where the Wingman's row is full, a card leaves it before the new one is drawn",
    rejected="the new card is seen before one is replaced",
    why="the new card is to replace one, and the row never holds more than its limit",
)
def draw_cards(play: InPlay) -> Asks:
    """Let each player draw, and discard down to the hand limit.

    Two cards a turn; the limit is two and the ammunition left, one less with some damage. During
    the turn a hand may grow above it. Discards are shuffled when the deck is used up.
    """
    for fighter in play.state.fighters.values():
        if fighter.pilot and not is_wingman(play, fighter):
            yield from draw_for(play, fighter)


def draw_for(play: InPlay, fighter: Fighter) -> Asks:
    """Draw for one player, with the Wingman's card first in the solo variant."""
    numbers = play.data.numbers
    wingman = wingman_of(play)
    if wingman is not None and wingman.pilot:
        yield from _draw_for_wingman(play, wingman)
    more = yield from may_use(play, fighter, "draw_more")
    choice = yield from may_use(play, fighter, "draw_and_choose")
    usual = numbers.solo.leader_draw if play.state.solo else numbers.counts.draw
    drawn = draw_cards_for(play, fighter, usual + more + choice)
    back = min(choice, len(drawn))
    if back:
        cards = yield play.ask(
            to_whom(fighter, f"discard {back} of the cards just drawn"),
            {card: card_words(play, card) for card in drawn},
            seat=fighter.seat,
            least=back,
            most=back,
            kind="discard",
            at=by_id(),
        )
        throw_away(play, fighter, cards)
        if wingman is not None and wingman.pilot:
            kept = [card for card in drawn if card not in cards]
            yield from _split(play, fighter, wingman, kept)
    yield from discard_to_limit(play, fighter)


def _draw_for_wingman(play: InPlay, wingman: Fighter) -> Asks:
    """Draw the Wingman's card; in a full row on the table it replaces another one."""
    yield from discard_to_limit(play, wingman)
    for _ in range(play.data.numbers.solo.wingman_draw):
        if wingman.cards and len(wingman.cards) >= hand_limit(play, wingman):
            yield from choose_discard(play, wingman, "The Wingman's new card replaces one")
        draw_cards_for(play, wingman, 1)


def _split(play: InPlay, leader: Fighter, wingman: Fighter, kept: list[str]) -> Asks:
    """With Łokuciewski leading, the cards kept may go to either pilot, within the limits."""
    room = hand_limit(play, wingman) - len(wingman.cards)
    if room <= 0 or not kept:
        return
    cards = yield play.ask(
        "Which of the new cards go to the Wingman?",
        {card: card_words(play, card) for card in kept},
        seat=leader.seat,
        least=0,
        most=min(room, len(kept)),
        at=by_id(),
    )
    for card in cards:
        leader.cards.remove(card)
        wingman.cards.append(card)


@rule("17/Choosing starting Area", "Start from another area for cards")
@ruling(
    "in the solo variant the cards are paid from the Leader's hand",
    rejected="each pilot pays with his own cards",
    why="the Leader's hand is the player's hand; the Wingman's cards lie on the table",
)
def choose_start(play: InPlay) -> Asks:
    """Let a plane at Northolt start elsewhere in the air on the first turn, for Combat cards."""
    prices = play.data.numbers.start_change
    for fighter in play.state.fighters.values():
        payer = fighter
        if is_wingman(play, fighter):
            payer = play.state.fighters[play.state.leader]
        affordable = {
            area: f"{play.data.board.areas[area].title} (cards: {price})"
            for area, price in prices.items()
            if price <= len(payer.cards)
        }
        if fighter.area != "northolt" or not affordable:
            continue
        where = yield play.ask(
            f"{fighter.name} ({pilot_name(play, fighter)}): where to start?",
            {"northolt": "Northolt, on the airfield", **affordable},
            seat=fighter.seat,
            at=by_id(),
        )
        if where == "northolt":
            continue
        for _ in range(prices[where]):
            yield from choose_discard(play, payer, "Another starting Area")
        fighter.area, fighter.landed = where, False
        play.log(
            "start_changed", colour=fighter.colour, area=area_name(play, where), cards=prices[where]
        )
