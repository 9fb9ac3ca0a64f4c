"""Set up a moment of a mission and carry out rules on it, dice and cards written down.

Most claims are told in `MOMENTS` of a file, a claim and below it what lies on the table, what is
played, and after an arrow what is then true:

    a new ace relieves the old one
        mission berlin_blitz
        enemies ace_6_high damage=1
        turn ace_3_low 1: rally
        -> display ace_3_low 0

`turn` plays one turn: the card and the dice in the order of the rules, a colon, the answers.
An answer of several options joins them with `+`. An enemy die of 1 misses. What is too long for a
line goes on in the next one, further in.
Before anything is played, each line puts something on the table: `mission`, `enemies`, men and
engines with `minor` or `major` damage, men `tired`, the only men `ready`, `deck empty`, a `rally`,
or what a part of the state is, such as `items lucky_coin`.
`indestructible` plays by that option.
After an arrow stands a part of the state, an event of the log with its facts, the odds of a deed,
or what the last play asked, its questions counted from 1: see `Mission.found`.
"""

import re

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.questions.board import cards_left, initiative_of
from packs.bomber_boys.questions.harm import damage_awaited
from packs.bomber_boys.questions.stopping import of_first_dice
from packs.bomber_boys.rules.abilities import Deed
from packs.bomber_boys.rules.attack import begin_combat
from packs.bomber_boys.rules.bombing import bombing_run, send_home
from packs.bomber_boys.rules.chances import of_deed, of_event
from packs.bomber_boys.rules.crew import deeds
from packs.bomber_boys.rules.damage import harm_of, hit_chosen_engine, roll_damage
from packs.bomber_boys.rules.enemies import attack_from_ground, strike_back
from packs.bomber_boys.sequence import SEQUENCE
from packs.bomber_boys.state import Damage, Enemy
from tabletop_core import Decision, Step
from tabletop_core.chance import Scripted
from tabletop_core.events import narrate
from tabletop_core.testing import perform

DATA = GAME.data_with()

PERFORMED = {
    "combat": begin_combat,
    "strike": strike_back,
    "ground": attack_from_ground,
    "home": send_home,
    "bombs": bombing_run,
    "engine": hit_chosen_engine,
}
"""Rules that a moment plays apart from a whole turn."""


def pytest_generate_tests(metafunc):
    """Try a test that takes a moment with each of its file, named by its claim."""
    if "moment" in metafunc.fixturenames:
        text = re.sub(r"\n {8,}", " ", metafunc.module.MOMENTS)
        blocks = re.split(r"\n(?=\S)", text.strip())
        told = [block.splitlines() for block in blocks if not block.startswith("#")]
        moments = [[line.strip() for line in lines if line] for _, *lines in told]
        metafunc.parametrize("moment", moments, ids=[claim for claim, *_ in told])


def one_turn(play, node=SEQUENCE.children[1]):
    """Carry out the steps below a node whose conditions hold when their turn comes."""
    if node.when is None or node.when(play):
        if isinstance(node, Step):
            yield from node.run(play) or ()
        else:
            for child in node.children:
                yield from one_turn(play, child)


