"""Conditions that hold after every answer of every game: pieces, counts, tracks, goals."""

from collections import Counter
from collections.abc import Callable

from .components import Mode
from .questions.board import is_destroyed, kind_of, planes_of, scenario
from .questions.germans import flies_home
from .state import InPlay, Status

Invariant = Callable[[InPlay], str | None]


def phase(play: InPlay) -> str:
    """Return the number of the current phase, or an empty string before the first turn."""
    return next((part.split()[0] for part in play.where if part.split()[0] in PHASES), "")


PHASES = ("I", "II", "III", "IV", "V", "VI")


def each_combat_card_is_in_one_place(play: InPlay) -> str | None:
    state = play.state
    cards = [*Counter(state.deck.cards).elements(), *state.discards]
    cards += [card for fighter in state.fighters.values() for card in fighter.cards]
    if state.fight:
        cards += [*state.fight.cards, *state.fight.discards]
    if sorted(cards) != sorted(play.data.cards):
        twice = [card for card, number in Counter(cards).items() if number > 1]
        lost = sorted(set(play.data.cards) - set(cards))
        return f"twice: {twice}, nowhere: {lost}"
    return None


def each_board_has_four_damage_tokens(play: InPlay) -> str | None:
    """Count the tokens on and beside each board; one just drawn may still be refused."""
    in_hand = int(play.rule == "4/The Mulligan")
    for fighter in play.state.fighters.values():
        tokens = Counter(fighter.damage) + Counter(fighter.supply.cards)
        drawn = in_hand if fighter.colour == play.state.acting else 0
        if play.state.turn and tokens.total() != len(play.data.damage_tokens) - drawn:
            return f"{fighter.colour} has {dict(tokens)}"
        if max(tokens.values(), default=1) > 1:
            return f"{fighter.colour} has a token twice: {dict(tokens)}"
    return None


def each_pilot_in_play_has_one_board(play: InPlay) -> str | None:
    boards = Counter(fighter.pilot for fighter in play.state.fighters.values() if fighter.pilot)
    flying = [name for name, it in play.state.pilots.items() if it.status is Status.FLYING]
    if boards != Counter(flying):
        return f"on boards: {sorted(boards.elements())}, in play: {sorted(flying)}"
    return None


def what_boards_and_pilots_count_stays_within_its_track(play: InPlay) -> str | None:
    counts = play.data.numbers.counts
    for fighter in play.state.fighters.values():
        if not 0 <= fighter.ammunition <= counts.ammunition:
            return f"{fighter.colour} has {fighter.ammunition} ammunition"
        if not 0 <= fighter.tokens <= counts.most_tokens:
            return f"{fighter.colour} keeps {fighter.tokens} Maneuver tokens"
        if len(fighter.damage) >= counts.damage_destroys:
            return f"{fighter.colour} flies with {len(fighter.damage)} points of damage"
    for name, record in play.state.pilots.items():
        if record.medals < 0 or record.clock < 0:
            return f"{name} has {record.medals} Medals, the clock at {record.clock}"
    return None


def maneuver_tokens_are_kept_from_a_fight_to_the_next_movement(play: InPlay) -> str | None:
    for fighter in play.state.fighters.values():
        if fighter.tokens and not fighter.fought and phase(play) not in ("", "I", "II"):
            return f"{fighter.colour} has not fought and keeps {fighter.tokens} tokens"
    return None


def only_airfields_have_planes_on_the_ground(play: InPlay) -> str | None:
    fields = {*play.data.board.map.spaces_with("airfield"), scenario(play).start}
    for fighter in play.state.fighters.values():
        if fighter.pilot and fighter.landed and fighter.area not in fields:
            return f"{fighter.colour} stands on the ground at {fighter.area}"
        if fighter.has_landed and not fighter.landed:
            return f"{fighter.colour} has landed and is in the air"
    return None


def each_plane_belongs_to_a_squadron_and_can_bear_its_damage(play: InPlay) -> str | None:
    state = play.state
    for plane in state.planes.values():
        squadron = state.squadrons.get(plane.squadron)
        if squadron is None or squadron.hidden:
            return f"plane {plane.id} flies in {plane.squadron}, which is not known"
        if plane.area not in play.data.board.areas:
            return f"plane {plane.id} is at {plane.area!r}"
        if not 0 <= plane.damage < len(kind_of(play, plane).toughness):
            return f"plane {plane.id} flies with {plane.damage} points of damage"
        if plane.markers < 0:
            return f"plane {plane.id} bears {plane.markers} Maneuver tokens"
        if plane.is_german == (squadron.mode is Mode.BRITISH):
            return f"plane {plane.id} flies in {squadron.id}, a squadron of the other side"
    return None


def no_more_planes_fly_than_the_box_has_models(play: InPlay) -> str | None:
    for aircraft, number in Counter(p.aircraft for p in play.state.planes.values()).items():
        if number > play.data.aircraft[aircraft].models:
            return f"{number} of {aircraft}"
    return None


def a_hidden_squadron_has_cards_and_no_planes(play: InPlay) -> str | None:
    for squadron in play.state.squadrons.values():
        cards = sum(squadron.face_down.values())
        planes = len(planes_of(play, squadron.id))
        if squadron.hidden and (planes or not cards):
            return f"{squadron.id} has {cards} cards and {planes} planes"
    return None


