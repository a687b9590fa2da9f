"""Rankings as pure functions: what the entries did and a description in, lines in order out.

`ranks` gives a rank to values; `field` is what the entries did; `measures` are the numbers that a
ranking is made, ordered and shown by; `wanted` describes one ranking; `ranking` makes it; `table`
turns it into columns and rows, whatever they are then written as.
"""
