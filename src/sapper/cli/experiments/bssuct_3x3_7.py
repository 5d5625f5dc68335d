"""``sapper experiment 3x3-7``: 7 mines on 3×3."""

from sapper.cli.experiments.bssuct import boards_command
from sapper.works.bssuct.boards import SEVEN

seven = boards_command(
    "3x3-7",
    SEVEN,
    500,
    "7 mines on 3×3: two safe cells, the first of which is given.",
)
