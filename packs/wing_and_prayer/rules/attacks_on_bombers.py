"""9.2 Interceptors against bombers, in waves and two rounds."""

from typing import Any, NamedTuple

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..questions import chances
from ..questions.formation import element_of, elements, flying, in_element
from ..questions.mission import is_two_player
from ..questions.names import (
    bomber_label,
    bomber_name,
    element_label,
    fighter_label,
    fighter_name,
    name_of,
    rated_fighter,
)
from ..questions.ratings import ace_bonus, by, crew_of, ratings_of
from ..state import LUFTWAFFE, SQUADRON, Fighter, InPlay, Post
from .air_combat import in_section, retire_damaged
from .engagements import part
from .experience import upgrade_for_kill
from .general import consult, random_bomber
from .lady_luck import use_luck
from .notes import note_shot_down
from .results import hit_bomber, hit_interceptor

NOBODY = "none"
"""The answer that no interceptor is covered."""

ELEMENT_MODIFIERS = ("lead_element", "high_element", "low_element", "tail_element")


class Aim(NamedTuple):
    """An interceptor beside the bomber it is going to attack."""

    interceptor: Fighter
    bomber: str


def can_attack_bombers(play: InPlay) -> bool:
    mission = play.state.mission
    return bool(mission.interceptors) and bool(flying(mission))


@rule("9.2", "Interceptors attack the bombers")
def first_attacks(play: InPlay) -> Asks:
    """The interceptors that are left and undamaged attack the bombers, in waves of four."""
    yield from attack_in_waves(play)


@rule("9.2.8", "Second round of attacks on the bombers")
@ruling(
    "escorts that gave cover in the first round give none in the second",
    rejected="every escort that is left may give cover once more",
    why="9.2.3 and 9.2.7 take escorts that are still in their section, and 9.3 brings the others "
    "back there",
)
def second_attacks(play: InPlay) -> Asks:
    """Those that are still undamaged attack once more, in waves as before."""
    play.log("second_attack")
    yield from attack_in_waves(play)


