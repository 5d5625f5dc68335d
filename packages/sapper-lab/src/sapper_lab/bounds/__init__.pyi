from sapper_lab.bounds.bounds import BoundsState as BoundsState
from sapper_lab.bounds.early import EarlyGame as EarlyGame
from sapper_lab.bounds.kernel.guess_pairs import GuessPairs as GuessPairs
from sapper_lab.bounds.kernel.relaxation import Relaxation as Relaxation
from sapper_lab.bounds.kernel.twins import Twins as Twins
from sapper_lab.bounds.samples import DealSample as DealSample, PairSample as PairSample
from sapper_lab.bounds.samples import Pairs as Pairs, Relaxed as Relaxed, STAGES as STAGES
from sapper_lab.bounds.samples import Sample as Sample, Zero as Zero, largest_mean as largest_mean

__all__: list[str]
