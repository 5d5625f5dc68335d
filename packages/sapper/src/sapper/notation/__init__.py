"""Readers and writers of text forms and files: deals, MBF, share links, replays and worlds."""

from sapper.notation.deals import Deals, deal_lines, open_deals, write_deals
from sapper.notation.demo_boards import load_position
from sapper.notation.links.links import link_of_deal, link_of_position, read_link
from sapper.notation.mbf import deal_of_mbf, mbf_of_deal, read_mbf, write_mbf
from sapper.notation.worlds.map import world_text
from sapper.notation.worlds.worlds import (
    examples,
    find_world,
    parse_worlds,
    read_worlds,
    write_worlds,
)

__all__ = [
    "Deals",
    "deal_lines",
    "deal_of_mbf",
    "examples",
    "find_world",
    "link_of_deal",
    "link_of_position",
    "load_position",
    "mbf_of_deal",
    "open_deals",
    "parse_worlds",
    "read_link",
    "read_mbf",
    "read_worlds",
    "world_text",
    "write_deals",
    "write_mbf",
    "write_worlds",
]
