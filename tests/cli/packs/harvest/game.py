"""The whole of the toy game."""

from pathlib import Path

import attrs

from tabletop_core import (
    ForEach,
    Game,
    GameOption,
    Hand,
    Look,
    PackData,
    Pile,
    Repeat,
    Sequence,
    Step,
    determinize,
    load_tables,
    rule,
    ruling,
)
from tabletop_core.boards import SquareGrid
from tabletop_core.panels import BoardPanel, Card, Cards, Facts, Spot, TrackPanel

from . import IDENTITY

FIELDS = SquareGrid(3, 2)
CROPS = {"rye": "rye, hardy", "oats": "oats, quick", "peas": "peas, tender"}
NAMES = {"scarecrow": "Scarecrow", "almanac": "Almanac", "plough": "New plough"}
YIELD = {"drought": 0, "fair": 1, "bumper crop": 3}


@attrs.define
class Farm:
    fields: list[str] = attrs.field(factory=list)
    sacks: int = 0
    coins: int = 0


@attrs.define
class State:
    pile: Pile
    hands: list[Hand]
    farms: dict[str, Farm]
    years: int = 0

    def hand(self, seat):
        return next(hand for hand in self.hands if hand.owner == seat)


@rule("1.1", "Cards dealt")
def deal(play):
    for seat in play.seats:
        card = play.draw(play.state.pile, f"the hand of {seat}", seats=(seat,))
        play.state.hand(seat).cards.append(card)


@rule("2.1", "Sowing")
@ruling(
    "one or two crops are sown", "the toy has room for two", rejected="one crop", option="years"
)
def sow(play):
    crops = yield play.ask("Which crops?", CROPS, least=1, most=2)
    farm = play.state.farms[play.seat]
    farm.fields = list(crops)
    farm.sacks += yield play.ask("How many sacks of seed?", range(1, 5))
    play.log("sown", seat=play.seat, crops=list(crops))


@rule("2.2", "Weather")
def reap(play):
    lookup = play.look_up("weather")
    grown = YIELD[lookup.result] * len(play.state.farms[play.seat].fields)
    play.state.farms[play.seat].sacks += grown


def price_odds(option):
    from fractions import Fraction

    return {"sold": Fraction(option, 40), "unsold": 1 - Fraction(option, 40)}


@rule("3.1", "Market")
def market(play):
    price = yield play.ask(
        "Who names a price?", {10: "low", 20: "high"}, seat=play.seats, odds=price_odds
    )
    roll = play.roll("2d6", "the mood of the market")
    card = play.draw(play.state.pile, "the event of the market")
    for seat in play.seats:
        play.state.farms[seat].coins += play.state.farms[seat].sacks * price * roll.total
    play.state.pile.mix_in([card])
    play.state.years += 1
    if play.state.years == play.options["years"]:
        best = max(play.seats, key=lambda seat: play.state.farms[seat].coins)
        coins = {seat: play.state.farms[seat].coins for seat in play.seats}
        play.end("sold up", winner=best, why="the last market closed", scores=coins)


def has_almanac(play):
    return "almanac" in play.state.hand(play.seat).cards


def load_data(overlays):
    tables = load_tables(Path(__file__).parent / "data", overlays=overlays)
    return PackData(tables=tables, names=NAMES, provenance=tables.provenance, digest=tables.digest)


def new_state(play):
    pile = Pile.of([*NAMES, *NAMES])
    return State(pile, [Hand(seat) for seat in play.seats], {seat: Farm() for seat in play.seats})


def view(play, viewer):
    farms = play.state.farms
    hands = [
        Card(name=play.game.name_of(card, play.data) if card else "face down")
        for hand in play.state.hands
        for card in hand.seen_by(viewer)
    ]
    fields = tuple(
        Spot(id=FIELDS.name((column, row)), words=f"{crop} of {owner}", label=crop, tone="ours")
        for row, (owner, farm) in enumerate(farms.items(), 1)
        for column, crop in enumerate(farm.fields, 1)
    )
    return [
        BoardPanel(title="Fields", board=FIELDS, spots=fields),
        TrackPanel(title="Years", low=0, high=play.options["years"], value=play.state.years),
        Cards(title="Hands", cards=tuple(hands)),
        Facts(
            title="Farms",
            rows=tuple(
                (name, f"{farm.sacks} sacks, {farm.coins} coins") for name, farm in farms.items()
            ),
        ),
    ]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("ann", "bob"),
    options=(
        GameOption(name="years", values=(1, 2, 30), default=1, help="how many markets are held"),
        GameOption(name="cold", values=(False, True), default=False, help="changes nothing"),
    ),
    sequence=Sequence(
        "Harvest",
        Step("Deal the cards", deal),
        Repeat(
            "Year",
            ForEach(
                "Farmer",
                lambda play: play.seats,
                Step("Sow the fields", sow),
                Step("Await the weather", reap),
            ),
            Step("Hold the market", market, may_end=True),
        ),
    ),
    new_state=new_state,
    state=State,
    load_data=load_data,
    look=Look(
        view=view,
        words={"sown": lambda facts: f"{facts['seat']} sows {' and '.join(facts['crops'])}"},
    ),
    conditions={"has_almanac": has_almanac},
    evaluate=lambda play, seat: play.state.farms[seat].coins,
    determinize=lambda play, seat: determinize(
        play.source, [play.state.pile, *play.state.hands], seat
    ),
)
