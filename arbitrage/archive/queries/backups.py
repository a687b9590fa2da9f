"""Whether a tournament is what it was when it was last backed up, and what has come since."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db.models import Count, Func, Max, QuerySet, Sum, TextField

from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.models import Backup
from arbitrage.classic.models import TableCall
from arbitrage.models import DECIDED, Act, Appeal, LookPlan, PaperBulletin, Ruling, Slip
from tournament.classic.models import Match, MatchEvent, MatchGame, MatchResult, MatchRound
from tournament.models import BigScreen, Bulletin, Contender, Journal, LateBulletin, Tournament
from tournament.queries import freshness
from tournament.topping.models import Topping, ToppingEvent, ToppingRun

_OF_TURN = "turn__game__tournament"


def stamp_of(tournament: Tournament) -> str:
    """The same as long as an archive would have the same lines: what the public pages are made of,
    and what no journal tells of, bulletins as they are sent and what staff does with people."""
    here = {_OF_TURN: tournament}
    asked = {"n": Count("pk"), "revs": Sum("rev"), "last": Max("arrived_at")}
    sent = [kind.objects.filter(**here).aggregate(**asked) for kind in (Bulletin, LateBulletin)]
    people = [
        *tournament.entries.order_by("pk").values_list("pk", "plays_on", "checked_in_at"),
        *tournament.players.order_by("pk").values_list("pk", "last_name", "first_name", "licence"),
        *tournament.tables.order_by("pk").values_list("pk", "code", "arbiter"),
        *tournament.staff.order_by("pk").values_list("pk", "user", "role"),
        *tournament.games.order_by("pk").values_list("pk", "time_s", "warn_s", "format"),
    ]
    screen = BigScreen.objects.filter(tournament=tournament)
    logo = Func("logo", function="MD5", output_field=TextField())
    facts = [
        *screen.values_list("scene", "logo_kind", logo),
        LookPlan.objects.filter(tournament=tournament).count(),
        freshness.compute_stamp(tournament, freshness.compute_people_stamp(tournament)),
        PaperBulletin.objects.filter(**here).count(),
        tournament.seating_changes.count(),
        tournament.changes.count(),
        *sent,
        Slip.objects.filter(**here).aggregate(n=Count("pk"), shown=Count("shown_at")),
        Appeal.objects.filter(tournament=tournament).aggregate(
            asked=Max("asked_at"), completed=Max("completed_at")
        ),
        *people,
        *_other_games(tournament),
    ]
    return sha256(repr(facts).encode()).hexdigest()


def _other_games(tournament: Tournament) -> list[object]:
    """What journals and ``Game.seq`` know nothing of: *mort subite* before it begins, *topping*,
    matches of two. ``seq`` counts what happened in each."""
    own = {"tournament": tournament}
    of_topping, of_match = {"topping__tournament": tournament}, {"match__tournament": tournament}
    rows: list[tuple[QuerySet[Any], str]] = [
        (Contender.objects.filter(game__tournament=tournament), "entry fell"),
        (Topping.objects.filter(**own), "state opened_at closed_at"),
        (ToppingRun.objects.filter(**of_topping), "state turn seq position expires_at"),
        (MatchRound.objects.filter(**own), "state published_at started_at finished_at"),
        (Match.objects.filter(**own), "x y board_number winner points_x points_y difference"),
        (MatchGame.objects.filter(**of_match), "seq expires_at"),
        (TableCall.objects.filter(**own), "state taken_by closed_by"),
    ]
    return [
        *(list(some.order_by("pk").values_list("pk", *names.split())) for some, names in rows),
        ToppingEvent.objects.filter(**of_topping).count(),
        MatchResult.objects.filter(**of_match).count(),
    ]


@dataclass(frozen=True)
class Since:
    """What a tournament would lose: bulletins sent or typed, decisions, and rows of journals,
    those of matches and toppings too."""

    bulletins: int
    decisions: int
    lines: int

    @property
    def nothing(self) -> bool:
        return not (self.bulletins or self.decisions or self.lines)


def since(tournament: Tournament, moment: datetime) -> Since:
    """What has come after ``moment``."""
    here = {_OF_TURN: tournament}
    sent = sum(
        kind.objects.filter(**here, arrived_at__gt=moment).count()
        for kind in (Bulletin, LateBulletin)
    )
    after = {**here, "at__gt": moment}
    decided = Ruling.objects.filter(**after, status__in=DECIDED).count()
    written = MatchResult.objects.filter(match__tournament=tournament, at__gt=moment).count()
    told: list[QuerySet[Any]] = [
        Journal.objects.filter(game__tournament=tournament),
        ToppingEvent.objects.filter(topping__tournament=tournament),
        MatchEvent.objects.filter(game__match__tournament=tournament),
    ]
    return Since(
        bulletins=sent + PaperBulletin.objects.filter(**after).count(),
        decisions=decided + Act.objects.filter(**after).count() + written,
        lines=sum(some.filter(at__gt=moment).count() for some in told),
    )


def home_of(folder: Path, tournament: Tournament) -> Path:
    """Where its backups lie: two tournaments of one address may have used the same stick."""
    return folder / f"{tournament.slug}-{str(tournament.uid)[:8]}"


def backups_of(tournament: Tournament, folder: Path | None) -> list[str]:
    """The files of its backups, the oldest first: those in ``folder`` that can be seen from here,
    and the last one wherever it was made."""
    home = home_of(folder, tournament) if folder else None
    seen = home.glob(f"*{SUFFIX}") if home and home.is_dir() else ()
    last = last_backup(tournament)
    return sorted({*map(str, seen), *([last.path] if last and last.path else [])})


def last_backup(tournament: Tournament) -> Backup | None:
    return Backup.objects.filter(tournament=tournament).first()
