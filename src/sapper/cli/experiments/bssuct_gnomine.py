"""``sapper experiment gnomine-5x5``: 15 mines on 5×5, with an opening first."""

from sapper.cli.experiments.bssuct import boards_command
from sapper.works.bssuct.boards import GNOMINE

gnomine = boards_command(
    "gnomine-5x5",
    GNOMINE,
    500,
    "15 mines on 5×5, none near the first cell: who finds the first cell that always wins?",
)
