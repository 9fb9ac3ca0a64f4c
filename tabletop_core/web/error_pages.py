"""Error pages: what went wrong, in words, with a way back."""

import sys
import traceback

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ..errors import StaleAnswerError, TabletopError
from ..rooms.errors import MisplacedError, NotFoundError, PutAwayError, SetAsideError
from ..rooms.store import StoreError
from ..rooms.time_limit import TooSlowError
from .security import RefusedError
from .site import Site

# What the server itself refuses, before anything of a game is asked.
STATUS_WORDS = {
    404: "there is nothing at this address",
    405: "this address accepts only what a button sends; go back to the page with the button",
}


def status_of(error: Exception) -> int:
    """Return the HTTP status for an error."""
    if isinstance(error, RefusedError):
        return error.status
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, StaleAnswerError | PutAwayError):
        return 409
    if isinstance(error, NotFoundError):
        return 404
    if isinstance(error, MisplacedError):
        return 421
    if isinstance(error, SetAsideError | TooSlowError | StoreError):
        return 503
    return 400 if isinstance(error, TabletopError) else 500


async def show_error(site: Site, request: Request, error: Exception) -> Response:
    """Say what was wrong and show a way back. Nothing else has changed."""
    status = status_of(error)
    words = str(error)
    if not site.cookies.is_host(request):
        words = site.registry.paths.removed_from(words)
    if isinstance(error, HTTPException):
        words = STATUS_WORDS.get(status, str(error.detail))
    return _error_page(site, request, status, words)


async def show_failure(site: Site, request: Request, error: Exception) -> Response:
    """Say that the program failed. The host finds the reason on the terminal."""
    traceback.print_exception(error, file=sys.stderr)
    return _error_page(site, request, 500, "the program failed here; no earlier answer is lost")


def _error_page(site: Site, request: Request, status: int, words: str) -> Response:
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(words, status)
    try:
        person = site.cookies.person_of(request)
    except StoreError:  # It may be what failed.
        person = None
    room = request.path_params.get("room", "")
    return site.page(request, "error", status, person=person, words=words, room=room)
