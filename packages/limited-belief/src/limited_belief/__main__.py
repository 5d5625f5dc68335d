"""``python -m limited_belief``."""

from limited_belief.cli import PROGRAM, command

command(prog_name=PROGRAM)
