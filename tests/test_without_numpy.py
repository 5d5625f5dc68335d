"""What the core answers without numpy, which browsers do not have, is what it answers with it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.sources import ROOT

BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError("numpy is blocked", name=name)

sys.meta_path.insert(0, Blocked())
"""

WORK = """
import json
from pathlib import Path
import sapper
from sapper.notation.links.links import link_of_position, read_link
from sapper.notation.pictures import read_picture
from sapper.records.files import read_any
from sapper_workbench.study.lessons.lesson import lessons
from sapper_workbench.study.puzzles.package import puzzles
from sapper_workbench.web.asgi import PORTABLE

position = sapper.Position.parse("8x4x7\\nHHHHHHHH\\nH2112HHH\\n11001HHH\\n00001HHH")
analysis = sapper.analyse(position)
done = {
    "analysis": [analysis.to_json(), analysis.summary, analysis.safest],
    "explanations": [
        sapper.explain(position, cell).to_json()
        for cell in (*analysis.safe, *analysis.certain_mines)
    ],
    "candidates": sapper.candidates(position, playouts=20).to_json(),
    "links": str(read_link(link_of_position(position))),
    "picture": read_picture(Path("docs/screens/analyse.png").read_bytes()).codes.hex(),
    "puzzles": len(puzzles().by_id),
    "lessons": sorted(lessons()),
    "endpoints": len(PORTABLE),
}
for recipe in (
    "csp", "swift", "limited", "mio", "mio-probability", "pgms", "sat", "champion(playouts=20)"
):
    record = sapper.play(recipe, "beginner8", seed=5).record
    done[recipe] = [{**step, "seconds": 0} for step in record.to_json()["steps"]]
    assert read_any(record.text.encode()) == record
done["review"] = sapper.review(sapper.play("single-point", level="beginner", seed=8)).to_json()
print(json.dumps(done, default=str))
"""


def worked(before: str) -> Any:
    """Run the work in a process of its own and return its results."""
    done = subprocess.run(
        [sys.executable, "-c", before + WORK], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_the_core_gives_the_same_answers_without_numpy() -> None:
    assert worked(BLOCKED) == worked("")
