"""A captain with sound judgement."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Judges

from ..questions.board import evaders_ready, exhausted, ground_enemies, targets
from ..rules.abilities import maneuver, reload, spot, use_focus
from ..rules.attack import FIGHT, choose_stance, take_dice
from ..rules.bombing import keep_bombs, lock_bombs
from ..rules.crew import DONE, act
from ..rules.damage import damage_any_engine, hit_chosen_engine
from ..rules.enemies import assign, evade
from ..rules.items import use_first_aid, use_letters, use_lucky_coin
from ..rules.setup import scale_difficulty
from ..rules.turn import RALLY, face_event, take_item
from ..state import InPlay
from .dice_value import PRICE, option_of, worth_after, worth_of_dice
from .gunnery import escort_gun, foes_of, guns_of, plan
from .rules_of_thumb import (
    IMPORTANCE,
    bandage,
    best_bomb,
    best_kept,
    best_to_free,
    evade_if_possible,
    is_next_card_bad,
    keep_unless_tired,
    least_harm,
    one_on_each_wing,
    raise_by_focus,
    raise_by_one,
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
    use_focus: raise_by_focus,
    spot: raise_by_one,
    reload: unused_dice,
    maneuver: best_to_free,
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
        repairs = [option for option in options if ":repair:" in option]
        if repairs:
            return min(repairs, key=lambda option: IMPORTANCE.index(option.split(":")[2]))
        for option in options:
            if option.endswith(":course_correct") and is_next_card_bad(play):
                return option
        return DONE

    def next_shot(self, play: InPlay, options: Sequence[str]) -> str | None:
        """Return the next step of the attack, None when it is over."""
        turn = play.state.turn
        foes = foes_of(play, turn.initiative or 0)
        guns = guns_of(play)
        escorts = [option.split(":")[0] for option in options if ":escort:" in option]
        if escorts:
            guns.append(escort_gun(play, escorts[0]))
        now, shots = plan(turn.dice, guns, foes)
        for option in options:
            price = PRICE.get(option.split(":")[-1])
            if price is None:
                continue
            if worth_after(play, option, guns, foes, self.random(play).random) - now > price:
                return option
        return next((option for option in map(option_of, shots) if option in options), None)
