"""What a module and its extensions hold: boards, pieces, decks, set-ups, dice, charts, turns."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path

import attrs

from ..errors import PackError
from ..pictures.picture_size import size_of
from .archive import ModuleFiles, open_module
from .build_file import Element, read_build_file
from .grids import Pixels
from .layout import Ids, ModuleBoard, lay_out
from .saved_game import ENDINGS, SavedBoard, SavedGame, SavedPiece, read_saved_game
from .traits import Definition, read_definition, split

DEFAULT_BOARD = (1000.0, 1000.0)
DEFAULT_COUNTER = (60.0, 60.0)
MAX_COUNTER = 160.0

_MAPS = ("Map", "PrivateMap", "PlayerHand")
_SLOTS = ("PieceSlot", "CardSlot")
_NO_SEATS = ("solo", "solitaire", "observer", "spectator", "referee", "moderator", "umpire", "both")
_READ = {
    *(
        "GameModule",
        "BasicModule",
        "ModuleExtension",
        "ExtensionElement",
        "PlayerRoster",
        "entry",
        "sides",
    ),
    *("PrototypesContainer", "PrototypeDefinition", "PrototypeFolder", *_MAPS, "BoardPicker"),
    *("Board", "ZonedGrid", "Zone", "HexGrid", "SquareGrid", "RegionGrid", "Region", *_SLOTS),
    *("HexGridNumbering", "SquareGridNumbering", "SetupStack", "DrawPile", "DiceButton", "setup"),
    *("SpecialDiceButton", "SpecialDie", "SpecialDieFace", "RandomTextButton", "ChartWindow"),
    *("Chart", "HtmlChart", "TurnTracker", "CounterTurnLevel", "ListTurnLevel", "AlphaTurnLevel"),
    *(
        "PredefinedSetup",
        "PieceWindow",
        "TabWidget",
        "ListWidget",
        "PanelWidget",
        "BoxWidget",
        "MapWidget",
    ),
    *("WidgetMap", "ModuleSubFolder", "MapSubFolder", "DeckSubFolder", "GlobalPropertyFolder"),
}
_FURNITURE = {
    *("BasicCommandEncoder", "Documentation", "AboutScreen", "HelpFile", "BrowserHelpFile"),
    *("BrowserPDFFile", "Tutorial", "GlobalOptions", "option", "Zoomer", "Scroller", "Flare"),
    *("StackMetrics", "StackExpander", "SelectionHighlighters", "SelectionHighlighter", "KeyNamer"),
    *("PieceMover", "MenuDisplayer", "MapCenterer", "KeyBufferer", "HighlightLastMoved", "Chatter"),
    *("ForwardToKeyBuffer", "ForwardToChatter", "ImageSaver", "CounterDetailViewer", "GlobalMap"),
    *("LOS_Thread", "HidePiecesButton", "TextSaver", "NotesWindow", "ToolbarMenu", "Language"),
    *("ZonedGridHighlighter", "ZoneHighlight", "Inventory", "PieceRecenterer", "SourcesOfRandom"),
    *("GameRefresher", "MovementReporter", "MultiActionButton", "LayerControl", "ColorManager"),
    *("FontManager", "FontStyle", "GamePieceImageDefinitions", "GamePieceLayoutsContainer"),
    *(
        "PlayerRosterButton",
        "ConcealedPieces",
        "GlobalTranslatableMessages",
        "MouseOverStackViewer",
    ),
    *(
        "GlobalProperties",
        "LayeredPieceCollection",
        "DragBuffer",
        "GlobalTranslatableMessage",
        "Plugin",
    ),
}
"""Parts of VASSAL's window. The table here has its own."""


@attrs.define
class ModulePiece:
    """A piece of the module with its definition; it is on a space, in a deck or in the box."""

    name: str
    definition: Definition
    group: tuple[str, ...]
    size: Pixels
    space: str = ""
    deck: str = ""
    text: str = attrs.field(default="", repr=False)


@attrs.define
class ModuleMap:
    """A window of the module, where boards lie side by side within an edge."""

    edge: Pixels
    boards: list[ModuleBoard]

    def space(self, saved: Iterable[SavedBoard], place: Pixels) -> str:
        """Return the space at a place, with the boards that lie there in a saved game."""
        named = {board.name: board for board in self.boards}
        laid = {(one.column, one.row): one for one in saved if one.name in named}
        for (column, row), one in laid.items():
            above = (named[there.name].size[1] for (c, r), there in laid.items()
                     if c == column and r < row)  # fmt: skip
            before = (named[there.name].size[0] for (c, r), there in laid.items()
                      if r == row and c < column)  # fmt: skip
            wide, high = named[one.name].size
            x, y = place[0] - self.edge[0] - sum(before), place[1] - self.edge[1] - sum(above)
            if 0 <= x <= wide and 0 <= y <= high:
                return named[one.name].space("", (wide - x, high - y) if one.is_turned else (x, y))
        shown = [named[one.name] for one in laid.values()] or self.boards
        return shown[0].space("", place) if shown else ""


