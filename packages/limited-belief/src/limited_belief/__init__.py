r"""The logic of limited belief: what can be shown with a given number of case splits.

A knowledge base answers questions about its consequences at a level of effort, and explains its
answers:

>>> from limited_belief import believe
>>> print(believe("predicate p, q\nknow p or q\nknow not p or q\nask q"))
yes   q   (level 1)

``Session`` takes statements one by one. ``Closure`` is what lies below the language: terms, names
and clauses as numbers, for programs that make their knowledge themselves.
"""

from limited_belief.errors import BudgetError, InputError, LimitedBeliefError, NotationError
from limited_belief.examples import EXAMPLES, example
from limited_belief.kernel.closure import Closure
from limited_belief.kernel.truth import FALSE, TRUE
from limited_belief.language.english import in_words
from limited_belief.language.logic import Formula
from limited_belief.language.parser import parse_file, parse_formula
from limited_belief.language.statements import Vocabulary
from limited_belief.limbo import parse_program
from limited_belief.reasoning.answer import Answer, Case
from limited_belief.reasoning.deciding import Components
from limited_belief.reasoning.knowledge import KnowledgeBase
from limited_belief.reasoning.setup import Budget
from limited_belief.reasoning.splits import SplitTree, split_tree
from limited_belief.session.results import Results, believe
from limited_belief.session.session import Result, Session

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
    "in_words",
    "parse_file",
    "parse_formula",
    "parse_program",
    "split_tree",
]