@rule("9.2.4", "Interceptor waves")
@ruling(
    "the first four interceptors from the left attack, whatever their elements, then the next "
    "four, and so on",
    rejected="the player, or the dice, choose who belongs to a wave",
    why="9.2.4 counts those that attack all elements together, and leaves open who they are",
)
@ruling(
    "the eight interceptors that can come at most (9.1.1) make two waves; the third that 9.2.4 "
    "names would come with more of them",
    rejected="a wave is so small that eight make three",
    why="9.2.4 sets four as the limit of a wave, and a die and two for a loose formation bring "
    "eight; the words 'or third' are left over",
)
def attack_in_waves(play: InPlay) -> Asks:
    """No more than four interceptors attack at once.

    The first four from the left, then the next four, until all have attacked.
    """
    line, wave = list(play.state.mission.interceptors), play.data.numbers.air_combat.wave
    for first in range(0, len(line), wave):
        if not flying(play.state.mission):
            return
        if first:
            play.log("wave", number=first // wave + 1)
        yield from attack_in_one_wave(play, line[first : first + wave])


@rule("9.2.7", "One wave")
def attack_in_one_wave(play: InPlay, wave: list[Fighter]) -> Asks:
    """A wave attacks in four steps.

    All choose their bombers, escorts give cover, the bombers fire, and then the interceptors
    that are left.
    """
    part(play)
    aims = yield from select_bombers(play, wave)
    hampered = yield from cover_support(play, aims)
    yield from defensive_fire(play, aims)
    yield from interceptor_fire(play, aims, hampered)


@rule("9.2.1", "Interceptors select their bombers")
def select_bombers(play: InPlay, wave: list[Fighter]) -> Asks:
    """Dice choose a bomber for every interceptor; a German player chooses himself."""
    aims: list[Aim] = []
    for one in wave:
        if is_two_player(play):
            bomber = yield from german_target(play, one, aims)
            place = element_label(play.state.mission, bomber)
            name = bomber_name(play, bomber)
            play.log("aims", fighter=fighter_label(play, one), bomber=name, place=place)
        else:
            bomber = targeting_procedure(play, one)
        aims.append(aim_at(play, one, bomber))
    return aims


@rule("9.2.2", "Interceptors aim at bombers")
def aim_at(play: InPlay, one: Fighter, bomber: str) -> Aim:
    """The interceptor goes beside its bomber. Any number of them may attack the same one."""
    one.beside = bomber
    return Aim(one, bomber)


@rule("9.4", "Enemy interceptor targeting procedure")
@ruling(
    "interceptors beyond the four of a wave roll for their bomber when their own wave comes; "
    "nothing is rolled again for an element that many attack",
    rejected="those that meet more than they can attack roll again for another element",
    why="extra is what 9.2.4 calls those of later waves, for which 9.2.7 goes back to 9.2.1; no "
    "rule limits the interceptors at one element or bomber (9.2.2)",
)
def targeting_procedure(play: InPlay, one: Fighter) -> str:
    """Dice choose the bomber of each interceptor.

    One is for the element, one for the bomber in it.
    """
    return random_bomber(play, fighter_label(play, one))


@rule("13.4", "German choices in air combat")
def german_target(play: InPlay, one: Fighter, aims: list[Aim]) -> Asks:
    """The German player chooses the bomber that each of his interceptors attacks."""
    bombers = [name for at in elements(play.state.mission) for name in order_of(play, at)]
    return (
        yield from play.choose(
            f"Which bomber does {rated_fighter(play, one)} attack?",
            bombers,
            label=lambda name: target_label(play, name, aims),
            at=by_id(),
            odds=lambda name: chances.of_fire(play, modifiers(play, Aim(one, name))),
            seat=LUFTWAFFE,
        )
    )


def order_of(play: InPlay, element: int) -> list[str]:
    return in_element(play.state.mission, element)


def target_label(play: InPlay, bomber: str, aims: list[Aim]) -> str:
    """Return a bomber as the German player sees it: no word of its crew."""
    mission = play.state.mission
    damaged = ", damaged" if play.state.bombers[bomber].damaged else ""
    others = sum(aim.bomber == bomber for aim in aims)
    attacked = f", {counted(others, 'interceptor')} beside it" if others else ""
    return f"{name_of(play, bomber)} ({element_label(mission, bomber)}{damaged}{attacked})"


@rule("9.2.3", "Escort cover support")
@ruling(
    "the four escorts of an element are counted over all waves of both rounds",
    rejected="four may cover each element in every wave",
    why="the limit is a total, and those that give cover stay with the bombers until 9.3",
)
def cover_support(play: InPlay, aims: list[Aim]) -> Asks:
    """Ask which interceptors the escorts cover."""
    mission = play.state.mission
    ids: list[str] = []
    for group, room in by_room(play, aims):
        ids += yield from cover_group(play, group, room)
    mission.covered += [
        element_of(mission, aim.bomber) for aim in aims if aim.interceptor.id in ids
    ]
    return tuple(ids)


def by_room(play: InPlay, aims: list[Aim]) -> list[tuple[list[Aim], int]]:
    """Return who is asked for at once, and how many: all, or element by element if one is full."""
    covered = play.state.mission.covered
    at = [element_of(play.state.mission, aim.bomber) for aim in aims]
    most = play.data.numbers.air_combat.cover
    room = {element: most - covered.count(element) for element in dict.fromkeys(at)}
    if all(at.count(element) <= left for element, left in room.items()):
        return [(aims, len(aims))]
    return [
        ([aim for aim, its in zip(aims, at, strict=True) if its == element], left)
        for element, left in room.items()
        if left
    ]


def cover_group(play: InPlay, aims: list[Aim], room: int) -> Asks:
    free = in_section(play)
    if not free:
        return ()
    named = {aim.interceptor.id: aim for aim in aims}
    most = min(len(free), len(aims), room)
    # Where one is covered at most, to choose it is the answer.
    nobody = [NOBODY] if most == 1 else []
    which = "interceptor does an escort" if nobody else "interceptors do your escorts"
    answer = yield play.ask(
        f"Which {which} cover? {counted(len(free), 'escort')} free, each once in an air combat",
        [*named, *nobody],
        label=lambda name: "give no cover" if name == NOBODY else aim_label(play, named[name]),
        at=by_id(but=NOBODY),
        most=None if nobody else most,
        odds=lambda name: {} if name == NOBODY else chances_of_cover(play, named[name]),
        seat=SQUADRON,
    )
    ids = tuple(one for one in (answer if most > 1 else [answer]) if one != NOBODY)
    for escort, name in zip(free, ids, strict=False):
        escort.post, escort.beside = Post.COVER, name
        foe = named[name].interceptor
        play.log("covers", escort=fighter_name(play, escort), interceptor=fighter_name(play, foe))
    return ids


def aim_label(play: InPlay, aim: Aim) -> str:
    """Return who aims at whom, and how likely the bomber comes off unhurt without cover."""
    unhurt = chances.of_fire(play, modifiers(play, aim)).get("no damage", 0)
    who = f"{rated_fighter(play, aim.interceptor)} at {bomber_label(play, aim.bomber)}"
    return f"{who}, without cover no damage: {round(100 * unhurt)} %"


def chances_of_cover(play: InPlay, aim: Aim) -> chances.Chances:
    """Return what the fire of an interceptor does to its bomber where it is covered."""
    covered = chances.of_fire(play, modifiers(play, aim, "cover"))
    return {f"with cover, {damage}": chance for damage, chance in covered.items()}


@rule("9.2.5", "Bomber defensive fire")
@ruling(
    "a bomber fires once at each interceptor that aims at it",
    rejected="a bomber fires once, at one of the interceptors that aim at it",
    why="its fire is resolved against individual interceptors",
)
def defensive_fire(play: InPlay, aims: list[Aim]) -> Asks:
    """Every bomber fires once at each interceptor that attacks it, before the interceptor fires."""
    mission = play.state.mission
    if not mission.covering_arcs:
        mission.covering_arcs = yield from use_luck(
            play,
            "covering_arcs",
            "+1 to the fire of the bombers until the end of this air combat?",
            lambda answer: chances.of_bombers_fire(
                play, [bomber_modifiers(play, aim, covering=answer != "no") for aim in aims]
            ),
        )
    for aim in aims:
        result = fire_of_bomber(play, aim)
        if hit_interceptor(play, aim.interceptor, result, bomber_name(play, aim.bomber)):
            credit_kill(play, aim.bomber)
    if play.options["damaged_interceptors"] == "leave":
        retire_damaged(play)


@rule("9.5", "Resolve fire in air combat")
@ruling(
    "a damaged bomber fires with the ratings of its damaged side and has no further modifier",
    rejected="it fires with a further penalty for the damage",
    why="its lower air combat rating already is the effect of the damage",
)
def fire_of_bomber(play: InPlay, aim: Aim) -> str:
    """Two dice are rolled for the fire of a bomber.

    Add the air combat of bomber and crew, one for each other bomber of its element, and what
    its element is worth; a loose formation fires worse. Take off the structure of the target.
    """
    how = bomber_modifiers(play, aim, covering=play.state.mission.covering_arcs)
    who, whom = bomber_name(play, aim.bomber), fighter_name(play, aim.interceptor)
    result: str = consult(play, "fighter_combat", why=f"{who} at {whom}", **how)
    if result == "destroyed":
        note_shot_down(play, who, whom)
    return result


def bomber_modifiers(play: InPlay, aim: Aim, *, covering: bool) -> dict[str, Any]:
    """Return what counts when a bomber fires, with Covering Arcs or without."""
    mission = play.state.mission
    element = element_of(mission, aim.bomber)
    named = [ELEMENT_MODIFIERS[element]]
    if mission.is_loose:
        named.append("loose")
    if covering:
        named.append("covering_arcs")
    return by(
        *named,
        air_combat=ratings_of(play, play.state.bombers[aim.bomber]).air_combat,
        structure=ratings_of(play, aim.interceptor).structure,
        crew=crew_of(play, aim.bomber).air_combat,
        other_bombers=len(in_element(mission, element)) - 1,
    )


def credit_kill(play: InPlay, bomber: str) -> None:
    state = play.state
    crew = state.crews[state.bombers[bomber].crew]
    crew.kills += 1
    record = state.mission.record
    for line in record.flyers:
        if line.bomber == bomber:
            record.note(bomber, kills=line.kills + 1)
    if play.options["kill_upgrade"]:
        upgrade_for_kill(play, bomber)


@rule("9.2.6", "Interceptor fire")
@ruling(
    "an interceptor that the bombers have damaged fires with the ratings of its damaged side, and "
    "leaves then",
    rejected="it leaves without firing, since 9.2 lets only undamaged ones attack the bombers",
    why="9.2 speaks of those that come out of the combat of fighters; 9.2.8 takes damaged ones out "
    "of play before the second round, which would mean nobody if they had left before they fired",
    option="damaged_interceptors",
)
@ruling(
    "an interceptor whose bomber has gone loses its attack",
    rejected="it attacks another bomber of the element",
    why="it is beside that bomber, and attacks are resolved one by one",
)
def interceptor_fire(play: InPlay, aims: list[Aim], covered: tuple[str, ...]) -> Asks:
    """Each remaining interceptor fires at its bomber, in order; damaged ones then leave.

    An interceptor whose bomber is gone does not fire.
    """
    mission = play.state.mission
    for aim in aims:
        if aim.interceptor not in mission.interceptors:
            continue
        if aim.bomber not in mission.formation:
            name, bomber = fighter_name(play, aim.interceptor), bomber_name(play, aim.bomber)
            play.log("attack_lost", fighter=name, bomber=bomber)
        else:
            result = fire_at_bomber(play, aim, aim.interceptor.id in covered)
            yield from hit_bomber(play, aim.bomber, result)
    retire_damaged(play)


@rule("9.5", "Resolve fire in air combat")
def fire_at_bomber(play: InPlay, aim: Aim, is_covered: bool) -> str:
    """Two dice are rolled for the fire at a bomber.

    Add the air combat of the interceptor and its ace; subtract the structure of the bomber and
    the cover of an escort.
    """
    how = modifiers(play, aim, *(["cover"] if is_covered else []))
    why = f"{fighter_name(play, aim.interceptor)} at {bomber_name(play, aim.bomber)}"
    result: str = consult(play, "bomber_combat", why=why, **how)
    return result


def modifiers(play: InPlay, aim: Aim, *named: str) -> dict[str, Any]:
    """Return what counts when an interceptor fires at a bomber."""
    return by(
        *named,
        air_combat=ratings_of(play, aim.interceptor).air_combat,
        structure=ratings_of(play, play.state.bombers[aim.bomber]).structure,
        ace=ace_bonus(play, aim.interceptor)[0],
    )
