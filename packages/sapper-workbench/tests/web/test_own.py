"""A strategy that the command line names: the page lists it, and the workers play it."""

from __future__ import annotations

from pathlib import Path

from tests.sources import ROOT
from tests.web.running import server


def test_the_page_has_the_strategies_of_the_command_line_alone(tmp_path: Path) -> None:
    file = str(ROOT / "examples" / "quiet.py")
    with server("--data", str(tmp_path), "--strategies", file) as running:
        players = running.get("/api/about").json()["players"]
        (quiet,) = [one for one in players if one["own"]]
        assert (quiet["name"], quiet["recipe"]) == ("quiet", "quiet")
        assert quiet["words"].startswith("of the nearly safest cells")
        (option,) = quiet["options"]
        assert option == {"name": "slack", "kind": "float", "default": 0.1, "words": ""}
        with running.watch("corner > quiet(slack=0.2)") as lines:
            decided = next(line for line in lines if "hidden around it" in line)
        assert '"quiet"' in decided
        refused = running.get(f"/api/watch?player={file}")
        assert refused.status_code == 400
