"""Specialization: what pilots learn from their victories (p. 17)."""

from tabletop_core import Asks, rule, ruling

from ..components import JOKER, SYMBOLS
from ..questions.names import pilot_name, symbol_words, to_whom
from ..questions.pilots import is_on, level_of, usable_level
from ..questions.symbols import blue_to_reroll
from ..state import Fight, Fighter, InPlay
from .dice import chances_of_rolling_again, roll_again, tell_again


@rule("8/First levels", "Give the pilots some Specialization before the first Scenario")
@ruling(
    "the pilots who fly first get the level, each against a group that the player chooses",
    rejected="pilots in the Reserve get it too, or all players choose one group",
    why="the indicators are on the boards, and a pilot from the Reserve may have none",
)
@ruling(
    "the level counts as the planes it takes, so the next level needs only the missing ones",
    rejected="the next level takes all its planes from zero, or the planes also count for Medals",
    why="a level stands for a pilot's victories; Medals count only planes of this game",
)
def give_first_levels(play: InPlay) -> Asks:
    """With the option, each pilot who flies starts with a level against one group."""
    level, groups = int(play.options["first_level"]), play.data.specializations
    if not level:
        return
    for fighter in play.state.fighters.values():
        group = yield play.ask(
            to_whom(
                fighter,
                f"{pilot_name(play, fighter)} starts at level {level} against which aircraft?",
            ),
            {group.id: group.title for group in groups.values()},
            seat=fighter.seat,
        )
        record = play.state.pilots[fighter.pilot]
        record.specialization = group
        record.head_start = groups[group].levels[level - 1]
        play.log("first_level", colour=fighter.colour, level=level, group=groups[group].title)


@rule("17/Specialization", "Choose a group of aircraft for good")
@ruling(
    "the choice is offered with each victory that makes a first level possible",
    rejected="it must be made at the first such victory",
    why="it may be made at once or left for later; the pilot then keeps it",
)
def choose_group(play: InPlay, fighter: Fighter) -> Asks:
    """A pilot may specialize once his victories allow it.

    Fighters take 3, 7 and 10 victories for the levels I, II and III, heavy fighters 2, 4 and 7,
    bombers 2, 5 and 8. Once in a Fight against this group the pilot uses a level he has: I rolls a
    RAF die again, II adds a support symbol to his card, III turns a RAF die to any symbol.
    """
    if not is_on(play) or not fighter.pilot:
        return
    record = play.state.pilots[fighter.pilot]
    groups = play.data.specializations
    open_to = [group for group in groups if level_of(play, fighter, group)]
    if record.specialization or not open_to:
        return
    options = {"none": "not yet"} | {group: groups[group].title for group in open_to}
    answer = yield play.ask(
        to_whom(fighter, "specialize on which aircraft?"),
        options,
        seat=fighter.seat,
    )
    if answer != "none":
        record.specialization = answer
        level = level_of(play, fighter, answer)
        play.log("specialized", colour=fighter.colour, group=groups[answer].title, level=level)


def count_victory(play: InPlay, fighter: Fighter, group: str) -> None:
    """Count a pilot's victory, which may bring him to a new level of his specialization."""
    record = play.state.pilots[fighter.pilot]
    before = level_of(play, fighter, group)
    record.victories[group] = record.victories.get(group, 0) + 1
    level = level_of(play, fighter, group)
    if is_on(play) and record.specialization == group and level > before:
        title = play.data.specializations[group].title
        play.log("level", colour=fighter.colour, level=level, group=title)


def use(play: InPlay, fighter: Fighter, fight: Fight, level: int) -> None:
    """Use a level in a Combat, and set the clock."""
    fight.specialized = True
    play.state.pilots[fighter.pilot].clock = level + 1
    play.log("specialization_used", colour=fighter.colour, level=level)


@rule("17/Levels I and III", "Change a blue die")
@ruling(
    "the clock does not move in the turn of its use: level I waits one more turn, II two, III "
    "three",
    rejected="it moves from the turn of its use, so that level I is ready on the next turn",
    why="in the example the first level is ready again after the next turn; the wait is the price",
)
@ruling(
    "the clock goes with the pilot",
    rejected="it stays on the board, and the next pilot waits for it",
    why="specialization is the pilot's, not the player's, though the clock is on the board",
)
@ruling(
    "levels I and III are offered after the Luftwaffe's roll, for all RAF dice that still count",
    rejected="they are offered as soon as the RAF dice are rolled",
    why="the text says any blue die and gives no moment; a die from an earlier opponent is gone",
)
def change_die(play: InPlay, fighter: Fighter, fight: Fight, dice: list[int]) -> Asks:
    """The pilot may roll a blue die again, or at the third level turn it to any symbol.

    The clock then runs, and no level can be used until it is back in the green.
    """
    level = usable_level(play, fighter, fight)
    if not level or not dice:
        return
    options = {"none": "no"}
    for n in dice:
        if n in blue_to_reroll(play, fight):
            options[f"reroll:{n}"] = f"level I: roll {symbol_words(fight.dice[n])} again"
        if level >= 3:
            options |= {
                f"set:{n}:{symbol}": "level III: turn "
                f"{symbol_words(fight.dice[n])} into {symbol_words(symbol)}"
                for symbol in SYMBOLS
                if symbol != fight.dice[n]
            }
    if len(options) == 1:
        return
    answer = yield play.ask(
        to_whom(fighter, "use Specialization on the dice?"),
        options,
        seat=fighter.seat,
        at={option: f"die:{option.split(':')[1]}" for option in options if option != "none"},
        odds=lambda option: (
            chances_of_rolling_again(play, "blue") if option.startswith("reroll") else {}
        ),
    )
    if answer == "none":
        return
    what, n, *symbol = answer.split(":")
    use(play, fighter, fight, 3 if what == "set" else 1)
    if symbol:
        fight.turn(int(n), symbol[0])
    else:
        before, face = fight.dice[int(n)], roll_again(play, "blue", fighter.name)
        tell_again(play, fighter.name, before, face)
        fight.roll_again(int(n), face)


@rule("17/Level II", "Add a support symbol")
@ruling(
    "the card played may then make a sequence of its own, besides any helper's support",
    rejected="the symbol only helps a helper's card to make a sequence",
    why="the symbol is added to the one card played, and no helper is named",
)
def add_support_symbol(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """At the second level, the pilot may add a support symbol to the card just played."""
    if usable_level(play, fighter, fight) < 2:
        return
    answer = yield play.ask(
        to_whom(fighter, "add a support symbol to the card (Specialization, level II)?"),
        {"none": "no", "hit": "Hit", "evade": "Evasion", JOKER: "Joker"},
        seat=fighter.seat,
    )
    if answer != "none":
        use(play, fighter, fight, 2)
        fight.extra_support = answer


def turn_clocks(play: InPlay) -> None:
    """Move every clock one space towards the green at the end of the turn."""
    for record in play.state.pilots.values():
        record.clock = max(0, record.clock - 1)
