"""One round of a Fight: dice, cards, support, sets, tokens, and the count (p. 11-13 and 20)."""

from functools import partial
from typing import Any

import attrs

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted, listed

from ..components import SYMBOLS
from ..questions.board import kind_of, raf_in
from ..questions.hands import card_words, fight_cards, set_words
from ..questions.names import pilot_name, symbol_words, symbols_words, to_whom
from ..questions.pilots import has_declared
from ..questions.symbols import (
    SUPPORT_RUN,
    SetsMade,
    blue_to_reroll,
    hits_and_evasions,
    sources_for_sets,
    support_gained,
    symbols_counted,
    symbols_of,
    ways_to_activate,
)
from ..state import Fight, Fighter, InPlay
from .counting import count, odds_of_counting
from .damage import damage_fighter, damage_plane
from .dice import (
    chances_of_dice,
    chances_of_rolling_again,
    roll_again,
    roll_dice,
    tell_again,
    tell_roll,
)
from .effects import activate, most_sets, tried, with_sets
from .elite import take_free_evade
from .hands import give_up
from .medals import may_use, tell_ability
from .opponents import roll_luftwaffe
from .specialization import add_support_symbol, change_die
from .tokens import give_kept_tokens, take_maneuver, tokens_to_activate


@rule("11/Dice of the player", "Two RAF dice, or one and the special die")
def roll_own_dice(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Choose and roll the player's two dice.

    Both are rolled once, at the beginning of the Fight; each is for one round. A player who has
    not declared the pilot's ability may roll the special die in place of one. Its success counts
    as Hit, Evasion or Maneuver; its failure, once placed, is two points of damage to his own
    plane.
    """
    if not fighter.declared:
        answer = yield play.ask(
            to_whom(fighter, "which dice?"),
            {"raf": "two RAF dice", "special": "one RAF die and the special die"},
            seat=fighter.seat,
            odds=lambda option: chances_of_dice(play, own_dice(option == "special")),
        )
        fight.special = answer == "special"
    dice = own_dice(fight.special)
    rolled = roll_dice(play, dice, fighter.name)
    tell_roll(play, fighter.name, rolled)
    fight.dice, fight.spent = rolled


def own_dice(special: bool) -> list[str]:
    """Return the player's dice: two RAF dice, or one and the special die."""
    return ["blue", "yellow" if special else "blue"]


@rule("12/Combat round", "One round of a Fight")
def combat_round(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Roll, place a die, play a card, receive support, and count.

    The opponent's dice are rolled. The player places one of the two dice, may add a Combat card,
    and may receive support for the card. Sets activate the card, and the Maneuver symbols left over
    become tokens. Then the Hits and Evasions of both sides are compared. A Fight has two rounds.
    """
    if not fight.dice:
        yield from roll_own_dice(play, fighter, fight)
    roll_luftwaffe(play, fight)
    yield from change_dice(play, fighter, fight)
    yield from place_die(play, fighter, fight)
    card = fight.active
    tell_placed(play, fighter, fight)
    if card:
        yield from support(play, fighter, fight)
    if fight.failed:
        fight.failed = False
        yield from damage_fighter(play, fighter, play.data.numbers.counts.special_failure)
        if not fighter.pilot:
            return
    placed = [n for n in blue_to_reroll(play, fight) if n in fight.counting]
    yield from reroll(play, fighter, fight, placed)
    if card:
        yield from use_sets(play, fighter, fight)
    yield from use_maneuvers(play, fighter, fight)
    yield from resolve(play, fighter, fight)


def change_dice(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Offer what may change the RAF dice after the Luftwaffe's roll."""
    yield from reroll(play, fighter, fight, blue_to_reroll(play, fight))
    yield from change_die(play, fighter, fight, fight.blue)


@rule("11/František", "Roll any of the RAF dice again, once in a Fight")
@ruling(
    "a die placed in an earlier round may be rolled again while it still counts",
    rejected="only dice not yet placed may be rolled again",
    why="his card speaks of any of his dice, and the text names the second round among the moments",
)
def reroll(play: InPlay, fighter: Fighter, fight: Fight, dice: list[int]) -> Asks:
    """Offer František's ability: after the roll, or once a die and cards are in place.

    It applies to RAF dice that still count; the special die is never rolled again.
    """
    if fight.rerolled or not dice or not (yield from may_use(play, fighter, "reroll")):
        return
    chosen = yield play.ask(
        to_whom(fighter, f"roll which RAF dice again? ({_situation(play, fight)})"),
        {n: symbol_words(fight.dice[n]) for n in dice},
        seat=fighter.seat,
        least=0 if has_declared(play, fighter, "reroll") else 1,
        most=len(dice),
        at={n: f"die:{n}" for n in dice},
        odds=lambda option: chances_of_rolling_again(play, "blue"),
    )
    if chosen:
        tell_ability(play, fighter, "reroll")
    for n in chosen:
        before, face = fight.dice[n], roll_again(play, "blue", fighter.name)
        tell_again(play, fighter.name, before, face)
        fight.roll_again(n, face)
    fight.rerolled = bool(chosen)


@rule("12/Placing a die", "One die for each round")
@ruling(
    "the special die's failure deals its damage in its round, after card and support are played",
    rejected="it deals its damage at once when it is rolled, placed or not",
    why="the text on the second round says so; a die that is not used has no effect",
)
@ruling(
    "in a third round no die is placed; the dice of this opponent, or the last one, still count",
    rejected="two new dice are rolled for the third round, or none counts in it",
    why="there are two dice for the whole Fight",
)
@ruling(
    "the die and the card that is added to it are chosen together",
    rejected="the die is placed first, and then a card is chosen",
    why="nothing happens between the two, and which die is best depends on the card",
)
def place_die(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Choose the die of this round, and a card for it; the other die is for the second round."""
    fight.active = ""
    faces = faces_to_place(fight)
    if len(faces) > 1:
        cards = ["", *fight_cards(play, fighter)]
        ways = {f"{face} {card}".strip(): (face, card) for face in faces for card in cards}
        answer = yield play.ask(
            to_whom(
                fighter,
                f"which die for this round, and which card? ({_situation(play, fight)})",
            ),
            list(ways),
            label=lambda way: _way_words(play, fight, *ways[way]),
            seat=fighter.seat,
            at=lambda way: (f"die:{faces[ways[way][0]]}", *filter(None, ways[way][1:])),
            kind="die",
            odds=lambda way: _odds_of_way(play, fighter, fight, *ways[way]),
        )
        face, card = ways[answer]
        _place(play, fighter, fight, faces[face], face)
        if card:
            _add_card(play, fighter, fight, card)
        return
    for face, die in faces.items():
        _place(play, fighter, fight, die, face)
    yield from play_card(play, fighter, fight)


def faces_to_place(fight: Fight) -> dict[str, int]:
    """Return the dice that may be placed, by what they count as; equal dice are one choice.

    The special die's success counts as any symbol: `success:hit`.
    """
    faces: dict[str, int] = {}
    for die in (0, 1):
        face = fight.dice[die]
        if die in fight.placed:
            continue
        counts = [f"success:{symbol}" for symbol in SYMBOLS] if face == "success" else [face]
        for one in counts:
            faces.setdefault(one, die)
    return faces


def _place(play: InPlay, fighter: Fighter, fight: Fight, die: int, face: str) -> None:
    """Place a die as the face that it counts as."""
    fight.placed.append(die)
    fight.counting.append(die)
    fight.failed = face == "failure"
    fight.symbols.append(symbol_placed(face))


def symbol_placed(face: str) -> str:
    """Return the symbol that counts when a die is placed as this face.

    >>> symbol_placed("success:evade"), symbol_placed("hit"), symbol_placed("failure")
    ('evade', 'hit', 'blank')
    """
    return "blank" if face == "failure" else face.removeprefix("success:")


def _way_words(play: InPlay, fight: Fight, face: str, card: str) -> str:
    """Return in words what a die and a card would make of this round."""
    words = symbol_words(symbol_placed(face))
    if face.startswith("success"):
        words = f"special die as {words}"
    elif face == "failure":
        failure = play.data.numbers.counts.special_failure
        words = f"special die: failure, {failure} points of damage to this plane"
    trial = fight.with_die(symbol_placed(face))
    if not card:
        return f"{words}, no card | makes {_made(play, trial)}"
    made = _made(play, trial.with_card(card))
    return f"{words} with {play.data.names[card]} | makes {made}"


@rule("12/Playing a card", "Add a Combat card to the die")
def play_card(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Let the player add a card to this round.

    Its symbol counts in addition to the die's, and only the card just played can be activated.
    Cards and dice placed in the first round also count in the second against the same plane.
    """
    cards = fight_cards(play, fighter)
    if not cards:
        return
    card = yield play.ask(
        to_whom(fighter, f"play a card? ({_situation(play, fight)})"),
        ["none", *cards],
        label=lambda card: "no card" if card == "none" else _with_card(play, fight, card),
        seat=fighter.seat,
        at=by_id(but="none"),
        kind="card",
        odds=lambda card: odds_of_round(
            play, fighter, fight if card == "none" else fight.with_card(card)
        ),
    )
    if card != "none":
        _add_card(play, fighter, fight, card)


def tell_placed(play: InPlay, fighter: Fighter, fight: Fight) -> None:
    """Log which die was placed in this round and which card was added."""
    placed = fight.round <= len(fight.placed)
    if not placed and not fight.active:
        return
    die = fight.dice[fight.placed[-1]] if placed else ""
    play.log(
        "placed_in_round",
        colour=fighter.colour,
        die=die,
        symbol=fight.symbols[-1] if placed else "",
        card=fight.active,
        name=play.data.names[fight.active] if fight.active else "",
    )


def _add_card(play: InPlay, fighter: Fighter, fight: Fight, card: str) -> None:
    give_up(play, fighter, card)
    fight.cards.append(card)
    fight.active = card


def _situation(play: InPlay, fight: Fight) -> str:
    """Return the round so far in words: both sides' symbols, our result, the toughness left.

    The result is left out if it only repeats the symbols.
    """
    plane = play.state.planes[fight.opponent]
    left = "-".join(map(str, kind_of(play, plane).toughness[plane.damage :]))
    symbols = symbols_counted(play, fight)
    ours = symbols_words(symbols) or "no symbol yet"
    made, plain = _made(play, fight), _made_words(symbols.count("hit"), symbols.count("evade"))
    if made != plain:
        more = made.removeprefix(plain)
        ours += f" ({made})" if more == made else more
    theirs = symbols_words(fight.luftwaffe) or "no dice"
    return f"ours: {ours}; Luftwaffe: {theirs}; toughness left {left}"


def _with_card(play: InPlay, fight: Fight, card: str) -> str:
    """Return in words what a card shows, and what it would make of this round."""
    return f"{card_words(play, card)} | makes {_made(play, fight.with_card(card))}"


def _made(play: InPlay, fight: Fight) -> str:
    """Return in words the Hits and Evasions of a round with the most sets of the active card.

    Those of a declared ability are included.
    """
    sets = max(ways_now(play, fight), default=0) if fight.active else 0
    made = with_sets(play, fight, sets) if sets else hits_and_evasions(play, fight)
    return _made_words(*made) + (f" with {counted(sets, 'set')}" if sets else "")


def _made_words(hits: int, evades: int) -> str:
    return f"{counted(hits, 'Hit')}, {counted(evades, 'Evasion')}"


@rule("12/Support", "Three symbols from two cards")
@ruling(
    "a symbol from support counts in the total but not in sets",
    rejected="it may be one of the two symbols of a set",
    why="sets are made of dice and the fighting player's cards",
)
def support(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Let another plane in the area play a card for a Hit or an Evasion, once in a Fight.

    The support symbols on the card just played and the helper's card must together show Hit three
    times or Evasion three times. A Joker stands for either, but three Jokers give nothing. The
    helper's card has no other effect and is discarded. Without a card there is no support.
    """
    helpers = [f for f in raf_in(play, fighter.area) if f is not fighter and f.cards]
    helpers = [] if fight.supported else helpers
    own_row = play.data.cards[fight.active].support
    if helpers or len(own_row) + 1 >= SUPPORT_RUN:
        yield from add_support_symbol(play, fighter, fight)
    alone = []
    if fight.extra_support:
        own_row = (*own_row, fight.extra_support)
        alone = support_gained(own_row)
    options = [f"alone:{symbol}" for symbol in alone]
    seats = dict.fromkeys([fighter.seat] if options else [])
    cards = play.data.cards
    for helper in helpers:
        given = [
            f"{helper.colour}:{card}:{symbol}"
            for card in helper.cards
            for symbol in support_gained(own_row, cards[card].support)
        ]
        options += given
        seats |= dict.fromkeys([helper.seat] if given else [])
    if not options:
        return
    answer = yield play.ask(
        f"Support {fighter.name}? ({_situation(play, fight)})",
        ("none", *options),
        label=partial(_support_words, play),
        seat=tuple(seats),
        at=lambda option: option.split(":")[1:-1],
        odds=lambda option: odds_of_round(
            play, fighter, attrs.evolve(fight, support=_symbol_given(option))
        ),
    )
    if answer == "none":
        return
    colour, *cards, fight.support = answer.split(":")
    if not cards:
        play.log("sequence_alone", colour=fighter.colour, symbol=fight.support)
    for card in cards:
        helper = play.state.fighters[colour]
        helper.cards.remove(card)
        helper.supported = True
        fight.discards.append(card)
        fight.supported = True
        name = play.data.names[card]
        play.log("supported", colour=colour, card=card, name=name, symbol=fight.support)


def _support_words(play: InPlay, support: str) -> str:
    if support == "none":
        return "no support"
    whose, *cards, symbol = support.split(":")
    if whose == "alone":
        return f"{symbol_words(symbol)} from the card alone"
    name = play.state.fighters[whose].name
    return f"{name} gives {symbol_words(symbol)} with {play.data.names[cards[0]]}"


def _symbol_given(support: str) -> str:
    """Return the symbol that an option for support gives.

    >>> _symbol_given("none"), _symbol_given("blue:evade_2:hit")
    ('', 'hit')
    """
    return "" if support == "none" else support.rpartition(":")[2]


@rule("5/Special effect", "Activate the card with sets of two symbols")
@ruling(
    "a symbol can be part of one set in a Fight; in later rounds it still counts in the total",
    rejected="it may be part of another set in the second round, with another card",
    why="p. 20, note 7 allows it to be used again but to form one set only; a new face is a new "
    "symbol",
)
def use_sets(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Activate the active card; the player decides if this uses Maneuver symbols or tokens.

    A card names two symbols, its set. Dice and cards that count against this opponent provide them,
    and kept Maneuver tokens stand for Maneuver symbols. If the effect is for each set, further sets
    of other symbols make it stronger. A card played as support or defence is never activated.
    """
    ways = ways_now(play, fight)
    if not ways:
        return
    most = max(ways)
    sets = most
    if any(way.tokens or way.maneuvers for way in ways.values()):
        options: dict[int | str, str] = {0: "do not activate it"}
        for number, way in ways.items():
            options[number] = f"{counted(number, 'set')}, uses up {_price(way)}"
        name = play.data.names[fight.active]
        sets = yield play.ask(
            to_whom(fighter, f"activate {name} ({set_words(play.data, fight.active)})?"),
            options,
            seat=fighter.seat,
            odds=lambda sets: odds_of_round(play, fighter, fight, sets),
        )
    if not sets:
        return
    way = ways[sets]
    fight.maneuvers_used = way.maneuvers
    fighter.tokens -= way.tokens
    names = [name for name, _ in sources_for_sets(play, fight)]
    fight.served += [names[at] for at in way.used]
    yield from activate(play, fight, fight.active, sets)


def _price(way: SetsMade) -> str:
    """Return in words how many Maneuver symbols and tokens a way to make sets uses up."""
    symbols = counted(way.maneuvers, "Maneuver symbol") if way.maneuvers else ""
    tokens = counted(way.tokens, "kept token") if way.tokens else ""
    return listed(filter(None, (symbols, tokens))) or "nothing"


def ways_now(play: InPlay, fight: Fight) -> dict[int, SetsMade]:
    """Return a way to each number of sets that can be made and has an effect."""
    card = play.data.cards[fight.active]
    tokens = tokens_to_activate(play, fight, fight.active)
    symbols = [symbol for _, symbol in sources_for_sets(play, fight)]
    ways = ways_to_activate(symbols, tokens, card.set)
    most = most_sets(play, fight, card.effect)
    return {sets: way for sets, way in ways.items() if sets <= most}


@rule("6/Maneuver tokens", "Give Maneuver tokens or keep them")
@ruling(
    "each Maneuver symbol that activates nothing gives a token in every round in which it counts",
    rejected="a symbol gives one token in a Fight, or none without a card that says so",
    why="a symbol may be used once in a round, and against the same opponent it counts again",
)
@ruling(
    "from the second round on kept tokens may be given to the opponent",
    rejected="a token that was kept can only activate cards and break away",
    why="the text names the second round among the uses of a saved token",
)
@ruling(
    "tokens from dice, cards and effects alike may be given or kept",
    rejected="the symbol of a die or card is used at once; only tokens from effects may be kept",
    why="one sentence limits keeping to tokens; another lets a die or card give a token to keep",
)
def use_maneuvers(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Turn Maneuver symbols that activated nothing into tokens.

    Each is given to the opponent or kept. A German plane with tokens does not roll dice, strike,
    move or bomb; in its next phase one comes off. A player board holds three at most. They help to
    activate cards, pay for breaking away in the next move, and are discarded after it.
    """
    symbols = [symbol for symbol, _ in symbols_of(play, fight)]
    kept_before = fighter.tokens
    for _ in range(symbols.count("maneuver") - fight.maneuvers_used):
        yield from take_maneuver(play, fight)
    if fight.round > 1 and kept_before:
        yield from give_kept_tokens(play, fight, kept_before)


def add_ability(play: InPlay, fighter: Fighter, ability: str) -> Asks:
    """Return how much an ability adds in the first round."""
    amount = yield from may_use(play, fighter, ability)
    if amount:
        tell_ability(play, fighter, ability)
    return amount


@rule("12/Counting", "Compare hits and evasions, and deal the damage")
@ruling(
    "with First Strike no Evasion of the opponent counts, not even an agile squadron's free one",
    rejected="the opponent's Evasions count; only his Hits come too late",
    why="our damage comes before all German results, and the text also calls the free one a result",
)
def resolve(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Count both sides' Hits and Evasions and deal the damage, ours first with First Strike.

    Our Hits less the opponent's Evasions deal damage by its toughness. Each of its Hits less our
    Evasions draws one damage token. Both sides count at the same time, unless a card strikes first:
    then a plane that is shot down or has a Maneuver token does nothing more in the round.
    """
    plane = play.state.planes[fight.opponent]
    symbols = symbols_counted(play, fight)
    hits = symbols.count("hit") + fight.hits
    evades = symbols.count("evade") + fight.evades
    if fight.round == 1:
        hits += yield from add_ability(play, fighter, "extra_hit")
        evades += yield from add_ability(play, fighter, "extra_evade")
    free_evades = 0 if fight.first_strike else take_free_evade(play, plane, fight)
    it = count(play, fight, plane, hits, evades, free_evades)
    toughness = kind_of(play, plane).toughness
    play.log(
        "round",
        number=fight.round,
        colour=fighter.colour,
        plane=f"{kind_of(play, plane).title} #{plane.id}",
        points=it.points,
        left=list(toughness[plane.damage + it.points :]),
        taken=it.taken,
        symbols=symbols,
        luftwaffe=list(fight.luftwaffe),
        hits=hits,
        german_hits=it.german_hits,
        german_evades=it.german_evades,
        evades=evades,
        ignored=fight.ignore,
        pilot=pilot_name(play, fighter),
        id=plane.id,
    )
    damage_plane(play, plane, it.through, fighter)
    if it.is_safe:
        if it.german_hits:
            play.log("struck_first", colour=fighter.colour)
        return
    yield from damage_fighter(play, fighter, it.taken, choose=fight.choose_damage)


def odds_of_round(
    play: InPlay, fighter: Fighter, fight: Fight, sets: int | None = None, failure: int = 0
) -> dict[str, Any]:
    """Return what the current round brings with this many sets of the active card.

    By default it is the most that can be made.
    """
    if sets is None:
        sets = max(ways_now(play, fight), default=0) if fight.active else 0
    trial = tried(play, fight, sets) if fight.active else fight
    return odds_of_counting(play, fighter, trial, play.state.planes[fight.opponent], failure)


def _odds_of_way(
    play: InPlay, fighter: Fighter, fight: Fight, face: str, card: str
) -> dict[str, Any]:
    """Return what a round brings with this die and this card, or with no card."""
    trial = fight.with_die(symbol_placed(face))
    failure = play.data.numbers.counts.special_failure if face == "failure" else 0
    return odds_of_round(play, fighter, trial.with_card(card) if card else trial, failure=failure)
