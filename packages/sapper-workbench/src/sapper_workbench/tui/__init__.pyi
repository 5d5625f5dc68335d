from sapper_workbench.tui.app import TerminalApp as TerminalApp, action_of as action_of
from sapper_workbench.tui.dialogs import DailyDialog as DailyDialog, HistoryDialog as HistoryDialog
from sapper_workbench.tui.host import Host as Host
from sapper_workbench.tui.lessons import LessonsDialog as LessonsDialog
from sapper_workbench.tui.story import Walk as Walk
from sapper_workbench.tui.view import BoardWidget as BoardWidget, LARGE_COLUMNS as LARGE_COLUMNS
from sapper_workbench.tui.view import MAX_ROW_LINES as MAX_ROW_LINES
from sapper_workbench.tui.view import MIN_TEXT_COLUMNS as MIN_TEXT_COLUMNS

__all__: list[str]
