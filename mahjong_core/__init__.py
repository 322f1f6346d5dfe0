"""Score, explain and compare mahjong hands under any ruleset.

>>> import mahjong_core as mj
>>> hand = mj.Hand.parse("234m567p22s(345s)67m+8m")
>>> mj.load("riichi").score(hand, mj.Situation(win="ron", ron_from="W")).value
1000
"""

from mahjong_core.available import Available, available
from mahjong_core.compare import Comparison, compare
from mahjong_core.errors import HandError, MahjongError, PatternError, PluginError, Problem, RulesetError, TableError
from mahjong_core.groups import Group
from mahjong_core.hands import Hand
from mahjong_core.hooks import hookimpl
from mahjong_core.loading import load
from mahjong_core.options import OptionError
from mahjong_core.records import read_record
from mahjong_core.results import Result
from mahjong_core.rulesets import Ruleset
from mahjong_core.settle.ledger import Transfer
from mahjong_core.settle.settled_tables import SettledTable
from mahjong_core.settle.settlements import Payment, Settled, Settlement, TableForm
from mahjong_core.shapes import Shape, Whole
from mahjong_core.situations import Situation
from mahjong_core.waits import Wait
from mahjong_core.worth.methods import Method

__version__ = "0.1.0"

__all__ = [
    "Available",
    "Comparison",
    "Group",
    "Hand",
    "HandError",
    "MahjongError",
    "Method",
    "OptionError",
    "PatternError",
    "Payment",
    "PluginError",
    "Problem",
    "Result",
    "Ruleset",
    "RulesetError",
    "Settled",
    "SettledTable",
    "Settlement",
    "Shape",
    "Situation",
    "TableError",
    "TableForm",
    "Transfer",
    "Wait",
    "Whole",
    "available",
    "compare",
    "hookimpl",
    "load",
    "read_record",
]
