"""Setting up a game: player boards, the German formations, Events (p. 3 and 8)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import cycle, islice
from typing import Any

from tabletop_core import Asks, Pile, rule, ruling

from ..components import Mode, StartingArea
from ..questions.board import in_reserve, planes_of, players, scenario
from ..questions.germans import mode_words
from ..questions.names import area_name, pilot_name, planes_words
from ..questions.routes import arrival, arrival_words
from ..state import COLOURS, Fighter, InPlay, PilotRecord, Plane, Squadron, State, Status
from .campaign import choose_chapters, open_chapter
from .elite import deal_aces, give_unknown_ace
from .hands import draw_card
from .specialization import give_first_levels

SOLO_BOARDS = 2
WAYS = 2_000
"""The most combinations of a hidden squadron's cards for which the odds are calculated."""


def seats_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats by the colours of their player boards."""
    return COLOURS[: options["players"]]


def new_state(play: InPlay) -> State:
    """Return the table before anything is drawn: empty boards, all cards in their decks."""
    data = play.data
    solo = players(play) == 1
    state = State(scenario=str(play.options["scenario"]), solo=solo)
    state.pilots = {pilot: PilotRecord() for pilot in data.pilots}
    state.deck = Pile.of(list(data.cards))
    state.tiles = Pile.of({tile.id: tile.copies for tile in data.tiles.values()})
    if play.options["campaign"]:
        state.scenario = data.numbers.campaign.order[0]
    start = data.scenarios[state.scenario].start
    for at in range(SOLO_BOARDS if solo else players(play)):
        seat = play.seats[0] if solo else play.seats[at]
        state.fighters[COLOURS[at]] = Fighter(colour=COLOURS[at], seat=seat, pilot="", area=start)
    return state


@rule("8/Game set up", "Draw pilots and fill the Reserve")
@ruling(
    "with two players one pilot is in the Reserve, and the fourth of the four stays out",
    rejected="both pilots that are left go to the Reserve",
    why="three pilots are set aside, and the Reserve is one less than the number of players",
)
def draw_pilots(play: InPlay) -> None:
    """Draw a pilot for each board and the Reserve; the others stay in the box."""
    state = play.state
    at = players(play) - 1
    by_players = play.data.numbers.players
    box = Pile.of(list(state.pilots))
    for _ in range(by_players.pilots_set_aside[at]):
        box.draw(play.source, "a pilot set aside")
    for fighter in state.fighters.values():
        fighter.pilot = box.draw(play.source, f"{fighter.name}'s pilot")
        state.pilots[fighter.pilot].status = Status.FLYING
    for _ in range(min(by_players.reserve[at], len(box))):
        state.pilots[box.draw(play.source, "the Reserve")].status = Status.RESERVE
    play.log(
        "pilots",
        flying={fighter.name: pilot_name(play, fighter) for fighter in state.fighters.values()},
        reserve=[play.data.pilots[name].title for name in in_reserve(play)],
    )


@rule("8/Player boards", "Fuel, arm and deal")
@ruling(
    "in the solo variant the Wingman's row begins with the four cards of its limit",
    rejected="it begins with six, which the first draw reduces",
    why="the variant gives each pilot a set of cards, and six would be above the limit",
)
def prepare_boards(play: InPlay) -> None:
    """Set ammunition, put the planes on the starting Area, deal the first Combat cards."""
    state, numbers = play.state, play.data.numbers
    factory_hit = any(play.data.tiles[tile].penalty == "factory" for tile in state.damaged_sites)
    first = numbers.campaign.factory_cards if factory_hit else numbers.counts.first_cards
    start = scenario(play).start
    for fighter in state.fighters.values():
        fighter.area = start
        fighter.landed = play.data.board.target(start) == "airfield"
        fighter.ammunition = numbers.counts.ammunition
        fighter.supply = Pile.of(list(play.data.damage_tokens))
        cards = first
        if state.solo and fighter.colour != state.leader:
            cards = min(first, numbers.solo.wingman_limit)
        for _ in range(cards):
            draw_card(play, fighter)


@rule("3/Deployment", "Place the German formations")
@ruling(
    "cards are dealt to the starting Areas in order, round by round: fighters first, then bombers",
    rejected="all cards are shuffled together and dealt",
    why="as written; a squadron flies by what its cards show",
)
@ruling(
    "a damaged radar station hides the squadrons that start in its sectors",
    rejected="it hides one squadron, which is drawn among them",
    why="one sentence hides one squadron for each station, the list names the sectors",
)
@ruling(
    "the cards of a hidden squadron are drawn when it is revealed",
    rejected="they are dealt before the game and lie face down",
    why="nobody looks at them before, so the chances are the same and nothing can be peeked at",
)
def deploy(play: InPlay) -> None:
    """Shuffle the Scenario's Deployment cards and deal them to the starting Areas."""
    state, it = play.state, scenario(play)
    cards = it.deployment_for(players(play))
    state.fighter_cards = Pile.of(cards.fighters)
    state.bomber_cards = Pile.of(cards.bombers)
    state.mixed_cards = Pile()
    entries = it.squadrons_for(players(play))
    if any(entry.cards == "unknown" for entry in entries):
        state.mixed_cards = Pile.of([*cards.bombers, *cards.british])
        state.bomber_cards = Pile()
    for entry in entries:
        squadron = state.squadrons[entry.id] = _squadron(play, entry)
        for card in cards.british if entry.cards == "british" else ():
            place_card(play, squadron, card)
    deal(play, "fighters", homes(entries, "both", "fighters"), len(state.fighter_cards))
    deal(play, "bombers", homes(entries, "both"), len(state.bomber_cards))
    unknown = homes(entries, "unknown")
    deal(play, "mixed", unknown, len(unknown))
    for squadron in list(state.squadrons.values()):
        if squadron.hidden:
            play.log("unknown", squadron=squadron.id, area=area_name(play, squadron.area))
        else:
            turn_up(play, squadron)


