from sapper.reviews.candidates import FIRST_PLAYOUTS as FIRST_PLAYOUTS
from sapper.reviews.candidates import SHOWN_CANDIDATES as SHOWN_CANDIDATES, begin as begin
from sapper.reviews.candidates import estimates as estimates, more as more
from sapper.reviews.chances import Chances as Chances, EndgameSolver as EndgameSolver
from sapper.reviews.comparison import explain as explain, supported as supported
from sapper.reviews.findings import MEANINGS as MEANINGS, Progress as Progress
from sapper.reviews.findings import ReviewInProgress as ReviewInProgress, StepReview as StepReview
from sapper.reviews.findings import meanings as meanings
from sapper.reviews.guess import GRADES as GRADES, Guess as Guess, THRESHOLDS as THRESHOLDS
from sapper.reviews.guess import accuracy_of as accuracy_of, grade_of as grade_of
from sapper.reviews.guesses import group_of as group_of, twin_of as twin_of
from sapper.reviews.position_report import Findings as Findings, advised as advised, find as find
from sapper.reviews.position_report import sentence as sentence, why as why
from sapper.reviews.review import review_events as review_events

__all__: list[str]
