from sapper_variants.variant import RULES as RULES
from sapper_variants.analysis import Analysis as Analysis, analyse as analyse
from sapper_variants.analysis import as_plain as as_plain, certain_cells as certain_cells
from sapper_variants.board import LOOKS as LOOKS, Board as Board, View as View
from sapper_variants.certain import Layouts as Layouts
from sapper_variants.checking import Checked as Checked, check as check
from sapper_variants.counting import Counting as Counting
from sapper_variants.dealing import deal as deal, finished as finished, opened as opened
from sapper_variants.dealing import unopened as unopened
from sapper_variants.examples import example as example
from sapper_variants.groups import Groups as Groups
from sapper_variants.proof import Explanation as Explanation, Step as Step, easiest as easiest
from sapper_variants.proof import explain as explain
from sapper_variants.playing import clue_codes as clue_codes, clue_texts as clue_texts
from sapper_variants.playing import sapper_position as sapper_position
from sapper_variants.playing import variant_position as variant_position
from sapper_variants.playing import variant_world as variant_world
from sapper_variants.position import Position as Position, Source as Source
from sapper_variants.puzzles import Puzzle as Puzzle, Try as Try, eased as eased
from sapper_variants.puzzles import puzzle as puzzle
from sapper_variants.rules import Rule as Rule
from sapper_variants.shows import SHOWS as SHOWS
from sapper_variants.strategies import LeastRisk as LeastRisk, LookAhead as LookAhead
from sapper_variants.strategies import chances as chances, reason_of as reason_of
from sapper_variants.strategies import Satisfiability as Satisfiability, SingleClue as SingleClue
from sapper_variants.variant import Border as Border, Clue as Clue, Variant as Variant
from sapper_variants.variant import combine as combine, names as names

__all__: list[str]
