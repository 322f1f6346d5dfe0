"""Many hands at once, as NumPy columns: the same patterns, worth and settlement as one hand; only the readings are
enumerated anew."""
