from sapper.arena.match import MatchInterrupted as MatchInterrupted, MatchResult as MatchResult
from sapper.arena.match import MatchSetup as MatchSetup, NumberedDeals as NumberedDeals
from sapper.arena.match import PairScore as PairScore, PlayerScore as PlayerScore, Turn as Turn
from sapper.arena.match import games_of as games_of, play as play, play_games as play_games
from sapper.arena.match import play_sums as play_sums, turns as turns
from sapper.arena.no_guess import difficulty as difficulty
from sapper.arena.runner import Batch as Batch, Interrupted as Interrupted, Pace as Pace
from sapper.arena.runner import SummedSeries as SummedSeries, Sums as Sums
from sapper.arena.runner import WorkerLostError as WorkerLostError, WorkerPool as WorkerPool
from sapper.arena.runner import plus as plus, run as run, run_summed as run_summed
from sapper.arena.solution import Solution as Solution, solve as solve
from sapper.arena.stats import Floats as Floats, Gsprt as Gsprt, MARGIN as MARGIN
from sapper.arena.stats import PairedCounts as PairedCounts, Trend as Trend
from sapper.arena.stats import difference_interval as difference_interval, holm as holm
from sapper.arena.stats import likeliest as likeliest, lower_limit as lower_limit
from sapper.arena.stats import mcnemar as mcnemar, p_value as p_value
from sapper.arena.stats import stratified_mean as stratified_mean, trend as trend
from sapper.arena.stats import upper_limit as upper_limit, wilson as wilson

__all__: list[str]
