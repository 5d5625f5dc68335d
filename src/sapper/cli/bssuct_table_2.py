"""``sapper experiment bssuct-table-2``: the small boards of the paper, planned."""

from sapper.cli.bssuct_boards import TABLE_2
from sapper.cli.bssuct_command import trial_command

command = trial_command(
    "bssuct-table-2",
    TABLE_2,
    200,
    "Planning on small boards (Sebag & Teytaud 2012, Table 2).",
)
