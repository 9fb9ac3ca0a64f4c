"""3.0 Campaign setup."""

from tabletop_core import rule, ruling

from ..data import SquadronType
from ..questions.mission import campaign_name, hidden_from_german, is_two_player
from ..questions.names import name_of
from ..state import Bomber, Crew, InPlay, Level


@rule("3.1", "Set up the mission map")
def set_up_map(play: InPlay) -> None:
    """The formation is placed, the campaign chosen, and its mission cards are shuffled."""
    place_formation(play)
    select_campaign(play)
    build_mission_deck(play)


@rule("3.1.1", "Place the formation")
def place_formation(play: InPlay) -> None:
    """The formation starts at the base, tight."""
    play.state.mission.box = play.data.base


@rule("3.1.2", "Select a campaign")
@ruling(
    "a single mission is flown in a box of the turn track chosen beforehand",
    rejected="it is flown in box 1, or in a box that is rolled",
    why="the manual has no practice mission; the box decides year, escorts and interceptors",
)
def select_campaign(play: InPlay) -> None:
    """The campaign sets the box in which the counter starts, and the number of missions."""
    state = play.state
    state.campaign = play.options["campaign"]
    place_mission_counter(play)
    missions = missions_to_fly(play)
    play.log("campaign", name=campaign_name(play), missions=missions, box=state.box)


@rule("3.1.4", "Place the mission counter")
def place_mission_counter(play: InPlay) -> None:
    """The mission counter goes into the first box of the campaign."""
    state = play.state
    if state.campaign == "single":
        state.box = play.options["mission"]
    else:
        state.box = play.data.campaigns[state.campaign].start


def missions_to_fly(play: InPlay) -> int:
    if play.state.campaign == "single":
        return 1
    return play.data.campaigns[play.state.campaign].missions


def is_last_mission(play: InPlay) -> bool:
    """Return whether the mission just flown, not yet counted, is the last of the campaign."""
    state = play.state
    return state.flown + 1 >= missions_to_fly(play) or state.box >= play.data.track.boxes


@rule("3.1.3", "Build the mission deck")
@ruling(
    "the deck also holds nine targets that the manual does not name; option targets=named leaves "
    "them out",
    rejected="the deck holds only the targets that the manual names",
    why="the cards that the manual names give 1942 only three targets",
    option="targets",
)
def build_mission_deck(play: InPlay) -> None:
    """The blue cards of the years in play are shuffled; red ones stay aside."""
    state = play.state
    if state.campaign == "single":
        data = play.data
        years = tuple(one.id for one in data.years if one.first_box <= state.box)
    else:
        years = play.data.campaigns[state.campaign].years
    for one in years:
        add_year(play, one)


def add_year(play: InPlay, year: str) -> None:
    """Shuffle the blue cards of a year into the deck; the red ones stay aside."""
    named_only = play.options["targets"] == "named"
    targets = [one for one in play.data.targets.values() if one.year == year]
    cards = [one.id for one in targets if one.in_manual or not named_only]
    if "bremen" in cards and play.options["bremen_sets"] == 2:
        cards.append("bremen")
    play.state.deck.mix_in(cards)
    play.state.years.append(year)
    play.log("cards_added", year=year, cards=len(cards))


@rule("3.2", "Set up the squadron briefing card")
def set_up_squadron(play: InPlay) -> None:
    """The squadron gets its bombers and crews, and the aces of both sides are laid out."""
    draw_aircraft(play)
    assign_first_crews(play)
    state = play.state
    state.aces = {"usaaf": [], "luftwaffe": []}
    for ace in play.data.aces.values():
        state.aces[ace.side].append(ace.id)
    if play.options["commander"]:
        appoint_commander(play)


@rule("3.2.2", "Draw the first aircraft")
def draw_aircraft(play: InPlay) -> None:
    """Twelve bombers of the first type; those of the later type come as replacements."""
    data, state = play.data, play.state
    squadron = squadron_type(play)
    for kind in (squadron.first, squadron.later):
        state.bomber_pool[kind] = list(data.aircraft[kind].ids)
    pool = state.bomber_pool[squadron.first]
    for name in pool:
        state.bombers[name] = Bomber(name, squadron.first)
    pool.clear()


