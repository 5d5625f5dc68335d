"""The result of a match, with its JSON and text form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from sapper.arena.stats.paired import PairedCounts, difference_interval
from sapper.arena.stats.statistics import WON, WinRate, columns, mcnemar, p_value, won
from sapper.errors import plural
from sapper.estimate import hundredths
from sapper.json_input import seed_json
from sapper.version import installed_version

PAIRS = (
    *("first | second", "both", "only first", "only second", "neither"),
    *("difference", "95%", "p"),
)


@dataclass(frozen=True)
class PlayerScore(WinRate):
    """The games of one player: ``decisions`` counts moves by strategy, ``guesses`` those that might
    have opened a mine, and ``cpu_seconds`` is the CPU time of the games. ``false_proofs`` counts
    the moves that a strategy wrongly called certain, such as opening a mine at a
    ``mine_probability`` of 0."""

    player: str
    wins: int
    games: int
    cpu_seconds: float
    decisions: dict[str, int]
    guesses: int
    false_proofs: int = 0

    @property
    def warning(self) -> str:
        """A sentence about false proofs, or an empty string."""
        if not self.false_proofs:
            return ""
        moves = plural(self.false_proofs, "move")
        return f"{self.player}: {moves} called certain turned out wrong (false proofs)."

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "player": self.player,
            "wins": self.wins,
            **self.rate_json(),
            "cpu_seconds": self.cpu_seconds,
            "decisions": self.decisions,
            "guesses": self.guesses,
            "false_proofs": self.false_proofs,
        }


@dataclass(frozen=True)
class PairScore:
    """Two players on the same deals: the deals won by both, only one, and neither."""

    a: str
    b: str
    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The deals won by both, only ``a``, only ``b`` and neither."""
        return self.both, self.only_a, self.only_b, self.neither

    @property
    def p_value(self) -> float:
        """The p-value of McNemar's exact test: the probability of a difference at least this large
        between equally strong players."""
        return mcnemar(self.only_a, self.only_b)

    @property
    def paired(self) -> PairedCounts:
        """The deals won by only ``a``, by both or neither, and by only ``b``."""
        return PairedCounts(self.only_a, self.both + self.neither, self.only_b)

    @property
    def difference(self) -> float:
        """The win rate of ``a`` minus that of ``b`` on these deals."""
        return self.paired.difference

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the difference, which accounts for the deals being the same."""
        return difference_interval(self.paired)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {**vars(self), "p_value": self.p_value}

    def cells(self) -> tuple[str, ...]:
        """Return the cells of a table, named by ``PAIRS``."""
        return (
            f"{self.a} | {self.b}",
            *(f"{n:,}" for n in self.counts),
            hundredths(self.difference),
            " to ".join(map(hundredths, self.interval)),
            p_value(self.p_value),
        )


@dataclass(frozen=True)
class MatchResult:
    """The scores of the players in the given order, and of all pairs of them in that order.

    ``level`` and ``first`` are the board and the first-move rule, ``games`` is the number of deals,
    and ``interrupted`` is True if more were planned. ``seed`` is that of the deals and of the
    players' choices, which with ``version`` of sapper repeats the match.

    ``str(result)`` is a table with a line for each player and then for each pair. ``to_json``
    returns the output of ``sapper match --json``, which ``parse`` reads.

    >>> print(sapper.match(["swift", "random"], "beginner8", games=100))
    beginner8 · first move safe · 100 games
    <BLANKLINE>
    player  won  games  won %          95%
    swift    83    100  83.00  74.45–89.11
    random    0    100   0.00    0.00–3.70
    <BLANKLINE>
    first | second  both  only first  only second  neither  difference             95%        p
    swift | random     0          83            0       17       83.00  74.45 to 89.11  2.1e-25
    """

    level: str
    first: str
    games: int
    players: tuple[PlayerScore, ...]
    pairs: tuple[PairScore, ...]
    interrupted: bool = False
    seed: int | None = None
    version: str = field(default_factory=installed_version, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "level": self.level,
            "first": self.first,
            "games": self.games,
            "seed": seed_json(self.seed),
            "version": self.version,
            **({"interrupted": True} if self.interrupted else {}),
            "players": [score.to_json() for score in self.players],
            "pairs": [pair.to_json() for pair in self.pairs],
        }

    def __repr__(self) -> str:
        scores = ", ".join(f"{score.player} {score.wins}" for score in self.players)
        return f"<MatchResult: {self.level}, {self.games:,} games, won: {scores}>"

    def _repr_html_(self) -> str:
        """Return both tables as HTML, for notebooks."""
        title = f"{self.level} · first move {self.first} · {self.games:,} games"
        players = title, ("player", *WON), [(one.player, *won(one)) for one in self.players]
        pairs = "the same deals", PAIRS, [pair.cells() for pair in self.pairs]
        shown = _html_table(*players) + (_html_table(*pairs) if self.pairs else "")
        return f"<div>{shown}</div>" + "".join(f"<p>{escape(words)}</p>" for words in self.warnings)

    @property
    def warnings(self) -> list[str]:
        """Sentences about players whose strategies made false proofs."""
        return [score.warning for score in self.players if score.warning]

    def rows(self) -> list[dict[str, Any]]:
        """Return the players as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``player``, ``wins``, ``games``, ``win_rate``, ``low`` and ``high`` (its
        interval), ``guesses``, ``cpu_seconds`` and ``false_proofs``.
        """
        return [
            {
                "player": score.player,
                "wins": score.wins,
                "games": score.games,
                "win_rate": score.win_rate,
                "low": score.interval[0],
                "high": score.interval[1],
                "guesses": score.guesses,
                "cpu_seconds": score.cpu_seconds,
                "false_proofs": score.false_proofs,
            }
            for score in self.players
        ]

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return the pairs of players as the rows of a table.

        The columns are those of ``PairScore.to_json``, and ``difference``, ``low`` and ``high``,
        the ends of its interval.
        """
        return [
            {
                **pair.to_json(),
                "difference": pair.difference,
                "low": pair.interval[0],
                "high": pair.interval[1],
            }
            for pair in self.pairs
        ]

    def __str__(self) -> str:
        return self.table(f"{self.level} · first move {self.first}")

    def table(self, title: str) -> str:
        """Return the text form with another title."""
        title = f"{title} · {self.games:,} games"
        players = columns(
            [("player", *WON), *((score.player, *won(score)) for score in self.players)]
        )
        return "\n\n".join(
            [
                f"{title} · interrupted" if self.interrupted else title,
                players,
                *([columns([PAIRS, *(pair.cells() for pair in self.pairs)])] if self.pairs else []),
                *filter(None, ("\n".join(self.warnings),)),
            ]
        )

    @classmethod
    def parse(cls, source: str) -> MatchResult:
        """Read ``json.dumps(result.to_json())`` back. Raises ``NotationError``."""
        from sapper.json_input import read_json  # with msgspec, which playing does not need

        return read_json(source, cls, "a match result")


def _html_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        sides = ("left", *["right"] * (len(cells) - 1))
        pairs = zip(cells, sides, strict=True)
        return "".join(f'<{tag} style="text-align:{side}">{escape(s)}</{tag}>' for s, side in pairs)

    lines = "".join(f"<tr>{line}</tr>" for line in (row("th", head), *(row("td", r) for r in rows)))
    return f'<table><caption style="text-align:left">{escape(title)}</caption>{lines}</table>'
