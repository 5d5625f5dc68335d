"""Text forms and files, both ways: deals, MBF, and reading any input file safely."""

from sapper.notation.deals import Deals, deal_lines, open_deals, write_deals
from sapper.notation.files import load_position, read_bytes, read_text
from sapper.notation.mbf import deal_of_mbf, mbf_of_deal, read_mbf, write_mbf

__all__ = [
    "Deals",
    "deal_lines",
    "deal_of_mbf",
    "load_position",
    "mbf_of_deal",
    "open_deals",
    "read_bytes",
    "read_mbf",
    "read_text",
    "write_deals",
    "write_mbf",
]
