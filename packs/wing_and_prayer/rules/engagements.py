"""9.1.6 Who fights whom: leaders and wingmen of both sides."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tabletop_core import Asks, by_id, rule
from tabletop_core.events import listed

from ..questions import chances
from ..questions.mission import is_two_player
from ..questions.names import fighter_label, manned_fighter, rated_fighter
from ..state import LUFTWAFFE, SQUADRON, Fighter, InPlay, Post

FightOdds: TypeAlias = Callable[[Fighter], chances.Chances]
"""The odds shown for a fighter to choose: the first escort's fire, or fire at the first foe."""


Does: TypeAlias = tuple[str, str]
"""What one does, and what several do: `("stays", "stay")`."""


class Engagement(NamedTuple):
    """A set of engaged fighters: two leaders, each perhaps with a wingman."""

    escort: Fighter
    foe: Fighter
    escort_wingman: Fighter | None
    foe_wingman: Fighter | None


def part(play: InPlay) -> None:
    """Take all fighters away from those they stand beside."""
    mission = play.state.mission
    for one in [*mission.escorts, *mission.interceptors]:
        one.beside = ""


def in_combat(play: InPlay) -> list[Fighter]:
    return [one for one in play.state.mission.escorts if one.post is Post.COMBAT]


def are_alike(fighters: list[Fighter]) -> bool:
    return len({(one.kind, one.ace, one.damaged) for one in fighters}) < 2


def engaged_with(play: InPlay, one: Fighter) -> Fighter | None:
    """Return the fighter that this one stands beside."""
    mission = play.state.mission
    others = [*mission.escorts, *mission.interceptors]
    return next((other for other in others if other.id == one.beside), None)


def opponent(play: InPlay, leader: Fighter) -> Fighter:
    """Return the opponent of a leader who has one."""
    foe = engaged_with(play, leader)
    assert foe is not None, f"{leader.id} leads against nobody"
    return foe


def choice_label(play: InPlay, one: Fighter) -> str:
    """Return a fighter, and whom it is engaged with."""
    foe = engaged_with(play, one)
    against = f" against {rated_fighter(play, foe)}" if foe else ""
    return f"{rated_fighter(play, one)}{against}"


def choose_fighter(
    play: InPlay, prompt: str, fighters: list[Fighter], seat: str, odds: FightOdds | None = None
) -> Asks:
    named = {one.id: one for one in fighters}
    answer = yield from play.choose(
        prompt, tuple(named), label=lambda name: choice_label(play, named[name]),
        at=by_id(), odds=odds and (lambda name: odds(named[name])), seat=seat,
    )  # fmt: skip
    return named[answer]


def choose_fighters(
    play: InPlay,
    prompt: str,
    fighters: list[Fighter],
    seat: str,
    least: int,
    most: int,
    *,
    ordered: bool = False,
    odds: FightOdds | None = None,
) -> Asks:
    """Ask for several fighters."""
    named = {one.id: one for one in fighters}
    ids = yield play.ask(
        prompt, tuple(named), label=lambda name: choice_label(play, named[name]),
        at=by_id(), least=least, most=most, ordered=ordered,
        odds=odds and (lambda name: odds(named[name])), seat=seat,
    )  # fmt: skip
    return [named[name] for name in ids]


def choose_escorts(
    play: InPlay,
    prompt: str,
    there: list[Fighter],
    least: int,
    most: int,
    *,
    each: FightOdds,
    of: Callable[[int], chances.Chances],
    does: Does,
    others: Does,
) -> Asks:
    """Ask which escorts do something, or only how many where they are all alike.

    `each` and `of` return the chances of one of them, and of a number of them.
    `does` and `others` say what those do that are chosen, and what the others.
    """

    def label(number: int) -> str:
        return f"{so_many(number, does)}, {so_many(len(there) - number, others)}"

    if least == len(there):
        return there
    if are_alike(there):
        number = yield play.ask(
            f"How many {prompt}", range(least, most + 1), label=label, odds=of, seat=SQUADRON
        )
        return there[:number]
    return (
        yield from choose_fighters(play, f"Which {prompt}", there, SQUADRON, least, most, odds=each)
    )


