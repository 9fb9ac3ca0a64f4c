"""The exam that every pack sits: many small checks, each with a stable code.

    from tabletop_core.testing import check_pack

    def test_the_pack_passes_the_exam():
        assert errors_in(check_pack("my_game")) == []

`CODES` lists every check with its meaning and remedy.
"""

from .codes import CODES, ERROR, NOTE, WARNING, Code
from .exam import check_pack, errors_in

__all__ = ["CODES", "ERROR", "NOTE", "WARNING", "Code", "check_pack", "errors_in"]
