"""Rankings as pure functions: results of the entries and a specification in, ordered lines out.

`ranks` computes ranks of values; `ranking_input` holds the results of the entries; `measures` are
the numbers by which a ranking is ordered and displayed; `specification` describes one ranking;
`ranking` computes it; `table` makes columns and rows of it, for any output.
"""
