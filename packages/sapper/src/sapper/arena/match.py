"""Single games, and matches: batches of games of several players on the same deals, and results."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from sapper.arena.runner import Interrupted, Progress, SummedSeries, Sums, WorkerPool, run_summed
from sapper.arena.stats import (
    SCORE_TITLES,
    PairedCounts,
    WinRate,
    columns,
    difference_interval,
    mcnemar,
    p_value,
    score_cells,
)
from sapper.arguments import checked, instance, several
from sapper.errors import InputError, plural, quoted
from sapper.estimate import hundredths
from sapper.game import Cell, Chance, Deal, Grid, Level, Position, Rules, World
from sapper.game.deal import PLAYS
from sapper.game.level import board_of
from sapper.game.rules import First, with_first
from sapper.json_input import seed_json
from sapper.notation.worlds.series import is_series, numbered_world, series_name
from sapper.players import Pass, Player, native
from sapper.players.recipes import player_of
from sapper.players.tally import Tallies
from sapper.records import Game, Step
from sapper.version import installed_version
from sapper.worker.threads import thread_time

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Turn:
    """A step with the positions before and after it."""

    before: Position
    step: Step
    after: Position


def turns(
    player: Player | str,
    rules: Rules,
    deal: Deal,
    chance: Chance | None = None,
    *,
    hints: Iterable[Cell] = (),
) -> Iterator[Turn]:
    """Play a deal move by move until the game is over or every strategy passes.

    - ``player``: a player or its recipe.
    - ``rules``, ``deal``: the game to play.
    - ``chance``: the random numbers of the player; by default those of game 0 of seed 0.
    - ``hints``: cells to open before the first turn, unless they are open already.

    Raises ``RecipeError`` for an unknown player, ``RulesError`` if the first-move rule leaves too
    few cells for the mines, and ``StrategyError`` if a strategy makes an illegal move.
    """
    return turns_of(Game(World("", deal, rules, tuple(hints))), player, chance)


def turns_of(game: Game, player: Player | str, chance: Chance | None = None) -> Iterator[Turn]:
    """Let a player continue a game until it is over or every strategy passes.

    ``chance`` are the random numbers of the player, by default those of the seed of the game.
    Raises as ``turns`` does.
    """
    player = player_of(player)
    decide = player.begin(chance or Chance(game.seed, PLAYS, game.number))
    game.recipe = str(player)
    after = game.position
    while after.outcome == "playing":
        before, decision = after, decide(after)
        if isinstance(decision, Pass):
            game.passed = game.tree.here
            return
        step = game.take(decision, game.recipe)
        after = game.position
        yield Turn(before, step, after)


@checked
def play(
    player: Player | str,
    level: Level | World | Deal | str,
    *,
    seed: int = 0,
    number: int = 0,
    rules: Rules | None = None,
    first: First | None = None,
    chance: Chance | None = None,
) -> Game:
    """Let a player play a game to its end, and return the game.

    - ``player``: a player or its recipe, such as ``"swift"``.
    - ``level``: the board: a ``Level``, its name, ``WxHxM``, a ``World`` or a ``Deal``.
    - ``seed``, ``number``: choose the deal of a level and the player's random numbers, as in
      ``sapper play``.
    - ``rules``: by default ``Rules()``, or those of the world.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.
    - ``chance``: other random numbers of the player.

    Raises ``RecipeError`` for an unknown player, ``RulesError`` if the first-move rule leaves too
    few cells for the mines, and ``StrategyError`` if a strategy makes an illegal move.

    >>> game = sapper.play("swift", "beginner", seed=7)
    >>> game.outcome, len(game.moves) == len(game.record.steps)
    ('won', True)
    """
    game = Game(level, seed, number, rules=rules, first=first)
    deque(turns_of(game, player, chance), maxlen=0)
    return game


@dataclass(frozen=True)
class MatchSetup:
    """The data that all batches of a match share: the players, the board, the rules and the seed.

    All random numbers depend only on ``seed`` and the number of the deal, so the results do not
    depend on how the deals are divided into batches, or on where and when they are played. Of a
    ``series`` of worlds, if named, world ``number`` is played instead of a deal.
    """

    players: tuple[Player, ...]
    grid: Grid
    mines: int
    rules: Rules
    seed: int
    series: str = ""

    @property
    def native(self) -> bool:
        """True if all games run in the kernel, which releases the GIL."""
        board = (self.rules, self.grid, self.mines)
        return all(native.playouts(one, *board) is not None for one in self.players)


@dataclass(frozen=True)
class NumberedDeals:
    """The deals of a batch: numbers of seeded deals, or given orderings with these numbers."""

    numbers: range
    orders: tuple[tuple[int, ...], ...] | None = None


class DealOrders:
    """The orderings of given deals, read in order as batches need them.

    ``deals`` opens their sequence, again if a batch starts before the previous one.
    """

    def __init__(self, deals: Callable[[], Iterable[Deal]]) -> None:
        self._open = deals
        self._deals: Iterator[Deal] | None = None
        self._next = 0

    def numbered(self, numbers: range) -> NumberedDeals:
        """Return the deals with these numbers."""
        if self._deals is None or numbers.start < self._next:
            self._deals, self._next = iter(self._open()), 0
        wanted = islice(self._deals, numbers.start - self._next, numbers.stop - self._next)
        self._next = numbers.stop
        return NumberedDeals(numbers, tuple(deal.order for deal in wanted))


@dataclass(frozen=True)
class PlayerSums(Sums):
    """Sums over one player's games; ``cpu_seconds`` is the CPU time they took, and ``false_proofs``
    counts moves that were wrongly called certain."""

    wins: int = 0
    guesses: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0
    false_proofs: int = 0


@dataclass(frozen=True)
class MatchSums(Sums):
    """Sums over deals: for each player, and for each pair of players in the order of
    ``itertools.combinations``: the deals won by both, only the first, only the second, neither."""

    players: tuple[PlayerSums, ...] = ()
    pairs: tuple[tuple[int, int, int, int], ...] = ()

    @classmethod
    def zero(cls, players: int) -> MatchSums:
        """Return the sums before the first game."""
        return cls.of([Tallies.of([])] * players)

    @classmethod
    def of(cls, games: Sequence[Tallies]) -> MatchSums:
        """Return the sums over the games of each player."""
        pairs = tuple(compare(a.won, b.won) for a, b in combinations(games, 2))
        return cls(tuple(map(_player_sums, games)), pairs)


def play_games(setup: MatchSetup, deals: NumberedDeals) -> tuple[Tallies, ...]:
    """Play every deal with every player; return the games of each player by deal."""
    return tuple(games_of(player, setup, deals) for player in setup.players)


def play_sums(setup: MatchSetup, deals: NumberedDeals) -> MatchSums:
    """Play like ``play_games``, and return only the sums."""
    return MatchSums.of(play_games(setup, deals))


def games_of(player: Player, setup: MatchSetup, deals: NumberedDeals) -> Tallies:
    """Play the games of one player, in the kernel if possible, else move by move.

    Both ways play the same games.
    """
    board = (setup.rules, setup.grid, setup.mines, setup.seed)
    games = native.play(player, *board, deals.numbers, deals.orders)
    return _games_in_python(player, setup, deals) if games is None else games


def _games_in_python(player: Player, setup: MatchSetup, deals: NumberedDeals) -> Tallies:
    games = []
    for i, number in enumerate(deals.numbers):
        before = thread_time()
        if setup.series:
            world = numbered_world(setup.series, setup.seed, number)
        elif deals.orders is None:
            deal = Deal.seeded(setup.grid, setup.mines, setup.seed, number)
            world = World("", deal, setup.rules)
        else:
            world = World("", Deal(setup.grid, setup.mines, deals.orders[i]), setup.rules)
        chance = Chance(setup.seed, PLAYS, number)
        tally = play(player, world, chance=chance).record.tally()
        games.append(replace(tally, seconds=thread_time() - before))
    return Tallies.of(games)


def _player_sums(games: Tallies) -> PlayerSums:
    moves = games.decisions.sum(axis=0, dtype="int64").tolist()
    return PlayerSums(
        int(games.won.sum()),
        int(games.guesses.sum(dtype="int64")),
        Counter(dict(zip(games.strategies, moves, strict=True))),
        float(games.seconds.sum()),
        int(games.false_proofs.sum(dtype="int64")),
    )


def compare(a: npt.NDArray[np.bool_], b: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Return the numbers of common deals won by both, only a, only b, and neither."""
    both, only_a, only_b = (int(won.sum()) for won in (a & b, a & ~b, b & ~a))
    return both, only_a, only_b, len(a) - both - only_a - only_b


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
    decisions: dict[str, int] = field(hash=False)
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
    swift    80    100  80.00  71.12–86.66
    random    0    100   0.00    0.00–3.70
    <BLANKLINE>
    first | second  both  only first  only second  neither  difference             95%        p
    swift | random     0          80            0       20       80.00  71.12 to 86.66  1.7e-24
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
        tables = map(_html_table, (title, "the same deals"), self._tables())
        warnings = (f"<p>{escape(words)}</p>" for words in self.warnings)
        return "".join([f"<div>{''.join(tables)}</div>", *warnings])

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
        title += " · interrupted" if self.interrupted else ""
        warnings = ["\n".join(self.warnings)] if self.warnings else []
        return "\n\n".join([title, *map(columns, self._tables()), *warnings])

    def _tables(self) -> list[list[tuple[str, ...]]]:
        """Return the tables of the players and of their pairs, if any; titles come first."""
        players = [(score.player, *score_cells(score)) for score in self.players]
        pairs = [pair.cells() for pair in self.pairs]
        return [[("player", *SCORE_TITLES), *players], *([[PAIRS, *pairs]] if pairs else [])]

    @classmethod
    def parse(cls, source: str) -> MatchResult:
        """Read ``json.dumps(result.to_json())`` back. Raises ``NotationError``."""
        from sapper.json_input import read_json  # with msgspec, which playing does not need

        return read_json(source, cls, "a match result")


