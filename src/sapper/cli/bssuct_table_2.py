"""``sapper experiment bssuct-table-2``: the small boards of the paper."""

from sapper.cli.bssuct_boards import TABLE_2
from sapper.cli.bssuct_command import trial_command

command = trial_command(
    "bssuct-table-2",
    TABLE_2,
    200,
    "Tree search on small boards (Sebag & Teytaud 2012, Table 2).",
)
