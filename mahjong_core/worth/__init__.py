"""From the lines that hold to what a hand is worth: which roles count, and the methods that value them."""
