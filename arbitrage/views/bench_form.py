"""The form of the arbitration bench."""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy as _

from arbitrage.core.bench import Question
from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.errors import SheetTooLarge, UnreadableSheet
from arbitrage.core.sheets.sheet import SIDE, Sheet
from arbitrage.presentation.sentences import SHEET_STATES, get_sheet_state_label
from arbitrage.views.decision_forms import ChoicesForm
from engine.board.board import Board
from engine.board.letters import WILD, fold, remove_accents
from engine.board.place import SIZE
from engine.errors import EngineError
from tournament.core.bulletin_limits import MAX_TEXT
from tournament.queries.access import UsableLexicon
from tournament.queries.lexica import BUILT_IN, load_named_lexicon

MAX_RACK = 9
#: A grid of 15 lines with line ends, and some spaces.
MAX_DRAWING = 600
MAX_WORDS = 4000


def _list_states() -> list[tuple[str, str]]:
    return [(state.value, get_sheet_state_label(state)) for state in SHEET_STATES]


def _build_textarea(rows: int, cols: int) -> forms.Textarea:
    attributes = {"spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}
    return forms.Textarea(attrs={"rows": rows, "cols": cols, "class": "squared", **attributes})


class BenchForm(ChoicesForm):
    grid = forms.CharField(
        label=_("Grille"),
        required=False,
        max_length=MAX_DRAWING,
        strip=False,
        widget=_build_textarea(SIZE, SIZE),
        help_text=_(
            "Quinze lignes de quinze cases : un point pour une case vide, une minuscule pour un "
            "joker. Rien du tout pour le premier coup."
        ),
    )
    rack = forms.CharField(
        label=_("Tirage"), max_length=MAX_RACK, help_text=_("« ? » pour un joker.")
    )
    words = forms.CharField(
        label=_("Mots admis"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=_("Ceux-ci et aucun autre ; laissez vide pour tout le lexique."),
    )
    lexicon = forms.ChoiceField(label=_("Lexique"), required=False, initial=BUILT_IN)
    sheet = forms.CharField(
        label=_("Lettres de la feuille"),
        required=False,
        max_length=MAX_DRAWING,
        strip=False,
        widget=_build_textarea(3, SIDE),
        help_text=_(
            "Ce que le joueur a écrit : un point pour une case vide, une minuscule pour une "
            "lettre encerclée."
        ),
    )
    struck = forms.CharField(
        label=_("Ratures"),
        required=False,
        max_length=MAX_DRAWING,
        strip=False,
        widget=_build_textarea(3, SIDE),
        help_text=_("Le même dessin : « x » sur une lettre rayée, un point ailleurs."),
    )
    reference = forms.CharField(label=_("Référence"), required=False, max_length=MAX_TEXT)
    score = forms.CharField(label=_("Score"), required=False, max_length=MAX_TEXT)
    state = forms.ChoiceField(
        label=_("État du bulletin"),
        choices=_list_states,
        required=False,
        initial=SheetState.OK,
    )

    def __init__(
        self,
        *args: Any,
        lexica: Sequence[UsableLexicon] = (UsableLexicon(BUILT_IN),),
        **kwargs: Any,
    ) -> None:
        """Build the form with a choice among ``lexica``."""
        super().__init__(*args, **kwargs)
        self.lexica = {lexicon.key: lexicon for lexicon in lexica}
        counts = Counter(lexicon.name for lexicon in lexica)
        choices = [
            (
                lexicon.key,
                f"{lexicon.name} ({lexicon.organisation})"
                if counts[lexicon.name] > 1
                else lexicon.name,
            )
            for lexicon in lexica
        ]
        self.set_choices("lexicon", choices)

    def clean_grid(self) -> Board:
        grid = remove_accents(self.cleaned_data["grid"]).replace(" ", ".")
        lines = [line for line in (line.strip("\r\t") for line in grid.split("\n")) if line]
        if not lines:
            return Board.empty()
        try:
            return Board.from_rows(lines)
        except EngineError:
            raise ValidationError(self._describe_wrong_grid(lines)) from None

    @staticmethod
    def _describe_wrong_grid(lines: list[str]) -> str:
        if len(lines) != SIZE:
            return gettext("La grille a 15 lignes ; vous en avez écrit %(n)s.") % {"n": len(lines)}
        for number, line in enumerate(lines, start=1):
            if len(line) != SIZE:
                return gettext("La ligne %(line)s a 15 cases ; vous en avez écrit %(n)s.") % {
                    "line": number,
                    "n": len(line),
                }
        return gettext("La grille ne contient que des lettres A à Z et des points.")

    def clean_rack(self) -> str:
        rack = "".join(fold(self.cleaned_data["rack"]).split())
        if not all(char == WILD or (char.isascii() and char.isalpha()) for char in rack):
            raise ValidationError(gettext("Le tirage : des lettres A à Z et « ? »."))
        return rack

    def clean_words(self) -> frozenset[str] | None:
        words = fold(self.cleaned_data["words"]).replace(",", " ").split()
        wrong_words = [word for word in words if not (word.isascii() and word.isalpha())]
        if wrong_words:
            raise ValidationError(
                gettext("Seulement des lettres A à Z : %(words)s.")
                % {"words": ", ".join(wrong_words[:5])}
            )
        return frozenset(words) or None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            sheet = Sheet.from_text(data.get("sheet", ""), data.get("struck", ""))
        except SheetTooLarge:
            self.add_error(
                "sheet", _("Le dessin ne tient pas : 13 cases de côté, ou une ligne de 15.")
            )
        except UnreadableSheet:
            self.add_error(
                "sheet",
                _("Seulement des lettres et des points ; « x » et des points pour les ratures."),
            )
        else:
            state = SheetState(data.get("state") or SheetState.OK)
            reference, score = data.get("reference", ""), data.get("score", "")
            data["bulletin"] = Bulletin(sheet, reference, score, state)
        return data

    @property
    def admitted_words(self) -> Container[str]:
        """The words typed, else the whole lexicon; the form must be valid."""
        lexicon = self.lexica[self.cleaned_data["lexicon"] or BUILT_IN]
        organisation = lexicon.organisation.pk if lexicon.organisation else None
        return self.question.words or load_named_lexicon(lexicon.name, organisation)

    @property
    def question(self) -> Question:
        """The question on the bench; the form must be valid."""
        data = self.cleaned_data
        return Question(data["grid"], data["rack"], data["bulletin"], data["words"])
