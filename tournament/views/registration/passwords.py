"""A password validator against words that are easy to guess here."""

import re

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.people.names import fold_name
from tournament.models import Organisation

#: Words without accents (docs/securite.md); the names of the user's organisations are added.
GUESSABLE_WORDS = (
    *("duplicata", "duplicate", "scrabble", "federation", "comite", "club", "tournoi", "partie"),
    *("organisateur", "arbitre", "juge", "joueur", "bulletin", "tirage", "classement", "table"),
    *("motdepasse", "password", "admin"),
)
#: Minimal number of letters that must remain without these words.
MIN_REMAINING = 4
_ERROR_MESSAGE = _(
    "Ce mot de passe n’est fait que de mots d’ici (le jeu, un rôle, le nom du club) et de chiffres."
)


class GuessableWordsValidator:
    """Refuses words of the game and of the user's organisations, alone, joined or with digits."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if little remains of the password without these words."""
        letters = _extract_letters(password)
        remaining = letters
        for word in sorted(
            {*GUESSABLE_WORDS, *_list_organisation_names(user)}, key=len, reverse=True
        ):
            remaining = remaining.replace(word, "")
        if remaining != letters and len(remaining) < MIN_REMAINING:
            raise ValidationError(_ERROR_MESSAGE, code="password_word_of_the_house")

    def get_help_text(self) -> Promise:
        return _("Pas seulement des mots du jeu, d’un rôle ou du club, même suivis de chiffres.")


def _extract_letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", fold_name(text))


def _list_organisation_names(user: User | None) -> set[str]:
    if user is None or user.pk is None:
        return set()
    names = Organisation.objects.filter(memberships__user=user).values_list("name", flat=True)
    return {letters for name in names if (letters := _extract_letters(name))}
