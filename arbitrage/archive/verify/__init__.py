"""``python -m arbitrage.verify FILE``: compute everything in an archive again, without server,
database or framework.

`record` is the archive by game and turn, each line with its number; `report` collects the
discrepancies; `scope`, `form`, `chain`, `play`, `solutions`, `verdicts`, `scores`, `slips`,
`standings`, `mort_subite`, `toppings` and `matches` each check one subject; `whole` runs all of
them and `words` writes the result in French.
"""
