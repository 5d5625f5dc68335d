"""Problem files of limbo, the reference program of the logic of limited belief.

Its language (Schwering 2017) has control structures and procedures, so a file is a program; its
declarations, knowledge and questions are those of ``limited_belief``.
"""

from limited_belief.limbo.program import Program, parse_program

__all__ = ["Program", "parse_program"]