def homes(entries: Iterable[StartingArea], *cards: str) -> list[str]:
    """Return the squadrons that get these cards, in the order of their starting Areas."""
    return [entry.id for entry in entries if entry.cards in cards]


def deal(play: InPlay, kind: str, to: list[str], number: int) -> None:
    """Deal cards of a kind to the starting Areas, round by round in order."""
    for home in islice(cycle(to), number):
        squadron = play.state.squadrons[home]
        squadron.face_down[kind] = squadron.face_down.get(kind, 0) + 1
        if not squadron.hidden:
            turn_up_card(play, squadron, kind)


def turn_up_card(play: InPlay, squadron: Squadron, kind: str) -> None:
    """Turn up one Deployment card of a squadron and replace it by planes."""
    state = play.state
    piles = {
        "fighters": state.fighter_cards,
        "bombers": state.bomber_cards,
        "mixed": state.mixed_cards,
    }
    squadron.face_down[kind] -= 1
    card = piles[kind].draw(play.source, f"a Deployment card of squadron {squadron.id}")
    place_card(play, squadron, card)


def _squadron(play: InPlay, entry: StartingArea) -> Squadron:
    blind = {
        sector for tile in play.state.damaged_sites for sector in play.data.tiles[tile].sectors
    }
    start = entry.route[0]
    in_the_blind = play.data.board.areas[start].sector in blind and entry.cards != "british"
    mode = Mode(entry.mode) if entry.mode else Mode.ESCORT
    return Squadron(
        id=entry.id,
        route=list(entry.route),
        mode=Mode.BRITISH if entry.cards == "british" else mode,
        area=start,
        hidden=entry.hidden or in_the_blind,
        quarry=entry.quarry,
        first_strike=entry.first_strike,
    )


def turn_up(play: InPlay, squadron: Squadron) -> None:
    """Turn up all Deployment cards of a squadron; what they show makes it escort or patrol."""
    state = play.state
    squadron.hidden = False
    for kind in ("mixed", "fighters", "bombers"):
        while squadron.face_down.get(kind):
            turn_up_card(play, squadron, kind)
    mine = [plane for plane in state.planes.values() if plane.squadron == squadron.id]
    kinds = play.data.aircraft
    if squadron.mode is Mode.ESCORT and not any(
        kinds[plane.aircraft].group == "bomber" for plane in mine
    ):
        squadron.mode = Mode.PATROL
    give_unknown_ace(play, squadron)
    if not mine:
        del state.squadrons[squadron.id]
    else:
        tell_squadron(play, squadron)


def odds_of_hidden(play: InPlay, squadron: Squadron) -> dict[str, Fraction]:
    """Return the chances of what flies in a hidden squadron; nothing where there are too many."""

    def fly(aside: InPlay, _: object) -> str:
        return planes_words(aside, planes_of(aside, squadron.id)) or "nobody"

    found = play.odds(
        lambda aside: turn_up(aside, aside.state.squadrons[squadron.id]), read=fly, limit=WAYS
    )
    if not found.exact:
        return {}
    return dict(sorted(found.items(), key=lambda result: -result[1]))


