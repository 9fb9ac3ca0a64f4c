"""How properties are tried, on a slow machine as on a quick one; tiny games for the tests."""

import itertools
import os
from enum import Enum

import attrs
import pytest
from hypothesis import HealthCheck, settings

from tabletop_core import (
    ForEach,
    Game,
    GameOption,
    Hand,
    Identity,
    Learning,
    Look,
    Pile,
    Repeat,
    Sequence,
    Step,
    determinize,
    rule,
    ruling,
)
from tabletop_core.panels import Facts
from tabletop_core.panels.text_panels import Lines
from tabletop_core.testing import PackExam

pytest_plugins = ["tests.leftovers"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Let one process make what tests share, and begin with the longest group of them."""
    for item in items:
        if item.cls is not None and issubclass(item.cls, PackExam):
            item.add_marker(pytest.mark.xdist_group(f"exam of {item.path.parent.name}"))
        elif not item.get_closest_marker("xdist_group") and shares_with_its_module(item):
            item.add_marker(pytest.mark.xdist_group(file_of(item)))
    items.sort(key=lambda item: "browser" not in item.path.parts)


def file_of(item):
    return item.nodeid.partition("::")[0]


def shares_with_its_module(item):
    """Return whether a test has a fixture that its module makes once for all of its tests."""
    fixtures = (found[-1] for found in item._fixtureinfo.name2fixturedefs.values())
    return any(one.scope == "module" and one.baseid == file_of(item) for one in fixtures)


MAX_NAME = 100
"""Letters of a parameter in the name of its test: names travel with every report of a worker."""


def pytest_make_parametrize_id(val):
    """Name a test by the beginning of a long parameter, as of a file of eight megabytes."""
    if isinstance(val, str | bytes) and len(val) > MAX_NAME:
        begins = val[:MAX_NAME]
        text = begins if isinstance(begins, str) else begins.decode("ascii", "backslashreplace")
        return f"{text.encode('unicode_escape').decode()}... {len(val)}"
    return None


settings.register_profile(
    "untimed",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # What is tried is the same in every run; `TABLETOP_SEEDS=2`, or any other word, tries others.
    derandomize="TABLETOP_SEEDS" not in os.environ,
)
settings.load_profile("untimed")


def game_of_parts(how):
    """Return a game; `how` names the arguments of all its parts side by side."""
    for part, kind in (("look", Look), ("learning", Learning)):
        names = {field.name for field in attrs.fields(kind)} & how.keys()
        how[part] = kind(**{name: how.pop(name) for name in names})
    return Game(**how)


# ---------------------------------------------------------------- a race of dice


@attrs.define
class Race:
    scores: dict[str, int] = attrs.field(factory=dict)
    rolled: list[int] = attrs.field(factory=list)


@rule("1", "Roll or hold")
@ruling("a one ends the turn with nothing", "the text names no other use of it")
def turn(play):
    kept = 0
    while True:
        if (yield play.ask("Roll again?", {"roll": "roll the die", "hold": "keep it"})) == "hold":
            break
        face = play.die(6, "to run")
        play.state.rolled.append(face)
        if face == 1:
            kept = 0
            break
        kept += face
    score(play, kept)


@rule("2", "Score")
def score(play, points):
    state = play.state
    state.scores[play.seat] += points
    play.log("score", who=play.seat, points=points, total=state.scores[play.seat])
    if state.scores[play.seat] >= play.options["goal"]:
        play.end("home", winner=play.seat, scores=state.scores)


def see_race(play, viewer):
    rows = tuple((name, str(points)) for name, points in play.state.scores.items())
    return [Facts(title="Scores", rows=rows)]


def race_game(**changes):
    how = {
        "identity": Identity(id="race", title="Race", players=(2, 2), summary="Run home first."),
        "package": __name__,
        "seats": ("north", "south"),
        "options": (GameOption(name="goal", values=(10, 20), default=10, help="Points to win."),),
        "sequence": Repeat(
            "Round", ForEach("Runner", lambda play: play.seats, Step("Run", turn, may_end=True))
        ),
        "state": Race,
        "new_state": lambda play: Race(dict.fromkeys(play.seats, 0)),
        "view": see_race,
        "words": {"score": "{who} scores {points}, now {total}"},
        "evaluate": lambda play, seat: play.state.scores[seat],
    }
    return game_of_parts(how | changes)


@pytest.fixture
def race():
    return race_game()


@pytest.fixture
def race_with():
    return race_game


# ---------------------------------------------------------------- hidden hands


@attrs.define
class Table:
    pile: Pile
    hands: dict[str, Hand]
    played: dict[str, str] = attrs.field(factory=dict)
    tricks: dict[str, int] = attrs.field(factory=dict)


CARDS = [f"{rank}{suit}" for rank in range(1, 7) for suit in "ab"]


def deal_hands(play):
    for _ in range(4):
        for seat in play.seats:
            hand = play.state.hands[seat]
            hand.cards.append(play.draw(play.state.pile, f"dealt to {seat}", seats=(seat,)))


def lay_card(play):
    hand = play.state.hands[play.seat]
    card = yield play.ask("Which card?", tuple(sorted(hand.cards)))
    play.state.played[play.seat] = hand.play(card)
    play.log("lay", who=play.seat, card=card)


def win_trick(play):
    state = play.state
    best = max(play.seats, key=lambda seat: (state.played[seat], seat))
    state.tricks[best] += 1
    state.played.clear()
    play.log("trick", who=best)
    if not any(map(len, state.hands.values())):
        most = max(play.seats, key=lambda seat: state.tricks[seat])
        play.end("out", winner=most, scores=state.tricks)


def see_hands(play, viewer):
    rows = tuple(
        f"{name}: " + " ".join(card or "?" for card in hand.seen_by(viewer))
        for name, hand in play.state.hands.items()
    )
    return [Lines(title="Hands", lines=rows)]


def redeal_hands(play, seat):
    determinize(play.source, [play.state.pile, *play.state.hands.values()], seat)


def tricks_game(**changes):
    how = {
        "identity": Identity(id="tricks", title="Tricks", players=(2, 2), summary="Win tricks."),
        "package": __name__,
        "seats": ("east", "west"),
        "sequence": Sequence(
            "Game",
            Step("Deal", deal_hands),
            Repeat(
                "Trick",
                ForEach("Player", lambda play: play.seats, Step("Lay", lay_card)),
                Step("Take the trick", win_trick, may_end=True),
            ),
        ),
        "state": Table,
        "new_state": lambda play: Table(
            Pile.of(CARDS),
            {seat: Hand(seat) for seat in play.seats},
            tricks=dict.fromkeys(play.seats, 0),
        ),
        "view": see_hands,
        "words": {"lay": "{who} lays {card}", "trick": "{who} takes the trick"},
        "determinize": redeal_hands,
    }
    return game_of_parts(how | changes)


@pytest.fixture
def tricks():
    return tricks_game()


@pytest.fixture
def tricks_with():
    return tricks_game


# ---------------------------------------------------------------- nested loops, many kinds of data


class Weather(Enum):
    CLEAR = 1
    STORM = 2


@attrs.define
class Ship:
    name: str
    at: tuple[int, int]
    hits: int = 0
    captain: str | None = None


@attrs.define
class Voyage:
    day: int = 0
    weather: Weather = Weather.CLEAR
    ships: list[Ship] = attrs.field(factory=list)
    cargo: dict[int, str] = attrs.field(factory=dict)
    seen: set[str] = attrs.field(factory=set)
    past: list[Weather] = attrs.field(factory=list)


def dawn(play):
    state = play.state
    state.day += 1
    state.weather = Weather.STORM if play.die(6, "weather") == 6 else Weather.CLEAR
    state.past.append(state.weather)


def sail(play):
    ship = play.state.ships[play.item("Ship")]
    way = yield play.ask("How far?", range(4))
    ship.at = (ship.at[0] + way, ship.at[1])
    play.state.seen.add(f"mile {ship.at[0]}")


def load_cargo(play):
    chosen = yield play.ask("Load what?", ("rum", "tea", "silk"), most=2)
    for box in chosen:
        play.state.cargo[len(play.state.cargo)] = box


def land(play):
    play.end("home", why="three days are over", scores={"boxes": len(play.state.cargo)})


def voyage_game(**changes):
    how = {
        "identity": Identity(id="voyage", title="Voyage", players=(1, 1), summary="Sail home."),
        "package": __name__,
        "seats": ("captain",),
        "sequence": Sequence(
            "Voyage",
            Repeat(
                "Day",
                Step("Dawn", dawn, rule="3.1"),
                ForEach("Ship", lambda play: range(len(play.state.ships)), Step("Sail", sail)),
                Step("Load", load_cargo, when=lambda play: play.state.weather is Weather.CLEAR),
                until=lambda play: play.state.day == 3,
            ),
            Step("Land", land),
        ),
        "state": Voyage,
        "new_state": lambda play: Voyage(
            ships=[Ship("Ark", (0, 0)), Ship("Bee", (0, 1), 0, "Ann")]
        ),
        "view": lambda play, viewer: [Facts(title="Day", rows=(("day", str(play.state.day)),))],
    }
    return game_of_parts(how | changes)


@pytest.fixture
def voyage():
    return voyage_game()


@pytest.fixture
def voyage_with():
    return voyage_game


# ---------------------------------------------------------------- bids at the same time


@attrs.define
class Purse:
    coins: dict[str, int]
    rounds: int = 0


def bid(play):
    state = play.state
    questions = {
        seat: play.ask("Bid?", {n: f"{n} coins" for n in range(coins + 1)}, seat=seat)
        for seat, coins in state.coins.items()
    }
    bids = yield play.ask_all(questions)
    for seat, coins in bids.items():
        state.coins[seat] -= coins
    state.rounds += 1
    play.log("bids", **bids, luck=play.die(6))
    if state.rounds == 3:
        play.end("sold", winner=max(bids, key=bids.get))


def see_coins(play, viewer):
    rows = tuple((seat, str(coins)) for seat, coins in play.state.coins.items())
    return [Facts(title="Coins", rows=rows)]


def auction_game(**changes):
    how = {
        "identity": Identity(id="auction", title="Auction", players=(3, 3), summary="Bid."),
        "package": __name__,
        "seats": ("ann", "bob", "cid"),
        "sequence": Repeat("Lot", Step("Bid", bid, may_end=True)),
        "state": Purse,
        "new_state": lambda play: Purse(dict.fromkeys(play.seats, 9)),
        "view": see_coins,
        "words": {"bids": "ann bids {ann}, bob {bob}, cid {cid}"},
        "evaluate": lambda play, seat: -play.state.coins[seat],
    }
    return game_of_parts(how | changes)


@pytest.fixture
def auction_with():
    return auction_game


@pytest.fixture
def run():
    """Play a game on with random answers, to its end or for so many answers."""
    from tabletop_core.bots.seating import seat_bots

    def go(match, answers=10_000, seed="run"):
        players = dict.fromkeys(match.seats, "random")
        bots = seat_bots(match.game, players, f"{seed} {match.decisions}")
        while match.decision is not None and answers:
            match.answer(bots[match.decision.seat].choose(match, match.decision))
            answers -= 1
        return match

    return go


@pytest.fixture
def make_pack(tmp_path):
    """Write a pack into a folder, find it there, and load its game."""
    import itertools
    import sys

    from tabletop_core.plugins.packs import find_packs

    made = []
    numbers = itertools.count()

    def make(game, files=(), init=INIT):
        name = f"made_pack_{abs(hash(str(tmp_path)))}_{next(numbers)}"
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(init.replace("NAME", name))
        (folder / "game.py").write_text(game)
        for path, text in dict(files).items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text)
        made.append(name)
        return find_packs([folder], points=())[name]

    yield make
    for name in [own for own in sys.modules if own.partition(".")[0] in made]:
        del sys.modules[name]


INIT = """
from tabletop_core import Identity, hookimpl

IDENTITY = Identity(id="NAME", title="Made", players=(2, 2), summary="A pack for a test.")

@hookimpl
def tabletop_identity():
    return IDENTITY

@hookimpl
def tabletop_game():
    from .game import GAME
    return GAME
"""


# ---------------------------------------------------------------- policies


@pytest.fixture(scope="session")
def untrained_policy():
    """Return a function that makes a policy of a game, with weights that nobody has trained."""
    np = pytest.importorskip("numpy", reason="NumPy is not installed")
    from tabletop_core.adapters.layout import Layout
    from tabletop_core.adapters.pointer import shapes_of
    from tabletop_core.adapters.policy import TrainedPolicy
    from tabletop_core.adapters.vocabulary import Vocabulary

    def make(game, decisions=50):
        layout = Layout.by_playing(game, decisions=decisions)
        vocabulary = Vocabulary.by_playing(game, decisions=decisions)
        shapes = shapes_of(layout, vocabulary.size, 8)
        weights = {
            name: np.sin(np.arange(np.prod(shape)) * place).reshape(shape).astype(np.float32) / 4
            for place, (name, shape) in enumerate(shapes.items(), 1)
        }
        return TrainedPolicy(
            layout=layout, vocabulary=vocabulary, rules=game.identity.rules, weights=weights
        )

    return make


@pytest.fixture(scope="session")
def postgres():
    """Return a function that makes an empty database and returns its address."""
    from tests.postgres import a_server

    with a_server() as address:
        psycopg = pytest.importorskip("psycopg")
        numbers = itertools.count()

        def make():
            name = f"rooms{next(numbers)}"
            with psycopg.connect(address.format(name="postgres"), autocommit=True) as base:
                base.execute(f"CREATE DATABASE {name}")
            return address.format(name=name)

        yield make
