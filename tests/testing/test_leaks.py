"""Leaks of every kind, planted one at a time into a sound game with hidden hands: each is found."""

import pytest

from tabletop_core.testing import check_pack
from tests.testing.gated import gated

SOUND = """
import attrs

from tabletop_core import Bot, CardRow, Game, Hand, Look, Pile, Repeat, ForEach, Sequence
from tabletop_core import Step, Viewer
from tabletop_core import determinize
from tabletop_core.panels import Facts

from . import IDENTITY

CARDS = {"comet": 2, "moon": 2, "star": 4, "sun": 2, "void": 2}


@attrs.define
class State:
    pile: Pile
    hands: dict[str, Hand]
    aside: CardRow
    laid: list[str] = attrs.field(factory=list)
    omen: str = ""


def new_state(play):
    return State(Pile.of(CARDS), {seat: Hand(seat) for seat in play.seats}, CardRow("aside"))


def deal(play):
    state = play.state
    for _ in range(2):
        for seat, hand in state.hands.items():
            hand.put(play.draw(state.pile, "dealt", seats=(seat,)))
    state.aside.put(state.pile.draw(play.source, "aside"))


def rival_of(play):
    return next(hand for seat, hand in play.state.hands.items() if seat != play.seat)


def turn(play):
    state, seat = play.state, play.seat
    state.hands[seat].put(play.draw(state.pile, "drawn", seats=(seat,)))
    card = yield play.ask("Lay which card?", tuple(sorted(set(state.hands[seat].cards))))
    play.state.hands[seat].play(card)
    play.state.laid.append(card)
    play.log("laid", who=seat, card=card)
    yield from guess(play)


def guess(play):
    hand = rival_of(play)
    named = yield play.ask("What does the rival hold first?", tuple(CARDS))
    hand = rival_of(play)
    is_right = hand.cards[0] == named
    if is_right:
        hand.show(hand.places[0], to=None)
    else:
        hand.exclude(hand.places[0], named, to=None)
    play.log("guessed", who=play.seat, card=named, right=is_right)


def finish(play):
    if len(play.state.pile) < 4:
        play.end("done", winner=play.seats[play.state.laid.count("star") % 2])


def view(play, viewer):
    rows = tuple(
        (seat, " ".join(card or "?" for card in hand.seen_by(viewer)))
        for seat, hand in play.state.hands.items()
    )
    return [Facts(title="Table", rows=(*rows, ("laid", " ".join(play.state.laid))))]


def log_sheet(play, viewer):
    return "# Laid: " + " ".join(play.state.laid)


class Steady(Bot):
    def choose(self, match, decision):
        return decision.options[-1]


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("red", "blue"),
    sequence=Sequence(
        "Sky",
        Step("Deal", deal),
        Repeat(
            "Round",
            ForEach("Player", lambda play: play.seats, Step("Turn", turn)),
            Step("End", finish, may_end=True),
        ),
    ),
    state=State,
    new_state=new_state,
    look=Look(
        view=view,
        words={"laid": "{who} lays the {card}", "guessed": "{who} says {card}", "told": "{what}"},
        log_sheet=log_sheet,
    ),
    bots={"steady": Steady},
)
"""

