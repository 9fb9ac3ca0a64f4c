"""A captain with sound judgement."""

from collections.abc import Callable, Sequence
from typing import Any

from tabletop_core import Bot, Decision

from ..questions.board import (
    COIN,
    aircraft,
    bombs_of,
    card_of,
    cards_left,
    damage_by,
    enemy_named,
    evaders_ready,
    exhausted,
    ground_enemies,
    initiative_of,
    targets,
    wounded,
)
from ..questions.bombsight import best as best_bombs
from ..questions.bombsight import best_to_keep, completing_turn, hardest_met
from ..rules.attack import FIGHT
from ..rules.bombing import KEEP, KEEPING, LOCK, ROLL
from ..rules.crew import DONE
from ..rules.items import GO_ON, PREFIX
from ..rules.turn import RALLY
from ..state import Damage, InPlay
from .dice_value import (
    PRICE,
    option_of,
    saved_by_turning,
    used_dice,
    worth_after,
    worth_of_dice,
)
from .gunnery import escort_gun, foes_of, guns_of, plan

Answer = str | int | tuple[str | int, ...]
RALLY_GAIN = 0.28


class CaptainBot(Bot):
    """Weighs each decision by rules of thumb, samples of dice, and exact odds at the target."""

    def choose(self, play: InPlay, decision: Decision) -> Answer:
        if decision.several:
            return self.choose_some(play, decision)
        judge = JUDGES.get(decision.rule)
        answer = judge(self, play, decision) if judge else None
        return decision.options[0] if answer is None else answer

    # ------------------------------------------------------------ cards

    def item(self, play: InPlay, decision: Decision) -> Answer:
        """Keep items, unless most of the crew is worn out."""
        if RALLY not in decision.options:
            return self.use_item(play, decision)
        tired = len(exhausted(play))
        return RALLY if tired >= (4 if aircraft(play) else 6) else "keep"

    def event(self, play: InPlay, decision: Decision) -> Answer:
        """Rally where it costs little."""
        tired, event = len(exhausted(play)), play.state.turn.card
        price = EVENT_PRICE.get(event, 0)
        if event == "state_of_shock":
            ready = sum(man.is_ready for man in play.state.crew.values())
            return RALLY if tired > ready + 1 else decision.options[0]
        if event == "guns_jammed":
            price += len(wounded(play)) // 2
        return RALLY if tired > price else decision.options[0]

    def stance(self, play: InPlay, decision: Decision) -> Answer:
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

    # ------------------------------------------------------------ the attack

    def dice(self, play: InPlay, decision: Decision) -> Answer:
        if not isinstance(decision.options, range):
            return self.use_item(play, decision)
        return max(
            decision.options,
            key=lambda number: (
                worth_of_dice(play, int(number), self.random(play).random),
                -number,
            ),
        )

    def act(self, play: InPlay, decision: Decision) -> Answer:
        """Improve the dice where that pays, fire the plan, then care for the bomber."""
        options: Sequence[Any] = decision.options
        turn = play.state.turn
        if turn.initiative is not None and targets(play):
            answer = self.fight(play, options)
            if answer:
                return answer
        repairs = [option for option in options if ":repair:" in option]
        if repairs:
            return min(repairs, key=lambda option: IMPORTANCE.index(option.split(":")[2]))
        for option in options:
            if option.endswith(":course_correct") and self.avoids(play):
                return option
        return DONE

    def fight(self, play: InPlay, options: Sequence[str | int]) -> str | None:
        """Return the next step of the attack, None when it is over."""
        turn = play.state.turn
        foes = foes_of(play, turn.initiative or 0)
        guns = guns_of(play)
        escorts = [o.split(":")[0] for o in map(str, options) if ":escort:" in o]
        if escorts:
            guns.append(escort_gun(play, escorts[0]))
        now, shots = plan(turn.dice, guns, foes)
        for option in map(str, options):
            price = PRICE.get(option.split(":")[-1])
            if price is None:
                continue
            if worth_after(play, option, guns, foes, self.random(play).random) - now > price:
                return option
        for shot in shots:
            option = option_of(shot)
            if option in options:
                return option
        return None

    def avoids(self, play: InPlay) -> bool:
        """Tell whether the next card is likely worse than a damaged engine."""
        state = play.state
        sound = sum(damage is Damage.NONE for damage in state.engines.values())
        left = cards_left(state)
        stacks = state.deck.items()
        bad = sum(CARD_PRICE.get(group, 1.0) * stack.left for group, stack in stacks) / left
        return sound >= 1 and bad > 0.55 + 0.12 * (4 - sound)

    def raise_die(self, play: InPlay, decision: Decision) -> Answer:
        """Raise the die with which the plan is worth most."""
        turn = play.state.turn
        by = turn.focus if decision.rule == "Focus token" else 1
        guns, foes = guns_of(play), foes_of(play, turn.initiative or 0)

        def worth(face: Any) -> float:
            dice = list(turn.dice)
            dice[dice.index(face)] = min(6, face + by)
            return plan(dice, guns, foes)[0]

        return max(decision.options, key=worth)

    def maneuver(self, play: InPlay, decision: Decision) -> Answer:
        turn = play.state.turn
        foes = foes_of(play, turn.initiative or 0)
        return max(
            decision.options, key=lambda name: plan(turn.dice, guns_of(play, [str(name)]), foes)[0]
        )

    # ------------------------------------------------------------ the enemy

    def assign(self, play: InPlay, decision: Decision) -> Answer:
        """Take the least damage; where there is a choice, on engines that are sound."""
        sound = any(damage is Damage.NONE for damage in play.state.engines.values())

        def harm(code: Any) -> float:
            total = 0.0
            for part in code.split():
                name, _, die = part.partition("=")
                enemy = enemy_named(play, name)
                weight = 0.6 if card_of(play, enemy).hits_engines and sound else 1.0
                total += weight * damage_by(play, enemy, int(die))
            return total

        return min(decision.options, key=harm)

    def evade(self, play: InPlay, decision: Decision) -> Answer:
        """Evade, the pilot first: to be offered means that it can lessen the damage."""
        men = [option for option in decision.options if str(option).endswith(":evade")]
        return men[0] if men else decision.options[0]

    def engine(self, play: InPlay, decision: Decision) -> Answer:
        """Damage an engine on the wing that has more sound ones."""
        state = play.state

        def sound(name: Any) -> tuple[bool, int]:
            wing = play.data.wings[play.data.engines[name].location]
            return (
                state.engines[name] is Damage.NONE,
                sum(state.engines[other] is Damage.NONE for other in wing),
            )

        return max(decision.options, key=sound)

    # ------------------------------------------------------------ items

    def use_item(self, play: InPlay, decision: Decision) -> Answer:
        """Use an item where it saves a cube or a bomb."""
        if GO_ON not in decision.options:
            return decision.options[0]
        turn = play.state.turn
        options = [str(option).partition(":")[2] for option in decision.options]
        order: tuple[str, ...] = ()
        if turn.hit:
            name = play.data.at_station.get(turn.hit)
            is_serious = name is not None and play.state.crew[name].is_wounded
            if name is None:
                wing = [play.state.engines[engine] for engine in play.data.wings[turn.hit]]
                is_serious = Damage.NONE not in wing
            if is_serious:
                order = ("rabbits_foot", "first_aid_kit", "flak_jacket")
            if is_serious and len(wounded(play)) >= 4:
                order = ("first_aid_kit", "flak_jacket", "rabbits_foot")
        elif "recognition_models" in options:
            top = max(initiative_of(play, enemy) or 0 for enemy in targets(play))
            if top >= 3:
                order = ("recognition_models",)
        elif (play.state.is_target_in_sight or len(play.state.items) > 2) and any(
            saved_by_turning(play, face) > 0 for face in turn.enemy_dice
        ):
            order = ("lucky_coin",)
        return next((f"{PREFIX}:{name}" for name in order if name in options), GO_ON)

    def choose_some(self, play: InPlay, decision: Decision) -> Answer:
        """Choose men by importance, dice that the plan does not use, engines on both wings."""
        options = list(decision.options)
        most = decision.most or 0
        if decision.rule == "Reload":
            turn = play.state.turn
            kept = used_dice(turn.dice, guns_of(play), foes_of(play, turn.initiative or 0))
            chosen = []
            for at in options:
                face = turn.dice[int(at) - 1]
                if face in kept:
                    kept.remove(face)
                else:
                    chosen.append(at)
            return tuple(chosen) or (options[0],)
        if decision.rule == KEEPING:
            return self.keep(play, options)
        if options[0] in play.data.engines:
            wings = play.data.wings.values()
            return decision.check(tuple(wing[0] for wing in wings)[:most])
        hit = play.data.at_station.get(play.state.turn.hit)
        rank = USEFULNESS if decision.rule == "Letters from Home" else IMPORTANCE
        options.sort(key=lambda name: (name != hit, rank.index(str(name))))
        return decision.check(tuple(options[:most]))

    # ------------------------------------------------------------ the target

    def bomb(self, play: InPlay, decision: Decision) -> Answer:
        """Follow best play for all bombs, the coin included."""
        if GO_ON in decision.options:
            return decision.options[0]
        plan = best_bombs(*bombs_of(play))
        if plan.turn:
            return f"{PREFIX}:{COIN}"
        if plan.lock:
            return f"{LOCK}:{plan.lock[0]}"
        return KEEP if plan.keep else ROLL

    def keep(self, play: InPlay, numbers: Sequence[Any]) -> Answer:
        """Keep the bombs that are best to keep, where some must be."""
        left, kept = list(best_to_keep(*bombs_of(play)).keep), []
        for number in numbers:
            face = play.state.turn.dice[number - 1]
            if face in left:
                left.remove(face)
                kept.append(number)
        return tuple(kept)

    def coin(self, play: InPlay, decision: Decision) -> Answer:
        """Turn over the die that gains most."""
        state = play.state
        if state.open:
            turn = completing_turn(tuple(state.open), state.turn.dice)
            gain = {face: hardest_met(state.open, 7 - int(face)) for face in decision.options}
            return turn or max(decision.options, key=lambda face: gain[face])
        if state.turn.enemy_dice:
            return max(decision.options, key=lambda face: (saved_by_turning(play, int(face)), face))
        return min(decision.options)


