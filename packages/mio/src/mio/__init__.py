"""Mio, a multirelational learner of rules from examples in any domain.

It follows Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning": most
specific clauses, searches with macros, example-driven covering and active learning.

Every name is imported from its module when it is first used, because programs that only apply rules
need neither the learner nor NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mio.background.background import Background as Background
    from mio.chance import Chance as Chance
    from mio.errors import (
        BudgetError as BudgetError,
    )
    from mio.errors import (
        InputError as InputError,
    )
    from mio.errors import (
        MioError as MioError,
    )
    from mio.errors import (
        NotationError as NotationError,
    )
    from mio.folders.folder import (
        Folder as Folder,
    )
    from mio.folders.folder import (
        folder as folder,
    )
    from mio.folders.folder import (
        learn_asking as learn_asking,
    )
    from mio.folders.folder import (
        learn_folder as learn_folder,
    )
    from mio.folders.folder import (
        score_folder as score_folder,
    )
    from mio.folders.folder import (
        task_of as task_of,
    )
    from mio.language.program import Clause as Clause
    from mio.language.program import printed as printed
    from mio.language.program import theory as theory
    from mio.language.terms import (
        Struct as Struct,
    )
    from mio.language.terms import (
        Term as Term,
    )
    from mio.language.terms import (
        Variable as Variable,
    )
    from mio.language.terms import (
        arguments as arguments,
    )
    from mio.language.terms import (
        signature as signature,
    )
    from mio.language.terms import (
        written as written,
    )
    from mio.learning.active import (
        STOPPED as STOPPED,
    )
    from mio.learning.active import (
        Active as Active,
    )
    from mio.learning.active import (
        Round as Round,
    )
    from mio.learning.active import (
        Sampler as Sampler,
    )
    from mio.learning.active import (
        Server as Server,
    )
    from mio.learning.active import (
        ServerLostError as ServerLostError,
    )
    from mio.learning.active import (
        Verdict as Verdict,
    )
    from mio.learning.active import (
        active as active,
    )
    from mio.learning.active import (
        together as together,
    )
    from mio.learning.coverage import Example as Example
    from mio.learning.explanation import (
        ClauseReason as ClauseReason,
    )
    from mio.learning.explanation import (
        Explanation as Explanation,
    )
    from mio.learning.explanation import (
        explained as explained,
    )
    from mio.learning.learn import Learned as Learned
    from mio.learning.learn import learn as learn
    from mio.learning.modes import (
        Declarations as Declarations,
    )
    from mio.learning.modes import (
        Mode as Mode,
    )
    from mio.learning.modes import (
        Place as Place,
    )
    from mio.learning.modes import (
        declarations as declarations,
    )
    from mio.learning.remote import RemoteServer as RemoteServer
    from mio.learning.remote import serve as serve
    from mio.learning.saturation import Depth as Depth
    from mio.learning.saturation import MacroBounds as MacroBounds
    from mio.learning.settings import (
        GREEDY_MACROS as GREEDY_MACROS,
    )
    from mio.learning.settings import (
        IDA as IDA,
    )
    from mio.learning.settings import (
        IDA_MACROS as IDA_MACROS,
    )
    from mio.learning.settings import (
        SEARCHES as SEARCHES,
    )
    from mio.learning.settings import (
        Acceptance as Acceptance,
    )
    from mio.learning.settings import (
        LearningSettings as LearningSettings,
    )
    from mio.learning.settings import (
        SearchName as SearchName,
    )
    from mio.learning.theory import (
        Confusion as Confusion,
    )
    from mio.learning.theory import (
        Examples as Examples,
    )
    from mio.learning.theory import (
        confusion as confusion,
    )
    from mio.learning.theory import (
        examples as examples,
    )
    from mio.learning.theory import (
        holds as holds,
    )
    from mio.learning.theory import (
        load as load,
    )
    from mio.learning.theory import (
        save as save,
    )
    from mio.task import (
        NAMES as NAMES,
    )
    from mio.task import (
        LearnedTask as LearnedTask,
    )
    from mio.task import (
        learn_task as learn_task,
    )
    from mio.task import (
        learn_texts as learn_texts,
    )
    from mio.task import (
        report_lines as report_lines,
    )
    from mio.task import (
        why_json as why_json,
    )
    from mio.task import (
        why_lines as why_lines,
    )

#: The public names, by module.
_MODULES = {
    "background.background": "Background",
    "chance": "Chance",
    "errors": "BudgetError InputError MioError NotationError",
    "folders.folder": "Folder folder learn_asking learn_folder score_folder task_of",
    "language.program": "Clause printed theory",
    "language.terms": "Struct Term Variable arguments signature written",
    "learning.active": "STOPPED Active Round Sampler Server ServerLostError Verdict active"
    " together",
    "learning.explanation": "ClauseReason Explanation explained",
    "learning.learn": "Learned learn",
    "learning.modes": "Declarations Mode Place declarations",
    "learning.remote": "RemoteServer serve",
    "learning.saturation": "Depth MacroBounds",
    "learning.settings": "GREEDY_MACROS IDA IDA_MACROS SEARCHES Acceptance LearningSettings"
    " SearchName",
    "learning.coverage": "Example",
    "learning.theory": "Confusion Examples confusion examples holds load save",
    "task": "NAMES LearnedTask learn_task learn_texts report_lines why_json why_lines",
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = sorted(_PLACES)

if not TYPE_CHECKING:  # a type checker should know exactly the names above

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
