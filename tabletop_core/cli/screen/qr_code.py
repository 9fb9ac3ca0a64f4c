"""An address as a QR code in the terminal, for the phone on the table."""

import sys
from importlib.util import find_spec
from io import StringIO


def qr_code(address: str) -> str:
    """Return an address as a QR code of characters; empty where it cannot be drawn.

    It is drawn on a terminal alone, and where `segno` is installed, as with the extra `web`.
    """
    if not sys.stdout.isatty() or find_spec("segno") is None:
        return ""
    import segno

    drawn = StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
