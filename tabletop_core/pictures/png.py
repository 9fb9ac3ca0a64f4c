"""Pictures as PNG, for readers that take no SVG.

What draws them (resvg) knows neither variables of style sheets nor newer selectors, so that each
element first gets the style that it has.
"""

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

import cssselect2
import resvg_py
import tinycss2

_SVG = "{http://www.w3.org/2000/svg}"
_SANS_SERIF = "'DejaVu Sans','Noto Sans','Liberation Sans',Arial,sans-serif"
"""What resvg finds where it does not know which font of a system is meant by the last of these."""

_SCALE = re.compile(r"scale\(([\d.]+)\)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
_LEAST = re.compile(r"min\(([\d.]+),([\d.]+)\)")
_BETWEEN = re.compile(r"clamp\(([\d.]+),([\d.]+),([\d.]+)\)")
_TIMES = re.compile(r"calc\(([\d.]+)px\*([\d.]+)\)")


def png_of(svg: str, most: int = 1600) -> bytes:
    """Return a picture that this package has drawn as PNG, at most `most` points wide and high."""
    styled = _Styled(svg)
    width, height = (float(styled.root.get(side, "1")) for side in ("width", "height"))
    zoom = min(2.0, most / width, most / height)
    text = ElementTree.tostring(styled.root, "unicode")
    return bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=zoom))


class _Styled:
    """A picture whose elements have their style themselves."""

    def __init__(self, svg: str) -> None:
        source = ElementTree.fromstring(svg)
        sheet = "".join(text.text or "" for text in source.iter(f"{_SVG}style"))
        sheet = sheet.replace("sans-serif", _SANS_SERIF)
        self._matcher = cssselect2.Matcher()
        for selector, declared in _rules_in(sheet):
            self._matcher.add_selector(selector, declared)
        tree = cssselect2.ElementWrapper.from_xml_root(source)
        self._named = {one.id: one for one in tree.iter_subtree() if one.id}
        self._uses: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        self._used: list[ElementTree.Element] = []
        self.root = self._styled(tree, {})
        ElementTree.SubElement(self.root, f"{_SVG}defs").extend(self._used)

    def _styled(
        self, wrapped: cssselect2.ElementWrapper, around: Mapping[str, str]
    ) -> ElementTree.Element:
        """Return a copy of an element, whose variables stand `around` it."""
        element = wrapped.etree_element
        style: dict[str, str] = {}
        for *_, declared in self._matcher.match(wrapped):
            style.update(declared)
        style.update(_declared(tinycss2.parse_declaration_list(element.get("style", ""))))
        own = {name: value for name, value in style.items() if name.startswith("--")}
        known = {**around, **{name: _resolved(value, around) for name, value in own.items()}}
        made = ElementTree.Element(
            element.tag, {name: _resolved(value, known) for name, value in element.items()}
        )
        shown = {name: _resolved(value, known) for name, value in style.items() if name not in own}
        if "stroke-width" in shown and (scaled := _SCALE.fullmatch(element.get("transform", ""))):
            # Only the shapes of counters are scaled so, and their strokes are not.
            shown["stroke-width"] = f"{float(shown['stroke-width']) / float(scaled[1]):g}"
        if shown:
            made.set("style", ";".join(f"{name}:{value}" for name, value in shown.items()))
        made.text, made.tail = element.text, element.tail
        if element.tag == f"{_SVG}use":
            made.set("href", f"#{self._use(element.get('href', '')[1:], known)}")
        for child in wrapped.iter_children():
            if child.etree_element.tag != f"{_SVG}style":
                made.append(self._styled(child, known))
        return made

    def _use(self, name: str, known: Mapping[str, str]) -> str:
        """Return the name of what is used, styled with the variables of the place of its use."""
        if name not in self._named:
            return name
        key = name, tuple(sorted(known.items()))
        if key not in self._uses:
            self._uses[key] = f"{name}-used-{len(self._uses)}"
            made = self._styled(self._named[name], known)
            made.set("id", self._uses[key])
            self._used.append(made)
        return self._uses[key]


def _rules_in(sheet: str) -> Iterator[tuple[cssselect2.compiler.CompiledSelector, dict[str, str]]]:
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            declared = _declared(tinycss2.parse_declaration_list(rule.content))
            for selector in cssselect2.compile_selector_list(rule.prelude):
                yield selector, declared


def _declared(parsed: list[tinycss2.ast.Node]) -> dict[str, str]:
    return {
        one.name: tinycss2.serialize(one.value).strip()
        for one in parsed
        if one.type == "declaration"
    }


def _resolved(value: str, known: Mapping[str, str]) -> str:
    """Return a value with its variables, and the sizes computed from them."""
    while "var(" in value:
        put = _VARIABLE.sub(lambda found: known.get(found[1], (found[2] or "").strip()), value)
        if put == value:
            break
        value = put
    value = _LEAST.sub(lambda found: f"{min(float(found[1]), float(found[2])):g}", value)
    value = _BETWEEN.sub(
        lambda found: f"{min(max(float(found[2]), float(found[1])), float(found[3])):g}", value
    )
    return _TIMES.sub(lambda found: f"{float(found[1]) * float(found[2]):g}px", value)
