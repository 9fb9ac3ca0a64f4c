"""4.0 Planning and intelligence phase."""

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted, said

from ..questions import chances
from ..questions.mission import active_card, hidden_from_german, is_two_player, year
from ..questions.names import bomber_label, bomber_name, crew_name, name_of, place_name
from ..questions.ratings import by, commander_performance, crew_of, ratings_of
from ..state import ELEMENTS, PLACES, Fighter, Flyer, InPlay, Mission, MissionRecord
from .aces import assign_aces, send_ace_home
from .experience import angel_upgrade
from .general import consult
from .routes import plan_route
from .setup import add_year
from .victory_points import score


@rule("4.1", "Adjust the mission counter")
@ruling(
    "the first mission is flown in the start box; the counter advances from the second one on",
    rejected="the counter advances before every mission, the first included",
    why="the full campaign starts in box 1 and has 25 missions on a track of 25 boxes",
)
def adjust_mission_counter(play: InPlay) -> None:
    """From the second mission on, the counter advances by a box.

    The box gives the year, and what is new.
    """
    state = play.state
    if state.flown:
        state.box += 1
    state.mission = Mission(box=play.data.base)
    play.log("mission", number=state.flown + 1, box=state.box, year=year(play))
    check_mission_deck(play)
    check_new_escorts(play)
    note_war_progress(play)
    return_rescued_crews(play)


@rule("4.1.1", "Mission deck check")
@ruling(
    "a box that the counter skips still has its effect",
    rejected="only the box on which it comes to rest has one",
    why="a V-2 attack (7.5) may carry the counter over a box that brings or removes cards",
)
def check_mission_deck(play: InPlay) -> None:
    """With each new year its mission cards come into the deck; later the cards of 1942 leave it."""
    data, state = play.data, play.state
    for one in data.years:
        if one.first_box <= state.box and one.id not in state.years:
            add_year(play, one.id)
    if state.box >= data.track.old_targets_leave and not state.old_left:
        state.old_left = True
        cards = data.mission_cards
        for name in list(state.deck.cards):
            if cards[name].target.year == data.track.old_targets_year:
                while state.deck.count(name):
                    state.deck.take(name)
        play.log("cards_left", year=data.track.old_targets_year)


@rule("4.1.2", "New escort types")
def check_new_escorts(play: InPlay) -> None:
    """New types of escorts fly from certain boxes on."""
    for one in play.data.escorts.values():
        early = play.state.p51_early and one.early_from
        first = one.early_from if early else one.available_from
        if play.state.box == first > 1:
            play.log("new_escort", escort=name_of(play, one.id))


@rule("4.1.3", "Note a war progress event")
def note_war_progress(play: InPlay) -> None:
    """In a marked box, war progress is checked after the mission."""
    if play.state.box in play.data.war_progress.boxes and play.state.campaign != "single":
        play.log("war_progress_due", box=play.state.box)


def return_rescued_crews(play: InPlay) -> None:
    """Bring back the crews whose date of return has come (12.4)."""
    state = play.state
    for name, box in list(state.rescued.items()):
        if state.box >= box:
            del state.rescued[name]
            play.log("crew_back", seats=hidden_from_german(play), crew=crew_name(play, name))


@rule("4.2", "Target for today")
def draw_target(play: InPlay) -> None:
    """A mission card names the target of the day.

    It also gives the flak, the points, and the number of bombers and escorts.
    """
    state, mission = play.state, play.state.mission
    hidden = hidden_from_german(play)
    wanted = wanted_target(play)
    if wanted:
        if state.deck.count(wanted):
            state.deck.take(wanted)
        mission.orders.put(wanted)
    else:
        mission.orders.put(play.draw(state.deck, "target for today", seats=hidden))
    card = active_card(play)
    mission.required = card.target.blue.bombers
    mission.record = MissionRecord(
        state.box, card.id, is_known=not hidden, moments=mission.record.moments
    )
    play.log(
        "target",
        seats=hidden,
        target=name_of(play, card.id),
        type=said(card.target.type),
        flak=card.target.blue.flak,
        difficulty=card.target.difficulty,
        destruction=card.target.blue.destruction,
        heavy_vp=card.heavy_vp,
        light_vp=card.light_vp,
        bombers=card.target.blue.bombers,
        escorts=card.target.blue.escorts,
    )


@rule("13.0", "Hidden crews and target")
@ruling(
    "a target chosen by option is drawn all the same",
    rejected="both players know the target",
    why="both players read the options, and the German player may not know the target",
)
def wanted_target(play: InPlay) -> str:
    """The target chosen beforehand; two players draw theirs, since both read the options."""
    wanted: str = play.options["target"]
    if play.state.campaign != "single" or wanted == "drawn":
        return ""
    if is_two_player(play):
        play.log("target_drawn", target=name_of(play, wanted))
        return ""
    return wanted


