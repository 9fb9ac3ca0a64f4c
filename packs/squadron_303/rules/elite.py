"""German Elite Squadrons and their aces (p. 16-17)."""

from collections.abc import Sequence

from tabletop_core import Asks, Pile, rule, ruling

from ..components import Mode
from ..questions.board import planes_of
from ..questions.germans import has_ace, leads
from ..questions.names import area_name, planes_named, planes_words
from ..questions.symbols import luftwaffe_to_reroll
from ..state import Fight, InPlay, Plane, Squadron
from .dice import roll_again, tell_again


@rule("16/Aces", "Mark elite squadrons")
@ruling(
    "the players say which squadrons have an ace, if not all have one, and of which kind",
    rejected="squadrons and kinds are drawn",
    why="the text leaves the number and the kind of a mixed squadron's ace to them",
)
@ruling(
    "the number is of the Scenario's own squadrons; those that an Event brings have no ace",
    rejected="squadrons that an Event brings get an ace, too",
    why="the number is decided before the game",
)
@ruling(
    "a hidden squadron gets its kind of ace when it is revealed, bombers first",
    rejected="the players choose the kind then, or beforehand without knowing what flies in it",
    why="nobody knows what flies in it until then",
)
def deal_aces(play: InPlay) -> Asks:
    """Put a face-down elite token with each squadron, when the game is played with aces.

    No squadron has more than one: a bomber ace or a fighter ace, depending on its planes.
    """
    elite = yield from elite_squadrons(play)
    if elite:
        play.log("aces", squadrons=[squadron.id for squadron in elite])
    for squadron in elite:
        if squadron.hidden:
            squadron.unknown_ace = True
            continue
        bearers = _bearers(play, squadron)
        kind = yield from play.choose(
            f"Which kind of ace flies with squadron {squadron.id}?",
            {kind: f"{kind} ace" for kind in bearers},
            seat=play.seats,
        )
        bearers[kind].ace_kind = kind


def give_unknown_ace(play: InPlay, squadron: Squadron) -> None:
    """Give the token of a squadron just revealed to one of its planes, a bomber first."""
    for kind, plane in _bearers(play, squadron).items() if squadron.unknown_ace else ():
        plane.ace_kind = kind
        break
    squadron.unknown_ace = False


@rule("16/How many aces", "As many as the players decide, at most one per squadron")
def elite_squadrons(play: InPlay) -> Asks:
    """Choose the squadrons that get an ace; in a Campaign all of them do after a won Scenario."""
    state = play.state
    german = [s for s in state.squadrons.values() if s.mode is not Mode.BRITISH]
    number = min(int(play.options["aces"]), len(german))
    if play.options["campaign"]:
        won_before = bool(state.results) and state.results[-1] == "win"
        number = len(german) if won_before else 0
    if number in (0, len(german)):
        return german[:number]
    chosen = yield play.ask(
        f"Which of the German squadrons are elite (aces: {number})?",
        {squadron.id: _squadron_words(play, squadron) for squadron in german},
        least=number,
        most=number,
        seat=play.seats,
        at={squadron.id: f"route:{squadron.id}" for squadron in german},
    )
    return [state.squadrons[name] for name in chosen]


def _squadron_words(play: InPlay, squadron: Squadron) -> str:
    what = planes_words(play, planes_of(play, squadron.id)) or "unknown planes"
    return f"squadron {squadron.id} at {area_name(play, squadron.area)}: {what}"


def _bearers(play: InPlay, squadron: Squadron) -> dict[str, Plane]:
    """Return the plane that would carry each kind of ace: the first of its kind."""
    planes = planes_of(play, squadron.id)
    firsts = {
        "bomber": next((plane for plane in planes if plane.is_bomber), None),
        "fighter": next((plane for plane in planes if plane.is_fighter), None),
    }
    return {kind: plane for kind, plane in firsts.items() if plane is not None}


@rule("17/Ace tokens", "Reveal the ace of a squadron")
@ruling(
    "the token is revealed at the latest when the squadron fights or strikes",
    rejected="it stays face down, without its ability, until a player's plane enters the area",
    why="it may come to the players' planes, so that they never enter its area",
)
@ruling(
    "a plane turns up the token where its move ends, not where it only flies through",
    rejected="it turns up the tokens of all squadrons through whose areas it flies",
    why="a move names where it ends; paths of equal cost are alike, so the path is not asked",
)
@ruling(
    "the first plane of its kind in the squadron carries the token",
    rejected="the players choose the plane, or it is drawn",
    why="the planes are alike, and the text only asks for one of them",
)
@ruling(
    "tokens of a kind are shuffled together again when all of them are in use",
    rejected="only as many squadrons have an ace of a kind as there are tokens",
    why="players may use them again as needed",
)
def reveal_ace(play: InPlay, squadron_id: str) -> None:
    """Turn up the token when a player's plane enters the squadron's area.

    One plane of its kind carries it, and the whole squadron has its ability. When that plane is
    shot down, the ability is lost at the end of the turn.
    """
    for plane in planes_of(play, squadron_id):
        if plane.ace_kind:
            _turn_up(play, plane)


