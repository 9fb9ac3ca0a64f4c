"""Tests of boards; `board_strategies.py` beside them draws boards of every kind."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
