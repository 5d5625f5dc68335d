from sapper_workbench.web.asgi import PORTABLE as PORTABLE, application as application
from sapper_workbench.web.games.journal import FolderInUseError as FolderInUseError
from sapper_workbench.web.games.journal import Journal as Journal, Room as Room, owner as owner
from sapper_workbench.web.games.served_games import GameJson as GameJson, GameStart as GameStart
from sapper_workbench.web.games.served_games import ServedGame as ServedGame
from sapper_workbench.web.games.served_games import ServedGames as ServedGames
from sapper_workbench.web.history.endpoints import link_of as link_of
from sapper_workbench.web.history.visitors import Histories as Histories
from sapper_workbench.web.history.visitors import write_changed as write_changed
from sapper_workbench.web.http.connections import Connection as Connection
from sapper_workbench.web.http.connections import Connections as Connections
from sapper_workbench.web.http.connections import ListeningSocket as ListeningSocket
from sapper_workbench.web.http.endpoints import Endpoint as Endpoint, JSON as JSON
from sapper_workbench.web.http.endpoints import answers_of as answers_of
from sapper_workbench.web.http.fields import LeftError as LeftError, LostError as LostError
from sapper_workbench.web.http.fields import Refusal as Refusal, SlowError as SlowError
from sapper_workbench.web.http.fields import TaskError as TaskError
from sapper_workbench.web.http.limits import Limits as Limits
from sapper_workbench.web.http.security import Access as Access, CALLER as CALLER, COOKIE as COOKIE
from sapper_workbench.web.http.security import Guard as Guard, HEADERS as HEADERS
from sapper_workbench.web.http.security import PROGRAMS as PROGRAMS
from sapper_workbench.web.http.security import VISITOR_COOKIE as VISITOR_COOKIE
from sapper_workbench.web.http.security import Visitors as Visitors, group as group
from sapper_workbench.web.http.security import key_in as key_in, token_in as token_in
from sapper_workbench.web.http.stream import Stream as Stream, unless_left as unless_left
from sapper_workbench.web.http.threads import Threads as Threads
from sapper_workbench.web.server import ENDPOINTS as ENDPOINTS, access_of as access_of
from sapper_workbench.web.server import asgi_app as asgi_app, games_folder as games_folder
from sapper_workbench.web.server import link as link
from sapper_workbench.web.site.browser import QUICKER as QUICKER, Served as Served
from sapper_workbench.web.site.browser import compute as compute, has_kernel as has_kernel
from sapper_workbench.web.site.browser import think_less as think_less
from sapper_workbench.web.site.build import build as build, compiled as compiled
from sapper_workbench.web.site.kernel import kernel as kernel
from sapper_workbench.web.site.parts import PYODIDE as PYODIDE, Part as Part, WHEELS as WHEELS
from sapper_workbench.web.site.parts import fetched as fetched, unpacked as unpacked
from sapper_workbench.web.static.page import BundleError as BundleError, Page as Page
from sapper_workbench.web.static.page import LATER as LATER, later as later, SCRIPT as SCRIPT
from sapper_workbench.web.static.page import script as script, STYLE as STYLE, style as style
from sapper_workbench.web.variants import listed_variants as listed_variants
from sapper_workbench.web.variants import position_in as position_in
from sapper_workbench.web.views.analysis import AnalysisJson as AnalysisJson
from sapper_workbench.web.views.match import show_match as show_match
from sapper_workbench.web.views.replay import show_game as show_game
from sapper_workbench.web.views.setup import Dealing as Dealing, NewGame as NewGame, begun as begun
from sapper_workbench.web.workbench import Workbench as Workbench
from sapper_workbench.web.workers.tasks import Event as Event
from sapper_workbench.web.workers.workers import GRACE as GRACE, Workers as Workers

__all__: list[str]
