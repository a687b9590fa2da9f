"""Forms of games written before they are played: wishes, sheets to import."""

import json
from typing import TYPE_CHECKING, Any, Self, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from engine.errors import BadRecord, BadWordList
from engine.lexicon.text_encoding import decode
from engine.record.game_sheet import MAX_CHARACTERS, GameSheet, format_sheet, read_sheet
from engine.record.recorded_game import parse_recorded_game, remove_accents_of_turns
from engine.record.sheet_record import build_sheet, build_sheet_lines
from engine.record.wishes import Wish, WishRange
from tournament.core.wishes import WISH_LIMITS
from tournament.models import GamePreparation, Tournament
from tournament.presentation.game_sheets import describe_record_problem
from tournament.queries import lexica
from tournament.services.preparation import DEFAULT_TRIES, MAX_TRIES
from tournament.views.organiser.game_forms import MAX_FILE_BYTES, FormatForm

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def build_wish_field(
    wish: Wish, label: "_StrPromise", help_text: "_StrPromise | str" = ""
) -> forms.IntegerField:
    limit = WISH_LIMITS[wish]
    return forms.IntegerField(
        label=label,
        min_value=limit.minimum,
        max_value=limit.maximum,
        required=False,
        help_text=help_text,
    )


class PrepareForm(FormatForm):
    """The wishes for a game; an empty field is no wish."""

    turns_least = build_wish_field(Wish.TURNS, _("Coups, au moins"))
    turns_most = build_wish_field(Wish.TURNS, _("Coups, au plus"))
    total_least = build_wish_field(Wish.TOTAL, _("Top de la partie, au moins"))
    total_most = build_wish_field(Wish.TOTAL, _("Top de la partie, au plus"))
    scrabbles_least = build_wish_field(Wish.SCRABBLES, _("Scrabbles, au moins"))
    scrabbles_most = build_wish_field(Wish.SCRABBLES, _("Scrabbles, au plus"))
    jokers_least = build_wish_field(Wish.JOKERS, _("Tirages avec un joker, au moins"))
    jokers_most = build_wish_field(Wish.JOKERS, _("Tirages avec un joker, au plus"))
    longest_least = build_wish_field(Wish.LONGEST, _("Mot le plus long (lettres), au moins"))
    longest_most = build_wish_field(Wish.LONGEST, _("Mot le plus long (lettres), au plus"))
    vocabulary = forms.ChoiceField(
        label=_("Mots d’une liste, scolaire par exemple"),
        required=False,
        help_text=_(
            "Un lexique importé : les tops restent ceux du lexique du tournoi, et doivent s’y "
            "trouver. De plusieurs tops que 3.4 permet, un mot de la liste est retenu."
        ),
    )
    outside_most = build_wish_field(
        Wish.OUTSIDE, _("Tops hors de cette liste, au plus"), _("Vide : aucun.")
    )
    most_tries = forms.IntegerField(
        label=_("Essais, au plus"),
        min_value=1,
        max_value=MAX_TRIES,
        initial=DEFAULT_TRIES,
        help_text=_("Chaque essai joue une partie entière ; tous les cœurs y travaillent."),
    )
    seed = forms.CharField(
        label=_("Graine"),
        max_length=200,
        required=False,
        help_text=_(
            "Vide : secrète et au hasard. La même graine redonne la même partie : qui la connaît "
            "peut connaître la partie."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def offer_vocabularies(self, tournament: Tournament) -> Self:
        """Offer the lexica of the tournament's organisation."""
        names = lexica.list_names(tournament.organisation_id)
        field = cast(forms.ChoiceField, self.fields["vocabulary"])
        field.choices = [("", _("aucune")), *((name, name) for name in names)]
        return self

    @classmethod
    def from_earlier(cls, job: GamePreparation) -> Self:
        """Return the form with the wishes of an earlier search; its seed stays secret."""
        form = cls.for_game(job)
        form.initial.update(format=job.format, most_tries=job.most_tries)
        form.initial["vocabulary"] = job.vocabulary_name
        for row in job.wishes:
            for bound in ("least", "most"):
                form.initial[f"{row['wish']}_{bound}"] = row[bound]
        return form

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        for wish in Wish:
            minimum, maximum = data.get(f"{wish}_least"), data.get(f"{wish}_most")
            if minimum is not None and maximum is not None and maximum < minimum:
                self.add_error(f"{wish}_most", _("Le maximum est plus petit que le minimum."))
        if not data.get("vocabulary"):
            data["outside_most"] = None
        elif data.get("outside_most") is None and "outside_most" not in self.errors:
            data["outside_most"] = 0
        return data

    def build_wishes(self) -> list[WishRange]:
        data = self.cleaned_data
        ranges = [
            WishRange(kind, data.get(f"{kind}_least"), data.get(f"{kind}_most")) for kind in Wish
        ]
        return [wish for wish in ranges if (wish.minimum, wish.maximum) != (None, None)]


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "["))


