"""``sapper experiment gnomine-5x5``: 15 mines on 5×5, where the first cell opens."""

from sapper.cli.bssuct_boards import GNOMINE
from sapper.cli.bssuct_command import trial_command

command = trial_command(
    "gnomine-5x5",
    GNOMINE,
    500,
    "Who finds the first cell that wins? 15 mines on 5×5, no mine near the first cell.",
)
