"""A captain with sound judgement."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Judges

from ..questions.board import evaders_ready, exhausted, ground_enemies, targets
from ..rules.abilities import Deed, reload
from ..rules.attack import FIGHT, choose_stance, take_dice
from ..rules.bombing import keep_bombs, lock_bombs
from ..rules.crew import DONE, act, deeds
from ..rules.damage import damage_any_engine, hit_chosen_engine
from ..rules.enemies import assign, evade
from ..rules.items import use_first_aid, use_letters, use_lucky_coin
from ..rules.setup import scale_difficulty
from ..rules.turn import RALLY, face_event, take_item
from ..state import InPlay
from .dice_value import ITEM, PRICE, option_of, worth_after, worth_of_dice
from .gunnery import escort_gun, foes_of, guns_of, plan
from .rules_of_thumb import (
    IMPORTANCE,
    bandage,
    best_bomb,
    best_kept,
    evade_if_possible,
    is_next_card_bad,
    keep_unless_tired,
    least_harm,
    one_on_each_wing,
    rally_where_cheap,
    ready_the_useful,
    soundest_wing,
    turn_over,
    unused_dice,
    useful_item,
)

RALLY_GAIN = 0.28

JUDGES: Judges = {
    "item": useful_item,
    scale_difficulty: one_on_each_wing,
    take_item: keep_unless_tired,
    face_event: rally_where_cheap,
    reload: unused_dice,
    assign: least_harm,
    evade: evade_if_possible,
    damage_any_engine: soundest_wing,
    hit_chosen_engine: soundest_wing,
    use_first_aid: bandage,
    use_letters: ready_the_useful,
    use_lucky_coin: turn_over,
    lock_bombs: best_bomb,
    keep_bombs: best_kept,
}
"""What answers where no dice are sampled."""


class CaptainBot(RuleBot):
    """Weighs each decision by rules of thumb, samples of dice, and exact odds at the target."""

    @cached_property
    def judges(self) -> Judges:
        """What answers each rule; those that sample dice draw them from the bot's own stream."""
        return {
            **JUDGES,
            choose_stance: self.fight_or_rally,
            take_dice: self.number_of_dice,
            act: self.next_action,
        }

    def fight_or_rally(self, play: InPlay, decision: Decision) -> str:
        """Fight while the guns can do something; rally when they cannot, or under flak alone."""
        tired = len(exhausted(play))
        crew = sum(not man.is_lost for man in play.state.crew.values())
        gain = RALLY_GAIN * tired * (0.4 + tired / crew)
        if not targets(play):
            evaders = len(evaders_ready(play)) if ground_enemies(play) else 0
            return RALLY if gain > 0.5 * min(evaders, 1) + 0.3 else FIGHT
        most = max(
            worth_of_dice(play, number, self.random(play).random)
            for number in range(1, play.data.dice.ammo + 1)
        )
        evading = 0.4 * bool(ground_enemies(play) and evaders_ready(play))
        return RALLY if gain > most + evading else FIGHT

    def number_of_dice(self, play: InPlay, decision: Decision) -> Any:
        """Take as many dice as are worth most, of equal numbers the lower."""
        return max(
            decision.options,
            key=lambda number: (
                worth_of_dice(play, int(number), self.random(play).random),
                -int(number),
            ),
        )

    def next_action(self, play: InPlay, decision: Decision) -> str:
        """Improve the dice where that pays, fire the plan, then care for the bomber."""
        options = [str(option) for option in decision.options]
        if play.state.turn.initiative is not None and targets(play):
            shot = self.next_shot(play, options)
            if shot:
                return shot
        found = deeds(play).values()
        repairs = [deed for deed in found if deed.action == "repair"]
        if repairs:
            return min(repairs, key=lambda deed: IMPORTANCE.index(deed.on)).id
        for deed in found:
            if deed.action == "course_correct" and is_next_card_bad(play):
                return deed.id
        return DONE

    def next_shot(self, play: InPlay, options: Sequence[str]) -> str | None:
        """Return the next step of the attack, None when it is over."""
        turn = play.state.turn
        foes = foes_of(play, turn.initiative or 0)
        guns = guns_of(play)
        found = deeds(play)
        escorts = [deed.man for deed in found.values() if deed.action == "escort"]
        if escorts:
            guns.append(escort_gun(play, escorts[0]))
        now, shots = plan(turn.dice, guns, foes)
        helps = [
            found.get(option) or Deed(option, ITEM)
            for option in options
            if option in found or option in play.data.items
        ]
        for (action, _), ways in groupby(helps, key=lambda deed: (deed.action, deed.man)):
            if action in PRICE:
                worth = {
                    deed: worth_after(play, deed, guns, foes, self.random(play).random)
                    for deed in ways
                }
                best = max(worth, key=lambda deed: worth[deed])
                if worth[best] - now > PRICE[action]:
                    return best.action if best.man == ITEM else best.id
        return next((option for option in map(option_of, shots) if option in options), None)
