"""``python -m arbitrage.verify FILE``: everything that an archive says is computed again, without
server, database or framework.

`record` is the archive by game and turn, each line with its number; `report` what was found;
`scope`, `chain`, `play`, `solutions`, `verdicts`, `scores` and `standings` look at one matter each;
`words` says it in French.
"""
