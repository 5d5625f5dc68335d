from sapper_agents.bssuct.belief_model import BeliefModel as BeliefModel, Laid as Laid
from sapper_agents.bssuct.belief_model import Outlook as Outlook, myopic as myopic
from sapper_agents.bssuct.bssuct import Bssuct as Bssuct, PAPER as PAPER, SEARCHES as SEARCHES
from sapper_agents.bssuct.bssuct import SETTINGS as SETTINGS, SearchName as SearchName
from sapper_agents.bssuct.samplers import Exhaustive as Exhaustive, LayoutSampler as LayoutSampler
from sapper_agents.bssuct.samplers import Metropolis as Metropolis, Rejection as Rejection
from sapper_agents.bssuct.samplers import SAMPLERS as SAMPLERS, SamplerName as SamplerName

__all__: list[str]