def so_many(number: int, does: Does) -> str:
    """Say what a number of them do: *none stays*, *1 stays*, *2 stay*."""
    return f"{number or 'none'} {does[number > 1]}"


def choose_for_each(
    play: InPlay,
    prompt: str,
    there: list[Fighter],
    others: list[Fighter],
    seat: str,
    odds: FightOdds | None = None,
) -> Asks:
    """Ask for a fighter for each of the others, in their order where they differ."""
    number, ordered = len(others), not are_alike(others)
    if number == len(there) and not ordered:
        return there
    if number == 1:
        return [(yield from choose_fighter(play, f"{prompt}?", there, seat, odds))]
    prompt += ", in this order?" if ordered else "?"
    return (
        yield from choose_fighters(
            play, prompt, there, seat, number, number, ordered=ordered, odds=odds
        )
    )


def names(play: InPlay, fighters: list[Fighter]) -> str:
    """Return the fighters that a question is about; of several without what their aces add."""
    name = rated_fighter if len(fighters) == 1 else manned_fighter
    return listed(name(play, one) for one in fighters)


@rule("9.1.6", "Position the escorts")
def position_fighters(play: InPlay, *, second: bool = False) -> Asks:
    """Engage the fighters in sets, from left to right along the row of interceptors."""
    part(play)
    escorts, foes = in_combat(play), list(play.state.mission.interceptors)
    pairs = yield from pair_up(play, escorts, foes)
    for escort, foe in pairs:
        escort.beside, foe.beside = foe.id, escort.id
    leaders, targets = [escort for escort, _ in pairs], [foe for _, foe in pairs]
    if len(escorts) > len(foes):
        wingmen = yield from escort_wingmen(play, leaders, escorts, second)
    else:
        wingmen = yield from interceptor_wingmen(play, targets, foes)
    for leader, wingman in wingmen.items():
        wingman.beside = leader
    return [
        Engagement(escort, foe, wingmen.get(escort.id), wingmen.get(foe.id))
        for escort, foe in pairs
    ]


def as_they_stand(
    escorts: list[Fighter], foes: list[Fighter], wingmen: int | None = None
) -> list[chances.Pair]:
    """Return the pairs if all fight from left to right and those left over assist in this order.

    `wingmen`: how many of the escorts left over assist; by default all do.
    """
    pairs = list(zip(escorts, foes, strict=False))
    spare = len(escorts) - len(pairs) if wingmen is None else wingmen
    spare_foes = len(foes) - len(pairs)
    return [
        chances.Pair(escort, foe, at < spare, at < spare_foes)
        for at, (escort, foe) in enumerate(pairs)
    ]


