"""Everybody named in a game has one fate on its last page, and it is that of the log."""

import re
from collections import Counter

import pytest

from tabletop_core import ALL_SEEING
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.story import story_of
from tabletop_core.presentation.telling import MomentReader

GAMES = [pack.load() for pack in find_packs().packs]
FEW, *MANY = range(8), range(8, 56), range(56, 104), range(104, 152), range(152, 200)
"""Seeds of games."""
CAMPAIGNS = {"squadron_303": {"campaign": True}}
"""Campaigns that no setup begins."""

FAULTS = r"[_{}]|\b1 \w+s (were|are)\b|[.,;:] ?[.,;:]|  |^[a-z]|\bNone\b(?! of)"
"""What no line of a last page has: ids, gaps, a wrong number."""


def shot(facts):
    return [facts["defender"]] if facts["hit"] else []


LOST = {
    "b29_superfortress": {
        "wound": lambda it: [it["man"]] if it["level"] in ("killed", "sent_home") else [],
        "treated": lambda it: [it["man"]] if it["result"] in ("dies", "sent_home") else [],
        "go_down": lambda it: it["men"],
        "lost_at_sea": lambda it: [it["man"]],
        "captive": lambda it: [it["man"]],
    },
    "bomber_boys": {
        "man_lost": lambda it: [it["id"]],
        "end": lambda it: CREW if it["outcome"] in ("crashed", "destroyed") else [],
    },
    "bomber_run": {
        **dict.fromkeys(("attack", "snap_shot", "battery"), shot),
        "ram": lambda it: it["lost"],
        "retreated": lambda it: [it["aircraft"]],
    },
    "squadron_303": {"shot_down": lambda it: [it["pilot"]]},
    "wing_and_prayer": {
        "bomber_lost": lambda it: [] if it["how"] == "drops out" else [bomber(it["bomber"])],
    },
}
"""Whom an event takes out of a game, by pack and kind of event: an id, or a name of the pack."""

CREW = load_pack("bomber_boys").look.drama.people.ids
"""The men of Bomber Boys."""

LEFT = re.compile(
    r"killed|died|prisoner|sent home|lost|went down|shot down|rammed|ramming|flew off|crashed|"
    r"failed to return|injured"
)
"""Words for a fate with which somebody is, or was, out of the game."""


def bomber(name):
    """Return the id of a bomber by its name in the log."""
    kind, letter = name.rpartition("(")[2].removesuffix(")").split()
    return f"{kind.replace('-', '')}-{letter}".lower()


def games(game, seeds):
    """Play a game for each seed, of all setups in turn, campaigns less often.

    Bots of a normal game play the even ones, others answer at random.
    """
    short = [setup.options for setup in game.all_setups if not setup.is_campaign]
    long = [setup.options for setup in game.all_setups if setup.is_campaign]
    long += [CAMPAIGNS[game.id]] if game.id in CAMPAIGNS else []
    for seed in seeds:
        setups = long if long and seed % 8 > 5 else short
        options = game.read_options(setups[seed // 2 % len(setups)])
        bot = "random" if seed % 2 else "normal"
        match = game.start(options, seed=seed)
        play_bots(match, seat_bots(game, dict.fromkeys(match.seats, bot), seed))
        yield match


def people_pattern(people):
    given, family = ("|".join(map(re.escape, names)) for names in (people.given, people.family))
    return re.compile(rf"\b(?:{given}) (?:{family})\b")


def named(match, story):
    """Return whom the moments of a game and its story name."""
    people = match.game.look.drama.people
    if people is None:  # The pilots of 303 Squadron have names of their own.
        flying = next(one.facts["flying"] for one in match.events if one.kind == "pilots")
        pilots = {one.facts.get("pilot") for one in match.events}
        return (pilots | set(flying.values())) - {None, ""}
    told = MomentReader(match.game, match.data.names, "salt", is_strict=True).read(match.events)
    texts = [story.text, *(moment.text for _, moment in told if moment is not None)]
    return set(people_pattern(people).findall(" ".join(texts)))


def out_of_the_game(match):
    """Return who is out of a game by its log."""
    reader = MomentReader(match.game, match.data.names, "salt", is_strict=True)
    lost = LOST[match.game.id]
    name = reader.told.person if match.game.look.drama.people else str
    return {
        name(person)
        for event, _ in reader.read(match.events)
        if event.kind in lost
        for person in lost[event.kind](event.facts)
    }


@pytest.mark.parametrize(
    "seeds",
    [FEW, *(pytest.param(seeds, marks=pytest.mark.gate) for seeds in MANY)],
    ids=lambda seeds: f"from {seeds.start}",
)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_everybody_named_has_one_fate_and_it_is_that_of_the_log(game, seeds):
    for match in games(game, seeds):
        story = story_of(match, ALL_SEEING, "salt")
        names = Counter(one.name.partition(", ")[0] for one in story.fates)
        assert max(names.values(), default=1) == 1
        for who in named(match, story):
            assert sum(name.endswith(who) for name in names) == 1, who
        lines = [story.title, story.text, *(f"{one.name}: {one.fate}" for one in story.fates)]
        assert [line for line in lines if re.search(FAULTS, line)] == []
        left = [one for one in story.fates if LEFT.search(one.fate)]
        assert {one.name.partition(", ")[0] for one in left} == out_of_the_game(match)
        assert {one.tone for one in left} <= {"warn", "bad", "dead"}
