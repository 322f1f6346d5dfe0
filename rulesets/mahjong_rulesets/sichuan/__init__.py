"""Sichuan bloody battle: doublings up to a cap, one suit void."""

from pathlib import Path

from mahjong_core import hookimpl


@hookimpl
def mahjong_table() -> Path:
    return Path(__file__).with_name("sichuan.yaml")
