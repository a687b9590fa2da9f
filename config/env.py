"""The configuration, read from the environment: typed, checked, with errors in French.

Every variable may also be given as a file (``SECRET_KEY_FILE=/run/secrets/key``).
Nothing insecure has a default: without ``DEBUG`` the key, the public address, the
database and the broker must be given, and a known or weak key is refused.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from environs import EnvError, FileAwareEnv

from config.database import is_database_url
from config.observation.settings import list_observation_problems, read_observation
from config.servers import mail
from config.servers.broker import is_cluster_address, list_broker_problems

BASE_DIR = Path(__file__).resolve().parent.parent
DEVELOPMENT_KEY_PREFIX = "developpement-"
INSECURE_KEY_PREFIXES = (DEVELOPMENT_KEY_PREFIX, "django-insecure-")
MIN_KEY_LENGTH = 50
MIN_KEY_UNIQUE = 5
MAX_GRACE_MS = 10_000
ZONE_FOLDER = Path("/usr/share/zoneinfo")
#: Accounts that may create tournaments: those with the permission, or all of them.
TOURNAMENT_CREATION_CHOICES = ("permission", "everybody")
#: Paper sizes; the first is the default of organisations and tournaments.
PAPER_SIZES = ("a4", "letter")
#: Who runs this installation, and where its source is.
OPERATOR_TEXTS = ("OPERATOR_NAME", "OPERATOR_CONTACT", "SOURCE_URL")
#: Registration of organisations by anybody, once they have confirmed their address.
SELF_REGISTRATION_CHOICES = ("off", "open")


class ConfigurationError(Exception):
    """The environment does not allow the program to start; ``problems`` are sentences."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(
            f"Duplicata refuse de démarrer : la configuration est incomplète.\n{lines}\n"
            "Pour essayer le logiciel sur ce poste : make demo. "
            "Pour une installation : voir docs/exploitation.md."
        )


@dataclass(frozen=True)
class Environment:
    """The configuration of one process, as read from its environment."""

    debug: bool
    secret_key: str = field(repr=False)
    former_keys: list[str] = field(repr=False)  # signatures made with them are still valid
    public_url: str  # scheme, host and port; no path, no final slash
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    database_url: str = field(repr=False)
    database_password: str = field(repr=False)  # of a URL without one
    redis_url: str = field(repr=False)
    broker_url: str = field(repr=False)  # of Celery, if it is not the bus
    bus_sharded: bool  # SPUBLISH instead of PUBLISH
    bus_prefix: str  # keeps two installations (or two test workers) on one broker apart
    db_pool_max: int  # connections of one process, all threads together
    db_transaction_pooling: bool  # a session of the database lasts one transaction (PgBouncer)
    db_options: str  # PGOPTIONS: libpq ignores it beside options of ours
    lexicon_path: Path | None  # None: the lexicon shipped with the engine
    lexicon_dir: Path  # compiled lexicons
    static_root: Path
    static_manifest: bool  # hashed names from collectstatic, or plain names
    shell_worker: bool  # browsers store the page shown without network
    drain_s: float  # how long a stopping web process still serves, without new sockets
    forwarded_allow_ips: str  # proxies trusted for the client's address
    hand_in_grace_ms: int  # accepted delay of a bulletin after the end of a turn
    hsts_seconds: int
    tournament_creation: str  # who may create tournaments, one of TOURNAMENT_CREATION_CHOICES
    self_registration: str  # one of SELF_REGISTRATION_CHOICES
    email_url: str = field(repr=False)  # empty: no messages are sent
    email_from: str
    backup_dir: Path | None  # folder of the automatic backups; None: no backups
    backup_minutes: float  # interval between two backups
    backup_keep: int  # number of backups kept of each tournament
    event_hosts: tuple[str, ...]  # names of servers that a centre may call; empty: every name
    result_profile_dir: Path | None  # folder of the installation's result file profiles
    operator_name: str  # who runs this installation, for the page "À propos"
    operator_contact: str
    source_url: str  # where the source of this version is (AGPL, section 13)
    time_zone: str  # of the times shown
    paper_size: str  # one of PAPER_SIZES
    log_level: str
    log_json: bool
    access_log: bool  # one line for each request
    metrics_host: str
    metrics_port: int  # where Prometheus reads the metrics of this process; 0: nowhere
    sentry_dsn: str = field(repr=False)  # empty: errors are only logged
    tracing: bool  # traces are sent to OTEL_EXPORTER_OTLP_ENDPOINT

    @property
    def is_secure(self) -> bool:
        """Return True if browsers reach the site over TLS: cookies then require it."""
        return urlsplit(self.public_url).scheme == "https"

    @property
    def public_host(self) -> str:
        return urlsplit(self.public_url).hostname or ""


