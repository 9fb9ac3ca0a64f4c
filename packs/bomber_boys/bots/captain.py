"""A captain with sound judgement."""

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Policies

from ..questions.board import evaders_ready, exhausted, ground_enemies, targets
from ..questions.gunfire import guns_of
from ..rules.abilities import Deed, reload
from ..rules.attack import FIGHT, choose_stance, dice_id
from ..rules.bombing import keep_bombs, lock_bombs
from ..rules.crew import DONE, act, deeds
from ..rules.damage import damage_any_engine, hit_chosen_engine
from ..rules.enemies import assign, evade
from ..rules.items import use_first_aid, use_letters, use_lucky_coin
from ..rules.setup import scale_difficulty
from ..rules.turn import CARRY_ON, IGNORE, KEEP, RALLY, face_event, take_item
from ..state import InPlay
from .dice_value import ITEM, PRICE, option_of, worth_after, worth_of_dice
from .gunnery import escort_gun, foes_of, plan
from .rules_of_thumb import (
    IMPORTANCE,
    bandage,
    best_bomb,
    best_kept,
    evade_if_possible,
    is_next_card_bad,
    is_worth_an_item,
    is_worth_the_event,
    least_harm,
    one_on_each_wing,
    ready_the_useful,
    soundest_wing,
    turn_over,
    unused_dice,
    useful_item,
    wanted_items,
)

RALLY_GAIN = 0.28

NOTHING_MORE = (DONE, FIGHT, KEEP, IGNORE, CARRY_ON)
"""What the crew answers that does nothing, or nothing more."""

JUDGES: Policies = {
    "item": useful_item,
    scale_difficulty: one_on_each_wing,
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
    """A bot that uses rules of thumb, samples of dice, and exact odds at the target."""

    policies: ClassVar[Policies] = JUDGES

    def own_policies(self) -> Policies:
        """Return what samples dice, drawn from the bot's own stream."""
        return {
            choose_stance: self.stance,
            take_item: self.item,
            face_event: self.event,
            act: self.next_action,
        }

    def stance(self, play: InPlay, decision: Decision) -> str:
        """Rally where the guns can do little; else roll as many dice as are worth most."""
        if self.is_rally_best(play):
            return RALLY
        if not targets(play):
            return self.next_action(play, decision)
        items = [item for item in wanted_items(play, decision) if item in decision.options]
        return items[0] if items else self.dice_to_roll(play, decision)

    def is_rally_best(self, play: InPlay) -> bool:
        tired = len(exhausted(play))
        crew = sum(not man.is_lost for man in play.state.crew.values())
        gain = RALLY_GAIN * tired * (0.4 + tired / crew)
        if not targets(play):
            evaders = len(evaders_ready(play)) if ground_enemies(play) else 0
            return gain > 0.5 * min(evaders, 1) + 0.3
        most = max(
            worth_of_dice(play, number, self.random(play).random)
            for number in range(1, play.data.dice.ammo + 1)
        )
        evading = 0.4 * bool(ground_enemies(play) and evaders_ready(play))
        return gain > most + evading

    def dice_to_roll(self, play: InPlay, decision: Decision) -> str:
        """Take as many dice as are worth most, of equal numbers the lower."""
        numbers = [
            number
            for number in range(play.data.dice.ammo + 1)
            if dice_id(number) in decision.options
        ]
        best = max(
            numbers,
            key=lambda number: (worth_of_dice(play, number, self.random(play).random), -number),
        )
        return dice_id(best)

    def item(self, play: InPlay, decision: Decision) -> str:
        return RALLY if is_worth_an_item(play) else self.next_action(play, decision)

    def event(self, play: InPlay, decision: Decision) -> str:
        return RALLY if is_worth_the_event(play) else self.next_action(play, decision)

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
        return next(option for option in options if option in NOTHING_MORE)

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
