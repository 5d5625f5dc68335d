from sapper_workbench.study.analysis_board import AnalysisBoard as AnalysisBoard
from sapper_workbench.study.chapters import chapter as chapter, study_of as study_of
from sapper_workbench.study.chapters import study_of_lesson as study_of_lesson
from sapper_workbench.study.classes import CLASSES_FILE as CLASSES_FILE, Classes as Classes
from sapper_workbench.study.classes import MAX_PUPILS as MAX_PUPILS
from sapper_workbench.study.classes import task_of_lesson as task_of_lesson
from sapper_workbench.study.classes import task_of_puzzles as task_of_puzzles
from sapper_workbench.study.classes import task_of_study as task_of_study
from sapper_workbench.study.clicks import Chains as Chains, Plan as Plan, plans as plans
from sapper_workbench.study.layouts import supposed as supposed
from sapper_workbench.study.lessons.exercise import Ask as Ask
from sapper_workbench.study.lessons.lesson import Lesson as Lesson, PROGRESS_FILE as PROGRESS_FILE
from sapper_workbench.study.lessons.lesson import Progress as Progress, TEST as TEST
from sapper_workbench.study.lessons.lesson import lesson as lesson, lesson_of as lesson_of
from sapper_workbench.study.mistakes import Answer as Answer, Task as Task, answer as answer
from sapper_workbench.study.mistakes import prompt as prompt, step_of as step_of
from sapper_workbench.study.puzzles.answers import Attempt as Attempt, Ending as Ending
from sapper_workbench.study.puzzles.answers import given_up as given_up, solution as solution
from sapper_workbench.study.puzzles.grading import FINAL_PLAYOUTS as FINAL_PLAYOUTS
from sapper_workbench.study.puzzles.grading import MIN_GAP as MIN_GAP
from sapper_workbench.study.puzzles.grading import explained as explained, flagged as flagged
from sapper_workbench.study.puzzles.grading import known_mines as known_mines, pattern as pattern
from sapper_workbench.study.puzzles.grading import proof_of as proof_of
from sapper_workbench.study.puzzles.grading import valued_again as valued_again
from sapper_workbench.study.puzzles.mining import RULES as RULES, mine as mine
from sapper_workbench.study.puzzles.package import Collection as Collection
from sapper_workbench.study.puzzles.package import DRAWN_FROM as DRAWN_FROM, KINDS as KINDS
from sapper_workbench.study.puzzles.package import Puzzle as Puzzle, TASKS as TASKS
from sapper_workbench.study.puzzles.package import board_of as board_of, daily as daily
from sapper_workbench.study.puzzles.package import read_date as read_date
from sapper_workbench.study.puzzles.package import read_puzzles as read_puzzles
from sapper_workbench.study.puzzles.package import result_line as result_line
from sapper_workbench.study.puzzles.package import write_puzzles as write_puzzles
from sapper_workbench.study.puzzles.ratings import DAY_SECONDS as DAY_SECONDS
from sapper_workbench.study.puzzles.ratings import FIRST_RATING as FIRST_RATING
from sapper_workbench.study.puzzles.ratings import FIRST_THEMES as FIRST_THEMES
from sapper_workbench.study.puzzles.ratings import MAX_DEVIATION as MAX_DEVIATION
from sapper_workbench.study.puzzles.ratings import MAX_STEP as MAX_STEP, ME as ME
from sapper_workbench.study.puzzles.ratings import PuzzleStore as PuzzleStore
from sapper_workbench.study.puzzles.ratings import RATINGS_FILE as RATINGS_FILE, Rating as Rating
from sapper_workbench.study.puzzles.ratings import expected as expected, moved as moved
from sapper_workbench.study.puzzles.ratings import rated as rated
from sapper_workbench.study.setup import GameSetup as GameSetup, boards as boards
from sapper_workbench.study.study import BYTES as BYTES, CHAPTERS as CHAPTERS, Chapter as Chapter
from sapper_workbench.study.study import STUDY as STUDY, Study as Study, is_study as is_study
from sapper_workbench.study.study import link_of_study as link_of_study, title_of as title_of
from sapper_workbench.study.printing import worksheet as worksheet
from sapper_workbench.study.watch import Claim as Claim, WatchedGame as WatchedGame
from sapper_workbench.study.watch import question as question

__all__: list[str]
