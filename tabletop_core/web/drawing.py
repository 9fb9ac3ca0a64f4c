"""What a person is shown of a room, as fragments by their ids."""

from typing import Any

from ..pictures import Scene, panel_svg, symbols_of
from ..told.games import outcome_lines
from ..told.options import option_words
from ..told.story import Story
from .around import around, button, esc, form
from .rooms.room import Room
from .streams import ShownRoom

LINES = 60


def drawn(room: Room, person: str, name: str) -> ShownRoom:
    """Return how a room looks to a person now; only what has changed gets a new version."""
    shown: ShownRoom = room.shown.setdefault(person, ShownRoom())
    if shown.at != room.version or not shown.fragments:
        shown.show({**table(room, person), **around(room, person, name)}, room.version)
    return shown


def table(room: Room, person: str) -> dict[str, str]:
    play = room.play
    viewer = room.viewer_of(person)
    panels = play.game.view(play, viewer)
    scene = Scene(panels=panels)
    symbols = symbols_of(play.game.package)
    pictures = "".join(panel_svg(panel, scene=scene, symbols=symbols) for panel in panels)
    events = [one for one in play.events_since(play.first_at_hand) if one.seen_by(viewer)]
    lines = Story(play.game, play.data.names).tell(events)[-LINES:]
    story = "".join(f"<li>{esc(line.text)}</li>" for line in lines)
    asked = "".join(_question(room, person, one) for one in room.asked(person))
    over = "".join(f"<p>{esc(line)}</p>" for line in outcome_lines(play)) if play.is_over else ""
    return {
        "table": f'<section id="table">{pictures}</section>',
        "prompt": f'<section id="prompt">{over}{asked}{button(room, "undo", "Undo")}</section>',
        "story": f'<section id="story"><ol>{story}</ol></section>',
    }


def _question(room: Room, person: str, decision: Any) -> str:
    seat = next(seat for seat in decision.seats if seat in room.seats_of(person))
    hidden = {"seat": seat, "token": decision.token}
    if decision.is_number:
        low, high = decision.options[0], decision.options[-1]
        field = f'<input name="answer" type="number" min="{low}" max="{high}"><button>OK</button>'
    elif decision.several:
        field = "<button>OK</button>" + "".join(
            f'<label><input type="checkbox" name="answer" value="{esc(option)}">'
            f"{esc(option_words(decision, option))}</label>"
            for option in decision.options
        )
    else:
        field = "".join(
            f'<button name="answer" value="{esc(option)}">'
            f"{esc(option_words(decision, option))}</button>"
            for option in decision.options
        )
    return f"<h2>{esc(seat)}: {esc(decision.prompt)}</h2>{form(room, 'answer', field, **hidden)}"
