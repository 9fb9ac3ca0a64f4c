"""9.1.6 Who fights whom: leaders and wingmen of both sides."""

from typing import NamedTuple

from tabletop_core import Asks, rule

from ..formation import LUFTWAFFE, SQUADRON, Game, fighter_label, is_two_player, name_of
from ..state import Fighter, Post


class Engagement(NamedTuple):
    """A set of engaged fighters: two leaders, each perhaps with a wingman."""

    escort: Fighter
    foe: Fighter
    escort_wingman: Fighter | None
    foe_wingman: Fighter | None


def in_combat(play: Game) -> list[Fighter]:
    return [one for one in play.state.mission.escorts if one.post is Post.COMBAT]


def are_alike(fighters: list[Fighter]) -> bool:
    return len({(one.kind, one.ace, one.damaged) for one in fighters}) < 2


def chosen(fighters: list[Fighter], ids: tuple[str, ...]) -> list[Fighter]:
    by_id = {one.id: one for one in fighters}
    return [by_id[name] for name in ids]


@rule("9.1.6", "Position the escorts")
def position_fighters(play: Game) -> Asks:
    """Return the sets of engaged fighters, from left to right."""
    escorts, foes = in_combat(play), list(play.state.mission.interceptors)
    if len(escorts) > len(foes):
        leaders, wingmen = yield from escort_wingmen(play, escorts, foes)
        return [
            Engagement(leader, foe, wingmen.get(leader.id), None)
            for leader, foe in zip(leaders, foes, strict=True)
        ]
    targets = foes
    if not (are_alike(escorts) and are_alike(foes)):
        targets = yield from choose_targets(play, escorts, foes)
    targets = targets[: len(escorts)]
    pairs = yield from interceptor_wingmen(play, targets, foes)
    return [
        Engagement(escort, foe, None, pairs.get(foe.id))
        for escort, foe in zip(escorts, targets, strict=True)
    ]


def choose_targets(play: Game, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    line = ", ".join(fighter_label(play, one) for one in escorts)
    ids = yield play.ask(
        f"Which interceptors do your escorts attack, in the order {line}?",
        [one.id for one in foes],
        label=lambda name: fighter_label(play, chosen(foes, (name,))[0]),
        least=len(escorts),
        most=len(escorts),
        ordered=True,
        seat=SQUADRON,
    )
    return chosen(foes, ids)


@rule("9.1.6.1", "Escort wingmen")
def escort_wingmen(play: Game, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    """Return the leaders against the interceptors, and the wingmen by their leader's id."""
    leaders = escorts[: len(foes)]
    if not (are_alike(escorts) and are_alike(foes)):
        line = ", ".join(fighter_label(play, one) for one in foes)
        ids = yield play.ask(
            f"Which escorts lead against the interceptors, in the order {line}?",
            [one.id for one in escorts],
            label=lambda name: fighter_label(play, chosen(escorts, (name,))[0]),
            least=len(foes),
            most=len(foes),
            ordered=True,
            seat=SQUADRON,
        )
        leaders = chosen(escorts, ids)
    rest = [one for one in escorts if one not in leaders]
    if are_alike(leaders) and are_alike(foes):
        pairs = zip(leaders, swarm(play, leaders, rest), strict=False)
        return leaders, {leader.id: one for leader, one in pairs}
    return leaders, (yield from assign_wingmen(play, leaders, rest, SQUADRON))


@rule("9.1.6.2", "Interceptor wingmen")
def interceptor_wingmen(play: Game, leaders: list[Fighter], foes: list[Fighter]) -> Asks:
    rest = [one for one in foes if one not in leaders]
    if is_two_player(play):
        return (yield from assign_wingmen(play, leaders, rest, LUFTWAFFE))
    return {
        leader.id: one for leader, one in zip(leaders, swarm(play, leaders, rest), strict=False)
    }


@rule("9.1.6.3", "Swarm")
def swarm(play: Game, leaders: list[Fighter], rest: list[Fighter]) -> list[Fighter]:
    """Keep those beyond two to one out of this round."""
    idle = rest[len(leaders) :]
    if idle:
        play.log("swarm", number=len(idle), fighter=name_of(play, idle[0].kind))
    return rest[: len(leaders)]


def assign_wingmen(play: Game, leaders: list[Fighter], rest: list[Fighter], seat: str) -> Asks:
    """Give each extra fighter a leader; return the wingmen by their leader's id."""
    wingmen = swarm(play, leaders, rest)
    led = leaders
    if wingmen and len(wingmen) < len(leaders):
        ids = yield play.ask(
            f"Which leaders get one of the {len(wingmen)} wingmen?",
            [one.id for one in leaders],
            label=lambda name: fighter_label(play, chosen(leaders, (name,))[0]),
            least=len(wingmen),
            most=len(wingmen),
            seat=seat,
        )
        led = chosen(leaders, ids)
    return {leader.id: one for leader, one in zip(led, wingmen, strict=False)}
