from sapper.metrics.figures import BoardFigures as BoardFigures, MEANINGS as MEANINGS, rows as rows
from sapper.metrics.zini import CELLS as CELLS, chain_zini as chain_zini
from sapper.metrics.zini import fewest_clicks as fewest_clicks

__all__: list[str]
