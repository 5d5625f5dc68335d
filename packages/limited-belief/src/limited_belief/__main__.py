"""``python -m limited_belief``."""

from limited_belief.cli import NAME, command

command(prog_name=NAME)
