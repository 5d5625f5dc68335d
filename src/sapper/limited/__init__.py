"""The logic of limited belief: what a given number of case splits shows, and no more.

A knowledge base answers questions about what follows from it at a level of effort, and explains
its answers. This package knows of no game.
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
