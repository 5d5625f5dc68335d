from sapper.notation.deals import Deals as Deals, deal_lines as deal_lines, open_deals as open_deals
from sapper.notation.deals import write_deals as write_deals
from sapper.notation.demo_boards import CONFIGURATIONS as CONFIGURATIONS, dealt as dealt
from sapper.notation.demo_boards import DEMO_RULES as DEMO_RULES, demo_board as demo_board
from sapper.notation.demo_boards import demo_size as demo_size, demo_world as demo_world
from sapper.notation.links.compressed import BASE62 as BASE62, DIGITS as DIGITS, holds as holds
from sapper.notation.links.deflated import LinkField as LinkField
from sapper.notation.links.links import BASE32 as BASE32, is_link as is_link
from sapper.notation.links.links import link_of_deal as link_of_deal
from sapper.notation.links.links import link_of_position as link_of_position, read_link as read_link
from sapper.notation.mbf import deal_of_mbf as deal_of_mbf, mbf_of_deal as mbf_of_deal
from sapper.notation.mbf import read_mbf as read_mbf, write_mbf as write_mbf
from sapper.notation.pasted.board import ReadBoard as ReadBoard, read_board as read_board
from sapper.notation.pasted.game_id import is_game_id as is_game_id
from sapper.notation.pasted.position import ReadPosition as ReadPosition, fits as fits
from sapper.notation.pasted.position import load_position as load_position
from sapper.notation.pasted.position import read_position as read_position
from sapper.notation.pictures import read_picture as read_picture
from sapper.notation.replays.replay import BINARY_ENDINGS as BINARY_ENDINGS
from sapper.notation.replays.replay import Kind as Kind, MouseEvent as MouseEvent, Replay as Replay
from sapper.notation.replays.replay import clicks as clicks, pointer_path as pointer_path
from sapper.notation.replays.replay import presses as presses
from sapper.notation.variations.text import TREE as TREE, link_of_tree as link_of_tree
from sapper.notation.variations.variations import COMMENT as COMMENT, Change as Change
from sapper.notation.variations.variations import Entry as Entry, MARKS as MARKS, Marks as Marks
from sapper.notation.variations.variations import NODES as NODES, NO_MARKS as NO_MARKS
from sapper.notation.variations.variations import Variations as Variations, comment_of as comment_of
from sapper.notation.variations.variations import marks_of as marks_of
from sapper.notation.worlds.map import KEYS as KEYS, world_text as world_text
from sapper.notation.worlds.worlds import examples as examples, find_world as find_world
from sapper.notation.worlds.worlds import parse_worlds as parse_worlds, read_worlds as read_worlds
from sapper.notation.worlds.worlds import write_worlds as write_worlds

__all__: list[str]
