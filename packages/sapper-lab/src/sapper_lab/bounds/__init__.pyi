from sapper_lab.bounds.bounds import BoundsState as BoundsState
from sapper_lab.bounds.early import EarlyGame as EarlyGame
from sapper_lab.bounds.samples import DealSample as DealSample, PairSample as PairSample
from sapper_lab.bounds.samples import Pairs as Pairs, Relaxed as Relaxed, STAGES as STAGES
from sapper_lab.bounds.samples import Sample as Sample, Zero as Zero, largest_mean as largest_mean

__all__: list[str]
