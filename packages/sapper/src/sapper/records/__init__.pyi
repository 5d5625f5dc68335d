from sapper.records.files import BINARIES as BINARIES, PERSON as PERSON, Readable as Readable
from sapper.records.files import TEXTS as TEXTS, board_of as board_of, read_any as read_any
from sapper.records.files import read_file as read_file, read_game as read_game
from sapper.records.files import read_replay as read_replay
from sapper.records.files import record_of_replay as record_of_replay
from sapper.records.files import replay_of_record as replay_of_record
from sapper.records.game import Game as Game, GameNode as GameNode, HINT as HINT, Played as Played
from sapper.records.game import SEVERAL as SEVERAL, own_move as own_move, players_of as players_of
from sapper.records.journal import Event as Event, MoveUndone as MoveUndone
from sapper.records.journal import NodeCommented as NodeCommented, NodeMarked as NodeMarked
from sapper.records.journal import PlayerMoved as PlayerMoved, UserMoved as UserMoved
from sapper.records.journal import line_of as line_of, read as read, write as write
from sapper.records.record import DecisionFields as DecisionFields, PassFields as PassFields
from sapper.records.record import Record as Record, WholeDecision as WholeDecision
from sapper.records.record import changes as changes, code as code, codes as codes
from sapper.records.record import is_of_person as is_of_person
from sapper.records.step import LONGEST_PATH as LONGEST_PATH, PEOPLE as PEOPLE, Step as Step
from sapper.records.step import YOU as YOU
from sapper.records.tree import Node as Node, Tree as Tree, change_between as change_between
from sapper.records.tree import positions_of as positions_of, same_board as same_board
from sapper.records.tree import variations_of as variations_of

__all__: list[str]
