"""9.1.6 Who fights whom: leaders and wingmen of both sides."""

from typing import NamedTuple

from tabletop_core import Asks, rule

from ..formation import LUFTWAFFE, SQUADRON, Game, fighter_label, is_two_player
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


def choose_fighter(play: Game, prompt: str, fighters: list[Fighter], seat: str) -> Asks:
    by_id = {one.id: one for one in fighters}
    answer = yield from play.choose(
        prompt, tuple(by_id), label=lambda name: fighter_label(play, by_id[name]), seat=seat
    )
    return by_id[answer]


def choose_fighters(
    play: Game,
    prompt: str,
    fighters: list[Fighter],
    seat: str,
    least: int,
    most: int,
    *,
    ordered: bool = False,
) -> Asks:
    """Ask for several fighters."""
    by_id = {one.id: one for one in fighters}
    ids = yield play.ask(
        prompt, tuple(by_id), label=lambda name: fighter_label(play, by_id[name]),
        least=least, most=most, ordered=ordered, seat=seat,
    )  # fmt: skip
    return [by_id[name] for name in ids]


def choose_for_each(
    play: Game, prompt: str, there: list[Fighter], others: list[Fighter], seat: str
) -> Asks:
    """Ask for a fighter for each of the others, in their order where they differ."""
    number, ordered = len(others), not are_alike(others)
    if number == 1:
        return [(yield from choose_fighter(play, f"{prompt}?", there, seat))]
    prompt += ", in this order?" if ordered else "?"
    return (yield from choose_fighters(play, prompt, there, seat, number, number, ordered=ordered))


def names(play: Game, fighters: list[Fighter]) -> str:
    return ", ".join(fighter_label(play, one) for one in fighters)


@rule("9.1.6", "Position the escorts")
def position_fighters(play: Game) -> Asks:
    """Return the sets of engaged fighters, from left to right along the row of interceptors."""
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
    pairs = zip(escorts, targets, strict=False)
    engaged = sorted(pairs, key=lambda pair: foes.index(pair[1]))
    wingmen = yield from interceptor_wingmen(play, [foe for _, foe in engaged], foes)
    return [Engagement(escort, foe, None, wingmen.get(foe.id)) for escort, foe in engaged]


def choose_targets(play: Game, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    which = "interceptor does" if len(escorts) == 1 else "interceptors do"
    prompt = f"Which {which} {names(play, escorts)} attack"
    return (yield from choose_for_each(play, prompt, foes, escorts, SQUADRON))


@rule("9.1.6.1", "Escort wingmen")
def escort_wingmen(play: Game, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    """Return the leaders against the interceptors, and the wingmen by their leader's id."""
    leaders = escorts[: len(foes)]
    if not (are_alike(escorts) and are_alike(foes)):
        leaders = yield from choose_leaders(play, escorts, foes)
    rest = [one for one in escorts if one not in leaders]
    if are_alike(leaders) and are_alike(foes):
        pairs = zip(leaders, swarm(play, leaders, rest), strict=False)
        return leaders, {leader.id: one for leader, one in pairs}
    return leaders, (yield from assign_wingmen(play, leaders, rest, SQUADRON))


def choose_leaders(play: Game, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    lead = "escort leads" if len(foes) == 1 else "escorts lead"
    prompt = f"Which {lead} against {names(play, foes)}"
    return (yield from choose_for_each(play, prompt, escorts, foes, SQUADRON))


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
        play.log("swarm", fighters=names(play, idle))
    return rest[: len(leaders)]


def assign_wingmen(play: Game, leaders: list[Fighter], rest: list[Fighter], seat: str) -> Asks:
    """Give each extra fighter a leader; return the wingmen by their leader's id."""
    wingmen = swarm(play, leaders, rest)
    led = leaders
    if 0 < len(wingmen) < len(leaders):
        are = "wingman is" if len(wingmen) == 1 else "wingmen are"
        prompt = f"Whose {are} {names(play, wingmen)}"
        led = yield from choose_for_each(play, prompt, leaders, wingmen, seat)
    return {leader.id: one for leader, one in zip(led, wingmen, strict=False)}