def _html_table(title: str, rows: Sequence[Sequence[str]]) -> str:
    lines = ""
    for i, cells in enumerate(rows):
        tag = "td" if i else "th"
        sides = ("left", *["right"] * (len(cells) - 1))
        pairs = zip(cells, sides, strict=True)
        shown = (f'<{tag} style="text-align:{side}">{escape(s)}</{tag}>' for s, side in pairs)
        lines += f"<tr>{''.join(shown)}</tr>"
    return f'<table><caption style="text-align:left">{escape(title)}</caption>{lines}</table>'


#: Raised by ``match`` on Ctrl-C; ``result`` is a ``MatchResult``.
MatchInterrupted = Interrupted


class BoardSeries(SummedSeries[MatchSums]):
    """The deals of a match on one board: numbers 0, 1, … of the seed, or given deals."""

    def __init__(
        self, level: str, setup: MatchSetup, games: int, deals: Iterable[Deal] | None = None
    ) -> None:
        prepare = NumberedDeals if deals is None else DealOrders(lambda: deals).numbered
        zero = MatchSums.zero(len(setup.players))
        super().__init__(games, partial(play_sums, setup), zero, prepare=prepare)
        self.setup = setup
        self._level = level

    def result(self) -> MatchResult:
        """Return the result of the games played so far."""
        recipes = [str(player) for player in self.setup.players]
        scores = tuple(
            PlayerScore(
                recipe,
                sums.wins,
                self.done,
                sums.cpu_seconds,
                dict(sorted(sums.decisions.items())),
                sums.guesses,
                sums.false_proofs,
            )
            for recipe, sums in zip(recipes, self.total.players, strict=True)
        )
        pairs = tuple(
            PairScore(a, b, *counts)
            for (a, b), counts in zip(combinations(recipes, 2), self.total.pairs, strict=True)
        )
        first, interrupted = self.setup.rules.first, self.done < self.due
        return MatchResult(
            self._level, first, self.done, scores, pairs, interrupted, self.setup.seed
        )


