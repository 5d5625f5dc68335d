from sapper_agents.bssuct.belief_model import BeliefModel as BeliefModel, Laid as Laid
from sapper_agents.bssuct.belief_model import Outlook as Outlook, myopic as myopic
from sapper_agents.bssuct.bssuct import Bssuct as Bssuct, SETTINGS as SETTINGS

__all__: list[str]
