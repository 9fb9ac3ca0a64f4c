"""Every problem that the exam can report: code, severity, meaning, remedy."""

import attrs

ERROR = "error"
WARNING = "warning"
NOTE = "note"


@attrs.frozen
class Code:
    """A kind of problem; `remedy` says what to do where the check itself does not."""

    code: str
    severity: str
    meaning: str
    remedy: str


_ALL = (
    # ---------------------------------------------------------------- C1: what the pack declares
    Code("C100", ERROR, "the pack cannot be loaded", "fix the fault that is named"),
    Code("C101", ERROR, "the identity is incomplete", "fill in id, title, summary and players"),
    Code("C102", ERROR, "a version cannot be read or does not fit", 'write it as "1.2" or ">=0.1"'),
    Code("C103", ERROR, "an option is declared incorrectly", "correct its values or its default"),
    Code("C104", ERROR, "the seats do not fit the identity", "correct `seats` or `players`"),
    Code(
        "C105", ERROR, "the state is not an attrs object of the declared class", "correct `state`"
    ),
    Code("C106", ERROR, "a rule has no name or a ruling no reason", "write it down"),
    Code(
        "C107",
        WARNING,
        "a ruling names no reading that it rejects",
        "state the other reading of the text as `rejected`",
    ),
    Code("C108", ERROR, "a ruling names an option that does not exist", "add it to `options`"),
    Code(
        "C109",
        ERROR,
        "a file of the pack is left out when it is installed",
        "add it to the package data",
    ),
    Code(
        "C110",
        WARNING,
        "a file beside those of the pack is left out when it is installed",
        "add it to the package data, or move it out of the package",
    ),
    Code(
        "C111",
        ERROR,
        "the chapters of the rulebook do not fit its rules",
        "name each rule, or what its number begins with, in one chapter",
    ),
    Code("C112", ERROR, "minutes or weight are declared incorrectly", "correct the identity"),
    Code("C113", ERROR, "a setup is declared incorrectly", "correct `setups`"),
    Code("C114", ERROR, "a difficulty names no bot of the game", "correct `difficulty`"),
    Code("C115", ERROR, "an option depends on one that does not exist", "correct its `when`"),
    Code(
        "C116",
        NOTE,
        "pictures of a module lie beside the pack, outside wheels and sites",
        "ask their owners before you publish them",
    ),
    # ---------------------------------------------------------------- C2: sequence and source
    Code("C200", ERROR, "the sequence of play has a fault", "fix the sequence"),
    Code("C201", ERROR, "a pack imports what is not public", "import from `tabletop_core`"),
    Code("C202", ERROR, "chance, time or input that bypasses `play`", "get it through `play`"),
    Code("C203", WARNING, "a module keeps data that can change", "move it into the state"),
    Code("C204", ERROR, "a question, or a rule that asks, is not yielded", "write `yield`"),
    # ---------------------------------------------------------------- C3: data is used
    Code(
        "C301",
        ERROR,
        "a table names a condition, effect or argument that does not exist",
        "add it to `conditions` or `effects`",
    ),
    Code(
        "C302",
        WARNING,
        "no table names this condition or effect",
        "take it out of `conditions` or `effects`",
    ),
    Code("C303", WARNING, "no rule reads this table", "look it up, or take it out"),
    Code("C304", WARNING, "nothing applies this modifier", "give it `when`, or name it in a rule"),
    Code("C305", WARNING, "no rule reads this key of the data", "use it, or take it out"),
    Code("C306", NOTE, "no rule names this effect of a table", "carry it out, or take it out"),
    Code(
        "C307", NOTE, "rules name some of these words, not all", "check that the rest needs no rule"
    ),
    Code(
        "C308",
        NOTE,
        "a table has no title",
        "write `title = ...`, in CSV and Markdown before the table",
    ),
    Code(
        "C309",
        NOTE,
        "links between spaces are only proposed",
        "keep or remove each: in the author's bar of `serve --reload`, or in the file",
    ),
    # ---------------------------------------------------------------- C4: random games
    Code("C401", ERROR, "a rule fails", "fix the rule"),
    Code("C402", ERROR, "a random game does not end", "make sure that the game can end"),
    Code("C403", ERROR, "play continues without ever asking or ending", "give the loop an end"),
    Code("C404", ERROR, "a decision offers the same option twice", "make the options differ"),
    Code(
        "C405",
        WARNING,
        "a decision offers only one option",
        "use `play.choose`, or do not ask; where others may not learn that there was no choice, "
        "keep what decides it in a `Hand` or `CardRow`",
    ),
    Code("C406", ERROR, "an option has no label in words", "return a text for each option"),
    Code(
        "C407",
        ERROR,
        "the odds of a decision are not odds",
        "return chances that sum to 1, or one alone",
    ),
    Code(
        "C408",
        ERROR,
        "a condition or an invariant changes the state",
        "make conditions and invariants read-only",
    ),
    Code(
        "C409",
        ERROR,
        "the outcome gives a win or a place to somebody who is not playing",
        "name some of `play.seats`, or `EVERYONE`",
    ),
    Code(
        "C410",
        WARNING,
        "a step asks so often that undo in it is slow",
        "make one round of its loop a step, in a `Repeat`",
    ),
    Code(
        "C411",
        ERROR,
        "a question has more options than the game says",
        "give the largest number as `Game(learning=Learning(most_options=...))`",
    ),
    Code(
        "C412",
        ERROR,
        "an invariant of the game does not hold",
        "correct the rule that broke it, or the invariant where it claims too much",
    ),
    Code(
        "C413",
        NOTE,
        "the exam has used up its time",
        "give rules and views less to do, or ask questions with fewer options; fewer `--games` "
        "leave more time for the rest",
    ),
    # ---------------------------------------------------------------- C5: events and words
    Code("C501", ERROR, "an event has no words", "add its kind to `words`"),
    Code("C502", ERROR, "the words do not fit the facts of an event", "use the facts it has"),
    Code("C503", ERROR, "a fact is not plain data", "log numbers, texts, lists and mappings"),
    Code("C504", ERROR, "a fact changes after it was logged", "log a copy: `list(...)`"),
    Code("C506", WARNING, "no event uses these words", "take them out of `words`"),
    Code("C507", ERROR, "a moment has no words", "use the facts that the event has"),
    Code(
        "C508", WARNING, "a moment does not fit on its card", "shorten it, or choose a known name"
    ),
    Code("C509", WARNING, "no event is this moment", "take it out of `Drama(moments=...)`"),
    Code(
        "C510",
        NOTE,
        "the line of a roll drops a fact",
        "say it in `why`, or who rolls as `who`, or write words for `roll`",
    ),
    # ---------------------------------------------------------------- C6: the same game again
    Code("C601", ERROR, "the same seed gives a different game", "take all chance from `play`"),
    Code("C602", ERROR, "another process gives a different game", "sort sets before walking them"),
    Code(
        "C603", ERROR, "the same tape gives a different game", "let rules depend on the state alone"
    ),
    Code(
        "C604",
        ERROR,
        "a resumed game takes a different course",
        "keep all that matters in the state",
    ),
    Code("C605", ERROR, "undo does not restore the game", "keep all that matters in the state"),
    Code("C606", ERROR, "a fork is at a different place from its game", "keep all in the state"),
    Code("C607", ERROR, "playing a fork changes the game", "keep no reference to state outside"),
    Code("C608", ERROR, "the state is not the same after saving it", "declare the type of fields"),
    Code("C609", ERROR, "one object is at two places of the state", "keep ids, not objects"),
    Code("C610", ERROR, "play changes the data of the pack", "copy what changes into the state"),
    Code("C611", NOTE, "the game was not tried in another process", "install it or name a folder"),
    # ---------------------------------------------------------------- C7: views and what is hidden
    Code("C701", ERROR, "a view, log sheet or status cannot be made", "correct it"),
    Code(
        "C702",
        ERROR,
        "a panel cannot be drawn, or holds more than plain values",
        "fill panels with texts and numbers, and yield known parts",
    ),
    Code("C703", ERROR, "making a view changes the state", "make the view read-only"),
    Code("C704", ERROR, "a player is shown what is hidden", "show it only to those who may know"),
    Code("C705", ERROR, "an event reveals what is hidden", "log it with `seats`"),
    Code(
        "C706",
        WARNING,
        "bots can look at hidden things",
        "keep them in a `Hand` or `CardRow`, or give the game a `determinize`",
    ),
    Code("C707", ERROR, "two things of a view have the same id", "rename one"),
    Code("C708", ERROR, "an option touches what is not on the table", "use ids of the view"),
    Code("C709", ERROR, "two options cannot be told apart", "give them words of their own"),
    Code("C710", ERROR, "a symbol that does not exist", "use one of the core, or draw it"),
    Code(
        "C711",
        ERROR,
        "a redeal changes nothing where something is hidden",
        "redeal everything that the seat does not know, or leave `determinize` out",
    ),
    Code(
        "C712",
        ERROR,
        "a fork holds what its seat does not know",
        "keep it in a `Hand` or `CardRow`, or let `determinize` redeal it",
    ),
    Code(
        "C713",
        ERROR,
        "a local variable keeps something hidden across a question",
        "read it from the state again after the `yield`",
    ),
    Code(
        "C714",
        ERROR,
        "a fork asks others questions made from their true cards",
        "give `ask_all` a function that makes the question of a seat",
    ),
    Code(
        "C715",
        ERROR,
        "what is shown depends on which events were kept",
        "read only the state; note in it what is shown later, with `Game(noted=...)`",
    ),
    Code(
        "C716", ERROR, "a tone that does not exist", "use one of the core, or add it to the theme"
    ),
    Code("C717", ERROR, "a drawing of the theme cannot be used", "correct the file"),
    Code("C718", WARNING, "a drawing does not suit every page", "take colours from the theme"),
    Code("C719", WARNING, "words of a board or panel cannot be read", "shorten them, or move them"),
    # ---------------------------------------------------------------- C8: bots
    Code("C801", ERROR, "a bot fails", "fix the bot"),
    Code("C802", ERROR, "`evaluate` gives no number or changes the game", "return a number"),
    Code(
        "C803",
        ERROR,
        "a bot has a policy for something that the pack never asks",
        "name a rule or kind of this pack",
    ),
    Code(
        "C804",
        ERROR,
        "a bot looks at what is hidden from its seat",
        "let it read `seen_by`, its seat's view, or forks for its seat",
    ),
    Code("C805", ERROR, "the lesson cannot be played", "play its opening again and save it"),
    Code("C806", NOTE, "texts of the lesson must still be written", "write what the coach says"),
    # ---------------------------------------------------------------- C9: never reached
    Code("C901", NOTE, "no game and no test reached this rule", "give it a test of its own"),
    Code("C902", NOTE, "no game and no test reached this step", "give it a test of its own"),
    Code("C903", NOTE, "no random game looked this table up", "give it a test of its own"),
    Code("C904", NOTE, "no random game used this piece", "put it into the game, or take it out"),
    Code("C905", NOTE, "no game read this key of the data", "use or show it, or take it out"),
    Code("C906", NOTE, "no game took this option", "give it a test of its own"),
)

