"""The script of a table is small enough to read, and to load."""

import gzip
import re
from pathlib import Path

from tabletop_core import web

STATIC = Path(web.__file__).parent / "static"


def test_the_script_of_a_table_has_under_900_lines_and_24_kb_with_what_is_vendored(ann):
    page = ann.get(f"/r/{ann.new_room('ice_fishers', 'me', 'me')}").text

    scripts = [STATIC / name for name in re.findall(r'<script src="/static/(\S+)"', page)]
    sizes = [len(gzip.compress(one.read_bytes(), 9)) for one in scripts]
    lines = [one.read_text("utf-8").count("\n") for one in scripts if ".min." not in one.name]

    assert len(scripts) > len(lines) > 0
    assert sum(sizes) < 24_000
    assert sum(lines) < 900