LAY = 'card = yield play.ask("Lay which card?", tuple(sorted(set(state.hands[seat].cards))))'
ASK = 'named = yield play.ask("What does the rival hold first?", tuple(CARDS))'
TOGETHER = (
    'laid = yield play.ask_all({one: play.ask("Lay which card?", tuple(sorted(set(hand.cards)))) '
    "for one, hand in state.hands.items()})"
)
RIGHT = "is_right = hand.cards[0] == named"
FIRST = "rival_of(play).cards[0]"
QUESTIONS = {
    "options in the order of the truth": f"tuple(sorted(CARDS, key=lambda card: card != {FIRST}))",
    "ids that hold the truth": f'(*CARDS, "not " + {FIRST})',
    "a number of options that depends on the truth": f'tuple(CARDS)[{FIRST} == "star":]',
    "a label": f'tuple(CARDS), label=lambda c: c + "!" * (c == {FIRST})',
    "a target": f'tuple(CARDS), at=lambda c: ["table"] * (c == {FIRST})',
    "what an option leaves": f"tuple(CARDS), left=lambda c: int(c == {FIRST})",
    "the direction of an option": f"tuple(CARDS), way=lambda c: 90 * (c == {FIRST})",
    "odds from the truth": f'tuple(CARDS), odds=lambda c: {{"right": float(c == {FIRST})}}',
    "who is asked": f'tuple(CARDS), seat=hand.owner if {FIRST} == "star" else play.seat',
}
LEAKS = {
    name: ('first?", tuple(CARDS)', f'first?", {question}', "C704", "named = yield")
    for name, question in QUESTIONS.items()
} | {
    "a view of all hands": ("hand.seen_by(viewer)", "hand.cards", "C704", "def view"),
    "a view of all hands for a spectator": (
        "hand.seen_by(viewer)", "(hand.seen_by(viewer) if viewer.seats else hand.cards)", "C704",
        "def view",
    ),
    "a view whose order tells": (
        "play.state.hands.items()\n    )", "sorted(play.state.hands.items(), "
        "key=lambda pair: pair[1].cards)\n    )", "C704", "def view",
    ),
    "a prompt that names the card": (
        '"What does the rival hold first?"', f'f"Is it {{{FIRST}}}?"', "C704", "named = yield",
    ),
    "the log sheet": (
        '" ".join(play.state.laid)\n\n\nclass',
        '" ".join(play.state.hands["blue"].cards)\n\n\nclass', "C704", "def log_sheet",
    ),
    "every draw made public": (
        'play.draw(state.pile, "dealt", seats=(seat,))', 'play.draw(state.pile, "dealt")', "C705",
        "",
    ),
    "a secret told to all": (
        ASK, f'{ASK}\n    play.log("told", what={FIRST})', "C705", '"told"',
    ),
    "a comparison told and not recorded": (
        ASK, f'{ASK}\n    play.log("told", what=str({FIRST} < "n"))', "C705", '"told"',
    ),
    "an event where only some cards are held": (
        ASK, f'if {FIRST} == "star":\n        play.log("told", what="a star shines")\n    {ASK}',
        "C705", '"told"',
    ),
    "a dice roll where only some cards are held": (
        ASK, f'if {FIRST} == "star":\n        play.die(6, "shine")\n    {ASK}', "C705", "",
    ),
    "a secret in a plain field": (
        'state.aside.put(state.pile.draw(play.source, "aside"))',
        'state.omen = state.pile.draw(play.source, "omen")', "C712", "",
    ),
    "a copy of a hidden card in a plain field": (
        ASK, f"play.state.omen = {FIRST}\n    {ASK}", "C712", "",
    ),
    "a local variable that keeps the truth": (
        f'{ASK}\n    hand = rival_of(play)\n    {RIGHT}',
        f"first = {FIRST}\n    {ASK}\n    is_right = first == named", "C713", "named = yield",
    ),
    "a card that lies only in a local variable": (
        f'{ASK}\n', f'omen = omen_of(play)\n    {ASK}\n    play.state.laid.append(omen)\n',
        "C713", "named = yield",
    ),
    "a redeal that does nothing": (
        "    new_state=new_state,",
        "    new_state=new_state,\n    determinize=lambda play, seat: None,",
        "C711", "determinize=",
    ),
    "a redeal that leaves out one place": (
        "    new_state=new_state,",
        "    new_state=new_state,\n    determinize=lambda play, seat: "
        "determinize(play.source, "
        "[play.state.pile, *play.state.hands.values()], seat),", "C711", "determinize=",
    ),
    "options of others who choose at the same time": (
        LAY, f"{TOGETHER}\n    card = laid[seat]", "C714", "laid = yield",
    ),
    "a bot that reads the truth": (
        "return decision.options[-1]",
        f"play = match.play\n        first = {FIRST}\n"
        "        return first if first in decision.options else decision.options[-1]", "C804",
        "def choose",
    ),
    "a bot that reads what the pile still holds": (
        "return decision.options[-1]",
        "return decision.options[match.state.pile.pool.get('star', 0) % len(decision.options)]",
        "C804", "def choose",
    ),
    "a pile whose order tells searches": (
        "    new_state=new_state,",
        "    new_state=new_state,\n    determinize=disordered,", "C804", "",
    ),
}  # fmt: skip

MORE = """

def disordered(play, seat):
    truth = next(hand for one, hand in play.state.hands.items() if one != seat).cards[0]
    determinize(play.source, [play.state.pile, *play.state.hands.values()], seat)
    pool = play.state.pile.pool
    play.state.pile.pool = dict(sorted(pool.items(), key=lambda pair: (pair[0] != truth, pair)))


def omen_of(play):
    return play.state.pile.draw(play.source, "omen")
"""


