"""Leaks of every kind, planted one at a time into a sound game with hidden hands: each is found."""

import pytest

from tabletop_core.testing.exam import check_pack
from tests.testing.gated import gated

SOUND = """
import attrs

from tabletop_core import Bot, CardRow, Game, Hand, Look, Pile, Repeat, ForEach, Sequence
from tabletop_core import Learning, RuleBot, Step, Viewer
from tabletop_core import determinize
from tabletop_core.events import Drama, Moment
from tabletop_core.panels import Card, Cards, Facts

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
    card = yield play.ask("Lay which card?", sorted(set(state.hands[seat].cards)), kind="lay")
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
        if decision.several:
            return decision.options[: decision.least]
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

LAY = 'card = yield play.ask("Lay which card?", sorted(set(state.hands[seat].cards)), kind="lay")'
ASK = 'named = yield play.ask("What does the rival hold first?", tuple(CARDS))'
TOGETHER = (
    'laid = yield play.ask_all({one: play.ask("Lay which card?", tuple(sorted(set(hand.cards)))) '
    "for one, hand in state.hands.items()})"
)
LOOK = "log_sheet=log_sheet,"
LEARN = 'bots={"steady": Steady},'
DONE = 'Step("End", finish, may_end=True),'
TURN = 'Step("Turn", turn)'
COUNTED_BLUE = '"star" in play.state.hands["blue"].cards'
COUNTED = 'sum(h.cards.count("star") for s, h in play.state.hands.items() if s != seat)'
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
    "the kind": f'tuple(CARDS), kind=("shine" if {FIRST} == "star" else "guess")',
    "the buttons": f"tuple(CARDS), buttons=[{FIRST}]",
    "who is asked": f'tuple(CARDS), seat=hand.owner if {FIRST} == "star" else play.seat',
}
LEAKS = {
    name: ('first?", tuple(CARDS)', f'first?", {question}', "C704", "named = yield")
    for name, question in QUESTIONS.items()
} | {
    "a view of all hands while a rule waits for a real card": (
        "hand.seen_by(viewer)",
        "(hand.seen_by(viewer) if play.decision or not play.rounds else hand.cards)", "C704",
        "def view",
    ),
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
    "how many options are wanted": (
        ASK, f'named, *_ = yield {ASK[14:-1]}, least=1, most=2 + ({FIRST} == "star"))', "C704",
        "named, *_",
    ),
    "the log sheet": (
        '" ".join(play.state.laid)\n\n\nclass',
        '" ".join(play.state.hands["blue"].cards)\n\n\nclass', "C704", "def log_sheet",
    ),
    "the title of a panel": (
        'Facts(title="Table"', 'Facts(title=f"Table and {play.state.hands[\'blue\'].cards[:1]}"',
        "C704", "def view",
    ),
    "the picture of a card": (
        'return [Facts(', f'back = Card(name="?", id="b", symbol="star" * ({COUNTED_BLUE}))\n'
        '    return [Cards(title="Backs", cards=(back,)), Facts(', "C704", "def view",
    ),
    "the status": (
        LOOK, f'{LOOK}\n        status=lambda play: play.state.hands["blue"].cards[0],', "C704",
        "status=",
    ),
    "the card before the first question": (
        LOOK, f'{LOOK}\n        drama=Drama(moments={{}}, opening=lambda play, viewer, told: '
        'Moment(title="Orders", text=play.state.hands["blue"].cards[0])),', "C704", "drama=",
    ),
    "who was replaced in the story": (
        LOOK, f'{LOOK}\n        drama=Drama(moments={{}}, replaced=lambda play: '
        '{"ann": play.state.hands["blue"].cards.count("star")}),', "C704", "drama=",
    ),
    "the headings of a loop over hidden cards": (
        TURN, f'ForEach("Card", lambda play: list(play.state.hands["blue"].cards), {TURN})',
        "C704", "ForEach",
    ),
    "the number of a round": (
        DONE, f'{DONE}\n            number=lambda play: len(set(play.state.hands["blue"].cards)),',
        "C704", "number=",
    ),
    "a step that only some cards bring": (
        TURN, f'Step("Shine", deal_none, when=lambda play: '
        f'"star" in play.state.hands["blue"].cards), {TURN}', "C704", "when=",
    ),
    "what a learning program observes": (
        LEARN, f'learning=Learning(observe=lambda play, seat: [{COUNTED}]),\n    {LEARN}', "C704",
        "observe=",
    ),
    "the keys of actions": (
        LEARN, 'learning=Learning(action_key=lambda play, decision, option: '
        f'f"{{option}} {{len(set(rival_of(play).cards))}}"),\n    {LEARN}', "C704", "action_key=",
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
    "an event for the seat alone that holds some card": (
        ASK, f'shining = [one for one in play.seats if "star" in play.state.hands[one].cards]\n'
        f'    play.log("told", what="yours shines", seats=shining)\n    {ASK}', "C705", '"told"',
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
    "a bot of rules that reads the truth": (
        LEARN, f'{LEARN[:-1]} | {{"knowing": Knowing}},', "C804", "def lay_what",
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
    determinize(
        play.source, [play.state.pile, play.state.aside, *play.state.hands.values()], seat
    )
    pool = play.state.pile.pool
    play.state.pile.pool = dict(sorted(pool.items(), key=lambda pair: (pair[0] != truth, pair)))


def deal_none(play):
    pass


def lay_what_the_rival_lacks(play, decision):
    held = rival_of(play).cards
    return next((card for card in decision.options if card not in held), None)


class Knowing(RuleBot):
    policies = {"lay": lay_what_the_rival_lacks}


def stars_of(play, seat):
    return sum(hand.cards.count("star") for one, hand in play.state.hands.items() if one != seat)


def stars_of_all(play):
    return {seat: stars_of(play, seat) for seat in play.seats}


def stars_at_the_end(play):
    return stars_of(play, "red")


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


WAITING = "a view of all hands while a rule waits for a real card"
QUICK = (WAITING, "a label", "a secret told to all", "a bot that reads the truth")


@pytest.mark.parametrize("name", gated(LEAKS, QUICK))
def test_the_exam_finds(make_pack, tells, name):
    old, new, code, where = LEAKS[name]
    problems = examined(make_pack, (old, new))
    found = tells(problems, code, where)

    assert [problem.code for problem in problems if problem.code.startswith(("C7", "C8"))] == [code]
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
    "an end, a statistic and a value of positions that read all hands": (
        (LEARN, f"{LEARN}\n    evaluate=stars_of, statistics=(stars_at_the_end,),"),
        ('winner=play.seats[play.state.laid.count("star") % 2]', "scores=stars_of_all(play)"),
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
    *changes, how = SOUND_WAYS[name]
    problems = examined(make_pack, *changes, **({"games": 20, "samples": 20} | how))

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
