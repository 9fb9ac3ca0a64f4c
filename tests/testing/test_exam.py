"""The exam finds what is wrong with a pack, says where, and passes a sound one."""

from itertools import islice, product

import pytest

from tabletop_core import GameOption
from tabletop_core.testing import CODES, check_pack, errors_in
from tabletop_core.testing.declared import further_choices

SOUND = """
from importlib.resources import files

import attrs

from tabletop_core import (
    ForEach,
    Game,
    Hand,
    GameOption,
    PackData,
    Pile,
    Repeat,
    Sequence,
    Step,
    load_tables,
    determinize_deck,
    rule,
    ruling,
)
from tabletop_core.panels import Facts

from . import IDENTITY


@attrs.define
class State:
    pile: Pile
    hands: dict[str, Hand]
    score: dict[str, int]
    wet: bool = False
    seen: set[str] = attrs.field(factory=set)
    best: str | None = None


def new_state(play):
    cards = Pile.of([f"c{number}" for number in range(12)])
    return State(cards, {seat: Hand(seat) for seat in play.seats}, dict.fromkeys(play.seats, 0))


@rule("1", "Deal")
def deal_hands(play):
    for seat in play.seats:
        for _ in range(3):
            card = play.draw(play.state.pile, "dealt", seats=(seat,))
            play.state.hands[seat].cards.append(card)


@rule("2", "Weather")
def weather(play):
    play.state.wet = play.look_up("sky").result == "wet"


@rule("3", "Lay a card")
@ruling("any card may be laid", "the text does not forbid it", rejected="the lowest")
def lay(play):
    hand = play.state.hands[play.seat]
    if len(hand) < 2:
        return
    cards = tuple(sorted(hand.cards))
    card = yield play.ask("Which card?", cards, label=lambda card: f"card {card}")
    hand.play(card)
    play.state.seen.add(card)
    points = play.die(6, "points") + bonus(play)
    play.state.score[play.seat] += points
    play.log("laid", who=play.seat, card=card, points=points)


@rule("4", "Bonus")
def bonus(play):
    return 1 if play.state.wet else 0


@rule("5", "End")
def finish(play):
    if len(play.state.hands[play.seats[-1]]) < 2:
        play.end("done", winner=max(play.seats, key=play.state.score.get), scores=play.state.score)


def is_wet(play):
    return play.state.wet


def view(play, viewer):
    hands = tuple(
        (name, " ".join(card or "?" for card in hand.seen_by(viewer)))
        for name, hand in play.state.hands.items()
    )
    return [Facts(title="Hands", rows=hands)]


def load_data(overlays):
    tables = load_tables(files(__package__) / "data")
    return PackData(tables=tables, digest=tables.digest)


def redeal(play, seat):
    determinize_deck(play.source, play.state.pile, play.state.hands.values(), seat)


def evaluate(play, seat):
    return play.state.score[seat]


def nobody_scores(play):
    if any(play.state.score.values()):
        return f"the score is {play.state.score}"


def scores_divide(play):
    return 1 / 0


def counts_itself(play):
    play.state.seen.add(str(len(play.events)))


WORDS = {
    "laid": "{who} lays {card} for {points}",
}

GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("one", "two"),
    options=(GameOption(name="luck", values=("low", "high"), default="low", help="How lucky."),),
    sequence=Sequence(
        "Game",
        Step("Deal", deal_hands),
        Repeat(
            "Turn",
            Step("Weather", weather),
            ForEach("Player", lambda play: play.seats, Step("Lay", lay)),
            Step("Finish", finish, may_end=True),
        ),
    ),
    state=State,
    new_state=new_state,
    load_data=load_data,
    view=view,
    words=WORDS,
    evaluate=evaluate,
    conditions={"is_wet": is_wet},
    determinize=redeal,
)
"""

SKY = """schema = 1
id = "sky"
title = "The sky"
source = "own"
provenance = "rulebook"
dice = "1d6"
beyond = "clamp"

[[row]]
on = "..3"
result = "dry"

[[row]]
on = "4.."
result = "wet"

[[modifier]]
id = "stays"
dm = 1
why = "rain stays"
when = "is_wet"
"""


