"""How the game looks: a map of the Channel, and a tone for each pilot."""

from tabletop_core.panels import Theme, Tone

THEME = Theme(
    accent=("#a8281c", "#ff9d7a"),
    table=("#a9cbd6", "#14303f"),
    tones={
        "black": Tone(fill=("#26231f", "#0d0c0b")),
        "white": Tone(fill=("#f7f2e6", "#ece5d3"), ink=("#1c1a16", "#1c1a16")),
    },
    seat_tones={"Blue": "blue", "Yellow": "yellow", "Red": "red", "Green": "green"},
)
