from sapper_agents.mio.export import export_task as export_task
from sapper_agents.mio.mio import Mio as Mio, THEORIES as THEORIES, largest_shares as largest_shares
from sapper_agents.mio.mio import seen as seen
from sapper_agents.mio.proof import Counterexample as Counterexample, INTERRUPTED as INTERRUPTED
from sapper_agents.mio.proof import RuleProof as RuleProof, prove as prove
from sapper_agents.mio.rules import Rule as Rule, all_firings as all_firings, ruled as ruled
from sapper_agents.mio.rules import with_numbers as with_numbers
from sapper_agents.mio.task import CellExample as CellExample, Drawing as Drawing
from sapper_agents.mio.task import JudgedRule as JudgedRule, PAPER as PAPER, judged as judged
from sapper_agents.mio.task import learn_target as learn_target, opened as opened
from sapper_agents.mio.task import sample as sample, scored as scored, settings as settings
from sapper_agents.mio.view import Mines as Mines, RuleView as RuleView, background as background
from sapper_agents.mio.view import board as board, difference as difference, members as members
from sapper_agents.mio.view import wide_zone as wide_zone, zone_of_interest as zone_of_interest

__all__: list[str]