@rule("12.11", "Maximum effort")
def check_maximum_effort(play: InPlay) -> None:
    """On a 6 before the mission, all twelve places of the formation have to be filled."""
    if consult(play, "maximum_effort") == "all":
        play.state.mission.required = 12


@rule("4.3", "Target cloud cover")
def roll_cloud_cover(play: InPlay) -> None:
    """Two dice decide the clouds over the target: clear, light or heavy."""
    play.state.mission.cloud = consult(play, "cloud_cover")


def ready_bombers(play: InPlay) -> list[str]:
    """Bombers that can fly: ready, with a ready crew."""
    state = play.state
    return [
        name
        for name, one in state.bombers.items()
        if one.ready and one.crew and state.crews[one.crew].ready
    ]


@rule("4.4", "Assign bombers and crews")
@ruling(
    "as many bombers fly as the card requires or, where there are not enough, all that are ready",
    rejected="the player may hold ready bombers back and pay for each",
    why="the manual lets nobody hold back a ready bomber, and charges a point for each one short",
)
@ruling(
    "a squadron without a ready bomber stays at home and pays for every bomber it is short",
    rejected="the mission is passed over without points, or the campaign is lost",
    why="the manual says nothing of it; 4.4 still counts the shortage",
)
def assign_bombers(play: InPlay) -> Asks:
    """The card sets how many ready bombers fly. Each bomber short of that costs a point."""
    mission = play.state.mission
    ready = ready_bombers(play)
    extra = yield from tag_along(play, ready)
    number = min(mission.required + extra, len(ready))
    if mission.required > number:
        score(play, "bomber_short", mission.required - number)
    chosen = (yield from choose_bombers(play, ready, number)) if number else ()
    yield from angel_upgrade(play, [play.state.bombers[name].crew for name in chosen])
    place_bombers(play, chosen)


