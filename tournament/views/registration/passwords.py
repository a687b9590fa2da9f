"""A password that whoever knows the place would try first."""

import re
from unicodedata import normalize

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Organisation

#: Said in docs/securite.md, without accents; beside them, the names of one's own organisations.
WORDS = (
    *("duplicata", "duplicate", "scrabble", "federation", "comite", "club", "tournoi", "partie"),
    *("organisateur", "arbitre", "juge", "joueur", "bulletin", "tirage", "classement", "table"),
    *("motdepasse", "password", "admin"),
)
#: Letters that must be left once these words and what is no letter are taken away.
ENOUGH = 4
_SENTENCE = _(
    "Ce mot de passe n’est fait que de mots d’ici (le jeu, un rôle, le nom du club) et de chiffres."
)


class NoWordOfTheHouse:
    """Refuses words of the game and of one's organisations, alone, joined or with digits."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raises ValidationError."""
        letters = _letters(password)
        left = letters
        for word in sorted({*WORDS, *_names(user)}, key=len, reverse=True):
            left = left.replace(word, "")
        if left != letters and len(left) < ENOUGH:
            raise ValidationError(_SENTENCE, code="password_word_of_the_house")

    def get_help_text(self) -> Promise:
        return _("Pas seulement des mots du jeu, d’un rôle ou du club, même suivis de chiffres.")


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", normalize("NFKD", text.lower()))


def _names(user: User | None) -> set[str]:
    if user is None or user.pk is None:
        return set()
    names = Organisation.objects.filter(memberships__user=user).values_list("name", flat=True)
    return {letters for name in names if (letters := _letters(name))}
