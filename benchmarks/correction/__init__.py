"""How fast bulletins are corrected: ``make bench-correction``."""
