"""The correction of bulletins: pure functions from what is written to a proposed verdict.

A `Bulletin` holds a `Sheet` (`sheet`), reference, score and state as written. Its `drawing` has
runs of letters; `judged_bulletin` finds those that are words played, each a `PlayedWord` with its
geometric `placements` on a `JudgedPosition`. `location` finds the places that reference and
`raccord` letters designate, `jokers` and `awards` the points of each place. The `rules` decide, in
the `order` of the edition; `correct` is the entry point and a `Verdict` its result. `codes` lists
every code that sentences are made from.
"""
