"""How the game looks: two sides over farmland."""

from tabletop_core.panels import Theme

THEME = Theme(
    accent=("#7a4a12", "#f0b64a"),
    table=("#b9c07c", "#2a3220"),
    seat_tones={"west": "blue", "east": "red"},
    colours={
        "field-1": ("#b9c07c", "#38432a"),
        "field-2": ("#a8b56c", "#323e26"),
        "field-3": ("#d5c28b", "#4a432c"),
        "field-4": ("#c7c98f", "#3f472e"),
        "field-5": ("#e0cf9c", "#524a31"),
        "hedge": ("#7d8550", "#202818"),
        "copse": ("#6c8046", "#25331e"),
        "river": ("#7fb0c4", "#2c566c"),
        "track": ("#efe3c4", "#6b614a"),
    },
)
