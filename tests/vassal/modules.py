"""Writes small VASSAL modules of our own making, in the shapes that modules have."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

BUILD = "VASSAL.build."
GRID = f"{BUILD}module.map.boardPicker.board."
PIXEL = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;"


def picture(wide, high):
    """Return the first bytes of a GIF of this size, which is all that is read of it."""
    return b"GIF89a" + wide.to_bytes(2, "little") + high.to_bytes(2, "little") + b"\x00\x00\x00;"


def element(tag, *inside, body="", **attributes):
    """Write an element; `tag` is what follows `VASSAL.build.`."""
    said = "".join(f' {name}="{escaped(value)}"' for name, value in attributes.items())
    name = tag if tag in ("entry", "!") else f"{BUILD}{tag}"
    return f"<{name}{said}>{escaped(body)}{''.join(inside)}</{name}>"


def escaped(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def joined(entries, separator):
    """Join a list as VASSAL does, with a backslash before a separator inside an entry."""
    return separator.join(one.replace(separator, f"\\{separator}") for one in entries)


def definition(*traits, name="", image="", state=""):
    """Write the definition of a piece from its traits, (type, state), the outermost first."""
    kind, now = joined(["piece", "", "", image, name], ";"), f"null;0;0;1{state}"
    for trait, its_state in reversed(traits):
        kind, now = joined([trait, kind], "\t"), joined([its_state, now], "\t")
    return joined(["+", "null", kind, now], "/")


def slot(title, *traits, kind="PieceSlot", image="", size=50):
    text = definition(*traits, name=title, image=image)
    return element(f"widget.{kind}", body=text, entryName=title, width=size, height=size)


def numbering(kind, **how):
    usual = {
        "first": "H",
        "sep": "",
        "hType": "N",
        "vType": "N",
        "hLeading": "1",
        "vLeading": "1",
        "hOff": "1",
        "vOff": "1",
    }
    return element(f"module.map.boardPicker.board.mapgrid.{kind}Numbering", **{**usual, **how})


def hex_grid(*inside, **how):
    usual = {"dx": "30", "dy": "36", "x0": "20", "y0": "18", "sideways": "false"}
    return element("module.map.boardPicker.board.HexGrid", *inside, **{**usual, **how})


def square_grid(*inside, **how):
    usual = {"dx": "60", "dy": "60", "x0": "30", "y0": "30"}
    return element("module.map.boardPicker.board.SquareGrid", *inside, **{**usual, **how})


def regions(**places):
    found = [
        element(
            "module.map.boardPicker.board.Region", name=n.replace("_", " "), originx=x, originy=y
        )
        for n, (x, y) in places.items()
    ]
    return element("module.map.boardPicker.board.RegionGrid", *found)


def zone(title, path, *inside, parent="false"):
    return element(
        "module.map.boardPicker.board.mapgrid.Zone",
        *inside,
        name=title,
        path=path,
        useParentGrid=parent,
    )


def zoned(*inside):
    return element("module.map.boardPicker.board.ZonedGrid", *inside)


def board(title, *inside, image="field.gif"):
    return element("module.map.boardPicker.Board", *inside, name=title, image=image)


def a_map(title, boards, *inside, kind="Map"):
    picker = element("module.map.BoardPicker", *boards)
    return element(f"module.{kind}", picker, *inside, mapName=title)


def at_start(title, x, y, *slots, **more):
    return element("module.map.SetupStack", *slots, name=title, x=x, y=y, **more)


ESCAPE = "\x1b"
KEY = 0xA7


def lies(number, name, x, y, *traits, on="River", slot="", within=()):
    """Write the command of a saved game that adds a piece; `within` makes it a stack or deck."""
    if within:
        kind, *ids = within
        listed = joined(ids, ",") if kind.startswith("deck") else ";".join((*ids, "@@1"))
        state = f"{on};{x};{y};" + (f"false;{listed}" if kind.startswith("deck") else listed)
        return joined(["+", str(number), kind, state], "/")
    kind, now = joined(["piece", "", "", "", name], ";"), f"{on};{x};{y};{slot};0"
    for trait, its_state in reversed(traits):
        kind, now = joined([trait, kind], "\t"), joined([its_state, now], "\t")
    return joined(["+", str(number), kind, now], "/")


def obfuscated(text):
    """Write a text as VASSAL 3.7 does: its bytes in hex, each xor'ed with a key."""
    return b"!VCSK%02x" % KEY + bytes(byte ^ KEY for byte in text.encode()).hex().encode()


