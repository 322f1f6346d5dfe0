"""Tables: where a mistake is, what stays text, what is laid over what, options, presets, fingerprints, differences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import mahjong_core as mj
from mahjong_core import hookimpl
from mahjong_core.options import OptionError
from mahjong_core.sources import Source, merge, merged, nearest

RON = mj.Situation(win="ron", ron_from="W")
OPEN_TANYAO = mj.Hand.parse("234m567p22s(345s)67m+8m")
RIICHI = mj.load("riichi")
PRESETS = [f"{ruleset.name}:{preset}" for ruleset in mj.available() for preset in ruleset.presets]


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(overlay: Any, ruleset: str = "riichi") -> list[str]:
    """The lines of what load says, without the head."""
    with pytest.raises(mj.RulesetError) as caught:
        mj.load(ruleset, overlay=overlay)
    head, *lines = str(caught.value).splitlines()
    assert head.endswith(f"{len(lines)} problem{'s' if len(lines) > 1 else ''}:")
    assert [problem.message for problem in caught.value.problems] == [line.strip() for line in lines]
    return [line.strip() for line in lines]


# ------------------------------------------------------------------------------------------------ mistakes
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("roles:\n  tanyao:\n    opne: 0\n", ":3: roles.tanyao.opne: unknown key; did you mean 'open'?"),
        ("roles:\n\n  tanyao: {opne: 0}\n", ":3: roles.tanyao.opne: unknown key; did you mean 'open'?"),
        ("rolls: {}\n", ":1: rolls: unknown key; did you mean 'roles'?"),
        ("settings:\n  kiriage: true\n", ":2: settings.kiriage: unknown key"),
        ("payment:\n  honba: 300\n", ":2: payment.honba: unknown key"),
        (
            "settings:\n  tiers:\n    mangan: {hna: 5}\n",
            ":3: settings.tiers.mangan.hna: unknown key; did you mean 'han'?",
        ),
        ("roles:\n  tanyao: {han: many}\n", ":2: roles.tanyao.han: "),
        ("roles:\n  tanyao: {han: -1}\n", ":2: roles.tanyao.han: "),
        ("roles:\n  tanyao: {han: null}\n", ":2: roles.tanyao: give either 'han' or 'yakuman'"),
        ("roles:\n  tanyao: {yakuman: 1}\n", ":2: roles.tanyao: give either 'han' or 'yakuman'"),
        ("roles:\n  tanyao: {when: all_simple}\n", ":2: roles.tanyao.when: no pattern is named 'all_simple'"),
        ("roles:\n  tanyao: {replaces: [pinfuu]}\n", ":2: roles.tanyao.replaces.0: no role or item is named 'pinfuu'"),
        ("roles:\n  tanyoa: {open: 0}\n", ":2: roles.tanyoa: "),
        ("items:\n  single_weight: {points: 4}\n", ":2: items.single_weight: "),
        ("items:\n  single_wait: {points: lots}\n", ":2: items.single_wait.points: "),
        ("flags:\n  ippatsu: {needs: [riich]}\n", ":2: flags.ippatsu.needs.0: no flag is named 'riich'; did you mean"),
        ("flags:\n  ippatsu: {win: rno}\n", ":2: flags.ippatsu.win: "),
        ("shapes:\n  seven_pair: true\n", "shapes.seven_pair: no whole-hand shape has this name; did you mean"),
        ("method: han_fuu\n", "method: no method is named 'han_fuu'; did you mean 'han_fu'?"),
        ("settlement: basic\n", "settlement: no settlement is named 'basic'"),
        ("triplets:\n  simple: [2]\n", ":2: triplets.simple"),
        ("defaults:\n  renpu_fu: 2\n", ":1: defaults: options are chosen before overlays"),
        ("unverified: [ura, uura]\n", ":1: unverified.1: no option is named 'uura'; did you mean 'ura'?"),
    ],
)
def test_each_mistake_at_its_place(text: str, says: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    (line, *_) = refused(path)
    assert says in line
    if says.startswith(":"):
        assert line.startswith(f"{path}{says}")


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, "roles:\n  tanyao: {opne: 0}\n  pinfu: {han: x}\nrolls: 1\npayment: {honba: 1}\n")
    lines = refused(path)
    assert sorted(line.split(": ")[0] for line in lines) == [f"{path}:{n}" for n in (2, 3, 4, 5)]
    path = written(
        tmp_path, "roles:\n  tanyao: {when: x}\n  pinfu:\n    replaces: [y]\nflags: {riichi: {needs: [z]}}\n"
    )
    assert [line.split(": ")[1] for line in refused(path)] == [
        "roles.pinfu.replaces.0",
        "roles.tanyao.when",
        "flags.riichi.needs.0",
    ]


def test_mistakes_in_several_overlays(tmp_path: Path) -> None:
    """Each is told where it was written: file, mapping or the ruleset's own table."""
    path = written(tmp_path, "roles:\n  tanyao: {opne: 0}\n")
    lines = refused([path, {"roles": {"pinfu": {"opne": 0}}}])
    assert sorted(line.split(": roles")[0] for line in lines) == sorted([f"{path}:2", "overlay"])


