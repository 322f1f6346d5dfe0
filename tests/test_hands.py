"""Every hand that stands as data in ``tests/hands``."""

from __future__ import annotations

import pytest

from tests.hand_cases import FOLDERS, Case, cases, differences

ALL = [pytest.param(case, id=f"{folder}-{case.id}") for folder in FOLDERS for case in cases(folder)]


@pytest.mark.parametrize("case", ALL)
def test_hand(case: Case) -> None:
    assert differences(case) == []
