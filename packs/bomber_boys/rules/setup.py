"""Setting up the game: board, difficulty, bombing run deck."""

from tabletop_core import Asks, by_id, rule, ruling

from ..questions.board import mission_of
from ..state import Airman, Damage, InPlay, State
from .deck import stack_cards

DAMAGED_ENGINES = 2


def new_state(play: InPlay) -> State:
    """Lay out crew, engines and damage track; every space but the top one has a cube."""
    data = play.data
    return State(
        crew={name: Airman() for name in data.crew},
        engines=dict.fromkeys(data.engines, Damage.NONE),
        cubes=len(data.track) - 1,
    )


@rule("Scaling difficulty")
@ruling(
    "the items to start with come from the base items, before the deck is prepared",
    rejected="they come out of the prepared deck",
    why="there is no other stock of items to draw them from",
)
@ruling(
    "with damaged engines the deck holds one item less",
    rejected="the item is missing at the start, so that without one nothing changes",
    why="'one less item' has nothing else to count from when no item is given at the start",
)
def scale_difficulty(play: InPlay) -> Asks:
    """Items to start with make the mission easier, damaged engines make it harder."""
    state, data = play.state, play.data
    for _ in range(play.options["items"]):
        unseen = [item for item in data.items if item not in state.items]
        item = play.pick(unseen, "an item to start with")
        state.items.append(item)
    if play.options["engine_damage"]:
        engines = {name: engine.title for name, engine in data.engines.items()}
        damaged = yield play.ask(
            "Two engines start with minor damage. Which?",
            engines,
            least=DAMAGED_ENGINES,
            most=DAMAGED_ENGINES,
            at=by_id(),
        )
        for engine in damaged:
            state.engines[engine] = Damage.MINOR
        play.log("engines_damaged", engines=[data.engines[name].title for name in damaged])


@rule("Preparing the bombing run deck")
@ruling(
    "cards taken at random stay unknown, and so do those left in the box",
    rejected="they are looked at before they are shuffled in",
    why="they are picked face down and shuffled in, so nobody knows them before they turn up",
)
def prepare_deck(play: InPlay) -> None:
    """The mission says how many cards of each kind are shuffled into the deck above the target.

    If it takes only some of a kind, they are chosen at random, and nobody knows which.
    """
    mission = mission_of(play)
    for take in mission.take:
        number = take.number
        if take.group == "item" and play.options["engine_damage"]:
            number -= 1
        if take.group == "fighter" and play.options["all_aircraft"]:
            number = sum(play.data.groups["fighter"].values())
        play.state.deck[take.group] = stack_cards(play, take.group, number)
    play.log(
        "deck",
        mission=play.options["mission"],
        title=play.data.names[play.options["mission"]],
        target=mission.target,
        cards=sum(stack.left for stack in play.state.deck.values()),
    )
