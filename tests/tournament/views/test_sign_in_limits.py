"""Passwords are digested few at once, and a network guesses only so many of them."""

from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import read_text, reverse_for
from tests.waiting import TIMEOUT_S, wait_for
from tournament.core.errors import Busy
from tournament.presentation.paper import pdf_renderer
from tournament.queries import clock
from tournament.services.accounts import password_hasher
from tournament.services.work_slots import WorkSlots
from tournament.views.registration.sign_in_limit import MAX_NETWORK_FAILURES

PASSWORD = "Quinze lignes de quinze"


def replace_slots(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, reason: str
) -> WorkSlots:
    slots = WorkSlots(reason, count=1, max_waiting=0, wait_s=1)
    monkeypatch.setattr(module, name, slots)
    return slots


def test_a_password_too_many_is_refused_on_every_page(
    room: Room, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = User.objects.create_user("camille", password=PASSWORD)
    signed_in = Client()
    signed_in.force_login(user)
    old, new = {"old_password": PASSWORD}, {"new_password1": "z" + PASSWORD, "change": "1"}
    change = old | new | {"new_password2": new["new_password1"]}
    pages: list[tuple[str, Callable[[], Any]]] = [
        ("known", lambda: post_sign_in("camille")),
        ("unknown", lambda: post_sign_in("personne")),
        ("change", lambda: signed_in.post(reverse("account"), change)),
    ]
    slots = replace_slots(monkeypatch, password_hasher, "_SLOTS", "sign-in")
    with every_row() as row:
        for name, ask in pages:
            with row(name):
                with slots.take():
                    refused = ask()
                assert refused.status_code == 503
                assert "Trop de personnes se connectent" in read_text(refused)
                assert ask().status_code in {200, 302}
    assert AccessAttempt.objects.get().failures_since_start == 1, "only a checked one is counted"


def post_sign_in(name: str, address: str = "192.0.2.7") -> Any:
    fields = {"username": name, "password": PASSWORD}
    return Client(REMOTE_ADDR=address).post(reverse("login"), fields)


def test_a_forgotten_password_too_many_keeps_its_link(
    room: Room, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.tokens import default_token_generator

    settings.HAS_MAIL = True
    user = User.objects.create_user("camille", email="camille@example.org")
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    browser = Client()
    token = default_token_generator.make_token(user)
    form = browser.get(reverse("new-password", args=[uid, token]))["Location"]
    fields = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    slots = replace_slots(monkeypatch, password_hasher, "_SLOTS", "sign-in")
    with slots.take():
        assert browser.post(form, fields).status_code == 503
    assert browser.post(form, fields).status_code == 302
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_public_documents_too_many_are_refused_and_said(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    slots = replace_slots(monkeypatch, pdf_renderer, "_RENDERER_SLOTS", "pdf-queue-full")
    with slots.take():
        refused = Client().get(reverse_for(room, "public-ranking-pdf"))
    assert refused.status_code == 503
    assert "D’autres documents se préparent" in read_text(refused)


def test_a_network_of_many_failures_is_refused_before_any_digest(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("camille", password=PASSWORD)
    now = clock.now()

    def fail(address: str, times: int, minutes_ago: int) -> None:
        attempt = AccessAttempt.objects.create(
            username=f"inconnu-{address}", ip_address=address, failures_since_start=times
        )
        AccessAttempt.objects.filter(pk=attempt.pk).update(
            attempt_time=now - timedelta(minutes=minutes_ago)
        )

    fail("192.0.2.7", MAX_NETWORK_FAILURES, 1)
    fail("192.0.2.8", MAX_NETWORK_FAILURES, 11)  # no longer counts
    fail("192.0.2.9", MAX_NETWORK_FAILURES - 1, 1)
    for end in ("1", "ffff:2"):
        fail(f"2001:db8::{end}", MAX_NETWORK_FAILURES // 2, 1)
    rows = {"192.0.2.7": 429, "192.0.2.8": 302, "192.0.2.9": 302, "2001:db8::3": 429}
    rows |= {"2001:db8:0:1::1": 302}
    digests: list[str] = []
    encode = password_hasher.QueuedPasswordHasher.encode

    def count(self: Any, *arguments: Any) -> str:
        digests.append(arguments[0])
        return encode(self, *arguments)

    monkeypatch.setattr(password_hasher.QueuedPasswordHasher, "encode", count)
    with every_row() as row:
        for address, status in rows.items():
            with row(address):
                answer = post_sign_in("camille", address)
                assert answer.status_code == status
                assert status == 302 or "trop d’essais depuis ce réseau" in read_text(answer)
    assert len(digests) == list(rows.values()).count(302)


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_slot_keeps_no_connection(room: Room) -> None:
    slots = WorkSlots("sign-in", count=1, max_waiting=1, wait_s=60)
    entered: list[int] = []

    def wait_for_slot() -> None:
        User.objects.exists()
        entered.append(count_lent())
        with slots.take():
            entered.append(count_lent())
        connection.close()

    with slots.take():
        before = count_lent()
        waiting = Thread(target=wait_for_slot)
        waiting.start()
        wait_for(lambda: len(entered) == 1 and count_lent() == before)
        with pytest.raises(Busy), slots.take():
            pass
        assert entered == [before + 1]
    waiting.join(TIMEOUT_S)
    assert entered == [before + 1, before]


def count_lent() -> int:
    """Return the number of connections that the pool has lent."""
    pool: Any = getattr(connection, "pool")  # noqa: B009 - of PostgreSQL's wrapper alone
    stats = pool.get_stats()
    return int(stats["pool_size"] - stats["pool_available"])
