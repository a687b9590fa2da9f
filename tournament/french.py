"""French plurals for texts whose source is French already.

Without a catalogue gettext chooses between two source texts as English does: "0 tables".
"""

from gettext import NullTranslations

from django.conf import settings
from django.utils.translation import trans_real


class FrenchSource(NullTranslations):
    """What stands for a text that no catalogue has: the source itself; 0 and 1 are singular."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if abs(n) < 2 else msgid2


def install() -> None:
    """Put it behind the catalogues of the site's language; needs the apps to be loaded."""
    trans_real.translation(settings.LANGUAGE_CODE).add_fallback(FrenchSource())
