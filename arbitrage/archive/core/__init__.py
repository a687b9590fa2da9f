"""A tournament as one file, and nothing that only one database understands.

``docs/archive.md`` is the format. `rows` are its lines, `bound` what the journal's chain holds of
the others, `versions` brings older ones up to date, `reading` opens a file and checks it,
`packing` makes one.
"""
