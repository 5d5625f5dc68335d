from sapper.players.champion import Champion as Champion, PLAYOUTS as PLAYOUTS, SLACK as SLACK
from sapper.players.champion import words_of as words_of
from sapper.players.decision import Decision as Decision, Pass as Pass, Reason as Reason
from sapper.players.decision import Strategy as Strategy
from sapper.players.decider import Answer as Answer, DecisionRequest as DecisionRequest
from sapper.players.decider import DecisionWorker as DecisionWorker
from sapper.players.decider import RunningPlayers as RunningPlayers, decide as decide
from sapper.players.effort import AppliedRule as AppliedRule, Effort as Effort, Splits as Splits
from sapper.players.effort import TriedMove as TriedMove, TriedMoves as TriedMoves
from sapper.players.effort import effort_of as effort_of
from sapper.players.gold import GoldSat as GoldSat, GoldScan as GoldScan, Sat as Sat, Scan as Scan
from sapper.players.gold import proven_flags as proven_flags
from sapper.players.kernel.certain import CertainGame as CertainGame, STRENGTHS as STRENGTHS
from sapper.players.kernel.endgame import Endgame as Endgame
from sapper.players.kernel.games import KernelGames as KernelGames
from sapper.players.kernel.lookahead import DEFAULT_SLACK as DEFAULT_SLACK, Lookahead as Lookahead
from sapper.players.kernel.playout import NUMBERS as NUMBERS, Playouts as Playouts
from sapper.players.kernel.rollouts import Rollouts as Rollouts
from sapper.players.lives import Lives as Lives, with_gold as with_gold
from sapper.players.own import StrategySource as StrategySource, strategies_in as strategies_in
from sapper.players.person import person_name as person_name
from sapper.players.pgms import Equations as Equations, MAX_TOTALLED_CELLS as MAX_TOTALLED_CELLS
from sapper.players.pgms import Pgms as Pgms
from sapper.players.prospects import Prospect as Prospect, Prospects as Prospects
from sapper.players.recipes import Link as Link, Player as Player, RECIPES as RECIPES
from sapper.players.recipes import STRATEGIES as STRATEGIES, in_whole_turns as in_whole_turns
from sapper.players.recipes import is_playable as is_playable
from sapper.players.recipes import known_players as known_players, own_strategy as own_strategy
from sapper.players.recipes import player as player, sources_used as sources_used
from sapper.players.recipes import use_strategies as use_strategies, with_java as with_java
from sapper.players.single_point import DoubleSet as DoubleSet, NaiveSinglePoint as NaiveSinglePoint
from sapper.players.single_point import SinglePoint as SinglePoint, settle as settle
from sapper.players.start import Corner as Corner, MEASURED_STARTS as MEASURED_STARTS
from sapper.players.start import JavaRandom as JavaRandom, RandomProbe as RandomProbe
from sapper.players.start import best_start as best_start
from sapper.players.swaps import MAX_BLOCK_WITNESSES as MAX_BLOCK_WITNESSES
from sapper.players.swaps import MAX_CHAIN_WITNESSES as MAX_CHAIN_WITNESSES
from sapper.players.swaps import MAX_PAIR_WITNESSES as MAX_PAIR_WITNESSES, Swaps as Swaps
from sapper.players.swaps import chains as chains
from sapper.players.tally import Tallies as Tallies, Tally as Tally
from sapper.players.trials import CandidateTrial as CandidateTrial, Scale as Scale
from sapper.players.trials import best_purchase as best_purchase, improvement as improvement
from sapper.players.weights import INPUTS as INPUTS, read_weights as read_weights

__all__: list[str]
