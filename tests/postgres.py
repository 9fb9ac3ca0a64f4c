"""A PostgreSQL of the tests' own, where it is installed as Debian lays it out."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

MUST = os.environ.get("TABLETOP_POSTGRES") == "must"


def _programs() -> Path | None:
    """Return the folder of the newest PostgreSQL, whose programs are on no path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@contextmanager
def a_server() -> Iterator[str]:
    """Run a server that listens in a folder alone; give its address without a database's name."""
    programs = _programs()
    if programs is None:
        assert not MUST, "PostgreSQL must run here, and there is none"
        pytest.skip("PostgreSQL is not installed")
    # It refuses to run as root; then it is the user that Debian's package made.
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"

        def run(program: str, *words: str) -> None:
            subprocess.run(
                [programs / program, *words], user=user, check=True, capture_output=True, cwd=folder
            )

        run("initdb", "--pgdata", data, "--auth=trust", "--no-sync", "--username=tabletop")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run("pg_ctl", "start", "-w", "-D", data, "-o", options, "-l", f"{folder}/log")
        try:
            yield f"postgresql://tabletop@/{{name}}?host={folder}"
        finally:
            run("pg_ctl", "stop", "-m", "immediate", "-D", data)
