"""Names and words as HTML that a browser does not translate."""

from django.utils.html import format_html


def mark_untranslated(value: object) -> str:
    """Return a name or a word, marked; empty for no value. Not for attributes and titles."""
    return format_html('<span translate="no">{}</span>', value) if value else ""
