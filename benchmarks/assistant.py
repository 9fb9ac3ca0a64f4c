"""How much text an assistant reads: the largest look and the average answer of each pack.

Tokens are those of tiktoken's `o200k_base`. Where it is not installed, or cannot fetch its
vocabulary, they are estimated by the rule of `tabletop_core.assistant.tokens`, which needs none.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tabletop_core.assistant.desk import TableText
from tabletop_core.assistant.local import local_desk
from tabletop_core.assistant.tokens import tokens
from tabletop_core.plugins.packs import find_packs

ANSWERS = 60


def counter() -> tuple[str, Callable[[str], int]]:
    """Return what counts tokens, and its name."""
    try:
        import tiktoken

        encode = tiktoken.get_encoding("o200k_base").encode
    except (ImportError, OSError):
        return "estimated", tokens
    return "o200k_base", lambda text: len(encode(text))


async def measure() -> None:
    name, count_of = counter()

    def size(table: TableText) -> int:
        rest = {name: value for name, value in table.items() if name != "text"}
        return count_of(table["text"]) + count_of(json.dumps(rest))

    print(f"Tokens, {name}:")
    random = Random(1)
    with TemporaryDirectory() as folder:
        async with local_desk(Path(folder), find_packs()) as desk:
            print(
                f"{'pack':20} {'look, most':>10} {'answer, mean':>13} {'answers':>8} {'in all':>8}"
            )
            everything: list[int] = []
            for pack in sys.argv[1:] or [one.id for one in find_packs().packs]:
                how = {"seed": 1, "real_dice": False, "lesson": False}
                table = await desk.start(pack, "", {}, ["me", "bot:random"][: _seats(pack)], **how)
                looks, answers = [size(table)], []
                while not table["over"] and len(answers) < ANSWERS:
                    asked = table["asked"][0]
                    options = asked["options"]
                    if isinstance(options, int):
                        options = list(map(str, range(1, options + 1)))
                    count = min(asked["most"], max(1, asked["least"]))
                    given = ", ".join(random.sample(options, count)) if options else "none"
                    table = await desk.answer("", asked["question"], given)
                    answers.append(size(table))
                    looks += [size(await desk.look(""))] if len(answers) % 10 == 0 else []
                mean = sum(answers) / len(answers)
                total = looks[0] + sum(answers)
                figures = (max(looks), round(mean), len(answers), total)
                print(f"{pack:20}", *(f"{figure:12,}" for figure in figures))
                everything += answers
            print(f"Mean of all {len(everything)} answers: {sum(everything) / len(everything):.0f}")


def _seats(pack: str) -> int:
    game = find_packs()[pack].load()
    return len(game.seats_for(game.read_options(game.all_setups[0].options)))


if __name__ == "__main__":
    asyncio.run(measure())
