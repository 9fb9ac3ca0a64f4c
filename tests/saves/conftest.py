"""Tests of saved games; `storm.py` beside them kills and damages some."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