def _turn_up(play: InPlay, plane: Plane) -> None:
    tokens = [ace.id for ace in play.data.aces.values() if ace.group == plane.ace_kind]
    pile = play.state.ace_tokens.setdefault(plane.ace_kind, Pile.of(tokens))
    if not len(pile):
        pile.mix_in(tokens)
    plane.ace = pile.draw(play.source, f"the ace of squadron {plane.squadron}")
    plane.ace_kind = ""
    ace = play.data.aces[plane.ace]
    bearer = planes_named(play, [plane])
    play.log("ace", squadron=plane.squadron, title=ace.title, text=ace.text, plane=bearer)


@rule("17/Ace shot down", "The ability outlives the ace until the end of the turn")
@ruling(
    "the planes that flew in his squadron when he fell keep the ability, wherever they fly",
    rejected="the squadron keeps it: planes that leave it lose it, and planes that join it gain it",
    why="the text lets the ability of those who had it run until the end of the turn, without any "
    "other condition",
)
def ace_lost(play: InPlay, plane: Plane) -> None:
    """Note that an ace is down: his comrades have the ability until the end of the turn."""
    if plane.ace:
        for comrade in planes_of(play, plane.squadron):
            comrade.fallen_aces.append(plane.ace)
        play.log("ace_down", squadron=plane.squadron)


def forget_fallen_aces(play: InPlay) -> None:
    for plane in play.state.planes.values():
        plane.fallen_aces.clear()


@rule("17/Ace and squadron", "The ability goes with the ace's plane")
@ruling(
    "a squadron has the abilities of all aces that fly in it, including one who has joined it",
    rejected="the ability stays with the squadron for which the token was drawn",
    why="one plane carries the token, and the ability is lost with it; the text rules out two aces "
    "in a squadron only where it deals them",
)
@ruling(
    "planes separated from the ace lose his ability, though he is not shot down",
    rejected="they keep it as long as he flies",
    why="the entire squadron has it, and they are now a squadron of their own",
)
def tell_aces(play: InPlay, planes: Sequence[Plane]) -> None:
    """Log the aces among planes that have left their squadron to patrol or to join bombers.

    The ability goes with the ace's plane: planes that fly with it have it, and planes that stay
    behind lose it.
    """
    for plane in planes:
        if plane.ace or plane.ace_kind:
            title = play.data.aces[plane.ace].title if plane.ace else "unknown"
            bearer = planes_named(play, [plane])
            play.log("ace_goes", plane=bearer, squadron=plane.squadron, title=title)


def dice_in_counterattack(play: InPlay, plane: Plane) -> int:
    return int(plane.is_fighter and has_ace(play, plane, "keen"))


def dice_in_combat(play: InPlay, plane: Plane) -> int:
    return int(plane.is_fighter and has_ace(play, plane, "fierce"))


@rule("17/Acrobats", "A free Evasion")
@ruling(
    "an agile squadron's fighter has its free Evasion in each round, like one more die showing it",
    rejected="it has it once in a Fight of two rounds",
    why="the text calls it a result, and results are rolled for each round; where an ability "
    "counts once, the text says so",
    option="acrobats",
)
def take_free_evade(play: InPlay, plane: Plane, fight: Fight) -> int:
    """Count the Evasion that an agile squadron's fighter has without a die."""
    free = free_evades(play, plane, fight)
    if free:
        fight.evaded_free.append(plane.id)
        ace = play.data.aces["agile"]
        play.log("helped", by=ace.title, text=ace.text)
    return free


def free_evades(play: InPlay, plane: Plane, fight: Fight) -> int:
    """Return how many Evasions an agile squadron's fighter has without a die in this round."""
    had_it = play.options["acrobats"] == "fight" and plane.id in fight.evaded_free
    is_able = plane.is_fighter and not plane.markers and not had_it
    return int(is_able and has_ace(play, plane, "agile"))


def second_aim(play: InPlay, plane: Plane, fight: Fight) -> None:
    """Reroll the blank dice of a steadfast squadron's fighters."""
    if not (plane.is_fighter and has_ace(play, plane, "steadfast")):
        return
    die = play.data.aircraft[plane.aircraft].die
    for at in luftwaffe_to_reroll(play, fight):
        if fight.luftwaffe[at] == "blank":
            face = roll_again(play, die, "the ace's second aim")
            tell_again(play, "the ace's squadron", "blank", face)
            fight.roll_luftwaffe_again(at, face)


@rule("17/Iron discipline", "Holding a bomber takes one more Maneuver token")
@ruling(
    "a disciplined bomber with one token flies and bombs; otherwise it is a plane with a token, "
    "which rolls no dice and adds none to others",
    rejected="one token has no effect on it at all until there is a second one",
    why="the ace requires a further token to prevent the move, and mentions nothing else",
    option="iron_discipline",
)
def markers_needed(play: InPlay, plane: Plane) -> int:
    """Count the Maneuver tokens that it takes to hold a plane."""
    return 1 + int(plane.is_bomber and has_ace(play, plane, "steady"))


def is_stopped(play: InPlay, plane: Plane) -> bool:
    """Return whether Maneuver tokens keep a plane from rolling dice and giving dice to others."""
    if play.options["iron_discipline"] == "undisturbed":
        return plane.markers >= markers_needed(play, plane)
    return plane.markers > 0


def extra_areas(play: InPlay, squadron: Squadron, planes: Sequence[Plane]) -> int:
    """Return how many additional areas planes of a swift squadron fly after it was attacked.

    Fighters keep to the speed of the bombers with which they fly.
    """
    ahead = [plane for plane in planes if leads(play, plane)] or planes
    return int(squadron.was_attacked and all(has_ace(play, plane, "swift") for plane in ahead))
