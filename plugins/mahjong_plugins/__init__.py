"""House rules that ship with mahjong-core; one is active only when a load names it."""
