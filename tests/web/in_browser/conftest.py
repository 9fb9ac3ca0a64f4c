"""Pyodide as npm has it, where somebody has brought it."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def pyodide():
    from tabletop_core.web.in_browser.runtime import find_runtime

    archive = os.environ.get("TABLETOP_PYODIDE")
    if not archive:
        why = "TABLETOP_PYODIDE names no archive of Pyodide"
        if os.environ.get("TABLETOP_BROWSER") == "must":
            pytest.fail(f"the tests of sites were to run, but {why}")
        pytest.skip(why)
    return find_runtime(Path(archive), lambda done, total: None)
