from mio.background.background import Background as Background
from mio.background.columns import (
    Goal as Goal,
    Keys as Keys,
    Symbols as Symbols,
    canonical as canonical,
    constant as constant,
    distinct as distinct,
)
from mio.background.conditions import Condition as Condition
from mio.background.interpreter import Interpreter as Interpreter, QueryLimits as QueryLimits
from mio.background.relation import Places as Places
