"""House rules, one file each.  A house rule is active only when a load names it: ``load("riichi", plugins=["three_winds"])``."""
