from sapper.explanations.explanation import Explanation as Explanation, difficulty as difficulty
from sapper.explanations.explanation import easiest as easiest
from sapper.explanations.explanation import explain_all as explain_all
from sapper.explanations.steps import Count as Count, MOTIFS as MOTIFS, Step as Step
from sapper.explanations.steps import Supposition as Supposition
from sapper.explanations.steps import Technique as Technique

__all__: list[str]
