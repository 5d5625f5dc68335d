"""The logic of limited belief: what can be shown with a given number of case splits.

A knowledge base answers questions about its consequences at a level of effort, and explains its
answers. This package is independent of any game.
"""

from sapper.limited.answer import Answer, Case
from sapper.limited.kernel.closure import Closure
from sapper.limited.knowledge import KnowledgeBase
from sapper.limited.language import Formula
from sapper.limited.parser import parse_file, parse_formula
from sapper.limited.session import Result, Session
from sapper.limited.statements import Vocabulary

__all__ = [
    "Answer",
    "Case",
    "Closure",
    "Formula",
    "KnowledgeBase",
    "Result",
    "Session",
    "Vocabulary",
    "parse_file",
    "parse_formula",
]
