"""French plurals and no-break spaces for source texts that are in French already.

Source texts have plain spaces; a text without translation passes here, so that no line begins with
a punctuation mark (in the browser: ``static/js/i18n.js``). Without this module, gettext would also
choose the plural as in English: "0 tables".
"""

import re
from functools import cache
from gettext import NullTranslations

from django.conf import settings
from django.utils.translation import trans_real

#: Spaces that become no-break: inside « », before a colon, between a number and its unit.
_NO_BREAK_SPACES = re.compile(
    r"« | (?=[:»])|\b(?:art\.|min) (?=[%0-9])|(?:[0-9]|\)[ds]) (?=(?:min|h|s)\b)"
)


@cache
def typeset(text: str) -> str:
    """Return the text with no-break spaces, narrow ones before ; ! and ?."""
    text = _NO_BREAK_SPACES.sub(lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
    return re.sub(r" (?=[;!?])", "\N{NARROW NO-BREAK SPACE}", text)


class FrenchSource(NullTranslations):
    """Fallback of the catalogues: returns the French source; 0 and 1 are singular."""

    def gettext(self, message: str) -> str:
        return typeset(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return typeset(msgid1 if abs(n) < 2 else msgid2)


def install() -> None:
    """Add the fallback to the catalogues of the site's language; the apps must be loaded."""
    trans_real.translation(settings.LANGUAGE_CODE).add_fallback(FrenchSource())
