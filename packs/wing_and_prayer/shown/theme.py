"""How the game looks: a map of the Channel and the Reich, a station in Norfolk, a pale sky."""

from tabletop_core.panels import Theme

from ..state import LUFTWAFFE, SQUADRON

THEME = Theme(
    accent=("#24507a", "#8fc1ee"),
    seat_tones={SQUADRON: "blue", LUFTWAFFE: "red"},
    table=("#a9cbd6", "#14303f"),
    colours={
        "sky": ("#b5d2dd", "#16222d"),
        "cloud": ("#eef4f2", "#2a3d4c"),
        "metal": ("#8b966f", "#465038"),
        "metal-line": ("#4d5640", "#8b9670"),
        "deck": ("#efe9d2", "#4a4f40"),
        "concrete": ("#c9ced0", "#565d63"),
        "kerb": ("#8d959a", "#7b848a"),
        "field-1": ("#b9c07c", "#38432a"),
        "field-2": ("#a8b56c", "#323e26"),
        "field-3": ("#d5c28b", "#4a432c"),
        "field-4": ("#c7c98f", "#3f472e"),
        "field-5": ("#e0cf9c", "#524a31"),
        "hedge": ("#7d8550", "#202818"),
        "copse": ("#6c8046", "#25331e"),
        "track": ("#efe3c4", "#6b614a"),
    },
)
