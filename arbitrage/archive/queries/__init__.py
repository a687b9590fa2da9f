"""A tournament as the lines of an archive (``docs/archive.md``).

`member_tables` declares which model, fields and order each member has; `services.restoring` reads
with the same table. `natural_keys` replaces database keys, `lines` writes the members that are rows
of a model, `other_members` the rest, and `archive` builds the file.
"""
