"""The report of a batch: counts with confidence intervals, and distributions."""

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from ..engine.outcome import Seats
from ..engine.rules import Rule
from ..events.event import EVERYONE
from ..events.words import said
from ..intervals import wilson
from .distributions import Distribution


@attrs.frozen(kw_only=True)
class Report:
    """The results of a batch; `games` of `wanted` were finished.

    `teams` names the seats that win and lose together; a single seat is a team of its name.
    `wins` counts the games that each team has won, alone or with others; `places`, where there are
    more than two teams, how often each took which place.
    """

    pack: str
    title: str
    seed: int | str
    options: Mapping[str, Any]
    players: Mapping[str, str]
    wanted: int
    games: int
    outcomes: Mapping[tuple[str, str | None], int]
    teams: Mapping[str, Seats]
    wins: Mapping[str, int]
    scores: Mapping[str, Distribution]
    places: Mapping[str, Distribution]
    decisions: Distribution
    rounds: Distribution
    statistics: Mapping[str, Distribution]
    reached: Mapping[Rule, int] | None
    seconds: float
    is_interrupted: bool = False
    rows: Mapping[tuple[str, str], int] | None = None

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        counts = self.decisions.counts.items()
        return sum(value * count for value, count in counts) / self.seconds if self.seconds else 0.0

    def _shares(self, counts: Iterable[tuple[dict[str, Any], int]]) -> list[dict[str, Any]]:
        shares = []
        for names, count in counts:
            low, high = wilson(count, self.games)
            shares.append(
                names
                | {
                    "count": count,
                    "percent": round(100 * count / self.games, 4) if self.games else 0.0,
                    "low": round(100 * low, 4),
                    "high": round(100 * high, 4),
                }
            )
        return shares

    def outcome_shares(self) -> list[dict[str, Any]]:
        """Return each outcome with its count, percent and 95 % interval, the most common first."""
        counts = sorted(
            self.outcomes.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or "")
        )
        return self._shares(
            ({"outcome": outcome_name(kind, winner), "kind": kind, "winner": winner}, count)
            for (kind, winner), count in counts
        )

    def win_shares(self) -> list[dict[str, Any]]:
        """Return each seat or team with its wins; empty where no game has a winner.

        A shared victory counts for each, so the percentages may add up to more than 100.
        """
        if not any(self.wins.values()):
            return []
        return self._shares(
            ({"seat": team, "player": self.player_of(team)}, n) for team, n in self.wins.items()
        )

    def player_of(self, team: str) -> str:
        """Return the player of a seat or a team; empty if it has several players."""
        players = {self.players[seat] for seat in self.teams[team]}
        return players.pop() if len(players) == 1 else ""

    def place_shares(self) -> list[dict[str, Any]]:
        """Return each seat or team with the counts of its places and the mean place.

        Empty in games of one or two, and where no game has places.
        """
        return [
            {
                "seat": team,
                "player": self.player_of(team),
                "mean": round(self.places[team].mean, 4),
                "counts": {str(place): n for place, n in sorted(self.places[team].counts.items())},
            }
            for team in self.teams
            if team in self.places
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, as `sim --json` prints it."""
        length = {"decisions": self.decisions.to_json()}
        if self.rounds.counts:
            length["rounds"] = self.rounds.to_json()
        page: dict[str, Any] = {
            "pack": self.pack,
            "games": self.games,
            "seed": self.seed,
            "options": dict(self.options),
            "players": dict(self.players),
            "outcomes": self.outcome_shares(),
            "wins": self.win_shares(),
            "score": {seat: spread.to_json() for seat, spread in self.scores.items()},
            "length": length,
        }
        if self.places:
            page["places"] = self.place_shares()
        if self.statistics:
            page["statistics"] = {
                name: spread.to_json() for name, spread in self.statistics.items()
            }
        if self.reached is not None:
            page["rules"] = [
                {"rule": rule.number, "title": rule.title, "where": rule.where, "count": count}
                for rule, count in self.reached.items()
            ]
        if self.rows is not None:
            page["rows"] = [
                {"table": table, "row": row, "count": count}
                for (table, row), count in self.rows.items()
            ]
        return page | {
            "interrupted": self.is_interrupted,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games_per_second, 1),
        }


def outcome_name(kind: str, winner: str | None) -> str:
    """Return the name of an outcome: its kind in words, and the winner if it is one seat."""
    return said(kind) if winner in (None, EVERYONE) else f"{said(kind)}: {winner}"
