"""Letters, squares, formats and placed words: what is written, how, and what it scores."""
