"""Forms that begin a game played alone."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.record.wishes import Wish, WishRange
from tournament.presentation.games import FORMAT_NAMES
from tournament.queries.access import UsableLexicon
from tournament.views.organiser.prepared_forms import build_wish_field

CLOCK_NAMES = [
    (180, _("3 minutes par coup")),
    (120, _("2 minutes par coup")),
    (60, _("1 minute par coup")),
    (0, _("sans chrono")),
]
TURN_NAMES = [
    (0, _("partie entière")),
    (5, _("5 coups")),
    (10, _("10 coups")),
    (15, _("15 coups")),
]


class PracticeClockForm(forms.Form):
    clock = forms.TypedChoiceField(label=_("Temps"), choices=CLOCK_NAMES, coerce=int, initial=180)


class RandomGameForm(PracticeClockForm):
    """``format`` names the letters of a rack and how many may be laid: 7, 7 of 8, 7 and 8…"""

    format = forms.ChoiceField(
        label=_("Formule"),
        choices=list(FORMAT_NAMES.items()),
        help_text=_("La formule dit aussi le nombre de lettres du tirage : 7, 8 ou 9."),
    )
    turns = forms.TypedChoiceField(label=_("Longueur"), choices=TURN_NAMES, coerce=int, initial=0)
    lexicon = forms.ChoiceField(label=_("Lexique"))
    total_least = build_wish_field(Wish.TOTAL, _("Total des tops, au moins"))
    total_most = build_wish_field(Wish.TOTAL, _("Total des tops, au plus"))
    scrabbles_least = build_wish_field(Wish.SCRABBLES, _("Scrabbles, au moins"))
    scrabbles_most = build_wish_field(Wish.SCRABBLES, _("Scrabbles, au plus"))

    def __init__(self, data: object = None, *, lexica: Sequence[UsableLexicon]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields["lexicon"].choices = [  # type: ignore[attr-defined]
            (usable.key, _format_lexicon(usable)) for usable in lexica
        ]

    def list_wishes(self) -> list[WishRange]:
        """Return the ranges of both wishes; none if nothing is wished."""
        values = self.cleaned_data
        wishes = [
            WishRange(wish, values[f"{wish}_least"], values[f"{wish}_most"])
            for wish in (Wish.TOTAL, Wish.SCRABBLES)
        ]
        has_any = any(
            bound is not None for wish in wishes for bound in (wish.minimum, wish.maximum)
        )
        return wishes if has_any else []


def _format_lexicon(usable: UsableLexicon) -> str:
    return f"{usable.name} ({usable.organisation})" if usable.organisation else usable.name
