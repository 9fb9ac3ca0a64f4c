"""A corpus of our own in the shapes in which tables are published: good files and bad ones."""

import json


def foundry(name, formula, rows, **more):
    """Return a table as Foundry exports it; rows are (first, last, text)."""
    results = [{"type": "text", "text": text, "range": [a, b]} for a, b, text in rows]
    return json.dumps({"name": name, "formula": formula, "results": results, **more}, indent=1)


def numbered(count, first=1):
    return [(n, n, f"find {n}") for n in range(first, first + count)]


SOUND = {
    "hundred.json": foundry("Hundred finds", "1d101", numbered(100)),
    "gap.json": foundry("Gap", "1d10", [(1, 3, "reed"), (6, 10, "stone")]),
    "minus.json": foundry("Minus", "1d6 - 1", numbered(5)),
    "pair.json": foundry("Pair", "2d6[luck]", numbered(10, 3)),
    "long.json": foundry("Long", "1d4", [*numbered(4), (5, 8, "never")]),
    "dice.json": foundry(
        "Dice", "1d2", [(1, 1, "[[2d4]]"), (2, 2, "[[/r 2d4]] crows, @Actor[x]{Ro}")]
    ),
    "dash.csv": "2d6 – 2,Sky\n4 or less,grey\n5+,blue\n",
    "minus-word.csv": "2d6 minus 2,Sky\n4 or less,grey\n5+,blue\n",
    "drop.csv": "4d6 drop lowest,Sky\n4 or less,grey\n5+,blue\n",
    "advantage.csv": "1d20 (advantage),Sky\n4 or less,grey\n5+,blue\n",
    "times.csv": "1d6 x 10,Sky\n4 or less,grey\n5+,blue\n",
    "german1.csv": "1W6,Wetter\n1-2,Regen\n3-6,Sonne\n",
    "german2.csv": "2W6,Wetter\n2-7,Regen\n8-12,Sonne\n",
    "excel.csv": "sep=;\nd4;Tide\n1-2;ebb\n3-4;flood\n",
    "twins.csv": "d6,Weather,d4,Wind\n1-3,rain,1,low\n4,sun,2-4,high\n5-6,fog,,\n",
    "ranges.csv": "Near,Mid,Far,Found\n1-2,1-3,1-4,nothing\n3-5,4-5,5,tracks\n6,6,6,lair\n",
    "note.md": (
        "# Pond\n\n| dice: 1d4 | Found |\n|---|---|\n| 1-2 | `dice: 2d4` |\n"
        "| 3-4 | `dice: 1d6+1` frogs and [[1d4]] newts |\n"
    ),
    "herd.txt": (
        "animal\n  $output = a [this.selectOne] with a [this.mood] look\n  mood = {calm|wild}\n"
        "  note = for later\n  cow ^3\n  goat\n"
    ),
    "pen.txt": (
        "$meta\n  title = The pen\n"
        "$output = In the pen: [output]\noutput\n  [beast]\n  nothing ^3\nbeast\n  ox\n"
    ),
    "README.md": "# Where these come from\n\nMade for these tests.\n",
}  # fmt: skip

REFUSED = {
    "charm.csv": "2d6+CHA,Mood\n2-7,low\n8-12,high\n",
    "level.csv": "3d6 + level,Mood\n3-9,low\n10-18,high\n",
    "twice.csv": "2d6 twice,Mood\n2-7,low\n8-12,high\n",
    "half.csv": "1d6.5,Mood\n1-3,low\n4-6,high\n",
    "levels.csv": "Roll,Beast,Level\n1-3,rat,1-2\n4-6,ogre,3-4\n",
    "uneven.csv": "Near,Far,Found\n1-2,1-4,nothing\n3-6,5-8,tracks\n",
    "explode.csv": "3d6!>=5,Hits\n0-1,none\n2+,some\n",
    "formula.json": foundry("Formula", "1d20 + @level", numbered(20)),
    "never.json": foundry("Never", "1d4", numbered(3, 5)),
    "meta.txt": "$meta\n  title = A list of nothing\n",
    "elsewhere.md": "| d2 | Found |\n|---|---|\n| 1 | `dice: [[Pond^loot]]` |\n| 2 | x |\n",
}
