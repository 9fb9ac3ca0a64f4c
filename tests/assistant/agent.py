"""An agent for `tabletop match`: it takes the last option; its first answer is wrong, or `slow`.

One that is `deaf` heeds neither signals nor the end of its input.
"""

import signal
import sys
import time

from mcp.server import MCPServer

server = MCPServer("last")
asked = []


@server.tool()
def answer(game: str, seat: str, table: str, question: str, options: str) -> str:
    """Answer a question of a game."""
    asked.append(question)
    if "slow" in sys.argv:
        time.sleep(1)
    if len(asked) == 1:
        return "castle long"
    *lines, _ = options.splitlines()
    return lines[-1].split()[0]


if "deaf" in sys.argv:
    for ignored in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(ignored, signal.SIG_IGN)
server.run("stdio")
while "deaf" in sys.argv:
    time.sleep(1)
