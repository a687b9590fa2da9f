"""Tokens of sockets: signing and reading."""

from datetime import timedelta

import pytest
from django.core import signing

from tests.rows import every_row
from tournament.core.errors import BadAccess
from tournament.protocol import Audience, tokens
from tournament.protocol.tokens import SALT, Ticket, make_token, read_token

TICKETS: list[Ticket] = [
    Ticket(1, Audience.PUBLIC),
    Ticket(1, Audience.PUBLIC, user_id=5),
    Ticket(2, Audience.JUDGE, user_id=7),
    Ticket(3, Audience.ARBITERS, user_id=8),
    Ticket(4, Audience.ENTRY, 5),
    Ticket(4, Audience.ENTRY, 5, link=6),
    Ticket(4, Audience.ENTRY, 5, link=6, table_id=7),
]


def test_a_token_is_read_as_its_ticket() -> None:
    with every_row() as each:
        for ticket in TICKETS:
            with each(ticket):
                assert read_token(make_token(ticket)) == ticket


def test_a_token_fits_into_an_address_as_it_is() -> None:
    assert not set(make_token(Ticket(4, Audience.ENTRY, 5))) & set("/?#%& ")


def test_no_two_tokens_are_alike() -> None:
    assert len({make_token(Ticket(1, Audience.PUBLIC)) for _ in range(100)}) == 100


def test_a_changed_token_is_refused() -> None:
    token = make_token(Ticket(1, Audience.PUBLIC))
    with pytest.raises(BadAccess, match="token-unknown"):
        read_token(token.replace("public", "judge"))


def test_an_unsigned_token_is_refused() -> None:
    with every_row() as each:
        for token in (
            "",
            "x",
            "1.judge.0",
            "1.judge.0:abc:def",
        ):
            with each(token), pytest.raises(BadAccess, match="token-unknown"):
                read_token(token)


def test_a_token_signed_for_something_else_is_refused() -> None:
    with pytest.raises(BadAccess, match="token-unknown"):
        read_token(signing.TimestampSigner(salt=SALT + "x").sign("1.judge.0"))


def test_an_old_token_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    token = make_token(Ticket(1, Audience.PUBLIC))
    monkeypatch.setattr(tokens, "MAX_AGE", timedelta(seconds=-1))
    with pytest.raises(BadAccess, match="token-expired"):
        read_token(token)


MISNAMED: list[Ticket] = [
    Ticket(1, Audience.PUBLIC, 5),
    Ticket(1, Audience.ENTRY),
    Ticket(1, Audience.ENTRY, 5, 5),
    Ticket(1, Audience.JUDGE),
    Ticket(1, Audience.ARBITERS, 5),
]


def test_tickets_name_an_entry_an_account_or_neither_by_audience() -> None:
    with every_row() as each:
        for ticket in MISNAMED:
            with each(ticket), pytest.raises(ValueError, match=ticket.audience):
                make_token(ticket)


def test_a_token_of_another_version_is_refused() -> None:
    with every_row() as each:
        for value in (
            "1.judge.0",
            "1.nobody.0.0.0.a",
            "1.judge.0.1.0",
            "x.judge.0.1.0.a",
        ):
            with each(value):
                token = signing.TimestampSigner(salt=SALT).sign(value)
                with pytest.raises(BadAccess, match="token-unknown"):
                    read_token(token)
