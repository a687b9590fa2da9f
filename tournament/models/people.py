"""Tournament, staff, players, entries and tables."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.regulation.edition import Edition
from engine.regulation.editions import get_edition
from tournament.core.solo import SoloTerms, get_solo_terms
from tournament.core.states import (
    CHOOSABLE_MEDIA,
    PLAYING_MEDIA,
    CountedOver,
    Discipline,
    PaperSize,
    PlayMedium,
    ResultVisibility,
    TournamentState,
)
from tournament.models.base import build_uid_field
from tournament.models.organisation import Organisation, PersonData, RosterPlayer
from tournament.models.roster_changes import RosterChange

#: Letters and digits that are not confused when read aloud or from paper.
CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_key() -> str:
    return secrets.token_urlsafe(18)


def default_validity() -> datetime:
    return timezone.now() + timedelta(days=30)


class Tournament(models.Model):
    uid = build_uid_field()
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="tournaments")
    state = models.CharField(max_length=10, default=TournamentState.PUBLISHED)
    name = models.CharField(_("nom"), max_length=120)
    slug = models.SlugField(_("adresse"), max_length=60, unique=True)
    venue = models.CharField(_("lieu"), max_length=120, blank=True)
    #: Where to go, and whom to ask, as the public page of the tournament says.
    venue_address = models.CharField(_("adresse du lieu"), max_length=300, blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    starts_on = models.DateField(_("date"), default=timezone.localdate)
    #: The last day; None: it lasts one day.
    ends_on = models.DateField(_("dernier jour"), null=True, blank=True)
    edition = models.CharField(_("édition du règlement"), max_length=10, default="2023")
    #: Duplicate games, or matches of two players (``tournament.classic.models``).
    discipline = models.CharField(_("jeu"), max_length=9, default=Discipline.DUPLICATE)
    lexicon = models.CharField(_("lexique"), max_length=60, default="fr-libre")
    links_valid_until = models.DateTimeField(
        _("liens des tables valables jusqu'au"), default=default_validity
    )
    confirm_clean = models.BooleanField(
        _("faire confirmer aussi les bulletins sans faute"), default=False
    )
    confirm_refused = models.BooleanField(
        _("faire confirmer les zéros pour un mot non admis"), default=False
    )
    #: Slips give the points of the turn and the running total, beside what 5.9 asks for.
    points_on_slips = models.BooleanField(
        _("points et total sur les billets"), default=False, db_default=False
    )
    #: Default of ``Entry.plays_on`` for new entries.
    plays_on = models.CharField(max_length=7, default=PlayMedium.TABLET)
    #: Empty: the time zone of the organisation, then of the installation.
    time_zone = models.CharField(_("fuseau horaire"), max_length=40, blank=True)
    paper = models.CharField(_("papier"), max_length=6, blank=True)
    #: On public pages minors appear as first name and initial (``queries.people.public_names``).
    short_minors = models.BooleanField(
        _("abréger les noms des mineurs pour le public"), default=False
    )
    #: Settings of the general ranking, as ``tournament.core.ranking`` reads them.
    ranking: Any = models.JSONField(default=dict, blank=True)
    #: Terms of a classic tournament, of its matches and of its rounds (``classic.core.terms``,
    #: ``classic.core.rounds.terms``).
    classic: Any = models.JSONField(default=dict, blank=True)
    #: Its own bonus for a solo, in points, and from how many players it is due (3.5); None: the
    #: edition's.
    solo_points = models.PositiveSmallIntegerField(null=True, blank=True)
    solo_players = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Where these players are counted, if the tournament has centres (reading B-48).
    counted_over = models.CharField(
        max_length=6, default=CountedOver.WHOLE, db_default=CountedOver.WHOLE.value
    )
    #: When the results of persons become public (``queries.results.publicity``).
    publicity = models.CharField(max_length=4, default=ResultVisibility.LIVE)
    #: Other sites may show its ranking and its board in a frame (``views.public.embedding``).
    is_embeddable = models.BooleanField(
        _("classement et grille dans les pages d'autres sites"), default=False
    )
    #: Set when it was restored although the verification refused its file: the lines refused, as
    #: member and number (or None). Shown wherever a head of its journals is.
    unverified: Any = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(plays_on__in=list(PLAYING_MEDIA)), name="tournament_plays_on"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=list(TournamentState)), name="tournament_state"
            ),
            models.CheckConstraint(
                condition=models.Q(discipline__in=list(Discipline)), name="tournament_discipline"
            ),
            models.CheckConstraint(
                condition=models.Q(paper__in=["", *PaperSize]), name="tournament_paper"
            ),
            models.CheckConstraint(
                condition=models.Q(publicity__in=list(ResultVisibility)),
                name="tournament_publicity",
            ),
            models.CheckConstraint(
                condition=models.Q(counted_over__in=list(CountedOver)),
                name="tournament_counted_over",
            ),
            models.CheckConstraint(
                condition=models.Q(solo_players=None) | models.Q(solo_players__gte=1),
                name="tournament_solo_players",
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on=None) | models.Q(ends_on__gt=models.F("starts_on")),
                name="tournament_ends_on",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def regulation(self) -> Edition:
        """Return the edition of the regulation under which it is played."""
        return get_edition(self.edition)

    @property
    def has_own_solo_rules(self) -> bool:
        return self.solo_points is not None or self.solo_players is not None

    @property
    def solo_terms(self) -> SoloTerms:
        return get_solo_terms(self.regulation, self.solo_points, self.solo_players)


class Table(models.Model):
    """A numbered place; its link or its code signs a player in."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="tables", db_index=False
    )
    number = models.PositiveIntegerField(_("table"))
    code = models.CharField(max_length=CODE_LENGTH, default=new_code)
    key = models.CharField(max_length=40, unique=True, default=new_key)
    #: How many times link and code were renewed; a session opened by an older link is closed.
    renewals = models.PositiveIntegerField(default=0)
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        related_name="tables",
        null=True,
        blank=True,
    )
    #: The room that it stands in, if the tournament has several.
    centre = models.ForeignKey(
        "tournament.Centre",
        models.RESTRICT,
        related_name="tables",
        null=True,
        blank=True,
        db_index=False,
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Player(PersonData):
    """A player of one tournament, with the data of that time; ``roster_player``: the same in the
    roster."""

    uid = build_uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="players")
    roster_player = models.ForeignKey(
        RosterPlayer,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="played",
        db_column="known_id",
    )

    class Meta:
        ordering = ["last_name", "first_name"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "licence"],
                condition=~models.Q(licence=""),
                name="player_licence_once",
            )
        ]


