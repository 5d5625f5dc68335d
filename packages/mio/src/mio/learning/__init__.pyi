from mio.learning.active import (
    STOPPED as STOPPED,
    Active as Active,
    Round as Round,
    Sampler as Sampler,
    Server as Server,
    ServerLostError as ServerLostError,
    Verdict as Verdict,
    together as together,
)
from mio.learning.compositions import (
    Compositions as Compositions,
    search_compositions as search_compositions,
)
from mio.learning.coverage import (
    Coverage as Coverage,
    Example as Example,
    ExampleSets as ExampleSets,
    clause_from_ids as clause_from_ids,
    cover as cover,
    numbered as numbered,
)
from mio.learning.covering import Monitor as Monitor, best_clause as best_clause
from mio.learning.explanation import (
    ClauseReason as ClauseReason,
    Explanation as Explanation,
    explain as explain,
    most_specific_clause as most_specific_clause,
)
from mio.learning.learn import Learned as Learned
from mio.learning.modes import (
    Declarations as Declarations,
    Mode as Mode,
    Place as Place,
    parse_declarations as parse_declarations,
)
from mio.learning.recursion.derivation import Lookup as Lookup, Row as Row
from mio.learning.recursion.evaluation import RecursiveProgram as RecursiveProgram
from mio.learning.remote import RemoteServer as RemoteServer, serve as serve
from mio.learning.saturation import (
    Bottom as Bottom,
    Depth as Depth,
    MacroBounds as MacroBounds,
    Saturation as Saturation,
    SearchStep as SearchStep,
    bits as bits,
    literals as literals,
    macros as macros,
)
from mio.learning.search.greedy import greedy as greedy
from mio.learning.search.ida import fewest_more as fewest_more, ida as ida
from mio.learning.search.space import SearchTask as SearchTask, Space as Space
from mio.learning.seeds import (
    CandidateClause as CandidateClause,
    Searcher as Searcher,
    SearchResult as SearchResult,
)
from mio.learning.selection import (
    LITERAL_COST as LITERAL_COST,
    Shuffles as Shuffles,
    compacted as compacted,
    cost as cost,
    divided as divided,
    reliable as reliable,
    selected as selected,
    select_theory as select_theory,
    selection_words as selection_words,
)
from mio.learning.settings import (
    GREEDY_MACROS as GREEDY_MACROS,
    IDA as IDA,
    IDA_MACROS as IDA_MACROS,
    SEARCHES as SEARCHES,
    Acceptance as Acceptance,
    Clock as Clock,
    LearningSettings as LearningSettings,
    SearchName as SearchName,
)
from mio.learning.theory import (
    Confusion as Confusion,
    Examples as Examples,
    Problem as Problem,
    confusion as confusion,
    parse_examples as parse_examples,
    holds as holds,
    is_recursive as is_recursive,
    load as load,
    save as save,
)
from mio.learning.thresholds import Thresholds as Thresholds
from mio.learning.tuning import Tuned as Tuned, Tuning as Tuning
