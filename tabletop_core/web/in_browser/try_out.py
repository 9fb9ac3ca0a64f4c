"""A small server of static files, to try a site on this machine."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from ...errors import TabletopError


class _Handler(SimpleHTTPRequestHandler):
    """Serves files, silently, and 404.html for what is not there, as hosts do."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


_Handler.extensions_map = SimpleHTTPRequestHandler.extensions_map | {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


def folder_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder, for this machine alone.

    Raises:
        TabletopError: the port is in use.
    """
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise TabletopError(
            f"the server cannot listen at port {port} ({error.strerror}); choose another --port"
        ) from None


def serve_folder(folder: Path, port: int, say: Callable[[str], object]) -> None:
    """Serve a folder until somebody ends the process."""
    with folder_server(folder, port) as server:
        say(f"http://localhost:{server.server_address[1]}/   Ctrl+C ends it.")
        server.serve_forever()