def test_duplicate_keys(tmp_path: Path) -> None:
    path = written(
        tmp_path, "roles:\n  tanyao: {han: 2}\n  pinfu: {han: 2}\n  tanyao: {han: 3}\npayment: {}\nroles: {}\n"
    )
    assert refused(path) == [
        f"{path}:4: roles.tanyao: this key is already set at line 2",
        f"{path}:6: roles: this key is already set at line 1",
    ]


@pytest.mark.parametrize("text", ["roles: {tanyao: [1, 2}\n", "a: b: c\n", "roles:\n\t- x\n", "a: 'b\n", "a: *b\n"])
def test_not_yaml(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    (line,) = refused(path)
    assert line.startswith(f"{path}:")
    assert "not YAML: " in line


def test_not_a_mapping(tmp_path: Path) -> None:
    path = written(tmp_path, "- roles\n")
    assert refused(path) == [f"{path}:1: expected a mapping of keys, got ['roles']"]


def test_an_empty_overlay_changes_nothing(tmp_path: Path) -> None:
    for text in ("", "# nothing\n", "{}\n"):
        assert mj.load("riichi", overlay=written(tmp_path, text)).fingerprint == RIICHI.fingerprint


def test_unreadable_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes("title: {fr: Règles}\n".encode("latin-1"))
    assert refused(path) == [f"{path}: cannot be read: it is not UTF-8 text"]
    absent = tmp_path / "absent.yaml"
    assert refused(absent) == [f"{absent}: cannot be read: No such file or directory"]
    assert refused(str(tmp_path))[0].startswith(f"{tmp_path}: cannot be read: ")


def test_what_is_not_a_table_at_all() -> None:
    with pytest.raises(mj.PluginError, match="an overlay is a mapping or the path of a YAML file, not 3"):
        mj.load("riichi", overlay=[3])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[
            (word, word)
            for word in ("no", "No", "off", "yes", "on", "y", "True", "FALSE", "12:30", "1_000", "0x1F", "1e3")
        ],
        *[(word, word) for word in ("2025-08-01", ".5", "+1", "=", "<<x")],
        *[(f"'{word}'", word) for word in ("true", "null", "12", "1.5", "~", "")],
        *[
            ("true", True),
            ("false", False),
            ("null", None),
            ("~", None),
            ("", None),
            ("12", 12),
            ("-3", -3),
            ("1.5", 1.5),
        ],
        ("[no, 12, '12']", ["no", 12, "12"]),
    ],
)
def test_only_what_looks_like_one_is_a_number_or_a_truth(text: str, value: Any) -> None:
    got = Source.from_text(f"key: {text}\n", "x").data["key"]
    assert got == value
    assert type(got) is type(value)


def test_keys_are_text() -> None:
    assert dict(Source.from_text("{1: a, true: b, no: c, null: d}", "x").data) == {
        "1": "a",
        "true": "b",
        "no": "c",
        "null": "d",
    }


# ------------------------------------------------------------------------------------------------ what is laid over what
def test_merge() -> None:
    base = {"a": {"b": 1, "c": [1, 2]}, "d": 1}
    assert merge(base, {"a": {"c": [3], "e": {"f": None}}, "d": None}) == {"a": {"b": 1, "c": [3], "e": {}}}
    assert merge(base, {"a": 1}) == {"a": 1, "d": 1}
    assert merge({"d": 1}, {"d": {"x": 1}}) == {"d": {"x": 1}}
    assert base == {"a": {"b": 1, "c": [1, 2]}, "d": 1}
    assert merged([Source("x", base), Source("y", {"d": 2}), Source("z", {"d": 3})])["d"] == 3


def test_nearest() -> None:
    assert nearest("opne", ["open", "han"]) == "; did you mean 'open'?"
    assert nearest("xyz", ["open", "han"]) == ""
    assert nearest("xyz", ["open", "han"], otherwise=True) == "; there are han, open"