def saved(*pieces, boards=("River", 0, 0), logged=(), write=obfuscated):
    """Return the bytes of a saved game: a list of commands, of which one is the list of pieces."""
    laid = "RiverBoardPicker\t" + "\t".join(map(str, boards))
    logs = (f"LOG\t{one}" for one in logged)
    text = joined(["begin_save", joined(["", *pieces], ESCAPE), laid, "end_save", *logs], ESCAPE)
    return packed(savedGame=write(text))


def packed(**files):
    """Return the bytes of a zip with these files."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, inside in files.items():
            archive.writestr(name, inside)
    return content.getvalue()


def game(*inside, title="The Ferry", version="1.2"):
    return element("GameModule", *inside, name=title, version=version)


FERRY = game(
    element(
        "module.PlayerRoster", *(element("entry", body=t) for t in ("Millers", "Monks", "Solo"))
    ),
    element(
        "module.PrototypesContainer",
        element(
            "module.PrototypeDefinition",
            name="Raft",
            body=definition(("mark;Side,Load", "Monks,4"), ("delete;Delete;68,130", "")),
        ),
        element("module.PrototypeDefinition", name="Loop", body=definition(("prototype;Loop", ""))),
    ),
    a_map(
        "River",
        [
            board(
                "River",
                zoned(
                    hex_grid(numbering("HexGrid")),
                    zone("Island", "0,0;60,0;60,60;0,60", parent="true"),
                    zone(
                        "Landing",
                        "200,0;300,0;300,100;200,100",
                        regions(Old_Quay=(220, 20), New_Quay=(280, 80)),
                    ),
                    zone("Turn Track", "0,250;100,250;100,300;0,300"),
                ),
            )
        ],
        at_start("Rafts", 50, 36, slot("Raft A", ("prototype;Raft", ""), image="raft.gif")),
        at_start(
            "Mill",
            275,
            77,
            slot(
                "Miller",
                ("emb2;Flip;2;F;;0;;;0;;;;1;false;0;0;b.gif;tired;true;Health", "-1;"),
                ("mark;Side", "Millers"),
                ("sing;la", ""),
                image="m.gif",
            ),
        ),
        element(
            "module.map.DrawPile",
            slot("Flood", kind="CardSlot"),
            slot("Fair", kind="CardSlot"),
            slot("Fair", kind="CardSlot"),
            name="Weather",
            x="10",
            y="280",
        ),
    ),
    a_map("Chapel", [board("Chapel", image="gone.gif")], kind="PrivateMap"),
    element("module.PieceWindow", element("widget.ListWidget", slot("Monk"), entryName="Monks")),
    element("module.DiceButton", name="Two dice", nDice="2", nSides="6"),
    element(
        "module.SpecialDiceButton",
        element(
            "module.SpecialDie",
            *(element("module.SpecialDieFace", text=t) for t in ("sun", "rain")),
            name="Sky",
        ),
        name="Sky",
    ),
    element(
        "module.turn.TurnTracker",
        element(
            "module.turn.CounterTurnLevel",
            element("module.turn.ListTurnLevel", list="Weather,Crossing"),
            property="Turn",
        ),
        name="Days",
    ),
    element(
        "module.ChartWindow", element("widget.HtmlChart", chartName="Catch", fileName="catch.html")
    ),
    element("module.GlobalKeyCommand", name="Sing"),
)
CHART = (
    b"<table><tr><th>1d6</th><th>Catch</th></tr><tr><td>1-3</td><td>none</td></tr>"
    b"<tr><td>4-6</td><td>a pike</td></tr></table>"
)
FILES = {
    "buildFile.xml": FERRY.encode(),
    "images/field.gif": picture(300, 300),
    "images/raft.gif": PIXEL,
    "catch.html": CHART,
}


def write(path, files=FILES, **more):
    """Write a module as a zip, or as a folder where the path has no ending."""
    files = {**files, **more}
    if path.suffix:
        with ZipFile(path, "w", ZIP_DEFLATED) as packed:
            for name, content in files.items():
                packed.writestr(name, content)
        return path
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path
