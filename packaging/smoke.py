"""What a fresh installation must do, whatever else is there: used on every wheel.

Run it with the Python of the installation, from any folder but the repository's. It runs every verb
on a small case in a temporary folder; of verbs whose package is missing it runs the help.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.metadata import entry_points
from pathlib import Path

BOARD = "4x3x2\nHHHH\n1221\n0000"
FAMILY = {
    "bk.pl": "parent(ann, bob).\nparent(bob, cid).\nparent(cid, dan).\n",
    "exs.pl": "pos(elder(ann, cid)).\npos(elder(bob, dan)).\nneg(elder(ann, bob)).\n",
    "bias.pl": "head_pred(elder, 2).\nbody_pred(parent, 2).\n",
}
PLAN = 'name = "smoke"\nplayers = ["quiet", "csp"]\nlevels = ["5x5x3"]\ngames = 5\n'
# Commands in an order in which each finds the files of those before it.
COMMANDS = (
    "analyse position.txt --json",
    "convert position.txt --to link",
    "solve ..*/.../... --from 1,1 --json",
    "deal --level beginner --count 2 --seed 1 --no-guess",
    "puzzle --seed 1 --json",
    "puzzle --daily --date 2026-11-22 --json",
    "play --level beginner --seed 7 --output game.json --quiet",
    "review game.json --json",
    "history list --json",
    "match --player swift --player csp --level beginner --games 50 --json",
    "world EASY1 --player logic3 --json",
    "new-strategy quiet.py",
    "experiment plan.toml --store results.db --strategies quiet.py --json",
    "report results.db --strategies quiet.py --json",
    "export results.db --csv games.csv",
    "opening 5x5x3 --games 20 --json",
    "optimum 3x3x2 --json",
    "bounds 4x4x3 --seconds 1 --json",
    "variant check liar --positions 2 --json",
    "believe --help",
    "learn --help",
    "engine",
    "serve --help",
    "site --help",
    "tui --help",
    "mcp --help",
)
REQUEST = json.dumps({"id": 1, "request": "analyse", "position": BOARD})


def sapper(folder: Path, command: str, given: str = "") -> str:
    """Return what a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "sapper", *command.split()],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "XDG_STATE_HOME": str(folder), "PYTHONUTF8": "1"},
    )
    if done.returncode:
        sys.exit(f"sapper {command}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def main() -> None:
    """Check the kernel, an analysis and every verb."""
    import sapper as library
    from sapper.cli import GROUP, OFFERED, VERBS
    from sapper.inference.kernel import counter

    if counter.__file__.endswith(".py"):
        sys.exit("the kernel is not compiled")
    missing = set(VERBS) - {command.split()[0] for command in COMMANDS}
    if missing:
        sys.exit(f"verbs that this script does not run: {sorted(missing)}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.joinpath("position.txt").write_text(BOARD)
        folder.joinpath("plan.toml").write_text(PLAN)
        folder.joinpath("family").mkdir()
        for file, text in FAMILY.items():
            folder.joinpath("family", file).write_text(text)
        started = time.perf_counter()
        found = json.loads(sapper(folder, COMMANDS[0]))
        seconds = time.perf_counter() - started
        if found["safe"] != [[0, 0], [0, 3]]:
            sys.exit(f"the analysis is wrong: {found}")
        installed = entry_points(group=GROUP).names
        for command in COMMANDS[1:]:
            verb = command.split()[0]
            there = verb not in OFFERED or verb in installed
            sapper(folder, command if there else f"{verb} --help", REQUEST + "\n")
    version = library.__version__
    print(f"sapper {version}: first analysis {seconds:.1f} s, {len(VERBS)} verbs ran")


if __name__ == "__main__":
    main()