def read_environment() -> Environment:
    """Read and check the environment.

    Raise ConfigurationError with every problem found, not only the first.
    """
    env = FileAwareEnv(strip_whitespace=True)
    try:
        environment = _parse(env)
    except EnvError as error:
        raise ConfigurationError([f"valeur illisible : {error}"]) from error
    except ValueError as error:  # a *_FILE that cannot be read
        raise ConfigurationError([str(error)]) from error
    if problems := _list_problems(environment):
        raise ConfigurationError(problems)
    return environment


def _parse(env: FileAwareEnv) -> Environment:
    debug = env.bool("DEBUG", default=False)
    return Environment(
        debug=debug,
        **_read_site(env, debug=debug),
        **_read_servers(env),
        **_read_files(env, debug=debug),
        **_read_mail(env),
        drain_s=env.float("DRAIN_S", default=0.0),
        forwarded_allow_ips=env.str("FORWARDED_ALLOW_IPS", default="127.0.0.1"),
        hand_in_grace_ms=env.int("HAND_IN_GRACE_MS", default=1500),
        tournament_creation=env.str("TOURNAMENT_CREATION", default=TOURNAMENT_CREATION_CHOICES[0]),
        self_registration=env.str("SELF_REGISTRATION", default=SELF_REGISTRATION_CHOICES[0]),
        time_zone=env.str("TIME_ZONE", default="Europe/Paris"),
        paper_size=env.str("PAPER_SIZE", default=PAPER_SIZES[0]).lower(),
        **read_observation(env, debug=debug),
    )


def _read_site(env: FileAwareEnv, *, debug: bool) -> dict[str, Any]:
    """Return the site's keys and addresses."""
    default_url = "http://localhost:8000" if debug else ""
    public_url = env.str("PUBLIC_URL", default=default_url).rstrip("/")
    host = urlsplit(public_url).hostname
    return {
        "secret_key": env.str("SECRET_KEY", default="").strip(),
        "former_keys": env.list("SECRET_KEY_FALLBACKS", default=[]),
        "public_url": public_url,
        "allowed_hosts": env.list("ALLOWED_HOSTS", default=[host] if host else []),
        "csrf_trusted_origins": env.list(
            "CSRF_TRUSTED_ORIGINS", default=[public_url] if public_url else []
        ),
        "hsts_seconds": env.int("HSTS_SECONDS", default=31_536_000),
        **{name.lower(): env.str(name, default="").strip() for name in OPERATOR_TEXTS},
    }


def _read_servers(env: FileAwareEnv) -> dict[str, Any]:
    """Return the settings of database and broker."""
    return {
        "database_url": env.str("DATABASE_URL", default=""),
        "database_password": env.str("DATABASE_PASSWORD", default=""),
        "redis_url": (redis_url := env.str("REDIS_URL", default="")),
        "broker_url": env.str("BROKER_URL", default="") or redis_url,
        "bus_sharded": env.bool("BUS_SHARDED", default=is_cluster_address(redis_url)),
        "bus_prefix": env.str("BUS_PREFIX", default="duplicata"),
        "db_pool_max": env.int("DB_POOL_MAX", default=10),
        "db_transaction_pooling": env.bool("DB_TRANSACTION_POOLING", default=False),
        "db_options": env.str("PGOPTIONS", default=""),
    }


def _read_files(env: FileAwareEnv, *, debug: bool) -> dict[str, Any]:
    """Return the folders and files, and the settings of backups and static files."""
    local_folder = BASE_DIR / ".local"
    return {
        "lexicon_path": _read_path(env, "LEXICON_PATH"),
        "lexicon_dir": env.path("LEXICON_DIR", default=local_folder / "lexicon"),
        "static_root": env.path("STATIC_ROOT", default=local_folder / "static"),
        "static_manifest": env.bool("STATIC_MANIFEST", default=not debug),
        "shell_worker": env.bool("SHELL_WORKER", default=True),
        "backup_dir": _read_path(env, "BACKUP_DIR"),
        "backup_minutes": env.float("BACKUP_MINUTES", default=5.0),
        "backup_keep": env.int("BACKUP_KEEP", default=24),
        "event_hosts": tuple(env.list("EVENT_HOSTS", default=[])),
        "result_profile_dir": _read_path(env, "RESULT_PROFILE_DIR"),
    }


