"""Letters, squares, formats, placed words and their scores."""
