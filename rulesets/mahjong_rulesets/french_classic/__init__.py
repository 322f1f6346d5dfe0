"""The classical French rules: points and doubles, each player marks the own hand."""

from pathlib import Path

from mahjong_core import hookimpl


@hookimpl
def mahjong_table() -> Path:
    return Path(__file__).with_name("french_classic.yaml")
