"""The form of a word list to import."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext, gettext_lazy as _

from tournament.models import Organisation
from tournament.queries.access import list_offices
from tournament.services.prepared.lexica import MAX_NAME, MAX_UPLOAD
from tournament.views.versions import CreationForm


class LexiconForm(CreationForm):
    organisation = forms.ModelChoiceField(
        label=_("Organisation"), queryset=Organisation.objects.none(), required=False
    )
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

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        """Offer the organisations of ``user``; a superuser may also import for the installation."""
        super().__init__(*args, **kwargs)
        organisations = Organisation.objects.all() if user.is_superuser else list_offices(user)
        field = self.fields["organisation"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset, field.required = organisations, not user.is_superuser
        field.empty_label = gettext("toute l’installation") if user.is_superuser else None
        if len(organisations) < 2 and not user.is_superuser:
            del self.fields["organisation"]

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_UPLOAD:
            raise forms.ValidationError(
                _("Ce fichier est trop gros pour une liste de mots (16 Mo).")
            )
        return upload