def tell_squadron(play: InPlay, squadron: Squadron) -> None:
    """Log a squadron's planes, its area, and when it reaches the end of its route."""
    play.log(
        "placed",
        squadron=squadron.id,
        planes=planes_words(play, planes_of(play, squadron.id)),
        area=area_name(play, squadron.area),
        mode=mode_words(play, squadron),
        arrival=arrival_words(play, squadron, arrival(play, squadron)),
        ids=[plane.id for plane in planes_of(play, squadron.id)],
    )


def place_card(play: InPlay, squadron: Squadron, card: str) -> None:
    """Place the planes of a Deployment card with a squadron."""
    it = play.data.deployment[card]
    if play.data.aircraft[it.aircraft].group == "allied":
        squadron.mode = Mode.BRITISH
        home = scenario(play).home
        if squadron.route[-1] != home:
            squadron.route = play.data.graph.path(squadron.area, home)
    add_planes(play, squadron, it.aircraft, it.planes)


@rule("5/Models", "Place planes, as many as the box holds")
@ruling(
    "the Hurricanes of the players are not counted against the five models",
    rejected="they are, and fewer British planes fly with more players",
    why="a British squadron has a token of its own, which stands for the models that are missing",
)
@ruling(
    "the model of a German plane shot down may be placed again",
    rejected="it stays with the player who shot it down, and fewer planes can be placed",
    why="it is put aside to show the victory, and victories are also written down",
)
def add_planes(play: InPlay, squadron: Squadron, aircraft: str, number: int) -> Iterable[Plane]:
    """Put planes in the squadron's area, as many as there are models left."""
    state = play.state
    used = sum(plane.aircraft == aircraft for plane in state.planes.values())
    number = min(number, play.data.aircraft[aircraft].models - used)
    placed = []
    for _ in range(number):
        plane = Plane(
            id=str(state.next_plane),
            aircraft=aircraft,
            group=play.data.aircraft[aircraft].group,
            squadron=squadron.id,
            area=squadron.area,
            began_at=squadron.area,
            has_moved=squadron.has_moved,
        )
        state.next_plane += 1
        state.planes[plane.id] = plane
        placed.append(plane)
    return placed


@rule("19/Solo variant", "Name the Leader")
def name_leader(play: InPlay) -> Asks:
    """Let the player choose the Leader of the two pilots in the solo variant.

    The Leader holds three cards and one for each ammunition, and only his ability can be used; the
    Wingman has four open cards. They draw three cards and one a turn, play one movement card of
    the Leader for both, and fight one after the other; each may support the other in one area.
    """
    state = play.state
    options = {
        colour: f"{pilot_name(play, fighter)}: {play.data.pilots[fighter.pilot].text}"
        for colour, fighter in state.fighters.items()
    }
    state.leader = yield play.ask("Who is the Leader?", options)
    play.log("leader", colour=state.leader)


@rule("15/Hunting as a house rule", "One pilot is hunted by all patrols")
@ruling(
    "the hunted pilot is drawn from those who fly at the start of a Scenario",
    rejected="the players choose him, or the best pilot is hunted",
    why="the text offers hunting for any Scenario and does not say who is hunted",
)
@ruling(
    "all patrols hunt, as far as the pilot is in the air; once he is out they patrol again",
    rejected="only one squadron hunts, or the next pilot is hunted then",
    why="one specific pilot is hunted; escorts and offensive squadrons have tasks of their own",
)
def choose_hunted(play: InPlay) -> None:
    """With the option, draw the pilot whom the patrols hunt in this Scenario."""
    if play.options["hunting"]:
        flying = [fighter.pilot for fighter in play.state.fighters.values() if fighter.pilot]
        play.state.hunted = play.pick(flying, "the hunted pilot")


@rule("8/Setting out", "Set up the Scenario")
def set_up(play: InPlay) -> Asks:
    """Carry out the set up in its order."""
    state = play.state
    if play.options["campaign"] and not state.chapters:
        yield from choose_chapters(play)
    if state.chapter:
        open_chapter(play)
    play.log("scenario", title=scenario(play).title, text=scenario(play).text)
    if not state.chapter:
        draw_pilots(play)
        yield from give_first_levels(play)
    choose_hunted(play)
    deploy(play)
    if state.solo:
        yield from name_leader(play)
    prepare_boards(play)
    state.turn = 1
    for number, slot in enumerate(scenario(play).event):
        cards = [event.id for event in play.data.events.values() if event.colour in slot.colours]
        taken = [event.id for event in state.events]
        state.events_to_come[str(number)] = Pile.of([c for c in cards if c not in taken])
    yield from deal_aces(play)
