"""Forms of a tournament; services write its data."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, Self
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from engine.regulation.editions import CURRENT, EDITIONS
from tournament.core.states import PLAYING_MEDIA, CountedOver, Discipline, ResultVisibility
from tournament.models import Tournament
from tournament.presentation.bulletins import MEDIUM_NAMES
from tournament.presentation.lexica import get_lexicon_label
from tournament.presentation.setting_changes import COUNTED_OVER_NAMES
from tournament.presentation.tournaments import CLASSIC_PUBLICITY_NAMES, PUBLICITY_NAMES
from tournament.queries import lexica
from tournament.queries.local import get_organisation_paper, get_organisation_zone
from tournament.services.tournaments import MAX_SOLO_PLAYERS, MAX_SOLO_POINTS
from tournament.views.versions import EditForm
from tournament.views.zone_and_paper_form import ZoneAndPaperFields

#: Dates whose moments the database can store in any time zone.
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


def list_edition_choices() -> list[tuple[str, str]]:
    newest_first = sorted(EDITIONS, reverse=True)
    return [
        (key, gettext("%(year)s (en vigueur)") % {"year": key} if key == CURRENT else key)
        for key in newest_first
    ]


class TournamentForm(forms.Form):
    name = forms.CharField(label=_("Nom"), max_length=120)
    venue = forms.CharField(label=_("Lieu"), max_length=120, required=False)
    starts_on = forms.DateField(label=_("Date"), widget=DateInput, initial=timezone.localdate)
    ends_on = forms.DateField(
        label=_("Dernier jour"),
        widget=DateInput,
        required=False,
        help_text=_("S’il dure plusieurs jours."),
    )
    lexicon = forms.ChoiceField(
        label=_("Lexique"),
        initial=lexica.BUILT_IN,
        help_text=_("Une partie garde jusqu’au bout le lexique avec lequel elle a commencé."),
    )
    edition = forms.ChoiceField(
        label=_("Édition du règlement"),
        choices=list_edition_choices,
        initial=CURRENT,
        help_text=_("Elle ne change plus une fois la première partie commencée."),
    )

    def __init__(self, organisations: Iterable[int | None], *args: Any, **kwargs: Any) -> None:
        """Offer the lexica of ``organisations``, given by id."""
        super().__init__(*args, **kwargs)
        list_names = dict.fromkeys(
            name for organisation in organisations for name in lexica.list_names(organisation)
        )
        field = self.fields["lexicon"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, get_lexicon_label(name)) for name in list_names]


_CONFIRMATION_FIELDS = ("confirm_clean", "confirm_refused")
#: Fields that a classic tournament does not have.
_DUPLICATE_FIELDS = (
    *(*_CONFIRMATION_FIELDS, "points_on_slips", "edition", "plays_on"),
    *("solo_points", "solo_players", "counted_over"),
)


#: The folded parts of the settings, each with its title and fields.
_SECTIONS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (_("Lieu et contact"), ("venue_address", "contact")),
    (
        _("Tables et bulletins"),
        ("links_valid_until", "plays_on", *_CONFIRMATION_FIELDS, "points_on_slips"),
    ),
    (_("Ce que voit le public"), ("publicity", "short_minors", "is_embeddable")),
    (_("Prime de solo"), ("solo_points", "solo_players", "counted_over")),
    (_("Fuseau horaire et papier"), ("time_zone", "paper")),
)


class SettingsForm(TournamentForm, ZoneAndPaperFields, EditForm):
    venue_address = forms.CharField(
        label=_("Adresse du lieu"),
        max_length=300,
        required=False,
        help_text=_("Sur la page publique du tournoi : rue, ville, entrée, étage."),
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=200,
        required=False,
        help_text=_("Sur la page publique aussi : un nom, un téléphone, une adresse de courrier."),
    )
    is_embeddable = forms.BooleanField(
        label=_("Laisser d’autres sites montrer le classement et la grille"),
        required=False,
        help_text=_(
            "Dans un cadre, sur le site d’un club ; le code à copier est sous « Écran de la "
            "salle »."
        ),
    )
    links_valid_until = forms.DateField(
        label=_("Liens des tables valables jusqu’au"),
        widget=DateInput,
        validators=[MinValueValidator(_FIRST_DAY), MaxValueValidator(_LAST_DAY)],
        help_text=_("Après cette date, ni les liens ni les codes n’ouvrent plus de table."),
    )
    confirm_clean = forms.BooleanField(
        label=_("Faire confirmer aussi les bulletins sans faute"),
        required=False,
        help_text=_("Sinon, un bulletin sans faute ne demande aucun geste à l’arbitre."),
    )
    confirm_refused = forms.BooleanField(
        label=_("Faire confirmer les zéros pour un mot non admis"),
        required=False,
        help_text=_("Chacun revient alors à l’arbitre, comme ce que le logiciel ne tranche pas."),
    )
    points_on_slips = forms.BooleanField(
        label=_("Donner les points et le total sur les billets de correction"),
        required=False,
        help_text=_(
            "Points du coup, top et total de la partie, en plus de ce que demande le règlement "
            "(5.9) ; sur papier comme sur tablette."
        ),
    )
    short_minors = forms.ChoiceField(
        label=_("Noms des mineurs"),
        choices=[("", _("en entier")), ("1", _("prénom et initiale"))],
        required=False,
        help_text=_(
            "Pour le public : pages, fichiers, écran de la salle. Est mineur qui n’a pas 18 ans, "
            "d’après son année de naissance, sinon sa catégorie. L’équipe lit toujours le nom "
            "entier."
        ),
    )
    plays_on = forms.ChoiceField(
        label=_("Ceux qui s’inscrivent jouent sur"),
        choices=[(plays_on.value, MEDIUM_NAMES[plays_on]) for plays_on in PLAYING_MEDIA],
        help_text=_("Pour chaque joueur, cela se change à tout moment, même en cours de partie."),
    )

    publicity = forms.ChoiceField(
        label=_("Les résultats des joueurs sont publics"),
        choices=[(publicity.value, PUBLICITY_NAMES[publicity]) for publicity in ResultVisibility],
        help_text=_(
            "Classements, feuilles de partie, pages des coups et des joueurs, écran public. Les "
            "lettres et les tops, eux, se montrent toujours à mesure, et l’équipe voit tout. "
            "Archiver le tournoi rend tout public."
        ),
    )

    solo_points = forms.IntegerField(
        label=_("Prime d’un solo, en points"),
        required=False,
        min_value=0,
        max_value=MAX_SOLO_POINTS,
        help_text=_(
            "Vide : celle du règlement. Une autre ne vaut que si le règlement de l’épreuve "
            "l’annonce (3.5) ; elle ne change plus une fois la première partie commencée."
        ),
    )
    solo_players = forms.IntegerField(
        label=_("Prime de solo, à partir de combien de joueurs"),
        required=False,
        min_value=1,
        max_value=MAX_SOLO_PLAYERS,
        help_text=_("Vide : le nombre du règlement."),
    )
    counted_over = forms.ChoiceField(
        label=_("Prime de solo, où se comptent ces joueurs"),
        choices=[(scope.value, COUNTED_OVER_NAMES[scope]) for scope in CountedOver],
        help_text=_("Si le tournoi a plusieurs centres. Les solos, eux, sont toujours de tous."),
    )

    inherited_zone: str

    def list_sections(self) -> list[tuple[Promise, list[forms.BoundField]]]:
        """Return the folded parts that have fields, each with its title."""
        parts = [
            (title, [self[name] for name in names if name in self.fields])
            for title, names in _SECTIONS
        ]
        return [(title, fields) for title, fields in parts if fields]

    def remove_duplicate_fields(self) -> None:
        """Remove the fields that mean nothing in a classic tournament."""
        for name in _DUPLICATE_FIELDS:
            del self.fields[name]
        self.fields["is_embeddable"].label = _("Laisser d’autres sites montrer le classement")
        publicity = self.fields["publicity"]
        assert isinstance(publicity, forms.ChoiceField)
        publicity.choices = [
            (value.value, CLASSIC_PUBLICITY_NAMES[value]) for value in ResultVisibility
        ]
        publicity.help_text = _("Les appariements se montrent toujours, et l’équipe voit tout.")

    @classmethod
    def for_tournament(cls, tournament: Tournament, data: Any = None) -> Self:
        initial = {
            "name": tournament.name,
            "venue": tournament.venue,
            "venue_address": tournament.venue_address,
            "contact": tournament.contact,
            "is_embeddable": tournament.is_embeddable,
            "starts_on": tournament.starts_on,
            "ends_on": tournament.ends_on,
            "lexicon": tournament.lexicon,
            "edition": tournament.edition,
            "links_valid_until": timezone.localdate(tournament.links_valid_until),
            "confirm_clean": tournament.confirm_clean,
            "confirm_refused": tournament.confirm_refused,
            "points_on_slips": tournament.points_on_slips,
            "plays_on": tournament.plays_on,
            "short_minors": "1" if tournament.short_minors else "",
            "time_zone": tournament.time_zone,
            "paper": tournament.paper,
            "publicity": tournament.publicity,
            "solo_points": tournament.solo_points,
            "solo_players": tournament.solo_players,
            "counted_over": tournament.counted_over,
        }
        form = cls([tournament.organisation_id], data, initial=initial)
        if tournament.discipline == Discipline.CLASSIC:
            form.remove_duplicate_fields()
        elif not tournament.centres.exists():
            del form.fields["counted_over"]
        organisation = tournament.organisation
        form.inherit(get_organisation_zone(organisation), get_organisation_paper(organisation))
        form.inherited_zone = get_organisation_zone(organisation)
        return form

    def get_changes(self) -> dict[str, Any]:
        """Return the changed values, in the types of the model."""
        changes = {name: self.cleaned_data[name] for name in self.changed_data}
        if "short_minors" in changes:
            changes["short_minors"] = bool(changes["short_minors"])
        if changes.keys() & {"links_valid_until", "time_zone"}:
            # Until the end of that day, in the new time zone of the tournament.
            zone = ZoneInfo(self.cleaned_data["time_zone"] or self.inherited_zone)
            until = datetime.combine(self.cleaned_data["links_valid_until"], time(23, 59, 59))
            changes["links_valid_until"] = until.replace(tzinfo=zone)
        return changes
