"""Modern riichi, with the presets of the large sites and federations."""

from pathlib import Path

from mahjong_core import hookimpl


@hookimpl
def mahjong_table() -> Path:
    return Path(__file__).with_name("riichi.yaml")