@attrs.define
class ModuleSetup:
    """A set-up of the module, which is a saved game: the pieces on their spaces."""

    title: str
    pieces: list[tuple[ModulePiece, str, Definition]] = attrs.field(factory=list)
    """Pieces of the box, their spaces, and what they show there."""


@attrs.define
class Module:
    """Everything that was understood, and counts of what was not."""

    title: str
    version: str = ""
    sides: list[str] = attrs.field(factory=list)
    boards: list[ModuleBoard] = attrs.field(factory=list)
    pieces: list[ModulePiece] = attrs.field(factory=list)
    decks: list[str] = attrs.field(factory=list)
    dice: dict[str, str] = attrs.field(factory=dict)
    faces: dict[str, list[str]] = attrs.field(factory=dict)
    """The faces of dice that have words, by the names of the dice."""
    charts: dict[str, str] = attrs.field(factory=dict)
    """The files of charts by their names."""
    turn: Element | None = None
    maps: dict[str, ModuleMap] = attrs.field(factory=dict)
    setups: list[ModuleSetup] = attrs.field(factory=list)
    """What saved games set up, beside the stacks that the module itself places."""
    left: Counter[str] = attrs.field(factory=Counter)
    """What was left out of the saved games."""
    refused: list[str] = attrs.field(factory=list)
    """Why saved games of the module could not be read, a line for each."""
    ids: Ids = attrs.field(factory=Ids)
    unknown: Counter[str] = attrs.field(factory=Counter)
    traits: Counter[str] = attrs.field(factory=Counter)
    by_hand: Counter[str] = attrs.field(factory=Counter)
    missing: list[str] = attrs.field(factory=list)
    stored: dict[str, str] = attrs.field(factory=dict)
    """The names of the pictures and charts in the module, by what it calls them elsewhere."""


def read_module(paths: Iterable[Path]) -> tuple[Module, dict[str, bytes]]:
    """Return a module with its extensions, and the pictures and charts that it names.

    Saved games among the paths are set-ups, like those in the module.

    Raises:
        PackError: a file is not a module, or is not safe to read.
    """
    every = list(paths)
    saved = [path for path in every if path.suffix.lower() in ENDINGS]
    if saved == every:
        raise PackError(
            f"{saved[0]}: a saved game says where pieces lie on the boards of a module; name the "
            "module first"
        )
    games: dict[str, SavedGame] = {}
    for path in saved:
        games[free_name(path.stem, games)] = read_saved_game(path)
    with ExitStack() as stack:
        opened = [stack.enter_context(open_module(path)) for path in every if path not in saved]
        return _Reader(opened, games).read()


