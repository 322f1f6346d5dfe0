"""The rulesets that ship with mahjong-core: one folder each."""
