"""``python -m arbitrage.verify FILE``: compute everything in an archive again, without server,
database or framework.

`record` is the archive by game and turn, each line with its number; `report` collects the
discrepancies. `verification` runs the checks, which have a module for each subject;
`discrepancy_sentences` and `summary` write the result in French.
"""
