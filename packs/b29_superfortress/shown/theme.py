"""How the game looks: bare metal above the Pacific."""

from tabletop_core.panels import Theme

THEME = Theme(
    accent=("#8a2f4a", "#f59ab4"),
    table=("#b5d2dd", "#16222d"),
    colours={
        "sky": ("#b5d2dd", "#16222d"),
        "cloud": ("#eef4f2", "#2a3d4c"),
        "metal": ("#c9ced0", "#48525a"),
        "metal-line": ("#6a757c", "#8d989f"),
        "deck": ("#efe9d2", "#2b2f33"),
        "glass": ("#9fc3d2", "#3a5a6b"),
    },
)
