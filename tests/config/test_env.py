"""The environment: typed, checked whole, and no insecure default in production."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.env import DEVELOPMENT_KEY_PREFIX, ConfigurationError, read_environment
from tests.rows import every_row

ROOT = Path(__file__).resolve().parents[2]
GOOD_KEY = "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6"
PRODUCTION = {
    "SECRET_KEY": GOOD_KEY,
    "PUBLIC_URL": "https://tournoi.example.org/",
    "DATABASE_URL": "postgresql://duplicata:secret@db/duplicata",
    "REDIS_URL": "redis://valkey:6379/0",
}


@pytest.fixture
def production(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment with what production must give, and nothing else of ours."""
    for name in list(os.environ):
        if name not in {"PATH", "HOME", "LANG"}:
            monkeypatch.delenv(name)
    for name, value in PRODUCTION.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


def test_production_needs_only_key_address_database_and_broker(
    production: pytest.MonkeyPatch,
) -> None:
    environment = read_environment()
    assert environment.debug is False
    assert environment.is_secure
    assert environment.public_url == "https://tournoi.example.org"
    assert environment.allowed_hosts == ["tournoi.example.org"]
    assert environment.csrf_trusted_origins == ["https://tournoi.example.org"]
    assert environment.hand_in_grace_ms == 1500
    assert environment.static_manifest
    assert (environment.time_zone, environment.paper_size) == ("Europe/Paris", "a4")
    assert environment.tournament_creation == "permission"
    assert environment.log_json


def test_production_refuses_a_missing_weak_or_known_key(
    production: pytest.MonkeyPatch,
) -> None:
    rows = [
        ("", "SECRET_KEY manque"),
        ("   ", "SECRET_KEY manque"),
        ("trop-courte", "trop courte"),
        ("ab" * 40, "trop courte"),
        (DEVELOPMENT_KEY_PREFIX + GOOD_KEY, "clé de développement"),
        ("django-insecure-" + GOOD_KEY, "clé de développement"),
    ]
    with every_row() as row:
        for key, reason in rows:
            with row(key or "none"), production.context() as patch:
                patch.setenv("SECRET_KEY", key)
                with pytest.raises(ConfigurationError, match=reason):
                    read_environment()


#: A variable, a value that cannot be right, and what names it.
REFUSED = [
    ("PUBLIC_URL", "tournoi.example.org", "PUBLIC_URL"),
    ("PUBLIC_URL", "https://tournoi.example.org/sous/chemin", "PUBLIC_URL"),
    ("DATABASE_URL", "sqlite:///db.sqlite3", "PostgreSQL"),
    ("DATABASE_URL", "dbname=duplicata", "PostgreSQL"),
    ("DATABASE_URL", "postgresql://db/duplicata?rolle=duplicata", "PostgreSQL"),
    ("REDIS_URL", "memory://", "Valkey"),
    ("REDIS_URL", "redis+sentinel://valkey:26379", r"redis\+sentinel://hôte,hôte/nom"),
    ("REDIS_URL", "redis+cluster://valkey:6379", "Celery ne sait pas se servir d'un cluster"),
    ("BROKER_URL", "amqp://rabbit", "BROKER_URL doit désigner"),
    ("HAND_IN_GRACE_MS", "-1", "HAND_IN_GRACE_MS"),
    ("HAND_IN_GRACE_MS", "60000", "HAND_IN_GRACE_MS"),
    ("HAND_IN_GRACE_MS", "une seconde", "HAND_IN_GRACE_MS"),
    ("DEBUG", "peut-être", "DEBUG"),
    ("DB_POOL_MAX", "0", "DB_POOL_MAX"),
    ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS"),
    ("TOURNAMENT_CREATION", "tous", "TOURNAMENT_CREATION doit être l'un de : permission,"),
    ("SOURCE_URL", "duplicata.example.org", "SOURCE_URL doit être l'adresse du code source"),
    ("SELF_REGISTRATION", "oui", "SELF_REGISTRATION doit être l'un de : off, open"),
    ("SELF_REGISTRATION", "open", "demande un serveur de courrier"),
    ("EMAIL_URL", "courrier.example.org", "EMAIL_URL doit désigner un serveur de courrier"),
    ("EMAIL_URL", "smtp://courrier.example.org:abc", "EMAIL_URL"),
    ("EMAIL_URL", "smtps://courrier.example.org", "EMAIL_FROM doit être l'adresse"),
    ("PAPER_SIZE", "a5", "PAPER_SIZE doit être l'un de : a4, letter"),
    ("TIME_ZONE", "Paris", "TIME_ZONE doit être le nom d'un fuseau horaire"),
    ("TIME_ZONE", "Europe", "TIME_ZONE"),
    ("TIME_ZONE", "../../etc/passwd", "TIME_ZONE"),
    ("TIME_ZONE", "/etc/localtime", "TIME_ZONE"),
    ("SECRET_KEY_FILE", "/nulle/part", "SECRET_KEY_FILE"),
    ("SECRET_KEY_FALLBACKS", "trop-courte", "SECRET_KEY_FALLBACKS est trop courte"),
]


def test_a_value_that_cannot_be_right_is_refused_by_name(
    production: pytest.MonkeyPatch,
) -> None:
    with every_row() as row:
        for name, value, reason in REFUSED:
            with row(f"{name}={value}"), production.context() as patch:
                patch.setenv(name, value)
                with pytest.raises(ConfigurationError, match=reason):
                    read_environment()


def test_every_problem_is_told_at_once(production: pytest.MonkeyPatch) -> None:
    for name in PRODUCTION:
        production.delenv(name)
    with pytest.raises(ConfigurationError) as caught:
        read_environment()
    assert [problem.split()[0] for problem in caught.value.problems] == [
        "SECRET_KEY",
        "PUBLIC_URL",
        "DATABASE_URL",
        "REDIS_URL",
    ]


def test_a_secret_can_come_from_a_file(production: pytest.MonkeyPatch, tmp_path: Path) -> None:
    secret = tmp_path / "key"
    secret.write_text(GOOD_KEY[::-1] + "\n")
    production.setenv("SECRET_KEY_FILE", str(secret))
    assert read_environment().secret_key == GOOD_KEY[::-1]


def test_secrets_are_not_in_the_printed_form(production: pytest.MonkeyPatch) -> None:
    printed = repr(read_environment())
    assert GOOD_KEY not in printed
    assert "secret@" not in printed


@pytest.mark.parametrize(
    "command",
    [["-m", "config.serve", "--port", "0"], ["-m", "config.work", "turn"]],
    ids=["server", "worker"],
)
def test_every_entry_point_refuses_to_start_without_a_key(command: list[str]) -> None:
    """The server reads its environment before the settings, which all others begin with."""
    environment = {"PATH": os.environ["PATH"], **PRODUCTION}
    del environment["SECRET_KEY"]
    refused = subprocess.run(
        [sys.executable, *command],
        check=False,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert refused.returncode == 1
    assert "Duplicata refuse de démarrer" in refused.stderr
    assert "SECRET_KEY manque" in refused.stderr
    assert "Traceback" not in refused.stderr
