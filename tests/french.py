"""French texts in tests: compared with plain spaces."""

import re

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def plain(text: str) -> str:
    """Return the text with plain spaces only."""
    return re.sub(f"[{NO_BREAK}{NARROW}]", " ", text)
