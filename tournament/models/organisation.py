"""The organisation that owns tournaments: its accounts, its roster and its lists."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournament.core.people.names import fold_licence, fold_name
from tournament.core.states import AccountChangeKind, GroupKind, PaperSize

#: Maximum lengths of a player's data, in characters.
PLAYER_LENGTHS = {
    "last_name": 80,
    "first_name": 80,
    "licence": 30,
    "club": 80,
    "federation": 80,
    "country": 80,
    "series": 30,
    "category": 30,
}


class Organisation(models.Model):
    """A club, committee or federation; it sees its own people, lexica and tournaments only."""

    name = models.CharField(_("nom"), max_length=120)
    #: Empty: the time zone of the installation.
    time_zone = models.CharField(_("fuseau horaire"), max_length=40, blank=True)
    paper = models.CharField(_("papier"), max_length=6, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(paper__in=["", *PaperSize]), name="organisation_paper"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account of an organisation; one that ``manages`` creates tournaments and accounts."""

    organisation = models.ForeignKey(
        Organisation, models.CASCADE, related_name="memberships", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    manages = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "user"], name="membership_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.organisation})"


class AccountChange(models.Model):
    """A change that the staff made to an account; rows are added, never changed."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="account_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    #: The name at that time; an account may be deleted.
    username = models.CharField(max_length=150)
    kind = models.CharField(max_length=20)
    #: For a renaming: the old and the new name.
    data: Any = models.JSONField(default=dict, db_default={})
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=list(AccountChangeKind)), name="account_change_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.username}: {self.kind}"


class Group(models.Model):
    """A series, age category, club or federation in the lists of the organisation.

    Players carry ``code`` as text, so that a tournament keeps what was true when it was played.
    The list gives the whole name, the order in rankings, and the ages of a category.
    """

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="groups")
    kind = models.CharField(max_length=12)
    code = models.CharField(_("abrégé"), max_length=80)
    name = models.CharField(_("nom"), max_length=80, blank=True)
    position = models.PositiveSmallIntegerField(default=0)
    #: For a category: ages in years, both included, in the civil year of the tournament.
    age_from = models.PositiveSmallIntegerField(null=True, blank=True)
    age_to = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["kind", "position", "code"]
        constraints = [
            models.UniqueConstraint("organisation", "kind", Lower("code"), name="group_once"),
            models.CheckConstraint(condition=models.Q(kind__in=list(GroupKind)), name="group_kind"),
        ]

    def __str__(self) -> str:
        return self.name or self.code


class PersonData(models.Model):
    """Personal data of a player; ``birth_year`` is None and texts are empty where unknown."""

    last_name = models.CharField(_("nom"), max_length=PLAYER_LENGTHS["last_name"])
    first_name = models.CharField(_("prénom"), max_length=PLAYER_LENGTHS["first_name"], blank=True)
    licence = models.CharField(_("licence"), max_length=PLAYER_LENGTHS["licence"], blank=True)
    club = models.CharField(_("club"), max_length=PLAYER_LENGTHS["club"], blank=True)
    federation = models.CharField(
        _("fédération"), max_length=PLAYER_LENGTHS["federation"], blank=True
    )
    country = models.CharField(_("pays"), max_length=PLAYER_LENGTHS["country"], blank=True)
    birth_year = models.PositiveSmallIntegerField(_("année de naissance"), null=True, blank=True)
    series = models.CharField(_("série"), max_length=PLAYER_LENGTHS["series"], blank=True)
    category = models.CharField(_("catégorie"), max_length=PLAYER_LENGTHS["category"], blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.last_name} {self.first_name}".strip()


class RosterPlayer(PersonData):
    """A player in the roster of the organisation, which is kept from one tournament to the next."""

    organisation = models.ForeignKey(
        Organisation, models.CASCADE, related_name="roster", db_index=False
    )
    #: Name, licence and club as they are compared (``core.people.names.fold_name``,
    #: ``core.people.names.fold_licence``), updated with them.
    plain_name = models.CharField(max_length=330)
    plain_licence = models.CharField(max_length=60, default="", blank=True)
    plain_club = models.CharField(max_length=160, default="", blank=True)
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["last_name", "first_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "licence"],
                condition=~models.Q(licence=""),
                name="roster_licence_once",
            )
        ]
        indexes = [
            models.Index(fields=["organisation", "plain_name"], name="roster_by_plain_name"),
            models.Index(fields=["organisation", "plain_licence"], name="roster_by_plain_licence"),
        ]

    def fold(self) -> None:
        """Set the columns by which players are searched from the others; the row is not saved."""
        # A folded text can be longer than the column: some signs become several letters.
        self.plain_name = fold_name(f"{self.last_name} {self.first_name}")[:330]
        self.plain_licence = fold_licence(self.licence)[:60]
        self.plain_club = fold_name(self.club)[:160]


class ColumnMatching(models.Model):
    """The field that each column of a file filled, stored for later files with the same heading."""

    organisation = models.ForeignKey(
        Organisation, models.CASCADE, related_name="matchings", db_index=False
    )
    #: Folded names of the columns (``core.people.columns.Heading.folded_names``).
    headers: Any = models.JSONField()
    #: Fields by position; empty for a column that is left out.
    fields: Any = models.JSONField()
    used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "headers"], name="matching_once")
        ]

    def __str__(self) -> str:
        return ", ".join(self.headers)
