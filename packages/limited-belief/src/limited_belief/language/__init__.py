"""The language: formulas (``logic``), the statements of files, and their text forms."""

from limited_belief.language.parser import parse_file as parse_file
from limited_belief.language.parser import parse_formula as parse_formula
from limited_belief.language.statements import RESERVED as RESERVED
from limited_belief.language.statements import Ask as Ask
from limited_belief.language.statements import Believe as Believe
from limited_belief.language.statements import Define as Define
from limited_belief.language.statements import Do as Do
from limited_belief.language.statements import File as File
from limited_belief.language.statements import Functions as Functions
from limited_belief.language.statements import Know as Know
from limited_belief.language.statements import Names as Names
from limited_belief.language.statements import Real as Real
from limited_belief.language.statements import Sensors as Sensors
from limited_belief.language.statements import Sorts as Sorts
from limited_belief.language.statements import Statement as Statement
from limited_belief.language.statements import Variables as Variables
from limited_belief.language.statements import Vocabulary as Vocabulary