CODES = {code.code: code for code in _ALL}

_DATA = (
    # ---------------------------------------------------------------- D1: data files
    Code("D101", ERROR, "a file cannot be read", "check its path, size and encoding (UTF-8)"),
    Code(
        "D102", ERROR, "a file is not TOML, CSV or a Markdown table", "fix the line that is named"
    ),
    Code("D103", ERROR, "a key is not known here", "correct its spelling, or take it out"),
    Code("D104", ERROR, "a key that must be there is missing", "add it"),
    Code("D105", ERROR, "a value is of the wrong type", "write it as the message says"),
    Code("D106", ERROR, "a value is not one of those allowed", "use one of those listed"),
    Code("D107", ERROR, "the version of the format is unknown", "write `schema = 1`"),
    Code("D108", ERROR, "two files have the same id", "rename one"),
    Code("D109", ERROR, "nothing reads this file", "read it in the pack, or take it out"),
    Code("D110", ERROR, "the pack refuses this value", "fix it as the message says"),
    # ---------------------------------------------------------------- D2: overlays
    Code("D201", ERROR, "an overlay names a table or file that does not exist", "correct the name"),
    Code("D202", ERROR, "an overlay has an unknown key or entry", "use one of those listed"),
    Code("D203", ERROR, "an overlay removes or sets what is not there", "correct the name"),
    # ---------------------------------------------------------------- D3: maps and counters
    Code("D301", ERROR, "the board has no such space", "use one of its spaces"),
    Code("D302", ERROR, "the board has no such side", "name two spaces that adjoin"),
    Code("D303", ERROR, "a link leads one way only", "write it at both ends, or say `one_way`"),
    Code("D304", ERROR, "nothing of this name is declared", "declare it, or correct the name"),
    Code("D305", ERROR, "something is stated twice", "take one of them out"),
    Code("D306", ERROR, "the board cannot be laid out so", "fix it as the message says"),
    Code("D307", ERROR, "a space has no terrain", "name it at a terrain, or state `ground`"),
    # ---------------------------------------------------------------- T1: within a table
    Code("T100", ERROR, "a table has no id", "name it"),
    Code("T101", ERROR, "a table has no rows", "add a row"),
    Code("T102", ERROR, "`beyond` names no policy", "use one of those listed"),
    Code("T103", ERROR, "`digits` does not fit the dice", "roll `d66`, or take it out"),
    Code("T104", ERROR, "two columns have the same label", "give each its own"),
    Code("T105", ERROR, "a row has too many or too few results", "give one for each column"),
    Code("T106", ERROR, "a row has both or neither of `result` and `results`", "write one"),
    Code("T107", ERROR, "two columns cover the same number or odds", "fix the headings"),
    Code("T108", ERROR, "no column covers a number between others", "fix the headings"),
    Code("T109", ERROR, "a table has both weights and dice, or weights and `on`", "leave one out"),
    Code("T110", ERROR, "a modifier changes nothing", "give `dm`, `shift` or `column_shift`"),
    Code("T111", ERROR, "nothing can be added to labels or digits", "use `shift`"),
    Code("T112", ERROR, "a modifier shifts columns where there are none", "use `dm` or `shift`"),
    Code("T113", ERROR, "`most` limits nothing", "give `per`"),
    Code("T114", ERROR, "two modifiers have the same id", "rename one"),
    Code("T115", ERROR, "there is no such column", "use one of those listed"),
    Code("T120", ERROR, "there is no such note", "add a `[[note]]` with this id"),
    Code("T121", ERROR, "two notes have the same id", "rename one"),
    Code("T122", ERROR, "no row refers to a note", "name it in its row, or drop its id"),
    Code(
        "T130",
        ERROR,
        "an override needs dice that the table does not have",
        "give the table dice and a number, or what they show, here",
    ),
    Code("T131", ERROR, "the dice never show what an override waits for", "correct `natural`"),
    Code("T140", ERROR, "two rows have the same label", "merge them"),
    Code(
        "T141", ERROR, "this is not a range of numbers", "write such as `7`, `2-3`, `..3` or `12..`"
    ),
    Code("T142", ERROR, "a range runs backwards", "write the smaller number first"),
    Code("T143", ERROR, "rows overlap", "put each total into one row"),
    Code("T144", ERROR, "no row covers what the dice can show", "add a row"),
    Code("T145", ERROR, "a row is never reached", "fix it, or state `unreachable = true`"),
    Code("T146", ERROR, "the table does not say what happens past its rows", "state `beyond`"),
    Code("T147", ERROR, "a row said to be unreachable is reached", "take `unreachable` out"),
    # ---------------------------------------------------------------- T2: results
    Code("T148", ERROR, "a row has no `on`", "give `on`, or weights to all rows"),
    Code("T150", ERROR, "every row rolls again", "give one another result"),
    Code("T201", ERROR, "a result cannot be read", "write it in one of the forms listed"),
    Code("T202", ERROR, "two results cannot be told apart", "write both as numbers, or as text"),
    Code(
        "T203", ERROR, "something is not a result", "use text, a finite number or a kind of result"
    ),
    # ---------------------------------------------------------------- T3: between tables
    Code("T300", ERROR, "two tables have the same id", "rename one"),
    Code(
        "T301",
        ERROR,
        "a result refers to a table that does not exist",
        "add it, or fix the reference",
    ),
    Code("T302", ERROR, "references form a cycle", "write `again = true`, or an effect"),
    Code(
        "T303", ERROR, "a reference names a modifier that does not exist", "use one of those listed"
    ),
    Code(
        "T304", ERROR, "a reference names a column that does not exist", "use one of those listed"
    ),
    Code("T305", ERROR, "a reference leads to a table without dice", "give it dice, or an effect"),
    Code("T306", ERROR, "a reference can never be followed", "fix its times or modifiers"),
)

DATA_CODES = {code.code: code for code in _DATA}
"""Every problem of data files and tables; `tabletop check` reports these, too."""
