"""9.0 Air combat: the fighters among themselves (9.1), and its end (9.3)."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import chances
from ..questions.mission import is_two_player, year
from ..questions.names import (
    ace_label,
    fighter_label,
    fighter_name,
    manned_fighter,
    name_of,
)
from ..questions.ratings import ace_bonus, by, ratings_of
from ..state import LUFTWAFFE, SQUADRON, Fighter, InPlay, Post
from .aces import assign_aces, draw_ace, number_of_aces, put_ace, send_ace_home, tell_ace
from .engagements import (
    Engagement,
    are_alike,
    as_they_stand,
    choose_escorts,
    choose_fighter,
    choose_fighters,
    in_combat,
    names,
    part,
    position_fighters,
)
from .general import consult
from .notes import note_shot_down
from .results import hit_escort, hit_interceptor

# ---------------------------------------------------------------------- who is there


def has_interceptors(play: InPlay) -> bool:
    return bool(play.state.mission.interceptors)


def can_engage(play: InPlay) -> bool:
    return has_interceptors(play) and bool(play.state.mission.escorts)


@rule("9.1.6.4", "Protective escorts")
def in_section(play: InPlay) -> list[Fighter]:
    """Escorts not sent against the interceptors stay with the bombers.

    They are free to give cover.
    """
    return [one for one in play.state.mission.escorts if one.post is Post.SECTION]


def can_fight_on(play: InPlay) -> bool:
    return has_interceptors(play) and bool(in_combat(play))


# ---------------------------------------------------------------------- before the shooting


@rule("9.1.1", "Generate the interceptors")
@ruling(
    "the event of 6.1 and step 9.1.1 are one and the same generation",
    rejected="9.1.1 rolls once more and adds interceptors to those of the event",
    why="both give the same two rolls, and the fighters are on the card before 9.1 begins",
)
@ruling(
    "all interceptors of one attack are of one type",
    rejected="the type is rolled for each interceptor",
    why="9.1.1 rolls once for the type and once for the number",
)
def generate_interceptors(play: InPlay) -> None:
    """Roll for the type of the interceptors and for their number.

    All of one attack are of one type, by the year.
    """
    state = play.state
    column = "1944" if state.me262_early else year(play)
    kind = consult(play, "interceptor_type", column=column)
    place_interceptors(play, [Fighter("", kind) for _ in range(number_of_interceptors(play))])


def number_of_interceptors(play: InPlay) -> int:
    return play.roll("1d6", "number of interceptors").total + loose_bonus(play)


@rule("6.4.1", "A loose formation draws more interceptors")
def loose_bonus(play: InPlay) -> int:
    """More interceptors come against a loose formation than the die says."""
    if not play.state.mission.is_loose:
        return 0
    more = play.data.numbers.air_combat.more_if_loose
    play.log("more_interceptors", more=more)
    return more


@rule("9.1.2", "Position the interceptors")
def place_interceptors(play: InPlay, fighters: list[Fighter]) -> None:
    """The interceptors line up from left to right, with the aces who already fly them.

    Their numbers go on from attack to attack through the mission.
    """
    mission = play.state.mission
    for one in fighters:
        mission.met += 1
        one.id, one.post = f"i{mission.met}", Post.COMBAT
    mission.interceptors = fighters
    kinds = [name_of(play, one.kind) for one in fighters]
    ids = [one.id for one in fighters]
    play.log("interceptors", kinds={kind: kinds.count(kind) for kind in kinds}, ids=ids)
    for one in fighters:
        if one.ace:
            tell_ace(play, one)


@rule("9.1.2", "Position the interceptors")
def reposition_interceptors(play: InPlay) -> Asks:
    """The interceptors line up again for the second round; a German player decides how (13.4)."""
    part(play)
    line = play.state.mission.interceptors
    if not is_two_player(play) or are_alike(line):
        return
    prompt = "In which order do the interceptors line up, from left to right?"
    line[:] = yield from choose_fighters(
        play, prompt, line, LUFTWAFFE, len(line), len(line), ordered=True
    )
    play.log("new_line", fighters=[fighter_label(play, one) for one in line])


@rule("9.1.3", "Enemy aces")
def place_enemy_aces(play: InPlay) -> Asks:
    """A die decides how many aces are among the interceptors.

    They are placed from left to right; a German player places them himself.
    """
    fighters = play.state.mission.interceptors
    if not is_two_player(play):
        assign_aces(play, "luftwaffe", fighters)
        return
    for _ in range(number_of_aces(play, "luftwaffe", fighters)):
        ace = draw_ace(play, "luftwaffe")
        free = [one for one in fighters if not one.ace]
        prompt = f"Which interceptor does {ace_label(play, ace)} fly?"
        one = yield from choose_fighter(play, prompt, free, LUFTWAFFE)
        put_ace(play, "luftwaffe", ace, one)


@rule("9.1.4", "Aggressive escorts")
def aggressive_escorts(play: InPlay) -> Asks:
    """A die decides the least number of escorts that must fight. The commander may send more."""
    must = min(consult(play, "escort_engagement"), len(in_section(play)))
    yield from send_more_escorts(play, must)


@rule("9.1.5", "Additional aggressive escorts")
def send_more_escorts(play: InPlay, must: int) -> Asks:
    """The commander sends any number of further escorts into the fight.

    The others stay with the bombers.
    """
    there = in_section(play)
    foes = play.state.mission.interceptors
    prompt = f"escorts attack? {counted(len(foes), 'interceptor')}, at least {must} must"
    sent = yield from choose_escorts(
        play,
        prompt,
        there,
        must,
        len(there),
        each=lambda one: chances.of_exchange(play, chances.Pair(one, foes[0])),
        of=lambda number: chances.of_round(play, as_they_stand(there[:number], foes)),
        does=("attacks", "attack"),
        others=("stays with the bombers", "stay with the bombers"),
    )
    for one in sent:
        one.post = Post.COMBAT
    play.log("escorts_attack", number=len(sent), stay=len(there) - len(sent))


# ---------------------------------------------------------------------- the shooting


@rule("9.1.7", "Fighters against fighters, first round")
def first_round(play: InPlay) -> Asks:
    """The fighters pair off and fire once.

    Interceptors that are damaged then leave the fight.
    """
    yield from fight_round(play)


def fight_round(play: InPlay, *, second: bool = False) -> Asks:
    """Position the fighters and resolve each set; damaged interceptors leave afterwards."""
    mission = play.state.mission
    sets = yield from position_fighters(play, second=second)
    for one in sets:
        yield from conduct_fire(play, one)
    retire_damaged(play)
    mission.engaged = [
        fighter.id
        for one in sets
        for fighter, stays in (
            (one.escort, one.foe in mission.interceptors),
            (one.escort_wingman, True),
        )
        if fighter in mission.escorts and stays
    ]


def retire_damaged(play: InPlay) -> None:
    """Damaged interceptors leave: after a round of fighters, under the fire of bombers (9.2)."""
    mission = play.state.mission
    leave = [one for one in mission.interceptors if one.damaged]
    if leave:
        mission.retired += leave
        mission.interceptors = [one for one in mission.interceptors if not one.damaged]
        play.log("interceptors_leave", fighters=[fighter_name(play, one) for one in leave])


@rule("9.1.8", "Determine advantage")
def advantage(play: InPlay, one: Engagement) -> int:
    """Compare the performance of the escort with that of the interceptor."""
    mine = ratings_of(play, one.escort).performance + ace_bonus(play, one.escort)[1]
    theirs = ratings_of(play, one.foe).performance + ace_bonus(play, one.foe)[1]
    play.log(
        "advantage",
        escort=fighter_label(play, one.escort),
        foe=fighter_label(play, one.foe),
        mine=mine,
        theirs=theirs,
        wingman=fighter_label(play, one.escort_wingman) if one.escort_wingman else "",
        foe_wingman=fighter_label(play, one.foe_wingman) if one.foe_wingman else "",
    )
    return mine - theirs


@rule("9.1.9", "Conduct air combat fire")
@ruling(
    "a damaged fighter that is not destroyed fires back with the ratings of its damaged side",
    rejected="it fires back with the ratings that it had when it was attacked, or not at all",
    why="only a destroyed defender is kept from firing, and the counter has been turned over",
)
def conduct_fire(play: InPlay, one: Engagement) -> Asks:
    """The better performer fires first; at equal performance both fire at once.

    A fighter that is destroyed before it has fired does not fire back.
    """
    better = advantage(play, one)
    mine, theirs = manned_fighter(play, one.escort), manned_fighter(play, one.foe)
    if better == 0:
        at_foe, at_escort = fire_of_escort(play, one), fire_of_foe(play, one)
        hit_interceptor(play, one.foe, at_foe, mine)
        yield from hit_escort(play, one.escort, at_escort, theirs)
    elif better > 0:
        if not hit_interceptor(play, one.foe, fire_of_escort(play, one), mine):
            yield from hit_escort(play, one.escort, fire_of_foe(play, one), theirs)
    else:
        yield from hit_escort(play, one.escort, fire_of_foe(play, one), theirs)
        if one.escort in play.state.mission.escorts:
            hit_interceptor(play, one.foe, fire_of_escort(play, one), mine)


def fire_of_escort(play: InPlay, one: Engagement) -> str:
    return fire_at_fighter(play, one.escort, one.foe, one.escort_wingman is not None)


def fire_of_foe(play: InPlay, one: Engagement) -> str:
    return fire_at_fighter(play, one.foe, one.escort, one.foe_wingman is not None)


@rule("9.5", "Resolve fire in air combat")
def fire_at_fighter(play: InPlay, shooter: Fighter, target: Fighter, wingman: bool) -> str:
    """Two dice are rolled for the fire at a fighter.

    Add the air combat rating of the shooter, his ace and his wingman, and take off the
    structure of the target: a high total damages it, a very high one destroys it.
    """
    how = by(
        *(["wingman"] if wingman else []),
        air_combat=ratings_of(play, shooter).air_combat,
        structure=ratings_of(play, target).structure,
        ace=ace_bonus(play, shooter)[0],
    )
    who, whom = fighter_name(play, shooter), fighter_name(play, target)
    result: str = consult(play, "fighter_combat", why=f"{who} at {whom}", **how)
    if result == "destroyed":
        note_shot_down(play, who, whom)
    return result


@rule("9.1.10", "Fighters against fighters, second round")
@ruling(
    "an escort whose opponent flies on undamaged stays engaged; wingmen never withdraw; all others "
    "may",
    rejected="every escort may choose, or none that is engaged",
    why="the choice is given to escorts that are not engaged, and wingmen are excepted from it",
)
def second_round(play: InPlay) -> Asks:
    """Escorts that are no longer engaged may withdraw first.

    The rest line up again and fight once more.
    """
    for one in (yield from choose_who_withdraws(play)):
        one.post = Post.WITHDRAWN
        play.log("withdraws", escort=fighter_label(play, one))
    yield from reposition_interceptors(play)
    if in_combat(play):
        play.log("second_round")
        yield from fight_round(play, second=True)


def choose_who_withdraws(play: InPlay) -> Asks:
    mission = play.state.mission
    foes, fighting = mission.interceptors, in_combat(play)
    free = [one for one in fighting if one.id not in mission.engaged]
    left = f"{counted(len(foes), 'interceptor')} left"

    def without(number: int) -> chances.Chances:
        there = [one for one in fighting if one not in free[:number]]
        return chances.of_round(play, as_they_stand(there, foes))

    if len(free) != 1:
        prompt = f"of {names(play, free)} withdraw? {left}"
        return (
            yield from choose_escorts(
                play,
                prompt,
                free,
                0,
                len(free),
                each=lambda one: if_it_stays(play, one),
                of=without,
                does=("withdraws", "withdraw"),
                others=("fights on", "fight on"),
            )
        )
    answer = yield play.ask(
        f"Does {names(play, free)} withdraw? {left}",
        {"stay": "it fights on", "withdraw": "it withdraws"},
        at={"withdraw": (free[0].id,)},
        odds=lambda option: without(int(option == "withdraw")),
        seat=SQUADRON,
    )
    return free if answer == "withdraw" else []


def if_it_stays(play: InPlay, escort: Fighter) -> chances.Chances:
    """Return what an escort would meet if it stays, by its fire against the first interceptor."""
    pair = chances.Pair(escort, play.state.mission.interceptors[0])
    told = chances.of_exchange(play, pair)
    return {f"if it stays, {words}": chance for words, chance in told.items()}


@rule("9.3", "Air combat conclusion")
def conclude_air_combat(play: InPlay) -> None:
    """Move the escorts back to their section and take the interceptors off the card."""
    mission = play.state.mission
    part(play)
    for escort in mission.escorts:
        escort.post = Post.SECTION
    for one in [*mission.interceptors, *mission.retired]:
        if is_two_player(play):
            keep_available(play, one)
        else:
            send_ace_home(play, one)
    mission.interceptors, mission.retired, mission.engaged = [], [], []
    mission.covered = []
    mission.covering_arcs = False


@rule("13.4.1", "Interceptors after the combat")
@ruling(
    "an ace stays with his fighter, and comes up again when it does",
    rejected="the aces of the German player are drawn again for every mission",
    why="6.2 keeps them together throughout the mission, and 13.4.1 keeps the fighter available",
)
def keep_available(play: InPlay, one: Fighter) -> None:
    """Interceptors that come out of a combat can be sent again. Each keeps its ace."""
    german = play.state.mission.german
    german.fighters[one.kind] = german.fighters.get(one.kind, 0) + 1
    if one.ace:
        german.aces[one.ace] = one.kind
