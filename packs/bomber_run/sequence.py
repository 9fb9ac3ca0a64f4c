"""The sequence of play."""

from tabletop_core import ForEach, Repeat, Sequence, Step

from .questions.turn import has_aircraft, has_flown
from .rules.combat import fire_batteries
from .rules.movement import fly_next, roll_movement
from .rules.setup import choose_first_player, deploy_aircraft, place_bases
from .shown.in_short import flights_in_short

SEQUENCE = Sequence(
    "Bomber Run",
    Sequence(
        "Setup",
        Step("Place the bases", place_bases),
        Step("Deploy the aircraft", deploy_aircraft),
        Step("Choose the first player", choose_first_player),
    ),
    Repeat(
        "Round",
        ForEach(
            "Turn",
            lambda play: play.state.order,
            Step(
                "Roll and assign movement dice",
                roll_movement,
                when=has_aircraft,
                summary=flights_in_short,
            ),
            Repeat(
                "Aircraft",
                Step("Move an aircraft", fly_next, may_end=True, summary=flights_in_short),
                until=has_flown,
                when=has_aircraft,
            ),
            Step("Anti-aircraft fire", fire_batteries),
        ),
    ),
)
