"""Backups of a tournament: whether the last one is up to date, and what it lacks."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any

from django.db.models import Count, Func, Max, QuerySet, Sum, TextField
from django.utils.timezone import get_default_timezone

from arbitrage.archive.core.file_names import parse_time
from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.models import Backup
from arbitrage.classic.models import TableCall
from arbitrage.models import DECIDED_STATUSES, Act, Appeal, LookPlan, PaperBulletin, Ruling, Slip
from tournament.classic.models import (
    ClockEvent,
    Match,
    MatchEvent,
    MatchGame,
    MatchResult,
    MatchRound,
    TableClock,
)
from tournament.models import BigScreen, Bulletin, Contender, Journal, LateBulletin, Tournament
from tournament.queries import freshness
from tournament.topping.models import Topping, ToppingEvent, ToppingRun

_OF_TURN = "turn__game__tournament"
_KEY_LENGTH = 24


def compute_stamp(tournament: Tournament) -> str:
    """Return a digest that changes whenever the lines of an archive would change.

    It covers what the public pages show, bulletins as they are sent, and changes of staff and
    people, which no journal records.
    """
    of_tournament = {_OF_TURN: tournament}
    aggregates = {"n": Count("pk"), "revs": Sum("rev"), "last": Max("arrived_at")}
    bulletins = [
        model.objects.filter(**of_tournament).aggregate(**aggregates)
        for model in (Bulletin, LateBulletin)
    ]
    people_and_games = [
        *tournament.entries.order_by("pk").values_list("pk", "plays_on", "checked_in_at"),
        *tournament.players.order_by("pk").values_list("pk", "last_name", "first_name", "licence"),
        *tournament.tables.order_by("pk").values_list("pk", "code", "arbiter"),
        *tournament.staff.order_by("pk").values_list("pk", "user", "role"),
        *tournament.games.order_by("pk").values_list(
            "pk", "time_s", "warn_s", "format", "starts_at"
        ),
    ]
    screen = BigScreen.objects.filter(tournament=tournament)
    logo = Func("logo", function="MD5", output_field=TextField())
    people = freshness.compute_people_fingerprint(tournament)
    facts = [
        *screen.values_list("scene", "logo_kind", logo),
        LookPlan.objects.filter(tournament=tournament).count(),
        freshness.compute_tournament_fingerprint(tournament, people),
        PaperBulletin.objects.filter(**of_tournament).count(),
        tournament.seating_changes.count(),
        tournament.changes.count(),
        *bulletins,
        Slip.objects.filter(**of_tournament).aggregate(n=Count("pk"), shown=Count("shown_at")),
        Appeal.objects.filter(tournament=tournament).aggregate(
            asked=Max("asked_at"), completed=Max("completed_at")
        ),
        *people_and_games,
        *_stamp_other_games(tournament),
    ]
    return sha256(repr(facts).encode()).hexdigest()


def _stamp_other_games(tournament: Tournament) -> list[object]:
    """Return the state of games without ``Game.seq``: *mort subite* before it begins, *topping*,
    classic matches. Their ``seq`` counts their events."""
    of_tournament = {"tournament": tournament}
    of_topping, of_match = {"topping__tournament": tournament}, {"match__tournament": tournament}
    columns: list[tuple[QuerySet[Any], str]] = [
        (Contender.objects.filter(game__tournament=tournament), "entry fell"),
        (Topping.objects.filter(**of_tournament), "state opened_at closed_at"),
        (ToppingRun.objects.filter(**of_topping), "state turn seq position expires_at"),
        (
            MatchRound.objects.filter(**of_tournament),
            "state published_at started_at finished_at clock_left_ms clock_ends_at",
        ),
        (
            Match.objects.filter(**of_tournament),
            "x y board_number winner points_x points_y difference",
        ),
        (MatchGame.objects.filter(**of_match), "seq expires_at"),
        (TableClock.objects.filter(**of_match), "seq"),
        (TableCall.objects.filter(**of_tournament), "state taken_by closed_by"),
    ]
    return [
        *(
            list(queryset.order_by("pk").values_list("pk", *fields.split()))
            for queryset, fields in columns
        ),
        ToppingEvent.objects.filter(**of_topping).count(),
        MatchResult.objects.filter(**of_match).count(),
    ]


@dataclass(frozen=True)
class ChangesSince:
    """Changes that restoring a backup would lose: bulletins sent or typed, decisions, and journal
    rows, including the events of matches and toppings."""

    bulletins: int
    decisions: int
    lines: int

    @property
    def is_empty(self) -> bool:
        return not (self.bulletins or self.decisions or self.lines)


def count_changes_since(tournament: Tournament, moment: datetime) -> ChangesSince:
    """Count what was added after ``moment``."""
    of_tournament = {_OF_TURN: tournament}
    bulletin_count = sum(
        model.objects.filter(**of_tournament, arrived_at__gt=moment).count()
        for model in (Bulletin, LateBulletin)
    )
    after = {**of_tournament, "at__gt": moment}
    decided = Ruling.objects.filter(**after, status__in=DECIDED_STATUSES).count()
    results = MatchResult.objects.filter(match__tournament=tournament, at__gt=moment).count()
    journals: list[QuerySet[Any]] = [
        Journal.objects.filter(game__tournament=tournament),
        ToppingEvent.objects.filter(topping__tournament=tournament),
        MatchEvent.objects.filter(game__match__tournament=tournament),
        ClockEvent.objects.filter(clock__match__tournament=tournament),
    ]
    return ChangesSince(
        bulletins=bulletin_count + PaperBulletin.objects.filter(**after).count(),
        decisions=decided + Act.objects.filter(**after).count() + results,
        lines=sum(journal.filter(at__gt=moment).count() for journal in journals),
    )


def get_backup_folder(parent: Path, tournament: Tournament) -> Path:
    """Return the folder of the backups of ``tournament``; the uid tells tournaments with the same
    address apart that are backed up to the same stick."""
    return parent / f"{tournament.slug}-{str(tournament.uid)[:8]}"


@dataclass(frozen=True)
class BackupFile:
    """A backup in the folder of this machine. ``modified_ns``: when the file was changed."""

    tournament: Tournament
    path: Path
    made_at: datetime
    size: int
    modified_ns: int

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def key(self) -> str:
        """Return what an address names it by: never a name, which could lead elsewhere."""
        return sha256(f"{self.tournament.uid}/{self.name}".encode()).hexdigest()[:_KEY_LENGTH]


def list_backup_files(tournament: Tournament, folder: Path | None) -> list[BackupFile]:
    """Return the backups in ``folder``, the newest first; none if it cannot be read. Other files
    and links, which could lead out of it, are left out."""
    if folder is None:
        return []
    zone, files = get_default_timezone(), []
    with suppress(OSError):
        for path in get_backup_folder(folder, tournament).glob(f"*{SUFFIX}"):
            made_at, status = parse_time(path.name, zone), path.lstat()
            if made_at is not None and S_ISREG(status.st_mode):
                files.append(
                    BackupFile(tournament, path, made_at, status.st_size, status.st_mtime_ns)
                )
    return sorted(files, key=lambda file: (file.made_at, file.name), reverse=True)


def find_backup_file(tournament: Tournament, folder: Path | None, key: str) -> BackupFile | None:
    """Return the listed backup with this key."""
    files = list_backup_files(tournament, folder)
    return next((file for file in files if file.key == key), None)


def list_backup_paths(tournament: Tournament, folder: Path | None) -> list[str]:
    """Return the paths of the backups, the oldest first: those in ``folder`` if it can be read, and
    the last one wherever it was written."""
    subfolder = get_backup_folder(folder, tournament) if folder else None
    paths = set(subfolder.glob(f"*{SUFFIX}") if subfolder and subfolder.is_dir() else ())
    last = get_last_backup(tournament)
    if last and last.path:
        paths.add(Path(last.path))
    zone, oldest = get_default_timezone(), datetime.min.replace(tzinfo=UTC)
    times = {path: parse_time(path.name, zone) or oldest for path in paths}
    return [str(path) for path in sorted(times, key=lambda path: (times[path], path))]


def get_last_backup(tournament: Tournament) -> Backup | None:
    return Backup.objects.filter(tournament=tournament).first()
