"""Table 2 of Peña Castillo & Wrobel 2003: the effect of macros, greedy search and active learning.

Both targets are learned with each variant, and all rules learned play games, the wrong ones too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.mio import Clause
from sapper.mio.learning.settings import SearchName
from sapper.players.mio.rules import ruled
from sapper.study.lesson.lesson import Lesson, lesson
from sapper.works.mio.games import PlayedGames, play_games

#: Random examples for learning that is not active: as many as active learning used in the paper.
EXAMPLES = (40, 34)


@dataclass(frozen=True)
class Variant:
    """A column of the table: how to learn, and the published figures (clauses explored per search,
    % of searches cut, rules, % of games won)."""

    name: str
    search: SearchName
    active: bool
    published: tuple[float, float, float, float]


VARIANTS = (
    Variant("IDA*", "ida", False, (3135, 70, 2.8, 42.6)),
    Variant("IDA*+M", "ida-macros", False, (1462, 23, 4, 34.0)),
    Variant("AL+IDA*+M", "ida-macros", True, (1008, 4, 4, 52.4)),
    Variant("AL+GS+M", "greedy-macros", True, (566, 3, 3, 52.0)),
)


@dataclass(frozen=True)
class VariantResult:
    """What one variant learned, and the games that its rules won."""

    variant: Variant
    lesson: Lesson
    games: PlayedGames

    @property
    def theory(self) -> tuple[Clause, ...]:
        """All rules learned, the refuted ones too."""
        return tuple(one.clause for one in self.lesson.judged)

    @property
    def refuted(self) -> int:
        """The number of rules that are refuted."""
        return sum(one.proof.sound is False for one in self.lesson.judged)

    @property
    def paper(self) -> list[str]:
        """The rules of the paper that were learned, by name."""
        return sorted({one.paper for one in self.lesson.judged if one.paper is not None})

    @property
    def explored(self) -> float:
        """The clauses explored per search."""
        learned = self.lesson.learned
        return learned.explored / max(1, len(learned.searches))

    @property
    def cut(self) -> float:
        """The searches that ended at the limit of clauses, in percent."""
        learned = self.lesson.learned
        return 100 * learned.cut / max(1, len(learned.searches))

    def to_json(self) -> dict[str, Any]:
        """Return plain values; shares are in percent, as in the paper."""
        learned = self.lesson.learned
        explored, cut, rules, won = self.variant.published
        return {
            "setting": self.variant.name,
            "searches": len(learned.searches),
            "explored": self.explored,
            "cut": self.cut,
            "rules": [str(clause) for clause in self.theory],
            "refuted": self.refuted,
            "paper": self.paper,
            "seconds": learned.seconds,
            "finished": learned.finished,
            **self.games.to_json(),
            "published": {"explored": explored, "cut": cut, "rules": rules, "won": won},
        }


def measured_table_2(variant: Variant, games: int, seed: int, seconds: float) -> VariantResult:
    """Learn with a variant for so many seconds, and play ``games`` games with the rules learned."""
    counts = None if variant.active else EXAMPLES
    taught = lesson(search=variant.search, seed=seed, seconds=seconds, counts=counts)
    rules = ruled([one.clause for one in taught.judged])
    return VariantResult(variant, taught, play_games(rules, "random", games, seed))
