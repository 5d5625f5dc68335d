"""What a position implies, never what to do: exact counting, sampling, satisfiability."""

from sapper.inference.analysis import Analysis, analyse

__all__ = ["Analysis", "analyse"]