def examined(make_pack, change=("", ""), sky=("", ""), **how):
    """Return the problems of the sound pack with a change in its rules or its table."""
    assert change[0] in SOUND
    assert sky[0] in SKY
    game = SOUND.replace(*change, 1) if change[0] else SOUND
    table = SKY.replace(*sky, 1) if sky[0] else SKY
    pack = make_pack(game, {"data/sky.toml": table})
    return game, check_pack(pack, games=4, **({"bots": False, "processes": False} | how))


def test_a_sound_pack_passes_without_a_remark(make_pack):
    _, problems = examined(make_pack, bots=True, processes=True)

    assert list(map(str, problems)) == []


@pytest.mark.parametrize(
    ("odds", "found"),
    [
        ('{"hit": 0.25}', []),
        ('{"hit": 0.25, "then": "lock"}', []),
        ('{"hit": 0.25, "miss": 0.75, "then": "lock"}', []),
        ('{"hit": 0.25, "miss": 0.25, "then": "lock"}', ["C407"]),
        ('{"hit": 1.5}', ["C407"]),
    ],
)
def test_odds_tell_all_that_follows_or_one_chance_alone_and_words_beside(make_pack, odds, found):
    label = 'label=lambda card: f"card {card}"'
    _, problems = examined(make_pack, (label, f"{label}, odds=lambda card: {odds}"))

    assert [problem.code for problem in problems] == found


LAID = '    play.log("laid", who=play.seat, card=card, points=points)\n'
LAY = "def lay(play):\n"
ASK = '    card = yield play.ask("Which card?"'

