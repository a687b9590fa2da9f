"""Tokens of sockets."""

from datetime import timedelta

import pytest
from django.core import signing

from tournament.core.errors import BadAccess
from tournament.live import tokens
from tournament.live.protocol import Audience
from tournament.live.tokens import SALT, Ticket, make_token, read_token


@pytest.mark.parametrize(
    "ticket",
    [
        Ticket(1, Audience.PUBLIC),
        Ticket(2, Audience.JUDGE),
        Ticket(3, Audience.ARBITERS),
        Ticket(4, Audience.ENTRY, 5),
    ],
)
def test_a_token_brings_back_its_ticket(ticket: Ticket) -> None:
    assert read_token(make_token(*ticket)) == ticket


def test_a_token_fits_into_an_address_as_it_is() -> None:
    assert not set(make_token(4, Audience.ENTRY, 5)) & set("/?#%& ")


def test_a_token_that_was_changed_is_refused() -> None:
    token = make_token(1, Audience.PUBLIC)
    with pytest.raises(BadAccess, match="token-unknown"):
        read_token(token.replace("public", "judge"))


@pytest.mark.parametrize("token", ["", "x", "1.judge.0", "1.judge.0:abc:def"])
def test_a_token_made_up_is_refused(token: str) -> None:
    with pytest.raises(BadAccess, match="token-unknown"):
        read_token(token)


def test_a_token_signed_for_something_else_is_refused() -> None:
    with pytest.raises(BadAccess, match="token-unknown"):
        read_token(signing.TimestampSigner(salt=SALT + "x").sign("1.judge.0"))


def test_an_old_token_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    token = make_token(1, Audience.PUBLIC)
    monkeypatch.setattr(tokens, "MAX_AGE", timedelta(seconds=-1))
    with pytest.raises(BadAccess, match="token-expired"):
        read_token(token)


@pytest.mark.parametrize(("audience", "entry"), [(Audience.PUBLIC, 5), (Audience.ENTRY, None)])
def test_only_and_always_a_player_has_an_entry(audience: Audience, entry: int | None) -> None:
    with pytest.raises(ValueError, match=audience):
        make_token(1, audience, entry)