class ImportGameForm(FormatForm):
    """A sheet pasted as text, or a file converted to text: what is shown is what is stored."""

    sheet = forms.CharField(
        label=_("Feuille de partie"),
        required=False,
        strip=False,
        max_length=MAX_CHARACTERS,
        widget=forms.Textarea(
            attrs={
                "rows": 14,
                "class": "code",
                "spellcheck": "false",
                "autocapitalize": "characters",
                "wrap": "off",
            }
        ),
        help_text=_(
            "Une ligne par coup : lettres, mot, référence, score. « AE+IRTSL » : reliquat et "
            "lettres tirées ; « -AEIOUUY » : tirage après un rejet ; « MA(I)SON » : le joker entre "
            "parenthèses."
        ),
    )
    file = forms.FileField(
        label=_("Ou un fichier (JSON ou texte)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,.txt,application/json,text/plain"}),
        help_text=_("Il remplace le texte ci-dessus."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("file"):
            self._read_file(data)
        elif _is_json(data.get("sheet") or ""):
            self._read_json(data, data["sheet"], "sheet")
        elif not (data.get("sheet") or "").strip() and "sheet" not in self.errors:
            self.add_error("sheet", _("Collez une feuille de partie, ou choisissez un fichier."))
        return data

    def read(self) -> GameSheet:
        """Return the sheet, with the fate of jokers that only a JSON file contains."""
        from_json: GameSheet | None = self.cleaned_data.get("json_sheet")
        return from_json or read_sheet(self.cleaned_data["sheet"])

    def _read_file(self, data: dict[str, Any]) -> None:
        upload = data["file"]
        if upload.size > MAX_FILE_BYTES:
            self.add_error("file", _("Ce fichier est trop gros pour une partie (1 Mo)."))
            return
        try:
            text = decode(upload.read())[0]
        except BadWordList:
            self.add_error("file", _("Ce fichier n’est pas du texte. Enregistrez-le en UTF-8."))
            return
        if _is_json(text):
            self._read_json(data, text, "file")
        elif len(text) > MAX_CHARACTERS:
            self.add_error("file", _("Ce texte est trop long pour une feuille de partie."))
        else:
            self._show_text(data, text, data.get("format", "normal"))

    def _read_json(self, data: dict[str, Any], text: str, field: str) -> None:
        try:
            script = remove_accents_of_turns(json.loads(text))
            record = parse_recorded_game(script)
        except json.JSONDecodeError as error:
            sentence = _("Ce texte n’est pas du JSON : erreur à la ligne %(line)d.")
            self.add_error(field, sentence % {"line": error.lineno})
        except BadRecord as error:
            self.add_error(field, describe_record_problem(error))
        except (RecursionError, ValueError):  # endless nesting, endless digits
            self.add_error(field, _("Ce texte JSON ne décrit pas une partie."))
        else:
            data["json_sheet"] = build_sheet(record, script)
            self._show_text(data, format_sheet(build_sheet_lines(script)), record.fmt.key)

    def _show_text(self, data: dict[str, Any], text: str, fmt: str) -> None:
        """Put the text of the file into the field of the page."""
        data["sheet"], data["format"] = text, fmt
        typed = cast(QueryDict, self.data).copy()
        typed["sheet"], typed["format"] = text, fmt
        self.data = typed
