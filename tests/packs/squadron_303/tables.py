"""Tables on which a test sets up just what it needs, and scripts that say it in lines of text."""

import re
from collections.abc import Callable, Iterable
from functools import wraps
from types import UnionType
from typing import Any, get_args, get_origin

import attrs
import pytest

from packs.squadron_303.components import CombatCard, Mode
from packs.squadron_303.game import GAME
from packs.squadron_303.questions.germans import has_ace
from packs.squadron_303.rules.bombing import bombing
from packs.squadron_303.rules.campaign import (
    choose_chapters,
    close_chapter,
    damage_site,
    open_chapter,
)
from packs.squadron_303.rules.counterattack import counterattacks, strike
from packs.squadron_303.rules.damage import damage_fighter, damage_plane
from packs.squadron_303.rules.elite import deal_aces, reveal_ace
from packs.squadron_303.rules.ending import check_goals
from packs.squadron_303.rules.events import begin_event, check_events, check_open_events
from packs.squadron_303.rules.fight import all_have_fought, combat, fights
from packs.squadron_303.rules.germans import german_movement
from packs.squadron_303.rules.movement import all_have_moved, movement, next_move, reconnaissance
from packs.squadron_303.rules.players import (
    begin_turn,
    choose_start,
    declare_abilities,
    draw_cards,
)
from packs.squadron_303.rules.reorganization import end_turn, new_pilots, service
from packs.squadron_303.rules.setup import choose_hunted, prepare_boards
from packs.squadron_303.rules.shot_down import bonus_moves, shot_down
from packs.squadron_303.rules.specialization import choose_group, give_first_levels
from packs.squadron_303.state import COLOURS, Fighter, PilotRecord, Plane, Squadron, Status
from tabletop_core import Decision, Pile
from tabletop_core.chance import Scripted
from tabletop_core.testing import perform

DATA = GAME.data_with()
PLAIN = {"effect": "choose_damage", "set": ("maneuver/token", "maneuver/token")}
"""The set of a card on which nobody's symbols make it up."""


class Table:
    """A game in progress without Germans, events or cards in hand, and scripted chance."""

    def __init__(self, **options: Any) -> None:
        self.match = GAME.start(options, seed=1, data=DATA, snapshots=False)
        self.play = self.match.play
        self.state = self.play.state
        self.play.events.in_memory.clear()
        self.state.planes.clear()
        self.state.squadrons.clear()
        self.state.events_to_come.clear()
        self.state.deck = Pile.of(list(DATA.cards))
        self.state.discards.clear()
        for record in self.state.pilots.values():
            record.status = Status.ASIDE
        for fighter in self.state.fighters.values():
            fighter.pilot = ""
            fighter.cards.clear()
            fighter.declared = False
            fighter.ammunition = DATA.numbers.counts.ammunition
            fighter.supply = Pile.of(list(DATA.damage_tokens))
        self.asked: list[Decision] = []

    def fly(self, colour: str, pilot: str, area: str, *cards: str, **more: Any) -> Fighter:
        """Put a pilot into the air with these cards in hand."""
        fighter = self.state.fighters[colour]
        fighter.pilot, fighter.area, fighter.landed = pilot, area, False
        fighter.cards = [self.state.deck.take(card) for card in cards]
        self.state.pilots[pilot].status = Status.FLYING
        for name, value in more.items():
            setattr(fighter, name, value)
        for token in fighter.damage:
            fighter.supply.take(token)
        return fighter

    def card(self, name: str, **parts: Any) -> str:
        """Print a Combat card anew, so that a test does not hang on the reconstructed deck."""
        data = self.play.data
        card = attrs.evolve(data.cards[name], **parts)
        self.play.data = attrs.evolve(data, cards={**data.cards, name: card})
        return name

    def squadron(self, name: str, *route: str, mode: str = "escort", **more: Any) -> Squadron:
        squadron = Squadron(id=name, route=list(route), mode=Mode(mode), area=route[0], **more)
        self.state.squadrons[name] = squadron
        return squadron

    def plane(self, aircraft: str, area: str, squadron: str = "I", **more: Any) -> Plane:
        if squadron not in self.state.squadrons:
            self.squadron(squadron, area)
        name = str(len(self.state.planes) + 1)
        group = self.play.data.aircraft[aircraft].group
        plane = Plane(id=name, aircraft=aircraft, group=group, area=area, squadron=squadron, **more)
        self.state.planes[name] = plane
        return plane

    def script(self, *outcomes: int | str) -> None:
        """Write down the dice and cards to come."""
        self.play.source = Scripted(outcomes)

    def run(self, procedure: Callable[..., Any], *args: Any, answers: tuple[Any, ...] = ()) -> Any:
        """Run a rule with these answers; all answers and all scripted chance must be used."""
        done = perform(self.play, procedure, *args, answers=answers)
        self.asked += done.asked
        script = self.play.source
        assert not isinstance(script, Scripted) or not script.left
        return done.result

    @property
    def prompts(self) -> list[str]:
        return [decision.prompt for decision in self.asked]

    def events(self, kind: str) -> list[Any]:
        return [event.facts for event in self.play.events if event.kind == kind]


