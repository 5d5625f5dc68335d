"""Benchmarks: ``python -m bench`` measures the figures that sapper publishes. See README.md."""

import sys
from pathlib import Path

# Some checks are those of the tests, which lie beside each package.
sys.path.append(str(Path(__file__).parents[1] / "packages" / "sapper"))
