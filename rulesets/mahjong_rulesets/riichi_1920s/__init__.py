"""Early Japanese riichi: the points of the 22-fu game, all three losers pay."""

from pathlib import Path

from mahjong_core import hookimpl


@hookimpl
def mahjong_table() -> Path:
    return Path(__file__).with_name("riichi_1920s.yaml")