def move(play: Any, *fighters: Fighter) -> Any:
    return next_move(play, list(fighters))


def strike_at(play: Any, area: str, die: str, number: int) -> Any:
    return strike(play, area, {die: number}, "the Counterattack")


def whole(rule: Callable[..., Any], until: Callable[[Any], bool]) -> Callable[..., Any]:
    """Return a rule that repeats another, as the sequence of play does."""

    @wraps(rule)
    def rounds(play: Any) -> Any:
        yield from rule(play)
        while not until(play):
            yield from rule(play)

    return rounds


RULES: dict[str, Callable[..., Any]] = {
    rule.__name__.replace("_", " "): rule
    for rule in (
        *(begin_event, begin_turn, bombing, bonus_moves, check_events, check_goals),
        *(check_open_events, choose_chapters, choose_group, choose_hunted, choose_start),
        *(close_chapter, combat, counterattacks, damage_fighter),
        *(damage_plane, damage_site, deal_aces, open_chapter, prepare_boards),
        *(declare_abilities, draw_cards, end_turn, german_movement, give_first_levels),
        *(move, new_pilots, reconnaissance, reveal_ace, service, shot_down, strike_at),
        *(whole(fights, all_have_fought), whole(movement, all_have_moved)),
    )
}
"""The rules that a script may carry out, by their names."""
KEYWORDS = {"ability", "asked", "called", "events", "game", "lost", "offered", "told", "why"}


