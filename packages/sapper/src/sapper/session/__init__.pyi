from sapper.session.decider import Answer as Answer, DecisionRequest as DecisionRequest
from sapper.session.decider import DecisionWorker as DecisionWorker
from sapper.session.decider import RunningPlayers as RunningPlayers, decide as decide
from sapper.session.person import person_name as person_name
from sapper.session.session import Session as Session, session_of as session_of

__all__: list[str]