@checked
def match(
    players: Sequence[Player | str] | Player | str,
    level: Level | str | tuple[Grid, int] | None = None,
    rules: Rules | None = None,
    games: int | None = None,
    *,
    seed: int = 0,
    deals: Iterable[Deal] | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    first: First | None = None,
) -> MatchResult:
    """Let every player play the same deals, and return the result.

    - ``players``: players or their recipes, or a single one.
    - ``level``: a name, a ``Level``, or a grid with its number of mines; or boards of the demo of
      limited belief, such as ``demo-small``, or of a variant, such as ``liar:8x8x10``, which have
      rules of their own.
    - ``rules``: by default ``Rules()``, with the first-move rule ``safe``.
    - ``games``: the number of deals; may be omitted with ``deals``, to play all of them.
    - ``seed``: determines the deals (numbers 0, 1, … of the seed) and the random choices of the
      players.
    - ``deals``: deals to play instead; they determine the board. They are iterated twice, because
      all are checked before the first game.
    - ``workers``: the number of games played in parallel. It affects only the CPU time.
    - ``progress``: called at the start and after every batch with the number of deals played and
      the number to play.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.

    Raises ``InputError`` for arguments that cannot be played, and ``MatchInterrupted``, with the
    games finished so far, on Ctrl-C.

    >>> result = sapper.match(["swift", "random"], "beginner8", games=100)
    >>> [(score.player, score.wins) for score in result.players]
    [('swift', 80), ('random', 0)]
    """
    single = isinstance(players, str | Player)
    chosen = tuple(map(player_of, [players] if single else several("players", players)))
    if not chosen:
        raise InputError("a match needs at least one player")
    names = [str(player) for player in chosen]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputError(f"the player {quoted(repeated)} is given twice")
    if games is not None and games < 1:
        raise InputError(f"a match needs at least one game, not {games}")
    if deals is None:
        if level is None or games is None:
            raise InputError("a match needs either deals, or a level and a number of games")
        if isinstance(level, str) and is_series(level):
            if rules is not None or first is not None:
                raise InputError(f"{level} has its own rules and first cell")
            name = series_name(level)
            setup = _of_series(chosen, name, seed)
        else:
            name, grid, mines = resolve_level(level)
            setup = MatchSetup(chosen, grid, mines, with_first(rules, first), seed)
    else:
        deals = list(deals) if isinstance(deals, Iterator) else deals
        name, grid, mines, games = survey(deals, level, games)
        setup = MatchSetup(chosen, grid, mines, with_first(rules, first), seed)
    series = BoardSeries(name, setup, games, deals)
    return run_summed([series], series.result, WorkerPool(workers, setup.native), progress)


