"""The pages of rulesets: current, whole, and in the language that is asked for."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest
from typer.testing import CliRunner

import mahjong_core as mj
from mahjong_core.cli.app import app
from mahjong_core.labels import LABELS
from mahjong_core.phrases import PHRASES
from mahjong_core.role_lines import role_lines
from mahjong_core.rulebook import drawn, rulebook

HERE = Path(__file__).parent.parent
RUN = CliRunner()


@pytest.mark.parametrize("found", mj.available(), ids=lambda found: found.name)
def test_a_page_is_current(found: mj.Available) -> None:
    page = (HERE / "docs" / "rulebooks" / f"{found.name}.md").read_text(encoding="utf-8")
    assert page == rulebook(mj.load(found.name), found.presets), "run 'mahjong rulebook'"


@pytest.mark.parametrize("found", mj.available(), ids=lambda found: found.name)
def test_a_page_is_whole(found: mj.Available) -> None:
    rules = mj.load(found.name)
    page = rulebook(rules, found.presets)
    for line in role_lines(rules):
        assert f"| `{line.id}` |" in page
        assert line.source.replace("|", "\\|") in page
    assert all(f"| `{option}` |" in page for option in rules.table.options)
    assert len(rules.table.examples) >= 3
    for example in rules.table.examples:
        result = rules.score_record({key: value for key, value in example.model_dump().items() if value})
        assert result.status == "win", example.hand
        assert drawn(result) in page


def test_a_hand_is_drawn() -> None:
    result = mj.load("riichi").score(mj.Hand.parse("055m11z[2222s](345p)+1z"), mj.Situation(win="tsumo"))
    assert drawn(result) == "🀋🀋🀋🀀🀀 [🀑🀑🀑🀑] (🀛🀜🀝) + 🀀"


def test_pages_are_written_and_checked(tmp_path: Path) -> None:
    out = str(tmp_path / "pages")
    assert RUN.invoke(app, ["rulebook", "sichuan", "-o", out, "--check"]).exit_code == 1
    assert not Path(out).exists()
    assert "written" in RUN.invoke(app, ["rulebook", "sichuan", "-o", out]).stdout
    assert RUN.invoke(app, ["rulebook", "sichuan", "-o", out, "--check"]).exit_code == 0
    assert "Livret" not in RUN.invoke(app, ["rulebook", "sichuan", "-o", "-"]).stdout
    french = RUN.invoke(app, ["rulebook", "sichuan", "-o", "-", "--lang", "fr"]).stdout
    assert "## Rôles" in french
    assert "Toutes" not in french
    assert RUN.invoke(app, ["rulebook", "nowhere"]).exit_code == 2


def test_words_are_there_in_both_languages() -> None:
    for words in (*LABELS.values(), *PHRASES.values()):
        assert len(words) == 2
        assert all(words)
        figures = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in words]
        assert figures[0] == figures[1], words