class Script:
    """One claim as lines of text: what is on the table, which rules are carried out, what comes.

        c01 hit set=hit,hit effect=first_strike           a card printed anew, its symbol first
        I: A5 A7 patrol                                   a squadron, its route and mode
        blue zumbach A5 c01 declared -> damage=no_extra   a board; after all, it is damaged
        he111 2 bf109 A5 I markers=1 -> A7                planes; after all, they are at A7
        all I -> A7                                       so are all planes of the squadron
        zumbach medals=1 -> medals=0                      the record of a pilot
        table turn=2 -> bombs=none                        what else the state holds
        combat blue with hit blank hit-2: hit, c01, (0 1) a rule, dice and cards, and the answers
        #2 -> down                                        now the second plane is gone
        told round.hits 1, 2                              this fact of all events of the kind
        told no effect                                    and their number
        asked no which dice                               so many prompts have these words
        offered 1 none, I, II                             the options of the first question
        called stay fight on, stay here                   what an option was called, each time

    Pieces of a kind may share a line: `blue zumbach A5, yellow feric A3 -> A5`.
    `game players=1` comes first where it is another game. What follows an arrow is looked at when
    all is over, but at once where a rule has been carried out and the line sets nothing up.
    `none` is nothing: no cards, no pilot. The set of a `plain` card is one that nobody completes.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def play(self) -> list[str]:
        """Play it through, and return all that came otherwise than it says."""
        self.table = Table(scenario="biggin_hill", players=2)
        self.planes: list[Plane] = []
        self.wrong: list[str] = []
        later, has_begun = [], False
        for line in self.lines:
            keyword, *words = line.split()
            if name := rule_in(line):
                self._carry_out(RULES[name], line.removeprefix(name))
                has_begun = True
                continue
            if keyword in KEYWORDS:
                getattr(self, f"_{keyword}")(*words)
                continue
            for piece in line.split(", "):
                setting, arrow, after = piece.partition("->")
                what, *words = setting.split()
                things = self._put(what, *words)
                if words or not has_begun:
                    later.append((piece, things, after))
                elif arrow:
                    self._look_at(piece, things, after)
        for line, things, after in later:
            self._look_at(line, things, after)
        return self.wrong

    def _put(self, what: str, *words: str) -> list[Any]:
        """Set up what a line names; return the pieces or records."""
        state, cards = self.table.state, [word for word in (what, *words) if word in DATA.cards]
        words = tuple(word for word in words if word not in cards)
        if what in COLOURS and words and words[0] in state.pilots:
            more = facts(Fighter, words[2:])
            return [self.table.fly(what, *words[:2], *cards, **more)]
        if what in DATA.cards:
            return [self.table.card(card, **facts(CombatCard, words)) for card in cards]
        if what.endswith(":"):
            route = [word for word in words if word in DATA.board.areas]
            more = facts(Squadron, words[len(route) :])
            return [self.table.squadron(what[:-1], *route, **more)]
        if what in DATA.aircraft or what.isdigit():
            return self._planes(what, *words)
        if what == "all":
            found = [plane for plane in state.planes.values() if plane.squadron == words[0]]
            assert found, f"no plane flies in squadron {words[0]}"
            return found
        named = {"table": state, **state.fighters, **state.pilots, **state.squadrons}
        thing = self.planes[int(what[1:]) - 1] if what[0] == "#" else named[what]
        for name, value in facts(type(thing), words).items():
            setattr(thing, name, value)
        for card in cards:
            thing.cards.append(state.deck.take(card))
        return [thing]

    def _planes(self, *words: str) -> list[Plane]:
        kinds: list[str] = []
        area, *more = words
        while area in DATA.aircraft or area.isdigit():
            kinds += [more.pop(0)] * int(area) if area.isdigit() else [area]
            area, *more = more
        is_squadron = more and "=" not in more[0] and more[0] not in attrs.fields_dict(Plane)
        squadron = more.pop(0) if is_squadron else "I"
        put = [self.table.plane(kind, area, squadron, **facts(Plane, more)) for kind in kinds]
        self.planes += put
        return put

    def _look_at(self, line: str, things: list[Any], after: str) -> None:
        words = after.split()
        for thing in things:
            if "down" in words:
                state = self.table.state
                self._expect(line, thing.id in state.planes | state.squadrons, False)
            for name, value in facts(type(thing), [one for one in words if one != "down"]).items():
                self._expect(line, getattr(thing, name), value)

    def _expect(self, line: str, found: Any, wanted: Any) -> None:
        if found != wanted:
            self.wrong.append(f"{line}: found {found!r}")

    def _carry_out(self, rule: Callable[..., Any], words: str) -> None:
        args, _, answers = words.partition(":")
        args, _, outcomes = args.partition(" with ")
        given = [answer(text.strip()) for text in re.findall(r"\([^)]*\)|[^,]+", answers)]
        pieces = self.table.state.fighters | {f"#{plane.id}": plane for plane in self.planes}
        self.table.script(*outcomes.split())
        self.table.run(rule, *(pieces.get(it, answer(it)) for it in args.split()), answers=given)

    def _ability(self, ability: str, *planes: str) -> None:
        """Expect that these planes have an ability, and no others."""
        flying = self.table.state.planes.values()
        having = [f"#{it.id}" for it in flying if has_ace(self.table.play, it, ability)]
        self._expect(f"ability {ability}", having or ["nobody"], list(planes))

    def _asked(self, number: str, *words: str) -> None:
        if number == "nothing":
            self._expect("asked nothing", self.table.prompts, [])
            return
        asked = sum(" ".join(words) in prompt for prompt in self.table.prompts)
        self._expect(f"asked {number} {' '.join(words)}", asked, count(number))

    def _called(self, option: str, *words: str) -> None:
        asked = [one for one in self.table.asked if option in one.options]
        found = ", ".join(decision.label_of(option) for decision in asked)
        self._expect(f"called {option}", found, " ".join(words))

    def _offered(self, number: str, *words: str) -> None:
        found = ", ".join(map(str, self.table.asked[int(number) - 1].options))
        self._expect(f"offered {number}", found, " ".join(words))

    def _events(self, *results: str) -> None:
        found = [event.result or "open" for event in self.table.state.events]
        self._expect(f"events {' '.join(results)}", found, list(results))

    def _game(self, *options: str) -> None:
        pairs = (option.partition("=") for option in options)
        words = {"": True, "no": False}
        self.table = Table(**{name: words.get(value, answer(value)) for name, _, value in pairs})

    def _lost(self, plane: str) -> None:
        del self.table.state.planes[answer(plane)]

    def _told(self, what: str, *words: str) -> None:
        kind, _, fact = what.partition(".")
        line = f"told {what} {' '.join(words)}"
        if fact:
            told = [as_word(facts[fact]) for facts in self.table.events(kind)]
            self._expect(line, told, " ".join(words).split(", "))
        else:
            self._expect(line, len(self.table.events(words[0])), count(what))

    def _why(self, *words: str) -> None:
        self._expect("why", self.table.state.why, " ".join(words))


def rule_in(line: str) -> str:
    """Return the name of the rule that a line begins with, or nothing."""
    return next((name for name in RULES if re.match(rf"{name}(:| |$)", line)), "")


def count(word: str) -> int:
    return 0 if word == "no" else int(word)


def as_word(fact: Any) -> str:
    return ("+".join(fact) or "none") if isinstance(fact, list) else str(fact)


def answer(text: str) -> Any:
    """Read an answer or argument: `2` is a number, `#2` a plane, `(c01 c02)` several things."""
    if text.startswith("("):
        return tuple(answer(one) for one in text[1:-1].split())
    return int(text) if text.isdigit() else text.removeprefix("#")


def facts(of: type, words: Iterable[str]) -> dict[str, Any]:
    """Read `name=value`, or a word alone, as attributes of a class of pieces."""
    found = {}
    for word in words:
        name, _, text = word.partition("=")
        if word == "plain":
            found |= PLAIN
            continue
        if "=" not in word and word not in attrs.fields_dict(of):
            name = {Squadron: "mode", PilotRecord: "status", CombatCard: "symbol"}.get(of, "area")
            text = word.replace("_", " ") if name == "status" else word
        found[name] = value_of(attrs.fields_dict(of)[name].type, text)
    return found


def value_of(kind: Any, text: str) -> Any:
    """Read a value of this type."""
    items = [] if text == "none" else text.split(",")
    if get_origin(kind) is dict:
        return {name: int(number) for name, _, number in (item.partition(":") for item in items)}
    if get_origin(kind) in (list, tuple):
        one, *_ = get_args(kind)
        return get_origin(kind)(one(item) for item in items)
    if kind is bool:
        return text != "no"
    if kind is Pile:
        return Pile.of(items)
    if text == "none" and get_origin(kind) is UnionType:
        return None
    return kind("" if text == "none" else text)


def claims(text: str, *start: str) -> pytest.MarkDecorator:
    """Read scripts: a claim each, and lines set in below it; farther in, a line goes on.

    Each script begins with the lines of `start`. Lines with a hash in front are for the reader.
    """
    scripts: dict[str, list[str]] = {}
    claim = ""
    for line in text.splitlines():
        if line.startswith("        "):
            scripts[claim][-1] += f" {line.strip()}"
        elif line.startswith("    "):
            scripts[claim].append(line.strip())
        elif line and not line.startswith("# "):
            assert line not in scripts, f"two scripts of one claim: {line}"
            claim = line
            scripts[claim] = [*start]
    found = [pytest.param(Script(lines), id=claim) for claim, lines in scripts.items()]
    return pytest.mark.parametrize("script", found)
