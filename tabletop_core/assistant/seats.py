"""The server at the link of a seat, for an assistant in a room with persons in browsers."""

from contextlib import AbstractAsyncContextManager
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings

from ..rooms.errors import NotFoundError, RoomError
from ..rooms.room import Room
from ..rooms.room_server import RoomServer
from ..rooms.seating import seat_of_link
from .desk import Desk
from .server import make_server

NAME = "Assistant"
MAX_DESKS = 1000


class SeatServer:
    """An ASGI application for addresses with the `secret` of a seat's link in their path.

    Whoever has the link sits down there, if the seat is open, and has the rights of that seat.
    """

    def __init__(self, rooms: RoomServer) -> None:
        self._rooms = rooms
        self._desks: dict[str, Desk] = {}
        self._server = make_server(self._desk_of, is_seat=True)
        # The server around it checks where requests come from, and how long they are.
        security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._server.streamable_http_app(
            stateless_http=True, json_response=True, transport_security=security
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Return what must be entered while requests are answered."""
        return self._server.session_manager.run()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._server.session_manager.handle_request(scope, receive, send)

    async def _desk_of(self, ctx: Context[Any, Any]) -> Desk:
        request = ctx.request_context.request
        assert request is not None
        secret = str(request.path_params["secret"])
        person, seat = await self._rooms.in_thread(self._sitter, secret)
        if seat["person"] != person:

            def sit(room: Room) -> None:
                room.sit(person, NAME, seat["seat"], secret)

            await self._rooms.within(seat["room"], sit)
        desk = self._desks.get(person)
        if desk is None:
            if len(self._desks) >= MAX_DESKS:
                del self._desks[next(iter(self._desks))]
            desk = self._desks[person] = Desk(self._rooms, person, only=seat["room"])
        return desk

    def _sitter(self, secret: str) -> tuple[str, dict[str, Any]]:
        """Return the person that an assistant with this link is, and the seat.

        Raises:
            RoomError: there is no such seat, or somebody else has it.
        """
        store = self._rooms.registry.store
        seat = seat_of_link(store, secret)
        if seat is None:
            raise NotFoundError("there is no seat with this link (any more); ask for another")
        known = store.person_with(secret)
        if (seat["person"] or seat["bot"]) and (known is None or seat["person"] != known["id"]):
            raise RoomError(f"{seat['seat']} is taken; ask for the link of an open seat")
        if known is None:
            known, _ = store.new_person(NAME, secret)
        return str(known["id"]), seat
