"""From what a hand is worth to who pays what."""
