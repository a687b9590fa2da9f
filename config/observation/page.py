"""The page of the installation, for its administrator: its state, and what is wrong with it."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.celery import app
from config.observation.installation import (
    QUEUES,
    DatabaseState,
    DiskState,
    connect_broker,
    count_failed_backups,
    count_live_processes,
    list_disks,
    read_backup_age,
    read_database_state,
    read_games_state,
    read_queues,
)
from config.observation.versions import list_versions, read_broker_version
from tournament.broker import ERRORS
from tournament.core.states import UNDER_WAY_GAME_STATES
from tournament.models import Game
from tournament.queries.access import require_administrator
from tournament.views.shortcuts import for_accounts, get_signed_in_user

#: Workers answer within this time, in seconds, or count as absent.
WORKERS_TIMEOUT_S = 1.0
MAX_GAMES = 50
#: Limits beyond which a state is a problem.
LATE_TASK_S = 15.0
LATE_LOCK_S = 5.0
FULL_SHARE = 0.9


@dataclass(frozen=True)
class QueueRow:
    """A queue, and the names of the workers that answer for it."""

    name: str
    depth: int
    oldest_s: float
    workers: list[str]


@dataclass(frozen=True)
class BrokerState:
    queues: list[QueueRow]
    live_processes: int
    version: str


@for_accounts
def page(request: HttpRequest) -> HttpResponse:
    require_administrator(get_signed_in_user(request))
    context = build_context()
    return render(request, "installation.html", context)


def build_context() -> dict[str, Any]:
    """Return the state, with the list of its problems. Raise django.db.Error."""
    broker = read_broker()
    database, disks, age = read_database_state(), list_disks(), read_backup_age()
    versions = list_versions() | ({"Valkey": broker.version} if broker else {})
    return {
        "problems": [
            *list_broker_problems(broker),
            *list_database_problems(database),
            *list_backup_problems(age, count_failed_backups()),
            *list_disk_problems(disks),
        ],
        "rooms": read_games_state(),
        "games": list_games(),
        "broker": broker,
        "database": database,
        "disks": disks,
        "backup_minutes": None if age is None else int(age // 60),
        "versions": versions,
    }


def list_games() -> list[Game]:
    """List games in play, the newest first."""
    games = Game.objects.filter(state__in=UNDER_WAY_GAME_STATES).select_related("tournament")
    return list(games.order_by("-pk")[:MAX_GAMES])


def read_broker() -> BrokerState | None:
    """Return None if the broker does not answer."""
    try:
        with connect_broker(settings.BROKER_URL) as client:
            queues, workers = read_queues(client), list_workers()
            rows = [QueueRow(**vars(queue), workers=workers[queue.name]) for queue in queues]
            return BrokerState(rows, count_live_processes(), read_broker_version(client))
    except ERRORS:
        return None


def list_workers() -> dict[str, list[str]]:
    """Return the names of the workers that answer, by queue."""
    try:
        answers = app.control.inspect(timeout=WORKERS_TIMEOUT_S).active_queues() or {}
    except (OSError, *ERRORS):
        answers = {}
    return {
        queue: sorted(
            node for node, rows in answers.items() if any(row["name"] == queue for row in rows)
        )
        for queue in QUEUES
    }


def list_broker_problems(broker: BrokerState | None) -> list[str]:
    if broker is None:
        return [_("Valkey ne répond pas : rien n’est calculé ni annoncé.")]
    problems = []
    for queue in broker.queues:
        if not queue.workers:
            problems.append(
                _("Aucun programme ne répond pour la file « %(queue)s » : relancez-le.")
                % {"queue": queue.name}
            )
        elif queue.oldest_s > LATE_TASK_S:
            problems.append(
                _(
                    "Une tâche de la file « %(queue)s » attend depuis %(seconds)d s : ajoutez un "
                    "programme à cette file, ou voyez ce qui occupe le sien."
                )
                % {"queue": queue.name, "seconds": queue.oldest_s}
            )
    if not broker.live_processes:
        problems.append(_("Aucun programme n’écoute le bus : les tablettes sont sans nouvelles."))
    return problems


def list_database_problems(database: DatabaseState) -> list[str]:
    problems = []
    if database.longest_lock_wait_s > LATE_LOCK_S:
        problems.append(
            _("Une requête attend un verrou depuis %(seconds)d s.")
            % {"seconds": database.longest_lock_wait_s}
        )
    if database.connections > FULL_SHARE * database.max_connections:
        problems.append(
            _("La base a %(count)d connexions sur %(most)d : augmentez max_connections.")
            % {"count": database.connections, "most": database.max_connections}
        )
    return problems


def list_backup_problems(age_s: float | None, failed_backups: int) -> list[str]:
    if settings.BACKUP_DIR is None:
        return [_("Aucun tournoi n’est sauvegardé : donnez BACKUP_DIR.")]
    problems = []
    if age_s is None or age_s > 3 * settings.BACKUP_EVERY.total_seconds():
        problems.append(
            _("Les sauvegardes sont en retard : voyez le journal du programme « backup ».")
        )
    if failed_backups:
        problems.append(
            _("La dernière sauvegarde a échoué pour %(count)d tournois.")
            % {"count": failed_backups}
        )
    return problems


def list_disk_problems(disks: list[DiskState]) -> list[str]:
    return [
        _("Le disque de %(folder)s est presque plein.") % {"folder": disk.folder}
        for disk in disks
        if disk.free_bytes < (1 - FULL_SHARE) * disk.total_bytes
    ]