@rule("12.1", "B-17 or B-24 squadron")
@ruling(
    "the second set of B-24 counters replaces the B-17G",
    rejected="B-17Gs come as replacements beside the B-24s",
    why="the rule only names the substitute of the B-17F",
)
def squadron_type(play: InPlay) -> SquadronType:
    """The squadron flies B-17s, or B-24s instead."""
    return play.data.squadrons[play.options["squadron"]]


@rule("3.2.3", "Assign the crews")
@ruling(
    "there are always enough green crew counters",
    rejected="a bomber stays without a crew when the counters are used up",
    why="they are unnamed and alike, and the manual states no number",
)
def assign_first_crews(play: InPlay) -> None:
    """Some crews have experience from the start, drawn by lot; all others are green."""
    crack, veteran = starting_crews(play)
    state = play.state
    state.crew_pool = list(play.data.crews)
    waiting = list(state.bombers)
    for level in [Level.CRACK] * crack + [Level.VETERAN] * veteran:
        name = draw_named_crew(play, f"{level.value} crew")
        state.crews[name] = Crew(name, level)
        bomber = draw_bomber(play, waiting, name) if is_two_player(play) else waiting[0]
        waiting.remove(bomber)
        state.bombers[bomber].crew = name
    for bomber in waiting:
        state.bombers[bomber].crew = new_green_crew(play)


@rule("13.0", "Hidden crews and target")
@ruling(
    "in the two-player game the first named crews are dealt to bombers at random",
    rejected="the player seats them as he likes",
    why="all first bombers are alike, and the German player may not know who flies in which",
)
@ruling(
    "crews on the ground stay hidden: who they are, how many are ready or not, and which bombers "
    "have none; only the dice of 12.4 are open",
    rejected="only crews that lie under a bomber are hidden",
    why="all crew counters are hidden, also where no bomber lies over them; the dice of 12.4 are "
    "rolled while the German player watches, and he sees what they score",
)
@ruling(
    "what a hidden crew adds to a roll that both players watch is shown with the roll",
    rejected="only the total of the roll is shown",
    why="rolls are made in the open; only the counters are hidden",
)
def draw_bomber(play: InPlay, waiting: list[str], crew: str) -> str:
    """The squadron's crews and the mission card stay hidden from a German player."""
    why = f"bomber of {name_of(play, crew)}"
    return play.pick(waiting, why, seats=hidden_from_german(play))


def starting_crews(play: InPlay) -> tuple[int, int]:
    """Return the number of crack and of veteran crews."""
    if play.options["starting_crews"] != "standard":
        return roll_starting_crews(play)
    start = play.data.starting_crews
    return start.crack, start.veteran


@rule("12.3", "Roll for the starting crews")
def roll_starting_crews(play: InPlay) -> tuple[int, int]:
    """Dice decide how many crews have experience at the start."""
    veterans_only = play.options["starting_crews"] == "veterans"
    crack = 0 if veterans_only else play.roll("1d6", "crack crews").total
    return crack, play.roll("1d6", "veteran crews").total


@rule("12.5", "The squadron commander")
def appoint_commander(play: InPlay) -> None:
    """One of the American aces is drawn as commander of the squadron."""
    aces = play.state.aces["usaaf"]
    play.state.commander = play.pick(aces, "squadron commander")
    aces.remove(play.state.commander)


def draw_named_crew(play: InPlay, why: str) -> str:
    """Take a random named counter, which becomes a crew of the squadron."""
    pool = play.state.crew_pool
    name = play.pick(pool, why, seats=hidden_from_german(play))
    pool.remove(name)
    return name


def new_green_crew(play: InPlay) -> str:
    """Take a green crew into the squadron."""
    play.state.green_crews += 1
    name = f"green-{play.state.green_crews}"
    play.state.crews[name] = Crew(name)
    return name
