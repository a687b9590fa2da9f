"""French sentences for the errors that a person can meet: what happened, what to do.

Every app registers its sentences in ``AppConfig.ready``; those of the room are in the modules of
this package.
"""

from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext, gettext_noop as _

from tournament.core.errors import RoomError
from tournament.presentation.messages import (
    access,
    accounts,
    draws,
    lexica,
    mort_subite,
    people,
    play,
    settings,
)

#: Sentences by code and reason of the error.
SENTENCES: dict[tuple[str, str], str] = {}
FALLBACK = _("Action refusée (%(code)s). Rien n’a été changé.")


def register_sentences(*sentences: Mapping[tuple[str, str], str]) -> None:
    """Add the sentences of an app. Raise ImproperlyConfigured for an error that has one already."""
    for mapping in sentences:
        if duplicates := SENTENCES.keys() & mapping.keys():
            raise ImproperlyConfigured(f"two sentences for {sorted(duplicates)}")
        SENTENCES.update(mapping)


def register_own_sentences() -> None:
    """Add the sentences of ``tournament``."""
    register_sentences(
        access.SENTENCES,
        accounts.SENTENCES,
        draws.SENTENCES,
        lexica.SENTENCES,
        mort_subite.SENTENCES,
        people.SENTENCES,
        play.SENTENCES,
        settings.SENTENCES,
    )


def explain(error: RoomError) -> str:
    """Return the sentence for ``error`` in the language of the request."""
    sentence = SENTENCES.get((error.code, error.reason))
    if sentence is None:
        return gettext(FALLBACK) % {"code": f"{error.code} : {error.reason}"}
    return gettext(sentence) % error.data
