from sapper_formats.pictures.edges import difference as difference
from sapper_formats.pictures.png import Picture as Picture, read_png as read_png
from sapper_formats.replays.binary import decoded_name as decoded_name
from sapper_formats.replays.binary import read_replay as read_replay
from sapper_formats.replays.binary import with_plain_names as with_plain_names
from sapper_formats.replays.evf import write_evf as write_evf
from sapper_formats.replays.mvf import State as State
from sapper_formats.replays.rawvf import read_rawvf as read_rawvf, write_rawvf as write_rawvf

__all__: list[str]
