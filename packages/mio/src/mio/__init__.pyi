from mio.background import Background as Background
from mio.chance import Chance as Chance
from mio.errors import (
    BudgetError as BudgetError,
    InputError as InputError,
    MioError as MioError,
    NotationError as NotationError,
)
from mio.folders import (
    convert_task as convert_task,
    Folder as Folder,
    LearnedTask as LearnedTask,
    read_folder as read_folder,
    learn_asking as learn_asking,
    learn_folder as learn_folder,
    score_folder as score_folder,
    read_task as read_task,
)
from mio.language import (
    Clause as Clause,
    Struct as Struct,
    Term as Term,
    Variable as Variable,
    arguments as arguments,
    printed as printed,
    signature as signature,
    parse_theory as parse_theory,
    written as written,
)
from mio.learning import (
    GREEDY_MACROS as GREEDY_MACROS,
    IDA as IDA,
    IDA_MACROS as IDA_MACROS,
    SEARCHES as SEARCHES,
    STOPPED as STOPPED,
    Acceptance as Acceptance,
    Active as Active,
    ClauseReason as ClauseReason,
    Confusion as Confusion,
    Declarations as Declarations,
    Depth as Depth,
    Example as Example,
    Examples as Examples,
    Explanation as Explanation,
    Learned as Learned,
    LearningSettings as LearningSettings,
    MacroBounds as MacroBounds,
    Mode as Mode,
    Place as Place,
    RemoteServer as RemoteServer,
    Round as Round,
    Sampler as Sampler,
    SearchName as SearchName,
    Server as Server,
    ServerLostError as ServerLostError,
    Verdict as Verdict,
    confusion as confusion,
    parse_declarations as parse_declarations,
    parse_examples as parse_examples,
    explain as explain,
    most_specific_clause as most_specific_clause,
    holds as holds,
    load as load,
    save as save,
    serve as serve,
    together as together,
)
from mio.learner import Learner as Learner
from mio.learning.active import learn_actively as learn_actively
from mio.learning.learn import learn as learn
from mio.task import (
    TASK_FILES as TASK_FILES,
    learn_task as learn_task,
    learn_texts as learn_texts,
    report_lines as report_lines,
    why_json as why_json,
    why_lines as why_lines,
)
from mio.validation import Fold as Fold, cross_validate as cross_validate
