"""French plurals and no-break spaces for texts whose source is French already.

Sources are typed with plain spaces; a text that no catalogue has passes here on its way to the
page, so that no line begins with a punctuation mark (in the browser: ``static/js/i18n.js``). Left
alone, gettext would also choose between two source texts as English does: "0 tables".
"""

import re
from functools import cache
from gettext import NullTranslations

from django.conf import settings
from django.utils.translation import trans_real

#: With a space that becomes a no-break one: inside « », before a colon, between number and unit.
_WIDE = re.compile(r"« | (?=[:»])|\b(?:art\.|min) (?=[%0-9])|(?:[0-9]|\)[ds]) (?=(?:min|h|s)\b)")


@cache
def typeset(text: str) -> str:
    """The text with the no-break spaces of French typography, narrow ones before ; ! ?."""
    text = _WIDE.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text)
    return re.sub(r" (?=[;!?])", "\N{NARROW NO-BREAK SPACE}", text)


class FrenchSource(NullTranslations):
    """What stands for a text that no catalogue has: the source itself; 0 and 1 are singular."""

    def gettext(self, message: str) -> str:
        return typeset(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return typeset(msgid1 if abs(n) < 2 else msgid2)


def install() -> None:
    """Put it behind the catalogues of the site's language; needs the apps to be loaded."""
    trans_real.translation(settings.LANGUAGE_CODE).add_fallback(FrenchSource())
