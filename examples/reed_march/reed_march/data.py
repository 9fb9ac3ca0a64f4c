"""The files under `data/`: the map, the counters, the combat table."""

import attrs

from tabletop_core import DataFolder, Overlays, PackData
from tabletop_core.boards import BoardMap, CounterFile, MapFile


@attrs.frozen(kw_only=True)
class Data(PackData):
    map: BoardMap[str]
    counters: CounterFile


def load_data(overlays: Overlays) -> Data:
    folder = DataFolder(__package__, overlays)
    marsh = folder.file("map.toml", MapFile)
    counters = folder.file("counters.toml", CounterFile, marsh.map)
    tables = folder.tables()
    names = folder.names()
    return Data(map=marsh.map, counters=counters, tables=tables, names=names, **folder.account())
