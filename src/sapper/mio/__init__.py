"""Mio, a multirelational learner of rules from examples in any domain.

It follows Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": most
specific clauses, searches with macros, example-driven covering and active learning.

Every name is imported from its module when it is first used, because players that only apply rules
need neither the learner nor numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    from sapper.mio.learning.theory import (
        Confusion,
        Examples,
        confusion,
        examples,
        holds,
        load,
        save,
    )

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

_MODULES = {
    "background.background": "Background",
    "folders.folder": "Folder folder learn_asking learn_folder task_of",
    "language.program": "Clause printed theory",
    "language.terms": "Struct Term Variable",
    "learning.active": "Active Round Sampler Server ServerLostError Verdict active",
    "learning.explanation": "ClauseReason Explanation explained",
    "learning.learn": "Learned learn",
    "learning.modes": "Declarations Mode Place declarations",
    "learning.remote": "RemoteServer serve",
    "learning.settings": "GREEDY_MACROS IDA IDA_MACROS Acceptance LearningSettings",
    "learning.theory": "Confusion Examples confusion examples holds load save",
}

if not TYPE_CHECKING:  # a type checker should know exactly the names above

    def __getattr__(name: str) -> object:
        module = next((m for m, names in _MODULES.items() if name in names.split()), None)
        if module is None:
            raise AttributeError(f"module 'sapper.mio' has no attribute '{name}'")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(f"sapper.mio.{module}"), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
