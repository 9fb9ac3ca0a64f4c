"""How the game looks: a map of the Channel and the Reich."""

from tabletop_core.panels import Theme

from ..state import LUFTWAFFE, SQUADRON

THEME = Theme(
    accent=("#24507a", "#8fc1ee"),
    seat_tones={SQUADRON: "blue", LUFTWAFFE: "red"},
    table=("#a9cbd6", "#14303f"),
)
