"""What must hold for every hand under every ruleset and preset, found by Hypothesis on hands that the ruleset knows."""
