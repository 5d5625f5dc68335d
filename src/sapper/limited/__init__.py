r"""The logic of limited belief: what can be shown with a given number of case splits.

A knowledge base answers questions about its consequences at a level of effort, and explains its
answers:

>>> from sapper.limited import believe
>>> print(believe("predicate p, q\nknow p or q\nknow not p or q\nask q"))
yes   q   (level 1)

``Session`` takes statements one by one. ``Closure`` is what lies below the language: terms, names
and clauses as numbers, for programs that make their knowledge themselves.
"""

from sapper.limited.answer import Answer, Case
from sapper.limited.deciding import Components
from sapper.limited.errors import BudgetError, InputError, LimitedBeliefError, NotationError
from sapper.limited.examples import EXAMPLES, example
from sapper.limited.kernel.closure import Closure
from sapper.limited.knowledge import KnowledgeBase
from sapper.limited.language import Formula
from sapper.limited.limbo import parse_program
from sapper.limited.parser import parse_file, parse_formula
from sapper.limited.results import Results, believe
from sapper.limited.session import Result, Session
from sapper.limited.setup import Budget
from sapper.limited.splits import SplitTree, split_tree
from sapper.limited.statements import Vocabulary
from sapper.limited.truth import FALSE, TRUE

__all__ = [
    "EXAMPLES",
    "FALSE",
    "TRUE",
    "Answer",
    "Budget",
    "BudgetError",
    "Case",
    "Closure",
    "Components",
    "Formula",
    "InputError",
    "KnowledgeBase",
    "LimitedBeliefError",
    "NotationError",
    "Result",
    "Results",
    "Session",
    "SplitTree",
    "Vocabulary",
    "believe",
    "example",
    "parse_file",
    "parse_formula",
    "parse_program",
    "split_tree",
]
