from mio.folders.convert import convert_task as convert_task
from mio.folders.folder import (
    Folder as Folder,
    LearnedTask as LearnedTask,
    read_folder as read_folder,
    learn_asking as learn_asking,
    learn_folder as learn_folder,
    score_folder as score_folder,
    read_task as read_task,
)
from mio.folders.types import infer_types as infer_types
