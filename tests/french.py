"""French texts in tests: written with plain spaces, whatever the page shows."""

import re

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def plain(text: str) -> str:
    """The text with plain spaces only."""
    return re.sub(f"[{NO_BREAK}{NARROW}]", " ", text)
