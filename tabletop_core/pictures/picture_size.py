"""The size of a picture, read from its first bytes."""

import re

Size = tuple[int, int]


def size_of(content: bytes) -> Size | None:
    """Return width and height of a PNG, GIF, JPEG or SVG; None if it is another kind.

    >>> size_of(b"GIF89a" + bytes([4, 0, 2, 0]))
    (4, 2)
    """
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if content.startswith((b"GIF87a", b"GIF89a")):
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    head = content[:4096].decode("utf-8", "replace")
    return _svg(head) if "<svg" in head else None


def _jpeg(content: bytes) -> Size | None:
    at = 2
    while at + 9 < len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            high = int.from_bytes(content[at + 5 : at + 7], "big")
            return int.from_bytes(content[at + 7 : at + 9], "big"), high
        if marker == 0xFF:
            at += 1
            continue
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None


def _svg(head: str) -> Size | None:
    tag = head[head.index("<svg") :].partition(">")[0]
    found = [re.search(rf'\b{name}="([\d.]+)(?:px)?"', tag) for name in ("width", "height")]
    if all(found):
        wide, high = (float(one[1]) for one in found if one)
        return round(wide), round(high)
    box = re.search(r'viewBox="[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)"', tag)
    return (round(float(box[1])), round(float(box[2]))) if box else None
