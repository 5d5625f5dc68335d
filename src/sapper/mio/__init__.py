"""Mio, a multirelational learner of rules from examples in any domain.

It follows Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": most
specific clauses, searches with macros, example-driven covering and active learning.
"""

from sapper.mio.background.background import Background
from sapper.mio.folders.folder import Folder, folder, learn_asking, learn_folder, task_of
from sapper.mio.language.program import Clause, printed, theory
from sapper.mio.language.terms import Struct, Term, Variable
from sapper.mio.learning.active import (
    Active,
    Round,
    Sampler,
    Server,
    ServerLostError,
    Verdict,
    active,
)
from sapper.mio.learning.explanation import ClauseReason, Explanation, explained
from sapper.mio.learning.learn import Learned, learn
from sapper.mio.learning.modes import Declarations, Mode, Place, declarations
from sapper.mio.learning.remote import RemoteServer, serve
from sapper.mio.learning.settings import (
    GREEDY_MACROS,
    IDA,
    IDA_MACROS,
    Acceptance,
    LearningSettings,
)
from sapper.mio.learning.theory import Confusion, Examples, confusion, examples, holds, load, save

__all__ = [
    "GREEDY_MACROS",
    "IDA",
    "IDA_MACROS",
    "Acceptance",
    "Active",
    "Background",
    "Clause",
    "ClauseReason",
    "Confusion",
    "Declarations",
    "Examples",
    "Explanation",
    "Folder",
    "Learned",
    "LearningSettings",
    "Mode",
    "Place",
    "RemoteServer",
    "Round",
    "Sampler",
    "Server",
    "ServerLostError",
    "Struct",
    "Term",
    "Variable",
    "Verdict",
    "active",
    "confusion",
    "declarations",
    "examples",
    "explained",
    "folder",
    "holds",
    "learn",
    "learn_asking",
    "learn_folder",
    "load",
    "printed",
    "save",
    "serve",
    "task_of",
    "theory",
]
