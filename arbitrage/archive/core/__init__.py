"""A tournament as one file, and nothing that only one database understands.

``docs/archive.md`` describes the format. `row` and `rows` declare its lines, `manifest` its table
of contents, `versions` converts lines of older formats, `unpacking` and `reading` open and check
a file, `packing` writes one.
"""