def pair_up(play: InPlay, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    """Ask who fights whom, where it makes a difference."""
    leaders, targets = escorts, foes
    if not (are_alike(escorts) and are_alike(foes)) and not is_all_one(escorts, foes):
        if len(escorts) > len(foes):
            leaders = yield from choose_leaders(play, escorts, foes)
        else:
            targets = yield from choose_targets(play, escorts, foes)
    pairs = zip(leaders, targets, strict=False)
    return sorted(pairs, key=lambda pair: foes.index(pair[1]))


def is_all_one(escorts: list[Fighter], foes: list[Fighter]) -> bool:
    """Alike interceptors of which none, or each one, has a wingman are all one to the escorts."""
    extra_foes = len(foes) - len(escorts)
    return are_alike(foes) and (extra_foes == 0 or extra_foes >= len(escorts))


def choose_targets(play: InPlay, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    which = "interceptor does" if len(escorts) == 1 else "interceptors do"
    prompt = f"Which {which} {names(play, escorts)} attack"
    first = escorts[0]
    return (
        yield from choose_for_each(
            play, prompt, foes, escorts, SQUADRON, lambda foe: chances.of_duel(play, first, foe)
        )
    )


def choose_leaders(play: InPlay, escorts: list[Fighter], foes: list[Fighter]) -> Asks:
    which = "escort leads" if len(foes) == 1 else "escorts lead"
    prompt = f"Which {which} against {names(play, foes)}"
    first = foes[0]
    return (
        yield from choose_for_each(
            play, prompt, escorts, foes, SQUADRON, lambda one: chances.of_duel(play, one, first)
        )
    )


@rule("9.1.6.1", "Escort wingmen")
def escort_wingmen(
    play: InPlay, leaders: list[Fighter], escorts: list[Fighter], second: bool
) -> Asks:
    """Place extra escorts behind the leaders that they assist."""
    rest = extra(leaders, escorts)
    wingmen = rest[: len(leaders)]
    # After the second round nobody is bound any more, and a leader only gains by his wingman.
    if not second:
        wingmen = yield from choose_wingmen(play, leaders, rest)
    swarm(play, extra(wingmen, rest))
    if are_alike(leaders) and are_alike(play.state.mission.interceptors):
        return behind(leaders, wingmen)
    return (yield from assign_wingmen(play, leaders, wingmen, SQUADRON))


def choose_wingmen(play: InPlay, leaders: list[Fighter], rest: list[Fighter]) -> Asks:
    """Ask which extra escorts assist; those that do must stay for the second round (9.1.10)."""
    foes = [opponent(play, leader) for leader in leaders]

    def odds(number: int) -> chances.Chances:
        return chances.of_round(play, as_they_stand(leaders, foes, wingmen=number))

    if len(rest) != 1:
        prompt = f"of {names(play, rest)} assist {names(play, leaders)} as wingmen?"
        return (
            yield from choose_escorts(
                play,
                prompt,
                rest,
                0,
                min(len(rest), len(leaders)),
                each=lambda _: odds(1),
                of=odds,
                does=("assists", "assist"),
                others=("stays apart", "stay apart"),
            )
        )
    answer = yield play.ask(
        f"Does {names(play, rest)} assist as a wingman?",
        {
            "assist": "it assists, +1 to the fire of its leader, and must fight on",
            "apart": "it stays apart and may withdraw",
        },
        at={"assist": (rest[0].id,)},
        odds=lambda option: odds(int(option == "assist")),
        seat=SQUADRON,
    )
    return rest if answer == "assist" else []


@rule("9.1.6.2", "Interceptor wingmen")
def interceptor_wingmen(play: InPlay, leaders: list[Fighter], foes: list[Fighter]) -> Asks:
    """Place extra interceptors behind the leaders that they assist."""
    rest = extra(leaders, foes)
    wingmen = rest[: len(leaders)]
    swarm(play, extra(wingmen, rest))
    if not is_two_player(play):
        return behind(leaders, wingmen)
    return (yield from assign_wingmen(play, leaders, wingmen, LUFTWAFFE))


@rule("9.1.6.3", "Swarm")
def swarm(play: InPlay, idle: list[Fighter]) -> None:
    """Those beyond two to one, and those not to assist, stay out of this round."""
    if idle:
        play.log("swarm", fighters=", ".join(fighter_label(play, one) for one in idle))


def extra(taken: list[Fighter], side: list[Fighter]) -> list[Fighter]:
    return [one for one in side if one not in taken]


def behind(leaders: list[Fighter], wingmen: list[Fighter]) -> dict[str, Fighter]:
    """Place wingmen behind their leaders, from left to right."""
    return {leader.id: one for leader, one in zip(leaders, wingmen, strict=False)}


def assign_wingmen(play: InPlay, leaders: list[Fighter], wingmen: list[Fighter], seat: str) -> Asks:
    """Ask behind whom the wingmen are placed, where there are fewer of them than leaders."""
    if 0 < len(wingmen) < len(leaders):
        are = "wingman is" if len(wingmen) == 1 else "wingmen are"
        prompt = f"Whose {are} {names(play, wingmen)}"
        leaders = yield from choose_for_each(
            play,
            prompt,
            leaders,
            wingmen,
            seat,
            lambda one: chances.of_duel(play, one, opponent(play, one), helped=True),
        )
    return behind(leaders, wingmen)
