"""The table as HTML: plain functions of what a viewer sees, without a server.

`fragments` gives every part of the page by the id of its element; one that did not change is the
same text as before.
A part that holds others has a hole for each, an empty element of its id: so a part that changes
says nothing of those inside it, and `table_html` fills the holes.
"""

from .links import Links
from .page import PageBefore, fragments, page_title, table_html
from .parts import Parts

__all__ = ["Links", "PageBefore", "Parts", "fragments", "page_title", "table_html"]