Judge = Callable[[CaptainBot, InPlay, Decision], Answer]

JUDGES: dict[str, Judge] = {
    "Item cards": CaptainBot.item,
    "Event cards": CaptainBot.event,
    "Attack or rally": CaptainBot.stance,
    "Attack step 1": CaptainBot.dice,
    "Focus token": CaptainBot.raise_die,
    "Crew actions": CaptainBot.act,
    "Spot": CaptainBot.raise_die,
    "Maneuver": CaptainBot.maneuver,
    "Enemy dice": CaptainBot.use_item,
    "Assigning enemy dice": CaptainBot.assign,
    "Evade": CaptainBot.evade,
    "Damage die": CaptainBot.use_item,
    "Engine of your choice": CaptainBot.engine,
    "Twin Fighters": CaptainBot.engine,
    "Locking in": CaptainBot.bomb,
    "Lucky Coin": CaptainBot.coin,
}

EVENT_PRICE = {
    "engine_trouble": 4,
    "friendly_fire": 4,
    "low_on_ammo": 3,
    "element_of_surprise": 2,
    "guns_jammed": 2,
    "relentless": 3,
}
"""How many men must be exhausted before a rally is worth suffering the event."""

CARD_PRICE = {"item": -0.9, "event": -0.2, "flak": 0.9, "fighter": 1.6, "ace": 1.6}
"""What a card of a group costs the bomber, in points of damage."""

IMPORTANCE = (
    "pilot", "co_pilot", "bombardier", "flight_engineer", "tail_gunner", "ball_turret",
    "radio_operator", "navigator", "right_waist", "left_waist",
)  # fmt: skip
"""Whom to protect first."""

USEFULNESS = (
    "tail_gunner", "ball_turret", "flight_engineer", "radio_operator", "bombardier",
    "right_waist", "left_waist", "navigator", "pilot", "co_pilot",
)  # fmt: skip
"""Whom to have ready first."""
