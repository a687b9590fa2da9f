"""Programs for those who work on Duplicata."""
