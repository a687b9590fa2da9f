"""A tournament as the lines of an archive (``docs/archive.md``).

`parts` is the table of what is kept: model, member, fields; both ways, so that `services.restoring`
reads by it what is written by it. `names` are what rows are called in place of their keys,
`special` the few members that are more than their fields, `making` the whole file.
"""
