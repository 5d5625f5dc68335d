"""The rules of Minesweeper from many seeds: how often each rule of the paper is learned.

    python -m papers.studies.rules --seeds 200 --log rules.jsonl

Each seed learns as ``sapper learn minesweeper --rules paper --seed N`` does: a rule counts if it is
proved for all boards, and covers the same cells as one of the four rules of Peña Castillo & Wrobel
2003. Every seed is a line of the log; a run continues where an earlier one stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from bench.options import command
from sapper.arena.stats import wilson
from sapper.estimate import interval_text, percent
from sapper_agents.learner.minesweeper import learn_minesweeper
from sapper_agents.mio.task import PAPER


def main() -> None:
    """Learn from the seeds that the log lacks, and print a table of all seeds in it."""
    parser = command("papers.studies.rules", __doc__, seeds=200, start=0)
    parser.add_argument("--log", type=Path, required=True, metavar="FILE", help="finished seeds")
    asked = parser.parse_args()
    done = _read(asked.log)
    for seed in range(asked.start, asked.start + asked.seeds):
        if seed in done:
            continue
        begun = time.process_time()
        judged = learn_minesweeper(seed=seed).judged
        row = {
            "seed": seed,
            "rules": sorted({rule.paper for rule in judged if rule.paper and rule.proof.sound}),
            "cpu_seconds": round(time.process_time() - begun, 1),
        }
        done[seed] = row
        with asked.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")
    print("\n".join(table(done.values())))


def _read(file: Path) -> dict[int, Mapping[str, object]]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {row["seed"]: row for row in map(json.loads, lines)}


def table(rows: Iterable[Mapping[str, object]]) -> list[str]:
    """Return a table of the seeds from which each rule of the paper was learned, and the seeds
    that missed one."""
    rows = sorted(rows, key=lambda row: str(row["seed"]).zfill(9))
    lines = ["| rule | seeds | of | share | 95% interval |", "|---|--:|--:|--:|--:|"]
    learned = {row["seed"]: set(_names(row)) for row in rows}
    for name in (*PAPER, "all four"):
        wanted = set(PAPER) if name == "all four" else {name}
        count = sum(wanted <= names for names in learned.values())
        interval = interval_text(wilson(count, len(rows)))
        lines.append(
            f"| {name} | {count} | {len(rows)} | {percent(count / len(rows))} | {interval} |"
        )
    for seed, names in learned.items():
        if missing := set(PAPER) - names:
            lines.append(f"seed {seed}: {', '.join(sorted(missing))} not learned")
    return lines


def _names(row: Mapping[str, object]) -> list[str]:
    names = row["rules"]
    assert isinstance(names, list)
    return names


if __name__ == "__main__":
    main()