def values(**figures: int | None) -> dict[str, Any]:
    return {"payment": {"honba_value": figures["honba"]}}


class Plugin:
    """Lays one figure over the table."""

    def __init__(self, honba: int) -> None:
        self.honba = honba
        self.__name__ = f"plugin_{honba}"

    @hookimpl
    def mahjong_overlay(self, ruleset: str) -> dict[str, Any]:
        return values(honba=self.honba)


def honba_of(rules: mj.Ruleset, **record: Any) -> int:
    """What one counter is worth, by what a record pays."""
    given = {"hand": str(OPEN_TANYAO), "win": "ron", "ron_from": "W", "seat_wind": "S", "round_wind": "E", **record}
    payments = [rules.score_record({**given, "honba": honba}).payments for honba in (1, 0)]
    assert payments[0] is not None
    assert payments[1] is not None
    return payments[0]["S"] - payments[1]["S"]


def test_order_of_the_layers() -> None:
    """Table <- preset <- options <- plug-ins as named <- overlay <- the record's own options."""
    table, preset = "riichi", "riichi:m-league"
    option: dict[str, Any] = {"options": {"honba_value": 600}}
    assert honba_of(mj.load(table)) == 300
    assert honba_of(mj.load(preset)) == mj.load(preset).options["honba_value"]
    assert honba_of(mj.load(preset, **option)) == 600
    assert honba_of(mj.load(preset, **option, plugins=[Plugin(700)])) == 700
    assert honba_of(mj.load(preset, **option, plugins=[Plugin(700), Plugin(800)])) == 800
    assert honba_of(mj.load(preset, **option, plugins=[Plugin(800), Plugin(700)])) == 700
    everything = mj.load(preset, **option, plugins=[Plugin(700)], overlay=values(honba=900))
    assert honba_of(everything) == 900
    several = mj.load(preset, **option, plugins=[Plugin(700)], overlay=[values(honba=900), values(honba=1000)])
    assert honba_of(several) == 1000
    assert honba_of(everything, options={"honba_value": 1100}) == 1100
    assert honba_of(everything) == 900  # the record's options were that record's