def choose_bombers(play: InPlay, ready: list[str], number: int) -> Asks:
    """Ask who flies: the best crews in front, or a list in the order of the positions."""
    best = best_bombers(play, ready)[:number]
    answer = yield play.ask(
        f"Who flies, {number} of {len(ready)} ready bombers?",
        {
            "best": f"the best crews, led by {bomber_label(play, best[0])}",
            "choose": "let me name them",
        },
        odds=lambda answer: (
            chances.of_bombing(play, low=False, chosen=best) if answer == "best" else {}
        ),
    )
    if answer == "best":
        return tuple(best)
    there = ", ".join(ELEMENTS[: -(-number // len(PLACES))])
    places = f"{there} element; in each {', '.join(PLACES)}"
    return (
        yield play.ask(
            f"Which {counted(number, 'bomber')}, in the order of their places ({places})?",
            ready,
            label=lambda name: bomber_label(play, name),
            at=by_id(),
            least=number,
            most=number,
            ordered=True,
        )
    )


def best_bombers(play: InPlay, ready: list[str]) -> list[str]:
    return sorted(ready, key=lambda name: -crew_worth(play, name))


def crew_worth(play: InPlay, bomber: str) -> int:
    """Return how much a bomber and its crew are worth in front: leading, bombing, shooting."""
    crew, one = crew_of(play, bomber), ratings_of(play, play.state.bombers[bomber])
    leading = 3 * (crew.performance + crew.bombing) + crew.air_combat
    return leading + one.air_combat + one.structure


@rule("12.12", "Tag along")
def tag_along(play: InPlay, ready: list[str]) -> Asks:
    """Ask for bombers beyond the required number; each costs a mission point."""
    if not play.options["tag_along"]:
        return 0
    mission = play.state.mission
    required, best = mission.required, best_bombers(play, ready)
    most = min(12, len(ready)) - required
    if most <= 0:
        return 0
    flies = "flies" if mission.required == 1 else "fly"
    extra = yield play.ask(
        f"{counted(mission.required, 'bomber')} {flies} as required. How many more, each for "
        "-1 mission VP?",
        range(most + 1),
        label=lambda more: f"{more or 'no'} more",
        odds=lambda more: chances.of_bombing(play, low=False, chosen=best[: required + more]),
    )
    if extra:
        mission.vp -= extra
        why = counted(extra, "additional bomber")
        play.log("vp", why=why, amount=-extra, total=mission.vp)
    return extra


def place_bombers(play: InPlay, chosen: tuple[str, ...]) -> None:
    """Fill the formation without gaps, element by element."""
    state, mission = play.state, play.state.mission
    mission.flown = len(chosen)
    for at, name in enumerate(chosen):
        mission.formation[at] = name
        crew = state.crews[state.bombers[name].crew]
        crew.missions += 1
        line = Flyer(place_name(at), name, crew.id, crew.level.value)
        mission.record.flyers.append(line)
    if chosen:
        play.log("formation", bombers=[bomber_name(play, name) for name in chosen])
        play.log(
            "lead_bomber",
            seats=hidden_from_german(play),
            bomber=bomber_name(play, chosen[0]),
            crew=bomber_label(play, chosen[0]),
        )


@rule("4.4.1", "Lead bomber")
def lead_crew_performance(play: InPlay, bomber: str) -> dict[str, object]:
    """The crew of the lead bomber modifies a check of the formation."""
    return by(
        lead_crew=crew_of(play, bomber).performance,
        commander=commander_performance(play, bomber),
    )


def is_commander_asked(play: InPlay) -> bool:
    """Return whether there is a commander who is ready to fly, whatever he performs."""
    return bool(play.state.commander and play.state.commander_ready)


@rule("12.5", "The squadron commander")
@ruling(
    "he stays with the bomber he took off in, and his performance counts for that bomber",
    rejected="he moves to whichever bomber leads",
    why="he must be with the crew of the lead bomber, and crews cannot change during a mission",
)
@ruling(
    "casualties in his bomber do not touch him; he is lost with it",
    rejected="he is wounded with the crew, and his performance falls",
    why="he has no experience level that could be downgraded",
)
def send_commander(play: InPlay) -> Asks:
    """The commander may fly with the lead bomber.

    He helps its crew, but his loss costs campaign points.
    """
    state = play.state
    performance = play.data.aces[state.commander].performance
    lost = play.data.numbers.commander.lost
    lead, over = state.mission.formation[0], active_card(play).target.box
    answer = yield play.ask(
        f"Does {name_of(play, state.commander)} fly with the lead bomber?",
        {
            "stay": "he stays at home",
            "fly": f"he flies: {performance:+d} performance for that bomber, but "
            f"{lost} campaign points if he is lost with it",
        },
        at={"fly": (lead,)},
        odds=lambda option: chances.of_return(
            play, lead, over, performance if option == "fly" else 0
        ),
    )
    if answer == "fly":
        state.mission.commander = state.mission.formation[0]
        hidden = hidden_from_german(play)
        play.log("commander_flies", seats=hidden, name=name_of(play, state.commander))


@rule("4.5", "Coordinate with the escorts")
def meet_first_escorts(play: InPlay) -> None:
    """The escorts of the card join the formation; a die decides their type."""
    send_escorts(play, active_card(play).target.blue.escorts, from_start=True)


def send_escorts(play: InPlay, number: int, *, from_start: bool) -> None:
    """Put a number of escorts of a rolled type on the formation card, with their aces."""
    state, mission = play.state, play.state.mission
    release_escorts(play)
    if not number:
        play.log("no_escorts")
        return
    box = state.box
    early = state.p51_early and box >= play.data.escorts["p51"].early_from
    column = "14-25" if early else box
    kind = consult(play, "escort_rendezvous", column=column)
    mission.escorts = [Fighter(f"e{at}", kind) for at in range(1, number + 1)]
    mission.escort_range = 0 if from_start else play.data.escorts[kind].rendezvous
    play.log("escorts", escort=name_of(play, kind), number=number, range=mission.escort_range)
    assign_aces(play, "usaaf", mission.escorts)
    mission.record.escorts.append((kind, number))


def release_escorts(play: InPlay) -> None:
    """Send the escorts home with their aces."""
    mission = play.state.mission
    for one in mission.escorts:
        send_ace_home(play, one)
    mission.escorts = []
    mission.escort_range = 0


@rule("12.13", "Low bombing run")
@ruling(
    "in the two-player game the German player learns the altitude when the mission card is turned "
    "up",
    rejected="he learns it at take-off",
    why="it is noted down beforehand, and would tell him how the squadron means to bomb",
)
def decide_altitude(play: InPlay) -> Asks:
    """The bombing run may be flown low: both the flak and the bombs have more dice."""
    answer = yield play.ask(
        "At what altitude is the bombing run flown?",
        {"standard": "standard altitude", "low": "low, with flak and bombs both 2 rows stronger"},
        odds=lambda option: chances.of_bombing(play, option == "low"),
    )
    mission = play.state.mission
    mission.low_altitude = mission.record.low_altitude = answer == "low"
    words = "low" if mission.low_altitude else "at standard altitude"
    play.log("altitude", seats=hidden_from_german(play), words=words)


@rule("4.6", "Mission route planning")
def plan_the_route(play: InPlay) -> Asks:
    """The commander plans the route: flak sites, rendezvous and the range of the escorts count."""
    yield from plan_route(play)
