"""Chapter 2 and chart 3-1: the orders for a mission."""

from tabletop_core import Asks, rule, ruling

from ..questions.bomber import PRACTISED_FROM, was_ordered_aboard
from ..state import GUNNERS, InPlay, Mission
from .charts import chart, effect, look_up, read, resolve
from .odds import odds_of_fuel


def brief(play: InPlay, name: str) -> None:
    """Set the target: its zone, and whether it is a training target."""
    mission = play.state.mission
    city = play.data.cities[name]
    mission.orders.city = name
    mission.flight.target_zone = city.target_zone
    mission.orders.training = city.training


@effect("target")
def name_target(play: InPlay, city: str, kind: str) -> None:
    """Set city and kind together, as the chart does on missions 1 to 10."""
    brief(play, city)
    play.state.mission.orders.kind = kind


@rule("9.2.out", "Cities bombed out")
def is_bombed_out(play: InPlay, city: str) -> bool:
    """A city with 100 percent destroyed is no longer a target."""
    return play.state.tour.damage.get(city, 0) >= 100


@rule("2-3", "Alternate urban targets")
@ruling(
    "if every city rolled on the chart is bombed out, the twentieth roll stands",
    rejected="rolling goes on until a city comes up that is not bombed out",
    why="otherwise a very long tour could roll forever",
)
def choose_alternate(play: InPlay) -> Asks:
    """A roll on 2-3 gives another city in place of one that is bombed out."""
    for _ in range(20):
        labels = yield from resolve(play, "2-3")
        if not is_bombed_out(play, labels[-1]):
            break
    return labels


@chart("2-2C")
def choose_urban_target(play: InPlay, name: str, **how: object) -> Asks:
    """A city that is bombed out gives way to one of 2-3 (note of 2-2C)."""
    labels = yield from read(play, name, **how)
    if is_bombed_out(play, labels[-1]):
        play.log("bombed_out", city=labels[-1])
        labels = yield from choose_alternate(play)
    return labels


@rule("2-1", "Target")
def choose_target(play: InPlay) -> Asks:
    """The target comes from 2-1 on missions 1 to 10, later from 2-2A.

    The options may name one instead.
    """
    mission = play.state.mission
    time, wanted = play.options["time"], wanted_target(play)
    if mission.number <= 10 and wanted == "rolled":
        yield from resolve(play, "2-1")
    else:
        by_day = wanted != "rolled" and play.data.cities[wanted].by_day
        if mission.number > 10 and not by_day:
            mission.orders.night = time == "night" or (
                time == "rolled" and look_up(play, "2-2A.time").result == "night"
            )
        if wanted == "rolled":
            labels = yield from resolve(
                play, "2-2A", column="night" if mission.orders.night else "day"
            )
            mission.orders.kind = labels[0]
            brief(play, labels[-1])
        else:
            brief(play, wanted)
            mission.orders.kind = kind_of_wanted(play)
    yield from choose_altitude(play)
    play.log(
        "orders",
        mission=mission.number,
        city=mission.orders.city,
        target=mission.orders.kind,
        time="night" if mission.orders.night else "day",
        altitude=mission.orders.planned,
        zone=mission.flight.target_zone,
    )


@rule("3-1.g", "Training flight")
@ruling(
    "flown by naming Truk as the target, in a tour before its first mission: by day, in zone 5, "
    "against an airfield, without credit",
    rejected="it is rolled like any other target, or is not in the game",
    why="note g of 3-1 only says that it is flown by day",
)
def wanted_target(play: InPlay) -> str:
    """Training flights are flown only when the options name the target."""
    wanted = str(play.options["target"])
    tour = play.options["mission"] == "tour"
    if wanted != "rolled" and play.data.cities[wanted].training:
        return "rolled" if tour and play.state.tour.reports else wanted
    return wanted


def kind_of_wanted(play: InPlay) -> str:
    """Return the kind of a target that the options name: the one the charts give, else urban.

    Of two kinds on 2-1 take the factory, which comes up more often.
    """
    city = play.options["target"]
    if play.state.mission.number <= 10:
        rows = play.data.tables["2-1"].rows
        kinds = [row.result.args["kind"] for row in rows if row.result.args["city"] == city]
        if kinds:
            return "aircraft_factory" if "aircraft_factory" in kinds else str(kinds[0])
    if city in ("Iwo Jima", "Okinawa", "Truk"):
        return "airfield"
    for code, kind in (("2-2D", "airfield"), ("2-2E", "aircraft_factory")):
        urban = any(row.result == city for row in play.data.tables["2-2C"].rows)
        if not urban and any(row.result == city for row in play.data.tables[code].rows):
            return kind
    return "urban_area"


@rule("2-2B", "Mission altitude")
def choose_altitude(play: InPlay) -> Asks:
    """The altitude is HI on missions 1 to 10, later by 2-2B."""
    mission = play.state.mission
    if mission.number <= 10:
        mission.orders.planned = "hi"
    else:
        at = "night" if mission.orders.night else mission.orders.kind
        labels = yield from resolve(play, "2-2B", at=at)
        mission.orders.planned = labels[-1]


