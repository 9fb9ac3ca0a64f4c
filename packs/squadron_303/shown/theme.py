"""How the game looks: a map of the Channel, and a tone for each pilot."""

from tabletop_core.panels import Theme

THEME = Theme(
    accent=("#a8281c", "#ff9d7a"),
    table=("#a9cbd6", "#14303f"),
    seat_tones={"Blue": "blue", "Yellow": "yellow", "Red": "red", "Green": "green"},
)