def examined(make_pack, *changes, **how):
    """Return the problems of the sound game with some places of it changed."""
    text = SOUND.replace("\n\nGAME = Game(", f"{MORE}\n\nGAME = Game(")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    settings = {"games": 6, "samples": 12, "processes": False, "bots": False} | how
    return check_pack(make_pack(text), **settings)


def secrecy(problems):
    codes = ("C405", "C401", "C7", "C8")
    return [str(problem) for problem in problems if problem.code.startswith(codes)]


QUICK = ("a view of all hands", "a label", "a secret told to all", "a bot that reads the truth")


@pytest.mark.parametrize("name", gated(LEAKS, QUICK))
def test_the_exam_finds(make_pack, tells, name):
    old, new, code, where = LEAKS[name]
    found = tells(examined(make_pack, (old, new)), code, where)

    assert all(part in found.message for part in ("(seed 'exam ", "turn ", "step "))
    assert "red" in found.message or "blue" in found.message


OWN = "tuple(sorted(set(state.hands[seat].cards)))"
HAND = "hand = state.hands[seat].cards\n    card ="
FORCED = "tuple(c for c in sorted(set(hand)) if c == 'star') or tuple(sorted(set(hand)))"
SOUND_WAYS = {
    "the game as it is": ((LAY, LAY), {"bots": True}),
    "options made for each seat anew": (
        (
            LAY,
            'laid = yield play.ask_all(lambda one: play.ask("Lay which card?", '
            "tuple(sorted(set(play.state.hands[one].cards)))))\n    card = laid[seat]",
        ),
        {"games": 6, "samples": 12},
    ),
    "a forced play after a secret draw that is asked": (
        (LAY, f'{HAND} yield play.ask("Lay?", {FORCED})'),
        {},
    ),
    "a forced play after a secret draw that is skipped": (
        (LAY, f'{HAND} yield from play.choose("Lay?", {FORCED})'),
        {},
    ),
    "a forced play in words that tell of hidden cards": (
        (LAY, f'card = yield play.ask(f"Which of {{len(set(state.hands[seat].cards))}}?", {OWN})'),
        {},
    ),
}


@pytest.mark.gate
@pytest.mark.parametrize("name", SOUND_WAYS)
def test_no_leak_is_found_in(make_pack, name):
    change, how = SOUND_WAYS[name]
    problems = examined(make_pack, change, **({"games": 20, "samples": 20} | how))

    assert secrecy(problems) == []


@pytest.mark.gate
def test_a_question_with_one_option_is_found_where_all_know_that_there_is_but_one(make_pack):
    problems = examined(make_pack, (LAY, f'yield play.ask("Ready?", ("yes",))\n    {LAY}'))

    assert [problem.code for problem in problems if problem.code == "C405"] == ["C405"]


# ---------------------------------------------------------------- one message for one cause

KEPT = {
    "cards recorded as known and never shown": (
        'state.aside.put(state.pile.draw(play.source, "aside"))',
        'state.aside.put(state.pile.draw(play.source, "aside"), seats=None)',
        "is recorded as knowing that aside:1 is",
        "lay the card face down",
    ),
    "an order that no view shows": (
        ASK,
        f"play.state.omens = sorted(('a', 'b'), reverse={FIRST} < 'm')\n    {ASK}",
        "the order of state.omens in a fork for",
        "keep it sorted or count it",
    ),
    "a list that no view shows": (
        ASK,
        f"play.state.omens = [{FIRST}]\n    {ASK}",
        "state.omens[0] of a fork for",
        "keep it in a `Hand` or `CardRow`",
    ),
}


@pytest.mark.gate
@pytest.mark.parametrize("name", KEPT)
def test_what_a_fork_keeps_is_one_message_that_names_the_cause(make_pack, name):
    old, new, said, remedy = KEPT[name]
    omens = ('omen: str = ""', "omens: list[str] = attrs.field(factory=list)")
    problems = examined(make_pack, (old, new), omens)
    found = [problem for problem in problems if problem.code.startswith(("C7", "C8"))]

    assert [problem.code for problem in found] == ["C712"]
    assert said in found[0].message
    assert remedy in found[0].remedy


@pytest.mark.gate
def test_a_search_that_sees_the_true_options_of_others_is_not_said_twice(make_pack):
    problems = examined(make_pack, (LAY, f"{TOGETHER}\n    card = laid[seat]"))

    assert {problem.code for problem in problems if problem.code > "C7"} == {"C714"}