@rule("2-4", "Place in the formation or stream")
def choose_position(play: InPlay) -> None:
    """Chart 2-4 makes the bomber lead, middle or tail.

    Practised aimers use a column of their own.
    """
    state = play.state
    aiming = (state.crew[post] for post in ("bombardier", "navigator", "radar_operator"))
    practised = all(man.missions >= PRACTISED_FROM for man in aiming)
    column = "practised" if practised else "usual"
    state.mission.orders.position = look_up(play, "2-4", column=column).result
    choose_squadron(play)


@rule("2-5", "Squadron position")
def choose_squadron(play: InPlay) -> None:
    """Chart 2-5 places the squadron high, middle or low. This counts on 5-3.a and 5-14.b."""
    play.state.mission.orders.squadron = look_up(play, "2-5").result


@rule("2-6", "Expected fighter resistance")
def expect_resistance(play: InPlay) -> None:
    """Chart 2-6 gives Intelligence's estimate of the fighters.

    It counts on 5-1 throughout the mission.
    """
    play.state.mission.orders.expected = look_up(play, "2-6").result


@effect("gunners")
def take_gunners(play: InPlay, aboard: str, armed: str) -> None:
    """Set who flies at night, and which guns are armed."""
    state = play.state
    mission = state.mission
    mission.orders.gunners_aboard, mission.orders.gunners_armed = aboard, armed
    for post in GUNNERS:
        state.crew[post].aboard = was_ordered_aboard(state, state.crew[post])
    low = armed == "tail_and_lower_if_low" and mission.orders.squadron == "low"
    for name, gun in state.plane.guns.items():
        tail = name in ("tail_turret", "tail_cannon") and armed != "none"
        gun.armed = armed == "all" or tail or (low and name in ("forward_lower", "aft_lower"))


@rule("2-7", "Gunners on a night mission")
def allot_gunners(play: InPlay) -> Asks:
    """By night, 2-7 leaves some gunners at home and some turrets unarmed."""
    if play.state.mission.orders.night:
        yield from resolve(play, "2-7")


@rule("2-8", "Fighter escort")
@ruling(
    "rolled only for day missions",
    rejected="rolled for night missions as well",
    why="no escort flies by night",
)
def find_escort(play: InPlay) -> None:
    """Chart 2-8 shows whether an escort is available. It must still be met (4-11)."""
    mission = play.state.mission
    if not mission.orders.night:
        mission.orders.escort_available = look_up(play, "2-8").result == "escort"


@rule("2.3", "Tanks in the bomb bays")
@ruling(
    "each tank of 4 boxes costs a quarter of the bombing percentage, rounded up; the main tanks "
    "hold 36 boxes; a mission needs three boxes per zone plus one",
    rejected="tanks fit beside the bombs and cost nothing",
    why="section 2.3 is not in the booklet; the charts let bombs and a tank share a bay",
)
def fit_bay_tanks(play: InPlay) -> Asks:
    """Up to two tanks in the bomb bays carry fuel in place of bombs."""
    state = play.state
    aircraft = play.data.aircraft
    need = 3 * state.mission.flight.target_zone + 1
    have = aircraft.main_fuel
    cost = aircraft.bay_tank_costs
    labels = {
        n: f"{('none', 'one', 'two')[n]}: {have + n * aircraft.bay_tank_fuel} boxes"
        + (f", {100 - n * cost} % bombs" if n else ", all bombs")
        for n in (0, 1, 2)
    }
    zone = state.mission.flight.target_zone
    prompt = f"To zone {zone} and home takes {need} boxes of fuel. How many bomb bay tanks?"
    tanks = yield play.ask(
        prompt,
        labels,
        odds=lambda n: odds_of_fuel(play, need - have - n * aircraft.bay_tank_fuel),
        kind="tanks",
    )
    for bay in list(state.plane.bays.values())[:tanks]:
        bay.tank_fitted = True
        bay.tank_fuel = aircraft.bay_tank_fuel
    play.log("tanks", tanks=tanks, boxes=have + tanks * aircraft.bay_tank_fuel, need=need)


@effect("times_of_day")
def note_times(
    play: InPlay,
    take_off: str,
    landing: str,
    abort_out_night: str,
    ditch_out_night: str,
    ditch_back_night: str,
) -> None:
    mission: Mission = play.state.mission
    mission.orders.take_off, mission.orders.landing = take_off, landing
    mission.orders.abort_out_night = abort_out_night
    mission.orders.ditch_out_night, mission.orders.ditch_back_night = (
        ditch_out_night,
        ditch_back_night,
    )
    play.log(
        "times", take_off=take_off, landing=landing, out=ditch_out_night, back=ditch_back_night
    )


@rule("3-1", "Times of take-off and landing")
@ruling(
    "a bomber that aborted flies home, and comes down on the way, in the light of the column "
    "'Ditch Back'; it lands at the base in that of 'Abort Out'",
    rejected="it stays in the light of 'Ditch Out', since it has not reached its target (note f)",
    why="the head of 3-1 gives the columns to the way out and the way back, whether or not the "
    "target was reached; by 'Ditch Out' a bomber could fly home through the night and land "
    "by day",
    option="aborted_light",
)
def set_times(play: InPlay) -> Asks:
    """Chart 3-1 gives the light at take-off and landing, and which zones are dark."""
    mission = play.state.mission
    by_day = play.data.cities[mission.orders.city].by_day
    row = "night" if mission.orders.night else "iwo_jima" if by_day else "day"
    yield from resolve(play, "3-1", at=row)
