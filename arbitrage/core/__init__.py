"""The correction of bulletins: pure functions from what is written to a proposed verdict.

A `Bulletin` holds a `Sheet` (`sheet`), reference, score and state as written. Its `drawing` has
runs of letters; `case` finds those that are words played, each a `PlayedWord` with its geometric
`placements` on a `Position`. `location` tells which places reference and `raccord` letters
designate, `circles` and `payments` what each place pays. The `rules` decide, in the `order` of
the edition; `correct` is the way in and a `Verdict` the way out. `codes` lists every code that
sentences are made from.
"""