def listed(text: str) -> list:
    """Read what commas part, or blanks where there are no commas; digits are numbers."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [int(part) if re.fullmatch(r"-?\d+", part) else part for part in parts]


def plain(value) -> str:
    """Write a value as moments do."""
    if isinstance(value, dict):
        value = [f"{name} {one}" for name, one in value.items()]
    if isinstance(value, set):
        value = sorted(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(plain, value)) or "nothing"
    return str(value)


class Mission:
    """A mission in progress, with just what a test puts on the table."""

    def __init__(self, **options) -> None:
        self.chance = Scripted(["lucky_coin"])
        self.match = GAME.start(options, source=self.chance, data=DATA)
        self.play = self.match.play
        self.state = self.play.state
        self.state.items.clear()
        self.asked: list[Decision] = []

    # ------------------------------------------------------------ what lies on the table

    def put(self, card: str, **how) -> Enemy:
        """Put an enemy on display."""
        name = card
        while any(enemy.name == name for enemy in self.state.display):
            name += "_2"
        self.state.display.append(Enemy(name=name, card=card, **how))
        return self.state.display[-1]

    # ------------------------------------------------------------ playing

    def perform(self, procedure, *args, script=None, answers=()) -> list[Decision]:
        """Carry out one rule; return the decisions that were asked."""
        return list(perform(self.play, procedure, *args, script=script, answers=answers).asked)

    def turn(self, told: str) -> list[Decision]:
        """Play one turn of the sequence, told as in a moment; return what was asked."""
        script, answers = read_play(told)
        return self.perform(one_turn, script=script, answers=answers)

    # ------------------------------------------------------------ moments

    def follow(self, *moment: str) -> "Mission":
        """Put down, play and compare what a moment tells; name all that is otherwise."""
        wrong = []
        for line in moment:
            word, _, told = line.removeprefix("-> ").partition(" ")
            if line.startswith("-> "):
                if (found := self.found(word, told)) != told:
                    wrong.append(f"told: {told}, found: {found}, of {word}")
            elif word == "turn":
                self.asked = self.turn(told)
            elif word == "damage":
                for face in told.split():
                    self.perform(roll_damage, script=[int(face)])
            elif word in PERFORMED:
                script, answers = read_play(told)
                self.asked = self.perform(PERFORMED[word], script=script, answers=answers)
            else:
                self.lay(word, told)
        assert not wrong, "\n".join(["It goes otherwise than told:", *wrong])
        return self

    def lay(self, word: str, told: str) -> None:
        """Put something on the table, by a word of moments."""
        if word == "enemies":
            for card, *how in (one.split() for one in told.split(",")):
                figures = dict(one.split("=") for one in how)
                self.put(card, **{name: int(value) for name, value in figures.items()})
        elif word in ("minor", "major"):
            for place in listed(told):
                if place in self.state.crew:
                    self.state.crew[place].damage = Damage(word)
                else:
                    self.state.engines[place] = Damage(word)
        elif word in ("tired", "ready"):
            for name, man in self.state.crew.items():
                man.exhausted |= (name in listed(told)) is (word == "tired")
        elif word == "deck":
            for stack in self.state.deck.values():
                stack.left = 0
        elif word == "rally":
            self.state.turn.rallied = True
        elif word not in ("mission", "indestructible"):
            place = self.state.turn if word.startswith("turn.") else self.state
            name = word.removeprefix("turn.")
            is_list = isinstance(getattr(place, name), list)
            setattr(place, name, listed(told) if is_list else int(told))

    def found(self, word: str, told: str) -> str:
        """Return what is true of something, written as a moment would tell it."""
        number, _, wanted = told.partition(": ")
        if word in FOUND:
            return plain(FOUND[word](self))
        if word in ASKED:
            at, *who = number.split(" ", 1)
            asked = self.asked[int(at) - 1 if int(at) > 0 else int(at)]
            return f"{number}: {plain(ASKED[word](asked, wanted, *who))}"
        if word == "odds":
            odds = odds_of(self.play, number)
            names = [one.rpartition(" ")[0] for one in wanted.split(", ")]
            return f"{number}: " + ", ".join(f"{name} {odds.get(name, 'no')}" for name in names)
        if word == "says":
            lines = [narrate(event, GAME.look.words, DATA.names) for event in self.events(number)]
            return f"{number}: {' | '.join(lines)}"
        if word.startswith("turn."):
            return plain(getattr(self.state.turn, word.removeprefix("turn.")))
        if hasattr(self.state, word):
            return plain(getattr(self.state, word))
        return self.facts_of(word, told)

    def facts_of(self, kind: str, told: str) -> str:
        """Return the events of a kind, each with the facts that are told of it."""
        assert kind in {*GAME.look.words, "roll"}, f"no event of the game is a {kind!r}"
        told_of = [re.findall(r"(\w+)=", one) for one in told.split("; ")]
        lines = []
        for at, event in enumerate(self.events(kind)):
            names = told_of[min(at, len(told_of) - 1)] or list(event.facts)
            lines.append(", ".join(f"{name}={plain(event.facts.get(name))}" for name in names))
        return "; ".join(lines) or "never"

    def events(self, kind: str) -> list:
        return [event for event in self.play.events if event.kind == kind]

    def happened(self, kind: str) -> list[dict]:
        return [dict(event.facts) for event in self.events(kind)]

    @property
    def tired(self) -> set[str]:
        return {name for name, man in self.state.crew.items() if man.exhausted}

    @property
    def hurt(self) -> dict[str, str]:
        places = {name: man.damage for name, man in self.state.crew.items()} | self.state.engines
        return {name: damage.value for name, damage in places.items() if damage.value != "none"}

    @property
    def outcome(self):
        return self.play.outcome


FOUND = {
    "asked": lambda table: len(table.asked),
    "hurt": lambda table: table.hurt,
    "tired": lambda table: table.tired,
    "dice": lambda table: table.state.turn.dice,
    "display": lambda table: [f"{one.name} {one.damage}" for one in table.state.display],
    "initiatives": lambda table: [initiative_of(table.play, one) for one in table.state.display],
    "range": lambda table: [f"{one.name} {one.turns}" for one in table.state.display],
    "discarded": lambda table: table.state.discard[-1],
    "cards": lambda table: cards_left(table.state),
    "outcome": lambda table: (
        f"{table.outcome.kind} {table.outcome.winner} {table.outcome.scores['captain']}"
        if table.outcome
        else "nothing"
    ),
}
"""What is found on the table, by its word in moments."""


def odds_of(play, of: str) -> dict:
    """Return the chances that are told: of the damage die, a roll, an event, else of a deed."""
    what, *which = of.split()
    if what in ("damage", "attack"):
        return harm_of(play) if what == "damage" else damage_awaited(play)
    if what == "roll":
        return of_first_dice(play, int(which[0]))
    if what == "event":
        return of_event(play, which[0])
    found = [deed for deed in deeds(play).values() if deed.action == what]
    return of_deed(play, *(found or [Deed(what, "")]))


def shots(decision: Decision) -> list[str]:
    """Return the options that fire a gun: a die, a man, an enemy."""
    return [option for option in decision.options if re.fullmatch(r"d\d \w+ \w+", str(option))]


def begin(decision: Decision, text: str) -> list[str]:
    """Return those of some words with which an option begins."""
    options = [f"{option} " for option in decision.options]
    return [one for one in listed(text) if any(option.startswith(f"{one} ") for option in options)]


ASKED = {
    "options": lambda asked, _: list(asked.options),
    "takes": lambda asked, _: f"{asked.least} to {asked.most}",
    "prompt": lambda asked, _: asked.prompt,
    "label": lambda asked, _, option: asked.label_of(option),
    "gunners": lambda asked, _: {shot.split()[1] for shot in shots(asked)},
    "shots": lambda asked, _, man: [shot for shot in shots(asked) if shot.split()[1] == man],
    "glows": lambda asked, _, *hand: asked.glowing(hand),
    "touches": lambda asked, _, option: asked.targets_of(option),
    "has": begin,
    "lacks": lambda asked, text: [one for one in listed(text) if one not in begin(asked, text)],
}
"""What is found of a question, by its word in moments."""


def read_play(told: str) -> tuple[list, list]:
    """Read cards and dice, and after a colon the answers."""
    script, _, answers = told.partition(":")
    found = [listed(one.replace("+", ",")) if "+" in str(one) else one for one in listed(answers)]
    return listed(script.replace(" ", ",")), found


@pytest.fixture
def table() -> Mission:
    return Mission()


@pytest.fixture
def table_for():
    return Mission


@pytest.fixture
def follow():
    """Follow a moment in the mission that it names, the first one by default."""

    def go(moment):
        named = [line.split()[1] for line in moment if line.startswith("mission ")]
        options = {"indestructible": "indestructible" in moment}
        Mission(mission=[*named, "milk_run"][0], **options).follow(*moment)

    return go


@pytest.fixture(scope="session")
def pack():
    """The pack under test, for the fixtures that tabletop brings."""
    return GAME