class Team(models.Model):
    """Entries whose results are added up."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(_("nom"), max_length=80)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint("tournament", Lower("name"), name="team_name_once")]

    def __str__(self) -> str:
        return self.name


class EntryImport(models.Model):
    """An imported file of entries, which can be undone as a whole."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="imports")
    file_name = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    #: The changes of the roster that it caused; None after ``CHANGE_STORAGE_TIME``.
    learnt = models.OneToOneField(
        RosterChange, models.SET_NULL, null=True, related_name="entry_import"
    )

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.file_name} ({self.tournament})"


class Entry(models.Model):
    """A player or a pair taking part in a tournament, at one table."""

    uid = build_uid_field()
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    table = models.OneToOneField(Table, models.PROTECT, related_name="entry")
    players = models.ManyToManyField(Player, related_name="entries")
    #: Names of the players as shown everywhere, written by the registration service; long enough
    #: for the two longest names and their separator.
    name = models.CharField(max_length=330)
    withdrawn = models.BooleanField(default=False)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="entries")
    #: When the entry was checked in at the door.
    checked_in_at = models.DateTimeField(null=True)
    imported = models.ForeignKey(
        EntryImport, models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    #: From the next turn on; for a closed turn see ``TurnParticipation``.
    plays_on = models.CharField(max_length=7, default=PlayMedium.TABLET)
    #: Number of changes to what the arbitration stores about the entry and its tablet shows. The
    #: tablet fetches it again when the number changes (``services.notifications``).
    news = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["table__number"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(plays_on__in=list(CHOOSABLE_MEDIA)), name="entry_plays_on"
            )
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return self.name
