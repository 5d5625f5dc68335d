from sapper.engine.answers import MoveAnswers as MoveAnswers, STRATEGY_SHARE as STRATEGY_SHARE
from sapper.engine.answers import analysed as analysed, follows as follows, within as within
from sapper.engine.client import Client as Client, EngineError as EngineError
from sapper.engine.engine import Engine as Engine
from sapper.engine.requests import Analyse as Analyse, Cancel as Cancel, MAX_CELLS as MAX_CELLS
from sapper.engine.requests import MAX_LINE_BYTES as MAX_LINE_BYTES, MoveRequest as MoveRequest
from sapper.engine.requests import PROTOCOL as PROTOCOL, Quit as Quit, REQUESTS as REQUESTS
from sapper.engine.requests import Request as Request, RequestError as RequestError
from sapper.engine.requests import answer as answer, refused as refused

__all__: list[str]
