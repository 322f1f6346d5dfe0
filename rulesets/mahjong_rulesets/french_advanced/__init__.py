"""The classical French rules with the advanced settlement: the players pay each other the differences of their hands."""

from pathlib import Path

from mahjong_core import hookimpl


@hookimpl
def mahjong_table() -> Path:
    return Path(__file__).with_name("french_advanced.yaml")
