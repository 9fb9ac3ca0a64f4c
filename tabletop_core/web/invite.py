"""Invitations: the open seats of a table, with a link to send for each."""

from importlib.util import find_spec
from io import BytesIO

from ..pictures.svg_text import esc
from ..rooms.room import Room
from .addresses import Addresses

HAS_QR_CODES = find_spec("segno") is not None
"""Whether the package that draws QR codes is installed, as the extra `web` has it."""


def invite_panel(room: Room, person: str, addresses: Addresses) -> str:
    """Return the panel for the creator of a room: a link for each open seat, and who has come.

    Copying and sharing need a script; without one the link is there to be copied by hand.
    """
    seats = room.seating.seats
    missing = [seat for seat in seats.values() if seat.is_open]
    if person != room.maker or not missing or room.is_over:
        return ""
    outside = addresses.outside
    who = "Whoever opens a link needs nothing but a name."
    if not outside:
        who = (
            "The links work only on this machine. For others on your network, stop the server "
            "and start it with <code>tabletop serve --lan</code>; this game is kept. For friends "
            "elsewhere, the page <i>Serving</i> of the documentation names tunnels and servers."
        )
    come = [room.seating.name_of(seat.seat) for seat in seats.values() if not seat.is_open]
    rows = "".join(_row(room, seat.seat, addresses, seat.secret) for seat in missing)
    count = f"{len(missing)} seats are" if len(missing) > 1 else "a seat is"
    return (
        f'<details class="invite" data-outside="{esc(outside)}" open>'
        f"<summary>Invite: {count} open</summary>"
        f"<ul>{rows}</ul><p>Here: {esc(', '.join(come) or 'nobody yet')}. {who}</p></details>"
    )


def _row(room: Room, seat: str, addresses: Addresses, secret: str) -> str:
    link = addresses.to(f"s/{secret}")
    words = esc(f"Play {room.title} with me, as {seat}")
    qr = (
        f'<details><summary>QR code</summary><img src="{esc(link)}/qr" alt="QR code of the link '
        f'to {esc(seat)}" width="180" height="180" loading="lazy"></details>'
        if HAS_QR_CODES
        else ""
    )
    return (
        f'<li><a href="{esc(link)}">Link for {esc(seat)}</a> '
        f'<button type="button" data-copy="{esc(link)}">Copy link</button> '
        f'<button type="button" data-share="{esc(link)}" data-words="{words}">Share…</button>'
        f"{_for_assistant(link) if addresses.seats_assistants else ''}{qr}</li>"
    )


def _for_assistant(link: str) -> str:
    return (
        f'<button type="button" data-copy="{esc(link)}/mcp">Copy address for an assistant</button> '
        "<small>(the link with <code>/mcp</code>)</small>"
    )


def qr_code(address: str) -> str:
    """Return the QR code of an address as SVG, dark on light whatever the theme is."""
    import segno

    svg = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(svg, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False)
    return svg.getvalue().decode()
