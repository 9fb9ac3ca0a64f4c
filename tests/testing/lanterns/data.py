"""The facts of Lanterns: the wind, and the lanterns."""

from collections.abc import Mapping

import attrs

from tabletop_core import Component, DataFolder, Entry, PackData


@attrs.frozen(kw_only=True)
class Lantern(Entry):
    id: str
    title: str
    light: int


@attrs.frozen(kw_only=True)
class Lanterns(Component):
    copies: int
    lantern: tuple[Lantern, ...]


@attrs.frozen(kw_only=True)
class Data(PackData):
    copies: int
    lanterns: Mapping[str, Lantern]


def load(overlays):
    folder = DataFolder(__package__, overlays)
    box = folder.file("lanterns.toml", Lanterns)
    tables = folder.tables("wind.toml")
    return Data(
        copies=box.copies,
        lanterns={lantern.id: lantern for lantern in box.lantern},
        names=folder.names(),
        tables=tables,
        **folder.account(),
    )
