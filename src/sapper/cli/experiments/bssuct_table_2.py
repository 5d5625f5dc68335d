"""``sapper experiment bssuct-table-2``: the small boards of the paper."""

from sapper.cli.experiments.bssuct import boards_command
from sapper.works.bssuct.boards import TABLE_2

table_2 = boards_command(
    "bssuct-table-2",
    TABLE_2,
    200,
    "Tree search on small boards (Sebag & Teytaud 2012, Table 2).",
)
