"""The form that brings a word list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services.lexica import MAX_NAME, MAX_UPLOAD


class LexiconForm(forms.Form):
    name = forms.CharField(
        label=_("Nom du lexique"),
        max_length=MAX_NAME,
        help_text=_(
            "Par exemple « ODS 9 ». Si ce nom est déjà pris, rien n’est remplacé sans votre accord."
        ),
    )
    file = forms.FileField(
        label=_("Liste de mots"),
        allow_empty_file=True,  # the import says what is wrong with it
        widget=forms.FileInput(
            attrs={
                "accept": ".txt,.dic,.lst,.csv,.gz,.xz,.zip,text/plain",
                "data-max-bytes": str(MAX_UPLOAD),
                "data-too-big": _("Ce fichier est trop gros pour une liste de mots (16 Mo)."),
            }
        ),
        help_text=_(
            "Un mot par ligne, en texte, gz, xz ou zip (16 Mo au plus). Les accents tombent, "
            "« # » commence un commentaire."
        ),
    )

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_UPLOAD:
            raise forms.ValidationError(
                _("Ce fichier est trop gros pour une liste de mots (16 Mo).")
            )
        return upload