def _of_series(players: tuple[Player, ...], level: str, seed: int) -> MatchSetup:
    world = numbered_world(level, seed)
    return MatchSetup(players, world.deal.grid, world.deal.mines, world.rules, seed, level)


def survey(
    deals: Iterable[Deal], level: Level | str | tuple[Grid, int] | None, games: int | None
) -> tuple[str, Grid, int, int]:
    """Check all deals; return the name, grid and mines of their board, and the number of games.

    Raises ``InputError`` if the deals are for different boards, or not for the board of the level,
    if they have gold, or if there are fewer than ``games``.
    """
    first = next(iter(deals), None)
    if first is None:
        raise InputError("there are no deals to play")
    instance("Deal", "deal 0", first)
    grid, mines = first.grid, first.mines
    name = _name(grid, mines)
    if level is not None:
        wanted, *board = resolve_level(level)
        if board != [grid, mines]:
            raise InputError(f"the deals are for {name}, not for level {wanted}")
        name = wanted
    count = 0
    for deal in islice(deals, games):
        instance("Deal", f"deal {count}", deal)
        if (deal.grid, deal.mines) != (grid, mines):
            raise InputError(f"deal {count} is for another board than deal 0")
        if deal.gold:
            raise InputError(f"deal {count} has gold, which a match does not support")
        count += 1
    if games is not None and count < games:
        raise InputError(f"{games} games need as many deals, not {count}")
    return name, grid, mines, count


def resolve_level(level: Level | str | tuple[Grid, int]) -> tuple[str, Grid, int]:
    """Return the name, grid and number of mines of a board. Raises ``InputError``."""
    grid, mines = board_of(level)
    if isinstance(level, str):
        return level, grid, mines
    return str(level) if isinstance(level, Level) else _name(grid, mines), grid, mines


def _name(grid: Grid, mines: int) -> str:
    size = f"{grid.width}x{grid.height}x{mines}"
    if grid.kind != "square" or grid.blocked:
        return f"{size} {grid.kind}"
    return str(Level(grid.width, grid.height, mines)) if mines < grid.size else size