class _Reader:
    def __init__(self, opened: list[ModuleFiles], games: dict[str, SavedGame]) -> None:
        self.opened = opened
        self.games = games
        self.slots: dict[str, ModulePiece] = {}
        self.named: dict[str, ModulePiece] = {}
        self.roots = [read_build_file(files) for files in opened]
        self.prototypes: dict[str, str] = {}
        self.kept: dict[str, bytes] = {}
        self.sizes: dict[str, tuple[int, int] | None] = {}
        first = self.roots[0]
        if not first.tag.endswith(
            "Module"
        ):  # old ones are a BasicModule, some a class of their own
            raise PackError(
                f"{opened[0].path}: this is a {first.tag}, not a module; name the module first, "
                "then its extensions"
            )
        title = first.get("name") or opened[0].path.stem
        self.module = Module(title, first.get("version"))

    @property
    def source(self) -> str:
        """What the data files name as their source."""
        return f"the VASSAL module {self.module.title} {self.module.version}".strip()

    def read(self) -> tuple[Module, dict[str, bytes]]:
        module = self.module
        every = [element for root in self.roots for element in root.below()]
        for element in every:
            if element.tag not in _READ and element.tag not in _FURNITURE:
                module.unknown[element.tag] += 1
            if element.tag == "PrototypeDefinition":
                self.prototypes.setdefault(element.get("name"), element.text)
        self._find_sides(every)
        self._find_buttons(every)
        counter = self._counter(every)
        for root in self.roots:
            self._walk(root, (), None, counter)
        for title, game in self.games.items():
            self._set_up(title, game)
        for slot in module.pieces:
            layers = (layer.pictures for layer in slot.definition.layers)
            for picture in chain(slot.definition.pictures, *layers):
                self._keep(picture)
        return module, self.kept

    # ------------------------------------------------------------ sides, dice, charts, turns

    def _find_sides(self, every: list[Element]) -> None:
        for roster in (one for one in every if one.tag == "PlayerRoster"):
            names = [entry.text.strip() for entry in roster.all("entry")]
            names += [one for one in split(roster.get("sides"), ",") if one]
            for name in names:
                is_seat = not any(word in name.lower() for word in _NO_SEATS)
                if name and is_seat and name not in self.module.sides:
                    self.module.sides.append(name)

    def _find_buttons(self, every: list[Element]) -> None:
        module = self.module
        for element in every:
            name = element.get("name", "tooltip", "text", "chartName")
            if element.tag == "DiceButton":
                number, sides = element.number("nDice", 2), element.number("nSides", 6)
                if 1 <= number <= 100 and 2 <= sides <= 1000:
                    plus = int(element.number("plus"))
                    module.dice[free_name(name or "dice", module.dice)] = (
                        f"{int(number)}d{int(sides)}{f'{plus:+}' if plus else ''}"
                    )
            elif element.tag == "SpecialDie":
                self._add_faces(name, [one.get("text") for one in element.all("SpecialDieFace")])
            elif element.tag == "RandomTextButton":
                self._add_faces(name, split(element.get("faces"), ","))
            elif element.tag in ("Chart", "HtmlChart") and (file := element.get("fileName")):
                stored = self._keep(file)
                if stored:
                    module.charts[free_name(name or file, module.charts)] = stored
            elif element.tag == "TurnTracker" and module.turn is None:
                module.turn = element
            elif (
                element.tag == "PredefinedSetup"
                and element.get("useFile") != "false"
                and (file := element.get("file", "fileName"))
            ):
                self._find_saved(free_name(name or file, self.games), file)

    def _add_faces(self, name: str, faces: list[str]) -> None:
        if len(faces) < 2:
            return
        title = free_name(name or "die", self.module.dice)
        self.module.dice[title] = f"1d{len(faces)}"
        if faces != [str(number) for number in range(1, len(faces) + 1)]:
            self.module.faces[title] = [face or "blank" for face in faces]

    # ------------------------------------------------------------ saved games

    def _find_saved(self, title: str, file: str) -> None:
        """Read a saved game of the module. One that is broken leaves the others as they are."""
        for files in self.opened:
            if stored := files.find(file):
                try:
                    self.games[title] = read_saved_game(Path(file), files.read(stored))
                except PackError as error:
                    self.module.refused.append(str(error))
                return
        self.module.missing.append(file)

    def _set_up(self, title: str, game: SavedGame) -> None:
        """Note on which spaces the pieces of a saved game lie."""
        found = ModuleSetup(title)
        self.module.setups.append(found)
        self.module.left.update(game.left)
        for saved in game.pieces:
            there = self.module.maps.get(saved.map)
            space = there.space(game.boards.get(saved.map, ()), saved.place) if there else ""
            definition = saved.definition
            slot = self.slots.get(saved.slot) or self._unknown_slot(saved, definition)
            if not space:
                self.module.left["pieces on maps without spaces"] += 1
            elif slot.deck:
                self.module.left["cards on boards, which start in their decks here"] += 1
            else:
                found.pieces.append((slot, space, definition))

    def _unknown_slot(self, saved: SavedPiece, definition: Definition) -> ModulePiece:
        """Return the piece of the same name, or a new one: modules change, their set-ups do not."""
        name = definition.name or "Piece"
        slot = self.named.get(name)
        if slot is None:
            slot = ModulePiece(name, definition, (), DEFAULT_COUNTER, text=saved.text)
            self.named[name] = slot
            self.module.pieces.append(slot)
            self.module.left["pieces that are in no box of the module, added to ours"] += 1
        if saved.slot:
            self.slots[saved.slot] = slot
        return slot

    # ------------------------------------------------------------ boards and what is on them

    def _counter(self, every: list[Element]) -> Pixels:
        """Return the usual size of a counter: the median of the pieces in the box."""
        sizes = sorted(
            max(one.number("width"), one.number("height"))
            for one in every
            if one.tag == "PieceSlot" and 8 < one.number("width") <= MAX_COUNTER
        )
        side = sizes[len(sizes) // 2] if sizes else DEFAULT_COUNTER[0]
        return side, side

    def _walk(
        self, element: Element, path: tuple[str, ...], here: "_Place | None", counter: Pixels
    ) -> None:
        """Go through the tree with the names above, and the map or stack that one is in."""
        name = element.get("entryName", "mapName", "name")
        if element.tag in _MAPS or element.tag == "WidgetMap":
            here = _Place(self._boards(element, name, counter))
            edge = element.number("edgeWidth"), element.number("edgeHeight")
            known = self.module.maps
            known.setdefault(name or f"Map{len(known)}", ModuleMap(edge, here.boards))
        elif element.tag in ("SetupStack", "DrawPile") and here is not None:
            here = self._stack(element, name, here)
        elif element.tag in _SLOTS:
            self._add_slot(element, path, here)
            return
        elif element.tag in ("TabWidget", "ListWidget", "PanelWidget", "BoxWidget") and name:
            path = (*path, name)
        for child in element.children:
            self._walk(child, path, here, counter)

    def _boards(self, a_map: Element, name: str, counter: Pixels) -> list[ModuleBoard]:
        found: list[ModuleBoard] = []
        for picker in a_map.all("BoardPicker"):
            for board in picker.all("Board"):
                size = self._size(board)
                title = board.get("name") or name or "Board"
                known = {one.laid[0].title for one in self.module.boards if one.laid}
                title = title if title not in known else f"{name} {title}".strip()
                laid = lay_out(
                    board, title, size, counter, self.module.ids, self.source,
                    is_first=not self.module.boards and not found,
                )  # fmt: skip
                self._keep(board.get("image"))
                found.append(laid)
        self.module.boards += found
        return found

    def _size(self, board: Element) -> Pixels:
        stored = self._keep(board.get("image"))
        size = size_of(self.kept[stored]) if stored else None
        if size and min(size) > 0:
            return float(size[0]), float(size[1])
        wide = board.number("width") or DEFAULT_BOARD[0]
        return wide, board.number("height") or DEFAULT_BOARD[1]

    def _stack(self, element: Element, name: str, here: "_Place") -> "_Place":
        board = here.board(element.get("owningBoard"))
        place = (element.number("x"), element.number("y"))
        location = element.get("location") if element.is_set("useGridLocation") else ""
        space = board.space(location, place) if board is not None else ""
        if element.tag == "SetupStack":
            return attrs.evolve(here, space=space)
        deck = free_name(name or "Deck", self.module.decks)
        self.module.decks.append(deck)
        return attrs.evolve(here, space=space, deck=deck)

    def _add_slot(self, slot: Element, path: tuple[str, ...], here: "_Place | None") -> None:
        definition = read_definition(slot.text, self.prototypes)
        self.module.traits.update(definition.unknown)
        self.module.by_hand.update(definition.by_hand)
        size = slot.number("width"), slot.number("height")
        name = slot.get("entryName") or definition.name or "Piece"
        piece = ModulePiece(
            definition.name or name, definition, path, size,
            space=here.space if here else "", deck=here.deck if here else "", text=slot.text,
        )  # fmt: skip
        self.module.pieces.append(piece)
        self.named.setdefault(piece.name, piece)
        if number := slot.get("gpid"):
            self.slots.setdefault(number, piece)

    # ------------------------------------------------------------ files

    def _keep(self, name: str) -> str:
        """Keep a picture or chart for the pack; return its name, or note that it is missing."""
        if not name:
            return ""
        for files in self.opened:
            if stored := files.find(name, "images"):
                self.module.stored[name] = stored
                if stored not in self.kept:
                    self.kept[stored] = files.read(stored)
                return stored
        if name not in self.module.missing:
            self.module.missing.append(name)
        return ""


@attrs.frozen
class _Place:
    """Where in the tree of maps one is."""

    boards: list[ModuleBoard]
    space: str = ""
    deck: str = ""

    def board(self, name: str) -> ModuleBoard | None:
        """Return the board of this name, else the first."""
        named = (one for one in self.boards if one.name == name)
        return next(named, self.boards[0] if self.boards else None)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name with a number behind it if it is taken."""
    several: Iterator[str] = (f"{name} {number}" for number in range(2, 10_000))
    return name if name not in taken else next(one for one in several if one not in taken)
