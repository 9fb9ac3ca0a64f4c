"""How a mission went, for its last page."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tabletop_core import Event
from tabletop_core.events import Fate, Story, Told, counted, listed

from ..questions.board import mission_of
from ..state import Airman, Damage, InPlay
from .names import man_at

MAX_NAMES = 4
"""How many men are named in one sentence."""
TITLES = {
    "major_victory": "The target is destroyed",
    "conditional_victory": "Home, but the target stands",
    "destroyed": "The bomber did not come back",
    "crashed": "The bomber did not come back",
    "aborted": "Back without bombing",
}
"""How it ended, by outcome."""


def story(play: InPlay, events: Sequence[Event], told: Told) -> Story:
    """Tell a mission: the target, the fight, the losses, the bombs or why none fell."""
    state, outcome = play.state, play.outcome.kind if play.outcome else ""
    short = {man: told.surname(man) for man in state.crew} | {"": "the escort"}
    kills = Counter(one.facts["by"] for one in events if one.kind == "shot_down")
    stopped = sum(damage is Damage.MAJOR for damage in state.engines.values())
    score = len(state.bombs) + state.cubes
    parts = (
        f"{told.person('pilot')} set out for {mission_of(play).target}.",
        fight(attackers(play, events), {short[man]: number for man, number in kills.items()}),
        losses(
            [short[name] for name, man in state.crew.items() if man.is_lost],
            [short[name] for name, man in state.crew.items() if man.is_wounded],
        ),
        f"{counted(stopped, 'engine')} stopped." if stopped and outcome != "crashed" else "",
        ending(outcome, len(state.bombs), len(state.open)),
        f"Score {score} of 10: {play.data.rating_of(score)}.",
    )
    return Story(
        title=TITLES[outcome],
        text=" ".join(filter(None, parts)),
        fates=tuple(
            fate(name, man, outcome, kills[name], told) for name, man in state.crew.items()
        ),
    )


def attackers(play: InPlay, events: Sequence[Event]) -> int:
    """Return how many enemy aircraft the deck has brought."""
    drawn = [one.facts for one in events if one.kind == "draw"]
    met = [facts["card"] for facts in drawn if facts["why"] == "bombing run deck"]
    enemies = play.data.enemies
    return sum(card in enemies and enemies[card].is_aircraft for card in met)


def fight(came: int, kills: Mapping[str, int]) -> str:
    """Return how many attacked, and who shot down how many.

    >>> fight(0, {}), fight(1, {}), fight(1, {"Sgt. Riggs": 1})
    ('No enemy aircraft came.', '1 enemy aircraft came, and none was shot down.', \
'1 enemy aircraft came, and it was shot down by Sgt. Riggs.')
    >>> fight(3, {"Sgt. Riggs": 1}), fight(3, {"the escort": 2, "Sgt. Riggs": 1})
    ('3 enemy aircraft came, and 1 was shot down by Sgt. Riggs.', \
'3 enemy aircraft came, and all were shot down by the escort (2) and Sgt. Riggs.')
    """
    if not came:
        return "No enemy aircraft came."
    number = sum(kills.values())
    if not number:
        return f"{came} enemy aircraft came, and none was shot down."
    shooters = listed(f"{who} ({each})" if each > 1 else who for who, each in kills.items())
    fell = f"{number} {'was' if number == 1 else 'were'}"
    if number == came:
        fell = "it was" if came == 1 else "all were"
    return f"{came} enemy aircraft came, and {fell} shot down by {shooters}."


def losses(lost: Sequence[str], hurt: Sequence[str]) -> str:
    """Return who was lost or wounded, by name where there are few.

    >>> losses([], []), losses(["Lt. Kemp"], []), losses([], ["Lt. Kemp", "Sgt. Riggs"])
    ('Nobody was hurt.', 'Lt. Kemp was lost.', 'Lt. Kemp and Sgt. Riggs were wounded.')
    """
    told = [
        f"{listed(men) if len(men) <= MAX_NAMES else f'{len(men)} men'} "
        f"{'was' if len(men) == 1 else 'were'} {fate}."
        for men, fate in ((lost, "lost"), (hurt, "wounded"))
        if men
    ]
    return " ".join(told) or "Nobody was hurt."


def ending(outcome: str, bombs: int, missed: int) -> str:
    """
    >>> ending("conditional_victory", 0, 5), ending("conditional_victory", 1, 4)
    ('None of the 5 bombs was on the target.', '1 of the 5 bombs was on the target.')
    >>> ending("major_victory", 5, 0)
    'All 5 bombs were on the target.'
    """
    if outcome in LOST:
        return LOST[outcome]
    if not missed:
        return f"All {bombs} bombs were on the target."
    number = f"{bombs or 'None'} of the {bombs + missed} bombs"
    return f"{number} {'was' if bombs < 2 else 'were'} on the target."


LOST = {
    "destroyed": "Short of the target the bomber broke up in midair.",
    "crashed": "Short of the target the last engine stopped, and the bomber went down.",
    "aborted": "With both pilots lost the bomber turned back short of the target.",
}
"""Why no bomb fell, by outcome."""


def fate(name: str, man: Airman, outcome: str, kills: int, told: Told) -> Fate:
    end, tone = "came home unhurt", "good"
    if man.is_lost:
        end, tone = "was lost", "bad"
    elif outcome in ("destroyed", "crashed"):
        end, tone = "went down with the bomber", "bad"
    elif man.is_wounded:
        end, tone = "came home wounded", "warn"
    won = f", {counted(kills, 'kill')}" if kills else ""
    return Fate(man_at(told, name), end + won, tone, told.number(name))
