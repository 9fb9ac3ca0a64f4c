"""The table as HTML: plain functions of what a viewer sees, without a server.

`fragments` gives every part of the page by the id of its element; an unchanged part is the same
text as before. A part that contains others has a hole for each, an empty element with its id, so
that a changed part does not include those inside it. `table_html` fills the holes.
"""

from .links import Links
from .log import log_lines
from .page import PageBefore, fragments, page_title, table_html
from .parts import Parts

__all__ = ["Links", "PageBefore", "Parts", "fragments", "log_lines", "page_title", "table_html"]
