"""What must agree between the data files, whoever wrote the values."""

from collections.abc import Iterator

from tabletop_core import Problem

from .data import BomberData

DANGLING = "D301"
CLOCK = (12, 3, 6, 9)
HEIGHTS = ("high", "low")


def faults(data: BomberData) -> list[Problem]:
    """Return every fault, so that all come in one report."""
    found = [*_crew(data), *_enemies(data), *_events(data), *_missions(data)]
    return [
        Problem(
            code=DANGLING, file=file, key=key, value=repr(value), message=message, remedy=remedy
        )
        for file, key, value, message, remedy in found
    ]


Fault = tuple[str, str, object, str, str]


def _crew(data: BomberData) -> Iterator[Fault]:
    faces = sorted([*data.at_station, *data.wings])
    if faces != list(range(1, data.dice.damage + 1)) or len(data.at_station) != len(data.crew):
        yield (
            "crew.toml", "station", faces, "the damage die does not hit each place by one face",
            f"give each man and each wing a number of its own from 1 to {data.dice.damage}",
        )  # fmt: skip
    for card in data.crew.values():
        for clock in card.sight.clock if card.sight else ():
            if clock not in CLOCK:
                yield (
                    "crew.toml", f"{card.id}.sight.clock", clock, "no enemy comes from there",
                    f"use some of {CLOCK}",
                )  # fmt: skip
    if not data.flyers:
        yield "crew.toml", "flies", False, "nobody can fly the bomber", "mark the pilots"


def _enemies(data: BomberData) -> Iterator[Fault]:
    for card in data.enemies.values():
        if card.clock and card.clock.value not in CLOCK:
            yield (
                "enemies.toml", f"{card.id}.clock", card.clock.value, "no such clock position",
                f"use one of {CLOCK}",
            )  # fmt: skip
        if card.altitude and card.height not in HEIGHTS:
            yield (
                "enemies.toml", f"{card.id}.altitude", card.height, "no such altitude",
                f"use one of {HEIGHTS}",
            )  # fmt: skip
        if card.lit_by and card.lit_by not in data.events:
            yield (
                "enemies.toml", f"{card.id}.lit_by", card.lit_by, "there is no such event",
                "name an event card",
            )  # fmt: skip
        if card.by_range and len(card.by_range) != card.stays:
            yield (
                "enemies.toml", f"{card.id}.by_range", card.by_range,
                "it does not have a damage for each combat turn", f"give {card.stays} numbers",
            )  # fmt: skip


def _events(data: BomberData) -> Iterator[Fault]:
    for card in data.events.values():
        man, action = card.bans or ("", "")
        if card.bans and (man not in data.crew or action not in data.crew[man].actions):
            yield (
                "events.toml", f"{card.id}.bans", card.bans, "no man has this action",
                "name a man and one of the actions on his card",
            )  # fmt: skip
        if card.banned_by and card.banned_by not in data.events:
            yield (
                "events.toml", f"{card.id}.banned_by", card.banned_by, "there is no such event",
                "name an event card",
            )  # fmt: skip


def _missions(data: BomberData) -> Iterator[Fault]:
    for name, mission in data.missions.items():
        file = f"missions/{name}.toml"
        for take in mission.take:
            cards = data.groups.get(take.group)
            if cards is None:
                yield (
                    file, "mission.take.group", take.group, "no card belongs to this group",
                    f"use one of {', '.join(data.groups)}",
                )  # fmt: skip
            elif sum(cards.values()) < take.number:
                yield (
                    file, "mission.take.number", take.number,
                    f"there are not so many {take.group} cards", "take fewer, or add cards",
                )  # fmt: skip
        if sum(take.number for take in mission.take) != mission.cards:
            yield (
                file, "mission.cards", mission.cards, "the recipe takes another number of cards",
                "make both agree",
            )  # fmt: skip
        if len(mission.crosshair) != data.dice.ammo:
            yield (
                file, "mission.crosshair", len(mission.crosshair),
                "there is not one bombing target for each bomb", f"give {data.dice.ammo}",
            )  # fmt: skip
