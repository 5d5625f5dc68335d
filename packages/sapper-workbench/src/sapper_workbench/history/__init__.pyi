from sapper_workbench.history.database import Choice as Choice, FILE_NAME as FILE_NAME
from sapper_workbench.history.database import History as History, day as day
from sapper_workbench.history.entry import HistoryGame as HistoryGame, fingerprint as fingerprint
from sapper_workbench.history.entry import history_game as history_game
from sapper_workbench.history.exchange import Form as Form, SUFFIXES as SUFFIXES, add as add
from sapper_workbench.history.exchange import file_of as file_of, import_paths as import_paths
from sapper_workbench.history.exchange import read_import as read_import
from sapper_workbench.history.grading import grades_of as grades_of, LOSSES as LOSSES
from sapper_workbench.history.grading import latest_losses as latest_losses, missed_in as missed_in
from sapper_workbench.history.grading import ungraded as ungraded
from sapper_workbench.history.session import snapshot as snapshot
from sapper_workbench.history.statistics import days_won as days_won, level_words as level_words
from sapper_workbench.history.statistics import pace as pace
from sapper_workbench.history.studies import Studies as Studies
from sapper_workbench.history.writer import HistoryWriter as HistoryWriter

__all__: list[str]
