"""Riichi of the French clubs, with its base, complementary, optional and rare roles."""

from pathlib import Path

from mahjong_core import hookimpl


@hookimpl
def mahjong_table() -> Path:
    return Path(__file__).with_name("riichi_roles.yaml")