BROKEN = {
    "an option whose default is no value": ('default="low"', 'default="mid"', "C103", ""),
    "more seats than players": ('("one", "two")', '("one", "two", "three")', "C104", ""),
    "a ruling without a reason": ('"the text does not forbid it"', '""', "C106", "@ruling("),
    "a ruling without a rejected reading": ('rejected="the lowest"', "", "C107", "@ruling("),
    "a ruling whose option there is not": (
        'rejected="the lowest"', 'rejected="the lowest", option="lowest"', "C108", "@ruling(",
    ),
    "an invariant that does not hold": (
        "determinize=redeal,", "determinize=redeal, invariants=(nobody_scores,),", "C412",
        "def nobody_scores",
    ),
    "an invariant that fails": (
        "determinize=redeal,", "determinize=redeal, invariants=(scores_divide,),", "C412",
        "1 / 0",
    ),
    "an invariant that changes the state": (
        "determinize=redeal,", "determinize=redeal, invariants=(counts_itself,),", "C408",
        "def counts_itself",
    ),
    "a name used twice": ('Step("Weather"', 'Step("Finish"', "C200", ""),
    "a private import": (
        "from . import IDENTITY",
        "from . import IDENTITY\nfrom tabletop_core.engine.tape import Tape",
        "C201", "tape import Tape",
    ),
    "global chance": ("import attrs\n", "import attrs, random\n", "C202", "import attrs, random"),
    "printing": (LAID, LAID + '    print("laid")\n', "C202", "print("),
    "a changing global": (LAY, LAY + "    global DAY\n", "C203", "global DAY"),
    "a condition no table names": (
        'conditions={"is_wet": is_wet}', 'conditions={"is_wet": is_wet, "is_old": view}',
        "C302", "def view",
    ),
    "a missing condition": ('conditions={"is_wet": is_wet}', "conditions={}", "C301", ""),
    "a table nothing reads": ('play.look_up("sky").result == "wet"', "True", "C303", ""),
    "a failing rule": ("+ bonus(play)", '+ bonus(play) + {}["x"]', "C401", '{}["x"]'),
    "a game without end": (
        '        play.end("done", winner=max(play.seats, key=play.state.score.get), '
        "scores=play.state.score)", "        deal_hands(play) if len(play.state.pile) else "
        "play.state.pile.mix_in(f'c{n}' for n in range(12))", "C402", "yield play.ask",
    ),
    "a sequence that runs out": ("Repeat(", "Sequence(", "C402", ""),
    "a loop that never asks": ("    if len(hand) < 2:\n", "    if True:\n", "C403", "@rule("),
    "the same option twice": (
        "tuple(sorted(hand.cards))", "[*hand.cards, hand.cards[0]]", "C404", "yield play.ask",
    ),
    "one option only": ("tuple(sorted(hand.cards))", "[hand.cards[0]]", "C405", "yield play.ask"),
    "no option": ("= tuple(sorted(hand.cards))", "= ()", "C401", "yield play.ask"),
    "a label that is no text": ('f"card {card}")', "5)", "C406", "yield play.ask"),
    "odds that are none": (
        'label=lambda card: f"card {card}"', "odds=lambda card: {1: 0.25, 2: 0.25}", "C407",
        "yield play.ask",
    ),
    "a condition that changes the state": (
        "    return play.state.wet\n", "    play.state.seen.add(str(len(play.events)))\n"
        "    return play.state.wet\n", "C408", "def is_wet",
    ),
    "a winner nobody knows": (
        "winner=max(play.seats, key=play.state.score.get)", 'winner="me"', "C409", '@rule("5"',
    ),
    "a place for somebody who does not play": (
        "winner=max(play.seats, key=play.state.score.get)", 'places=[play.seats, ["me"]]', "C409",
        '@rule("5"',
    ),
    "a step that asks on and on": (
        "    hand.play(card)\n",
        "    while play.state.best is None and len(play.events) < 120:\n"
        "        play.log('laid', who='', card='', points=0)\n"
        "        yield play.ask('Again?', ['yes', 'no'])\n    hand.play(card)\n",
        "C410", "'Again?'",
    ),
    "more options than the game says": (
        "    new_state=new_state,\n", "    new_state=new_state,\n    most_options=2,\n", "C411",
        "yield play.ask",
    ),
    "an event without words": (LAID, LAID + '    play.log("odd")\n', "C501", '"odd"'),
    "words with a misspelt fact": ("{points}", "{point}", "C502", "{point}"),
    "a fact that is an object": ("points=points)", "points=hand)", "C503", "points=hand)"),
    "a fact that goes on changing": (
        "points=points)", "points=points, left=hand.cards)", "C504", "left=hand.cards",
    ),
    "a fact that hides a heading": ("points=points)", "points=points, rule=1)", "C505", "rule=1"),
    "words nobody uses": ('WORDS = {\n', 'WORDS = {\n    "sunk": "glug",\n', "C506", '"sunk"'),
    "global random": (
        'play.die(6, "points")', '__import__("random").randint(1, 6)', "C601", '"laid"',
    ),
    "memory outside the state": (
        "    points = play.die", "    lay.rulings.append(card)\n    play.log('laid', who='', "
        "card='', points=len(lay.rulings))\n    points = play.die", "C601", "play.log('laid'",
    ),
    "an object at two places": (
        "    hand.play(card)\n", "    hand.play(card)\n    play.state.hands['one'].cards = "
        "play.state.hands['two'].cards\n", "C609", "",
    ),
    "a field of the wrong type": ("wet: bool = False", "wet: list[int] = False", "C608", ""),
    "changing data": (
        "    points = play.die", "    play.data.names[card] = card\n    points = play.die",
        "C610", "",
    ),
    "a failing view": ("    return [Facts(", "    return [1 / 0, Facts(", "C701", "1 / 0"),
    "a view that reads the log": (
        "    return [Facts(", "    return [Facts(title='Laid', rows=(('laid', str(len("
        "play.events))),)), Facts(", "C715", "def view",
    ),
    "a panel that is none": ("    return [Facts(", "    return ['x', Facts(", "C702", "def view"),
    "a view with live data": ("rows=hands)", "rows=list(hands))", "C702", "def view"),
    "a view that changes the state": (
        "    hands = tuple(", "    play.state.seen.add('x')\n    hands = tuple(", "C703",
        "def view",
    ),
    "a view that shows all hands": ("hand.seen_by(viewer)", "hand.cards", "C704", "def view"),
    "a view that shows a spectator all hands": (
        "hand.seen_by(viewer)", "(hand.seen_by(viewer) if viewer.seats else hand.cards)", "C704",
        "def view",
    ),
    "a label that tells a hidden card": (
        'f"card {card}")', 'f"{play.state.hands[play.seats[0]].cards}")', "C704",
        "yield play.ask",
    ),
    "an event that tells a hidden card": (
        "            play.state.hands[seat].cards.append(card)\n",
        "            play.state.hands[seat].cards.append(card)\n"
        "            play.log('laid', who=seat, card=card, points=0)\n", "C705", "play.log(",
    ),
    "two panels of one name": (
        "    return [Facts(", "    return [Facts(title='Hands', rows=()), Facts(", "C707",
        "def view",
    ),
    "a target that is not on the table": (
        'label=lambda card: f"card {card}")',
        'label=lambda card: f"card {card}", at=lambda card: card)', "C708", "yield play.ask",
    ),
    "targets that fail": (
        'label=lambda card: f"card {card}")',
        'label=lambda card: f"card {card}", at=lambda card: 1 / 0)', "C708", "1 / 0",
    ),
    "targets that tell a hidden card": (
        'label=lambda card: f"card {card}")',
        'label=lambda card: f"card {card}",\n'
        "        at=lambda card: str(play.state.hands[play.seats[0]].cards))", "C704",
        "yield play.ask",
    ),
    "options that read the same": (
        'label=lambda card: f"card {card}")',
        'label=lambda card: "a card", at=lambda card: "hands")', "C709",
        "yield play.ask",
    ),
    "a symbol that there is not": (
        "    return [Facts(",
        "    from tabletop_core.panels import Slot, Slots\n\n"
        "    return [Slots(title='Crew', slots=(Slot(name='Cook', symbol='pot'),)), Facts(",
        "C710", "def view",
    ),
    "a tone that there is not": (
        "    return [Facts(",
        "    from tabletop_core.panels import Slot, Slots\n\n"
        "    return [Slots(title='Crew', slots=(Slot(name='Cook', tone='pink'),)), Facts(",
        "C716", "def view",
    ),
    "title art that is nowhere": (
        "    package=__package__,\n",
        "    package=__package__,\n"
        "    theme=__import__('tabletop_core.panels').panels.Theme(title_art='no.svg'),\n",
        "C717", "",
    ),
    "art whose colours are the same in the dark": (
        "    return [Facts(",
        "    from tabletop_core.boards import SquareGrid\n"
        "    from tabletop_core.panels import Art, BoardPanel\n\n"
        "    text = '<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 4\">'\n"
        "    text += '<path fill=\"#ff0000\" d=\"M0 0h4\"/></svg>'\n"
        "    art = Art.read(text, (0, 0, 4, 4))\n"
        "    return [BoardPanel(title='Sky', board=SquareGrid(2, 2), art=art), Facts(",
        "C718", "",
    ),
    "an evaluation that is no number": (
        "    return play.state.score[seat]", "    return 'good'", "C802", "def evaluate",
    ),
    "a rule never reached": (
        "@rule(\"5\"", "@rule('7', 'Never')\ndef never(play):\n    pass\n\n\n@rule(\"5\"", "C901",
        "@rule('7'",
    ),
    "a step never reached": (
        'Step("Weather", weather)',
        'Step("Weather", weather), Step("No", view, when=lambda play: 0)', "C902", "def view",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_the_exam_finds(make_pack, name):
    old, new, code, where = BROKEN[name]
    text, problems = examined(
        make_pack,
        (old, new),
        bots=code.startswith("C8"),
        decisions=200,
        samples=4,
        patience=500,
    )

    found = [problem for problem in problems if problem.code == code]
    assert found, "\n".join(map(str, problems))
    assert found[0].severity == CODES[code].severity
    assert found[0].remedy
    if where:
        lines = text.splitlines()
        assert found[0].file.endswith("game.py")
        assert where in lines[found[0].line - 1]


def test_a_target_is_looked_for_in_each_question_not_only_in_samples(make_pack):
    asks = 'label=lambda card: f"card {card}"'
    at = 'at=lambda card: card if len(play.state.seen) == 2 else "hands"'

    _, problems = examined(make_pack, (f"{asks})", f"{asks}, {at})"), samples=1)

    assert [one.code for one in problems if one.severity == "error"] == ["C708"]


def test_many_questions_are_no_fault_where_each_is_a_step(make_pack):
    asking = """@rule("6", "Wait")
def wait(play):
    yield play.ask("Wait?", ["yes", "no"])
    play.state.waited += 1


def is_wet(play):"""
    text = (
        SOUND.replace("def is_wet(play):", asking)
        .replace("    wet: bool = False", "    wet: bool = False\n    waited: int = 0")
        .replace(
            'Step("Deal", deal_hands),',
            'Step("Deal", deal_hands), Repeat("Waiting", Step("Wait", wait, quiet=True), '
            "until=lambda play: play.state.waited >= 150),",
        )
    )
    pack = make_pack(text, {"data/sky.toml": SKY})

    problems = check_pack(pack, games=2, bots=False, processes=False)

    assert [str(one) for one in problems if one.severity != "note"] == []


HAIL = """schema = 1
id = "hail"
title = "Hail"
source = "own"
provenance = "rulebook"
dice = "1d6"

[[row]]
on = "1-6"
result = "ice"
"""


@pytest.mark.parametrize(("argument", "idle"), [('"hail"', []), ('"snow"', ["C303"])])
def test_a_table_that_an_effect_is_given_by_name_is_no_idle_table(make_pack, argument, idle):
    sky = SKY.replace('result = "dry"', f'result = {{ effect = "fall", charts = [{argument}] }}')
    pack = make_pack(SOUND, {"data/sky.toml": sky, "data/hail.toml": HAIL})

    problems = check_pack(pack, games=4, bots=False, processes=False)

    assert [one.code for one in problems if one.code.startswith("C3")] == idle


def test_a_reference_to_the_state_that_a_fork_changes_through_is_found(make_pack):
    text = SOUND.replace("    return State(", "    MEMORY[0] = State(").replace(
        '\n\n@rule("1"', '    return MEMORY[0]\n\n\nMEMORY = {}\n\n@rule("1"'
    )
    text = text.replace(
        "    points = play", "    MEMORY[0].seen.add(card + '!')\n    points = play"
    )

    problems = check_pack(
        make_pack(text, {"data/sky.toml": SKY}), games=4, bots=False, processes=False
    )

    assert "C607" in {problem.code for problem in problems}


def test_sets_walked_without_sorting_are_found_by_another_process(make_pack):
    _, problems = examined(
        make_pack,
        (LAID, LAID.replace("card=card", "card=' '.join(play.state.seen)")),
        processes=True,
    )

    assert [problem.code for problem in problems] == ["C602"]


def test_a_modifier_nothing_applies_is_found(make_pack):
    _, problems = examined(make_pack, sky=('when = "is_wet"', ""))

    assert {"C302", "C304"} == {problem.code for problem in problems}


def test_a_modifier_that_random_games_apply_counts_as_used_however_it_is_named(make_pack):
    _, problems = examined(
        make_pack,
        ('play.look_up("sky")', 'play.look_up("sky", with_=["st" + "ays"])'),
        sky=('when = "is_wet"', ""),
    )

    assert "C304" not in {problem.code for problem in problems}


def test_a_fault_in_a_table_is_reported_with_its_own_code_and_line(make_pack):
    _, problems = examined(make_pack, sky=('on = "4.."', 'on = "5.."'))

    assert problems[0].code.startswith("T")
    assert problems[0].file.endswith("sky.toml")
    assert problems[0].line > 1


def test_a_bot_that_gives_a_wrong_answer_is_found(make_pack):
    _, problems = examined(
        make_pack,
        (
            "    evaluate=evaluate,\n",
            '    bots={"odd": type("Odd", (__import__("tabletop_core").Bot,), '
            '{"choose": lambda self, play, decision: "c99"})},\n',
        ),
        bots=True,
    )

    assert "C801" in {problem.code for problem in problems}


def test_a_pack_that_cannot_be_imported_is_told_with_the_line(make_pack):
    pack = make_pack(SOUND.replace("GAME = Game(", "GAME = Gamme("), {"data/sky.toml": SKY})

    (problem,) = check_pack(pack)

    assert problem.code == "C100"
    assert "Gamme" in problem.message
    assert problem.file.endswith("game.py")
    assert problem.line == SOUND[: SOUND.index("GAME = Game(")].count("\n") + 1


def test_errors_are_a_failed_exam_and_warnings_are_not(make_pack):
    _, problems = examined(make_pack, ("tuple(sorted(hand.cards))", "[hand.cards[0]]"))

    assert [problem.severity for problem in problems] == ["warning"]
    assert errors_in(problems) == []


def test_every_code_has_a_meaning_and_a_remedy_and_stands_in_order():
    assert all(code.meaning and code.remedy for code in CODES.values())
    assert list(CODES) == sorted(CODES)


def test_every_code_of_random_play_and_after_has_a_pack_that_shows_it():
    shown = {entry[2] for entry in BROKEN.values()}
    # These need a fault of the engine itself, or are shown by tests of their own.
    elsewhere = {"C602", "C603", "C604", "C605", "C606", "C607", "C611", "C801", "C803", "C903"}
    elsewhere |= {"C706", "C719", "C805", "C904", "C905", "C906"}
    # What is hidden has tests of its own, in `test_leaks`.
    elsewhere |= {"C711", "C712", "C713", "C714", "C804"}

    assert {code for code in CODES if code >= "C4"} - elsewhere - shown == set()


def test_the_games_of_the_exam_try_every_two_values_of_options_together():
    options = [
        GameOption(name="map", values=("sea", "hills", "town"), default="sea", help=""),
        GameOption(name="players", values=(1, 2, 3, 4), default=2, help=""),
        GameOption(name="night", values=(False, True), default=False, help=""),
    ]
    tried = [tuple(choice.values()) for choice in islice(further_choices(options), 12)]

    assert {(m, p) for m, p, _ in tried} == set(product(options[0].values, options[1].values))
    assert {(m, n) for m, _, n in tried} == set(product(options[0].values, (False, True)))
    assert {(p, n) for _, p, n in tried} == set(product(options[1].values, (False, True)))


def test_a_game_of_choices_at_the_same_time_passes(make_pack):
    game = """
import attrs
from tabletop_core import Game, Repeat, Step
from tabletop_core.panels import Facts
from . import IDENTITY

@attrs.define
class State:
    coins: dict[str, int]

def bid(play):
    state = play.state
    bids = yield play.ask_all({
        seat: play.ask("Bid?", range(coins + 1), seat=seat) for seat, coins in state.coins.items()
    })
    for seat, coins in bids.items():
        state.coins[seat] -= coins
    play.log("bids", luck=play.die(6), **bids)
    if not all(state.coins.values()):
        play.end("sold", winner=max(bids, key=bids.get))

GAME = Game(
    identity=IDENTITY, package=__package__, seats=("one", "two"), state=State,
    sequence=Repeat("Lot", Step("Bid", bid, may_end=True)),
    new_state=lambda play: State(dict.fromkeys(play.seats, 5)),
    view=lambda play, viewer: [
        Facts(title="Coins", rows=tuple((s, str(c)) for s, c in play.state.coins.items()))
    ],
    words={"bids": "one bids {one}, two {two}"},
    evaluate=lambda play, seat: play.state.coins[seat],
)
"""
    assert errors_in(check_pack(make_pack(game), games=4, processes=False)) == []