def test_a_preset_over_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset may change anything, options included; an option chosen comes after it."""
    ema = mj.load("riichi:ema-2025")
    assert (RIICHI.options["renpu_fu"], ema.options["renpu_fu"]) == (4, 2)
    assert ema.table.items["double_wind_pair"].points == 2
    assert mj.load("riichi:ema-2025", options={"renpu_fu": 4}).table.items["double_wind_pair"].points == 4


def test_null_removes(tmp_path: Path) -> None:
    for overlay in ({"roles": {"tanyao": None}}, written(tmp_path, "roles: {tanyao: null}\n")):
        rules = mj.load("riichi", overlay=overlay)
        assert "tanyao" not in rules.table.roles
        assert rules.score(OPEN_TANYAO, RON).status == "no_role"
    assert mj.load("riichi", overlay={"roles": {"tanyao": {"note": None}}}).fingerprint == RIICHI.fingerprint
    (line,) = refused({"settlement": None})
    assert "no settlement is named None" in line or "settlement" in line
    (line,) = refused({"title": None})
    assert line.endswith("title: the key 'title' is missing")


def test_a_role_that_is_taken_away_may_still_be_named() -> None:
    rules = mj.load("riichi", overlay={"roles": {"iipeikou": None}})
    assert rules.table.roles["ryanpeikou"].replaces == ["iipeikou"]


def test_lists_are_replaced_whole() -> None:
    rules = mj.load("riichi", overlay={"roles": {"honroutou": {"replaces": ["chanta"]}}})
    assert rules.table.roles["honroutou"].replaces == ["chanta"]


# ------------------------------------------------------------------------------------------------ options
@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        ({"red_five": 0}, "unknown_option", "there is no option 'red_five'; did you mean 'red_fives'?"),
        ({"xyzzy": 0}, "unknown_option", "there is no option 'xyzzy'; there are "),
        ({"red_fives": 5}, "unknown_option_value", "option 'red_fives': '5' is not one of its values (0, 2, 3, 4)"),
        ({"renhou": "mangn"}, "unknown_option_value", "did you mean 'mangan'?"),
        ({"kiriage_mangan": "yes"}, "unknown_option_value", "'yes' is not one of its values (true, false)"),
        ({"kiriage_mangan": 1}, "unknown_option_value", "'1' is not one of its values (true, false)"),
        ({"honba_value": "lots"}, "unknown_option_value", "'lots' is not one of its values (a number)"),
        ({"honba_value": True}, "unknown_option_value", "'true' is not one of its values (a number)"),
        (
            {"pao_roles": ["daisangan"]},
            "unknown_option_value",
            "'daisangan' cannot be in its list; did you mean 'daisangen'?",
        ),
        ({"double_yakuman": "suuankou"}, "unknown_option_value", "a list of kokushi_13"),
        ({"open_tanyao": ["x"]}, "unknown_option_value", "is not one of its values (true, false)"),
    ],
)
def test_options_that_are_none(options: dict[str, Any], code: str, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        mj.load("riichi", options=options)
    assert [problem.code for problem in caught.value.problems] == [code]
    assert says in str(caught.value)
    result = RIICHI.score_record({"hand": str(OPEN_TANYAO), "win": "ron", "options": options})
    assert result.status == "invalid"
    assert [problem.code for problem in result.problems] == [code]


def test_all_wrong_options_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        mj.load("riichi", options={"red_five": 0, "renhou": "x", "renpu_fu": 3})
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("value", [True, "true"])
def test_truths_may_be_text(value: Any) -> None:
    """As they come from a command line."""
    assert mj.load("riichi", options={"kiriage_mangan": value}).table.settings.kiriage_mangan is True


@pytest.mark.parametrize("value", [2, "2"])
def test_figures_may_be_text(value: Any) -> None:
    assert mj.load("riichi", options={"renpu_fu": value}).table.items["double_wind_pair"].points == 2


def test_number_options() -> None:
    assert mj.load("riichi", options={"honba_value": 1500}).table.payment.honba_value == 1500
    assert mj.load("riichi", options={"max_yakuman": 2}).table.settings.max_yakuman == 2
    assert mj.load("riichi", options={"max_yakuman": None}).fingerprint == RIICHI.fingerprint
    with pytest.raises(mj.RulesetError, match=r"option 'honba_value': payment\.honba_value: "):
        mj.load("riichi", options={"honba_value": -300})


@pytest.mark.parametrize("value", [["suukantsu"], ("suukantsu",)])
def test_list_options(value: Any) -> None:
    assert RIICHI.table.payment.pao_roles == {"daisangen": True, "daisuushi": True}
    assert mj.load("riichi", options={"pao_roles": value}).table.payment.pao_roles == {"suukantsu": True}
    assert mj.load("riichi", options={"pao_roles": []}).table.payment.pao_roles == {}
    table = mj.load("riichi", options={"double_yakuman": ["kokushi_13", "daisuushi"]}).table
    doubled = {id for id, role in table.roles.items() if getattr(role, "yakuman", None) == 2}
    assert doubled == {"kokushi_13", "daisuushi"}


def test_a_preset_that_has_not_read_an_option_is_marked() -> None:
    assert {"pao_scope", "pao_honba"} <= set(mj.load("riichi:wrc-2025").table.unverified)


@pytest.mark.parametrize("name", [*[ruleset.name for ruleset in mj.available()], *PRESETS])
def test_every_ruleset_and_preset_loads(name: str) -> None:
    rules = mj.load(name)
    assert rules.name == name
    assert rules.options.keys() == rules.table.options.keys()
    assert set(rules.table.unverified) <= rules.options.keys()
    unset = rules.table.options.keys() - rules.table.defaults.keys()
    assert all(
        rules.table.options[option].number for option in unset
    )  # a number may be none; other options have a value
    assert bool(rules.table.preset) is (":" in name)
    assert rules.diff(rules) == []


@pytest.mark.parametrize("name", [ruleset.name for ruleset in mj.available()])
def test_every_value_of_every_option_loads(name: str) -> None:
    for option, given in mj.load(name).table.options.items():
        for value in given.values:
            assert mj.load(name, options={option: value}).options[option] == value
        for member in given.members:
            mj.load(name, options={option: [member]})


# ------------------------------------------------------------------------------------------------ fingerprint and diff
def test_the_fingerprint_changes_with_a_value_and_not_with_a_title() -> None:
    assert mj.load("riichi").fingerprint == RIICHI.fingerprint
    assert len(RIICHI.fingerprint) == 12
    for overlay in (
        {"title": {"en": "My riichi"}},
        {"preset": {"en": "mine"}},
        {"unverified": ["ura"]},
        {"roles": {"tanyao": {"open": None}}},
    ):
        assert mj.load("riichi", overlay=overlay).fingerprint == RIICHI.fingerprint
    changes: list[dict[str, Any]] = [
        {"roles": {"tanyao": {"han": 2}}},
        {"roles": {"tanyao": {"open": 0}}},
        {"roles": {"tanyao": None}},
        {"items": {"single_wait": {"points": 4}}},
        {"payment": {"honba_value": 1500}},
        {"settings": {"kiriage_mangan": True}},
        {"wall": {"reds": {"m": 0}}},
        {"flags": {"riichi": {"closed": False}}},
        {"quads": {"simple": [8, 8]}},
    ]
    prints = {mj.load("riichi", overlay=change).fingerprint for change in changes}
    assert len(prints | {RIICHI.fingerprint}) == len(changes) + 1


def test_the_same_rules_have_the_same_fingerprint_however_they_were_made() -> None:
    option = mj.load("riichi", options={"open_tanyao": False})
    overlay = mj.load("riichi", overlay={"roles": {"tanyao": {"open": 0}}})
    assert option.fingerprint == overlay.fingerprint == RIICHI.with_options({"open_tanyao": False}).fingerprint
    assert mj.load("riichi:tenhou").fingerprint == RIICHI.fingerprint


def test_diff() -> None:
    other = mj.load(
        "riichi",
        options={"renpu_fu": 2, "ura": False},
        overlay={"roles": {"tanyao": {"open": 0}}, "payment": {"honba_value": 1500}},
    )
    found = {(of.section, of.name): (of.one, of.other) for of in RIICHI.diff(other)}
    assert found.keys() == {
        ("roles", "tanyao"),
        ("roles", "uradora"),
        ("options", "renpu_fu"),
        ("options", "ura"),
        ("items", "double_wind_pair"),
        ("payment", "honba_value"),
    }
    assert found["payment", "honba_value"] == (300, 1500)
    assert found["options", "renpu_fu"] == (4, 2)
    assert found["roles", "uradora"][1] is None
    assert found["roles", "tanyao"][1]["open"] == 0
    back = {(of.section, of.name): (of.other, of.one) for of in other.diff(RIICHI)}
    assert back == found


def test_diff_lines_up_by_pattern() -> None:
    names = {of.name for of in RIICHI.diff(mj.load("french-classic")) if of.section == "roles"}
    assert "toitoi = la_main_ne_comporte_aucune_suite" in names


@pytest.mark.parametrize(
    ("overlay", "said"),
    [
        ({"roles": {"x": {"when": [], "han": 1, "source": "s"}}}, "roles.x.when"),
        ({"roles": {"x": {"when": ["dora", "all_simples"], "han": 1, "source": "s"}}}, "roles.x.when"),
        ({"roles": {"x": {"when": "dominant_wind_triplet", "han": 1, "source": "s"}}}, "roles.x.when"),
        ({"roles": {"tanyao": {"each": True}}}, "does not count"),
        ({"roles": {"dora": {"each": False}}}, "needs 'each: true'"),
        ({"roles": {1: {"han": 1}}}, "roles.1"),
        ({"roles": {"tanyao": {"replaces": ["akadora"]}, "akadora": {"replaces": ["tanyao"]}}}, "replace each other"),
    ],
)
def test_lines_that_make_no_sense(overlay: dict[str, Any], said: str) -> None:
    with pytest.raises(mj.RulesetError, match=re.escape(said)):
        mj.load("riichi", overlay=overlay)


def test_odd_arguments_of_load() -> None:
    with pytest.raises(mj.PluginError, match="no preset ''"):
        mj.load("riichi:")
    with pytest.raises(mj.MahjongError, match="None"):
        mj.load(None)  # type: ignore[arg-type]
    with pytest.raises(mj.OptionError, match="mapping"):
        mj.load("riichi", options=["x"])  # type: ignore[arg-type]


def test_a_shape_that_fails_is_named() -> None:
    class Broken:
        @mj.hookimpl
        def mahjong_shapes(self) -> list[mj.Shape]:
            def halves(hand: mj.Hand) -> list[mj.Whole]:
                raise ZeroDivisionError("no halves")

            return [mj.Shape("halves", halves)]

        @mj.hookimpl
        def mahjong_overlay(self, ruleset: str) -> dict[str, Any]:
            return {"shapes": {"halves": True}}

    rules = mj.load("riichi", plugins=[Broken()])
    with pytest.raises(mj.PluginError, match="'halves' failed"):
        rules.score(mj.Hand.parse("234m567p22s(345s)67m+8m"), mj.Situation(win="ron"))
