"""What every line of an archive is."""

import msgspec


class ArchiveRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line; nothing may be missing from it, nor stand in it besides."""
