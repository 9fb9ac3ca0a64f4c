"""How the game looks: an olive bomber in a pale sky."""

from tabletop_core.panels import Theme

ITEMS = (
    *("extra_ammo", "first_aid_kit", "flak_jacket", "letters_from_home"),
    *("lucky_coin", "rabbits_foot", "recognition_models"),
)
"""Items of which the folder `art/` has a picture."""

THEME = Theme(
    accent=("#5c5a1c", "#d3cf7e"),
    table=("#b5d2dd", "#16222d"),
    colours={
        "sky": ("#b5d2dd", "#16222d"),
        "cloud": ("#eef4f2", "#2a3d4c"),
        "metal": ("#8b966f", "#465038"),
        "metal-line": ("#4d5640", "#8b9670"),
        "deck": ("#efe9d2", "#2b3028"),
        "field-1": ("#b9c07c", "#38432a"),
        "field-2": ("#a8b56c", "#323e26"),
        "field-3": ("#d5c28b", "#4a432c"),
        "field-4": ("#c7c98f", "#3f472e"),
        "field-5": ("#e0cf9c", "#524a31"),
        "hedge": ("#7d8550", "#202818"),
        "river": ("#7fb0c4", "#2c566c"),
        "track": ("#efe3c4", "#6b614a"),
    },
    card_art={item: f"{item}.svg" for item in ITEMS},
)
