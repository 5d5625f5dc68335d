from mio.language.program import (
    Clause as Clause,
    Program as Program,
    Signature as Signature,
    printed as printed,
    parse_theory as parse_theory,
)
from mio.language.reader import read as read, read_term as read_term
from mio.language.terms import (
    Struct as Struct,
    Term as Term,
    Variable as Variable,
    arguments as arguments,
    listed as listed,
    literal as literal,
    signature as signature,
    variables as variables,
    written as written,
)
from mio.language.unify import UnboundError as UnboundError