def bombs_stay_within_the_toughness_of_their_target(play: InPlay) -> str | None:
    for area, bombs in play.state.bombs.items():
        if not 0 < bombs <= play.data.board.toughness(area):
            return f"{bombs} bombs on {area}"
    return None


def a_bomber_over_its_target_has_bombed_it(play: InPlay) -> str | None:
    """Check after the bombing: only a bomber that lost its move to a token may keep its bombs.

    Such a bomber has not flown in this phase, so every bomber that arrived has bombed its target.
    """
    if phase(play) != "VI":
        return None
    for plane in play.state.planes.values():
        squadron = play.state.squadrons[plane.squadron]
        is_there = plane.area == squadron.route[-1] and play.data.board.target(plane.area)
        if not (plane.is_bomber and is_there) or flies_home(squadron):
            continue
        if is_destroyed(play, plane.area) or plane.bombed:
            continue
        if not plane.held or plane.area != plane.began_at:
            return f"plane {plane.id} has kept its bombs over {plane.area}"
    return None


def a_plane_fights_or_strikes_once(play: InPlay) -> str | None:
    for plane in play.state.planes.values():
        if plane.engaged and plane.attacked:
            return f"plane {plane.id} was fought and has struck"
    return None


def an_ace_bears_a_token_of_his_kind(play: InPlay) -> str | None:
    for plane in play.state.planes.values():
        kind = play.data.aces[plane.ace].group if plane.ace else plane.ace_kind
        if plane.ace and plane.ace_kind:
            return f"plane {plane.id} bears two tokens"
        if kind and not (plane.is_bomber if kind == "bomber" else plane.is_fighter):
            return f"plane {plane.id}, a {plane.group}, bears a token of {kind} aces"
    return None


def the_ability_of_an_ace_shot_down_ends_with_the_turn(play: InPlay) -> str | None:
    for plane in play.state.planes.values():
        if plane.fallen_aces and phase(play) in ("I", "II"):
            return f"plane {plane.id} still has {plane.fallen_aces} of aces shot down"
    return None


def a_medal_holds_a_whole_squadron(play: InPlay) -> str | None:
    if play.decision is None or play.decision.rule != "14/German morale":
        return None
    names = [str(option) for option in play.decision.options if option != "none"]
    if len(set(names)) < len(names) or not set(names) <= set(play.state.squadrons):
        return f"a Medal is asked for {names}"
    return None


def each_british_plane_is_flying_home_lost_or_not_found_yet(play: InPlay) -> str | None:
    """Compare the British planes on the Scenario's Deployment cards with those accounted for."""
    state, data = play.state, play.data
    cards = scenario(play).deployment_for(int(play.options["players"])).british
    if scenario(play).goal != "escort" or not state.turn:
        return None
    all_of_them = sum(data.deployment[card].planes for card in cards)
    unknown = [data.deployment[card] for card in Counter(state.mixed_cards.cards).elements()]
    found = state.british_home + state.british_lost
    found += sum(not plane.is_german for plane in state.planes.values())
    found += sum(it.planes for it in unknown if data.aircraft[it.aircraft].group == "allied")
    if found != all_of_them:
        return f"{found} British planes of {all_of_them}"
    return None


def a_fight_uses_each_die_and_card_once(play: InPlay) -> str | None:
    fight = play.state.fight
    if fight is None:
        return None
    if len(set(fight.placed)) != len(fight.placed) or not set(fight.counting) <= set(fight.placed):
        return f"placed: {fight.placed}, counting: {fight.counting}"
    if len(fight.counting) != len(fight.symbols):
        return f"counting: {fight.counting}, symbols: {fight.symbols}"
    if len(set(fight.served)) != len(fight.served):
        return f"in sets: {fight.served}"
    return None


def a_scenario_is_played_on_until_it_is_decided(play: InPlay) -> str | None:
    state = play.state
    if state.turn > scenario(play).turns:
        return f"turn {state.turn} of {scenario(play).turns}"
    return None


INVARIANTS: tuple[Invariant, ...] = (
    each_combat_card_is_in_one_place,
    each_board_has_four_damage_tokens,
    each_pilot_in_play_has_one_board,
    what_boards_and_pilots_count_stays_within_its_track,
    maneuver_tokens_are_kept_from_a_fight_to_the_next_movement,
    only_airfields_have_planes_on_the_ground,
    each_plane_belongs_to_a_squadron_and_can_bear_its_damage,
    no_more_planes_fly_than_the_box_has_models,
    a_hidden_squadron_has_cards_and_no_planes,
    bombs_stay_within_the_toughness_of_their_target,
    a_bomber_over_its_target_has_bombed_it,
    a_plane_fights_or_strikes_once,
    an_ace_bears_a_token_of_his_kind,
    the_ability_of_an_ace_shot_down_ends_with_the_turn,
    a_medal_holds_a_whole_squadron,
    each_british_plane_is_flying_home_lost_or_not_found_yet,
    a_fight_uses_each_die_and_card_once,
    a_scenario_is_played_on_until_it_is_decided,
)
