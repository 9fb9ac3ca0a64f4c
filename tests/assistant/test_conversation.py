"""The conversation in the documentation is one that a scripted client has with the server.

`pytest --tabletop-record` writes it again.
"""

import json
import re

import pytest

from tests.rooms.conftest import ROOT

PAGE = ROOT / "docs" / "assistants.md"
BLOCK = re.compile(r"(?<=<!-- conversation -->\n\n```text\n).*?(?=\n```\n)", re.S)

CALLS = [
    ("games", {"pack": "b29_superfortress"}),
    ("start", {"pack": "b29_superfortress", "seed": 1}),
    ("rules", {"pack": "b29_superfortress", "about": "2.3"}),
    ("hint", {"level": "easy"}),
]
"""What the client asks before it plays on, always with the first answer."""


def spoken(tool, given, text):
    words = ", ".join(f"{name}={json.dumps(value)}" for name, value in given.items())
    return f">>> {tool}({words})\n{text}\n"


@pytest.mark.timeout(600)
def test_the_conversation_in_the_documentation_was_really_held(agent, request):
    said = [spoken(tool, given, agent.call(tool, **given)) for tool, given in CALLS]
    table = agent.table("look")
    while not table["over"]:
        asked = table["asked"][0]
        answer = asked["options"][0] if isinstance(asked["options"], list) else "1"
        given = {"question": asked["question"], "answer": answer}
        table = agent.table("answer", **given)
        said.append(spoken("answer", given, table["text"]))

    held = "\n".join(said).replace(table["game"], "Ab3X").rstrip()
    page = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--tabletop-record", default=False):
        PAGE.write_text(BLOCK.sub(lambda _: held, page), encoding="utf-8")
        return
    assert BLOCK.search(page)[0] == held