def _read_mail(env: FileAwareEnv) -> dict[str, Any]:
    return {
        "email_url": env.str("EMAIL_URL", default=""),
        "email_from": env.str("EMAIL_FROM", default=""),
    }


def _read_path(env: FileAwareEnv, name: str) -> Path | None:
    """Return the path in variable ``name``, None if it is empty or missing."""
    value = env.str(name, default="")
    return Path(value) if value else None


def _list_problems(env: Environment) -> list[str]:
    problems = []
    if not env.debug or not env.secret_key:
        problems += _list_key_problems("SECRET_KEY", env.secret_key)
    for key in env.former_keys:
        problems += _list_key_problems("SECRET_KEY_FALLBACKS", key)
    problems += _list_address_problems(env)
    if not is_database_url(env.database_url):
        problems.append(
            "DATABASE_URL doit désigner une base PostgreSQL (postgresql://…) ; un mot de passe où "
            "il y a / @ : ou ? se donne à part, par DATABASE_PASSWORD"
        )
    problems += list_broker_problems(env.redis_url, env.broker_url)
    if not 0 <= env.hand_in_grace_ms <= MAX_GRACE_MS:
        problems.append(
            f"HAND_IN_GRACE_MS doit être entre 0 et {MAX_GRACE_MS} (millisecondes) ; "
            f"reçu : {env.hand_in_grace_ms}"
        )
    if env.db_pool_max < 1:
        problems.append(f"DB_POOL_MAX doit être au moins 1 ; reçu : {env.db_pool_max}")
    problems += _list_backup_problems(env)
    problems += _list_choice_problems(
        "TOURNAMENT_CREATION", env.tournament_creation, TOURNAMENT_CREATION_CHOICES
    )
    problems += _list_choice_problems("PAPER_SIZE", env.paper_size, PAPER_SIZES)
    problems += _list_choice_problems(
        "SELF_REGISTRATION", env.self_registration, SELF_REGISTRATION_CHOICES
    )
    problems += mail.list_problems(env.email_url, env.email_from, env.self_registration)
    problems += list_observation_problems(env.metrics_port, env.sentry_dsn, tracing=env.tracing)
    if not _is_time_zone(env.time_zone):
        problems.append(
            "TIME_ZONE doit être le nom d'un fuseau horaire que ce système connaît (Europe/Paris, "
            f"Indian/Reunion, America/Toronto) ; reçu : {env.time_zone!r}"
        )
    if "*" in env.allowed_hosts and not env.debug:
        problems.append("ALLOWED_HOSTS ne peut pas contenir « * » en production")
    return problems


def _list_address_problems(env: Environment) -> list[str]:
    problems = []
    address = urlsplit(env.public_url)
    if address.scheme not in {"http", "https"} or not address.hostname or address.path:
        problems.append(
            "PUBLIC_URL doit être l'adresse publique du site, sans chemin "
            f"(par exemple https://tournoi.example.org) ; reçu : {env.public_url!r}"
        )
    if env.source_url and urlsplit(env.source_url).scheme not in {"http", "https"}:
        problems.append(
            f"SOURCE_URL doit être l'adresse du code source (https://…) ; reçu : {env.source_url!r}"
        )
    return problems


def _list_backup_problems(env: Environment) -> list[str]:
    problems = []
    if env.backup_minutes <= 0:
        problems.append(f"BACKUP_MINUTES doit dépasser 0 ; reçu : {env.backup_minutes}")
    if env.backup_keep < 1:
        problems.append(f"BACKUP_KEEP doit être au moins 1 ; reçu : {env.backup_keep}")
    return problems


def _list_choice_problems(name: str, value: str, choices: tuple[str, ...]) -> list[str]:
    if value in choices:
        return []
    return [f"{name} doit être l'un de : {', '.join(choices)} ; reçu : {value!r}"]


def _is_time_zone(name: str) -> bool:
    """Return True if Python knows the zone, and the system if it has a list: Django reads it."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return not ZONE_FOLDER.exists() or (ZONE_FOLDER / name).is_file()


def _list_key_problems(name: str, key: str) -> list[str]:
    remedy = "(python -c 'import secrets; print(secrets.token_urlsafe(64))' en donne une)"
    if not key:
        return [f"{name} manque {remedy}"]
    if key.startswith(INSECURE_KEY_PREFIXES):
        return [f"{name} est une clé de développement, connue de tous {remedy}"]
    if len(key) < MIN_KEY_LENGTH or len(set(key)) < MIN_KEY_UNIQUE:
        return [f"{name} est trop courte : {MIN_KEY_LENGTH} caractères au moins {remedy}"]
    return []
