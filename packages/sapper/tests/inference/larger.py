"""Positions too large for brute force: from real play, and with cells opened at random."""

from collections.abc import Iterator

from sapper.game import BLOCKED, HIDDEN, Chance, Deal, Grid, Level, Position, Referee, Rules
from sapper.inference import count, counter_of, risks

EXPERT = Level.parse("expert")


def played_positions(
    seed: int, number: int, grid: Grid = EXPERT.grid, mines: int = EXPERT.mines
) -> Iterator[Position]:
    """``number`` positions: every one of a game until it is lost or won, then of the next.

    What is opened: one time in eight any cell that is more likely safe than not, otherwise a
    safe one or, where there is none, one of least risk.
    """
    game = 0
    while number > 0:
        chance = Chance(seed, game)
        referee = Referee(Deal.seeded(grid, mines, seed, game), Rules("safe"))
        position = referee.open(grid.cell(chance.choice(grid.playable)))
        while position.outcome == "playing" and number > 0:
            yield position
            number -= 1
            counter = counter_of(grid)
            count(counter, position, float("inf"), 512, 0)
            risk = risks(counter, position).tolist()
            most = 0.5 if chance.below(8) == 0 else min(risk[i] for i in position.hidden_indices)
            cells = [i for i in position.hidden_indices if risk[i] <= most]
            position = referee.open(grid.cell(chance.choice(cells or position.hidden_indices)))
        game += 1


def scattered_positions(
    seed: int, number: int, grid: Grid, mines: int, opened: int
) -> Iterator[Position]:
    """Yield ``number`` positions with some safe cells opened at random, where zeros open nothing.

    They have large components, whose tables are joined with each other.
    """
    for deal in (Deal.seeded(grid, mines, seed, n) for n in range(number)):
        laid = deal.mine_indices(0, "any")
        cells = bytearray(BLOCKED if i in grid.blocked else HIDDEN for i in range(grid.size))
        for i in deal.order[mines : mines + opened]:
            cells[i] = sum(j in laid for j in grid.neighbour_indices(i))
        yield Position(grid, Rules("any", zeros_open=False), mines, bytes(cells))


#: Small positions, with less than 2,000 layouts each, whose tables are joined with each other.
JOINED = tuple(
    map(
        Position.parse,
        (
            "6x6x8 first=any zeros=closed\nHHH1HH\n12HHHH\n1HH3HH\nHH3HHH\n2H22HH\n1111H1",
            "5x6x11 first=any zeros=closed\nHHH1H\nHHH2H\nHH3HH\n4H53H\nHHHH1\nHHHH1",
            "5x6x11 first=any zeros=closed\n0HHHH\n01HHH\nF12H2\n1HHHH\nHHH5H\nHHFFH",
            "6x6x10 first=any zeros=closed grid=torus\n"
            "33HH4H\nHH4HHH\nHH21H3\n32H01H\nHHHH2H\n2FH3HH",
            "6x6x17 first=any lives=9 zeros=closed grid=torus\n"
            "HF**HH\nH4HH7*\nHHFH*H\n*2H*HH\n4HH2F*\n*HHF4H",
            "6x6x7 first=any zeros=closed grid=hex\nHHFHHH\nF1#2H#\nF#H#1H\nH1H1H#\nH2H#H2\nHH#HHH",
            "6x5x13 first=any lives=4 zeros=closed grid=hex\n"
            "*HHHF*\nHF31HH\nHHHHHH\n*FHHH2\nHHH1H1",
            "5x5x8 first=any zeros=closed grid=graph edges=0-6,0-14,0-15,1-5,2-4,2-11,2-12,2-15,"
            "2-24,3-10,3-13,3-14,3-18,3-19,4-23,5-20,6-12,6-23,7-15,7-18,7-20,7-24,8-14,8-22,8-24,9-12,"
            "10-20,10-22,10-23,10-24,11-17,11-18,11-22,12-16,12-19,12-24,15-16,15-22,16-24,17-19,"
            "18-24,19-23,20-23,22-24,23-24\nH1H1H\nFH21H\nHHHHH\n1H1HF\nFHHHH",
        ),
    )
)
