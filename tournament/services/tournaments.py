"""Creates tournaments, their staff, and the keys to their tables."""

import secrets
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission, User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from engine.regulation.editions import EDITIONS
from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.states import GameState, Role
from tournament.models import StaffMember, Table, Tournament
from tournament.models.people import CODE_ALPHABET, new_code, new_key
from tournament.protocol import Audience, bus
from tournament.protocol.view import current_game
from tournament.queries.access import CREATE, require_creator, require_lexicon
from tournament.queries.lexica import current_list
from tournament.services.journal import append
from tournament.services.lexicon_lock import relying

EDITABLE = frozenset(
    {"name", "venue", "starts_on", "lexicon", "edition", "confirm_clean", "links_valid_until"}
)
#: First path segments of the site that no tournament may take as its address.
RESERVED_SLUGS = frozenset(
    {
        "accounts",
        "arbiter",
        "bench",
        "judge",
        "jsi18n",
        "lexica",
        "live",
        "new",
        "office",
        "reglement",
        "sante",
        "static",
        "t",
        "table",
    }
)
#: Whose roles let him have tables to correct.
CORRECTING = (Role.ARBITER, Role.DOUBLE_ARBITER)
PASSWORD_LENGTH = 12
MAX_USERNAME = 150


def create_tournament(
    *,
    name: str,
    venue: str = "",
    starts_on: date,
    edition: str,
    lexicon: str = "fr-libre",
    by: User | None,
    now: datetime,
) -> Tournament:
    """A new tournament, of which ``by`` becomes the organiser; its address comes from its name.

    Raises BadSetting, NotAllowed.
    """
    if by is not None:
        require_creator(by)
    if not name.strip():
        raise BadSetting("empty-name")
    _check_edition(edition)
    with relying():
        require_lexicon(by, lexicon)
        current_list(lexicon)
        made = _with_an_address(
            name,
            venue=venue.strip(),
            starts_on=starts_on,
            edition=edition,
            lexicon=lexicon,
            links_valid_until=now + timedelta(days=30),
        )
        if by is not None:
            StaffMember.objects.create(tournament=made, user=by, role=Role.ORGANISER)
    return made


def _with_an_address(name: str, **fields: Any) -> Tournament:
    for slug in _slugs(name):
        try:
            with transaction.atomic():
                return Tournament.objects.create(name=name.strip(), slug=slug, **fields)
        except IntegrityError:
            continue
    raise BadSetting("name-taken", name=name)


def _slugs(name: str) -> list[str]:
    base = slugify(name)[:50] or "tournoi"
    numbered = [f"{base}-{number}" for number in range(2, 100)]
    return numbered if base in RESERVED_SLUGS else [base, *numbered]


def update_tournament(
    *, tournament: Tournament, changes: dict[str, Any], by: User | None, now: datetime
) -> Tournament:
    """Change settings; the rules of play are fixed once a game is under way."""
    if unknown := set(changes) - EDITABLE:
        raise BadSetting("not-editable", fields=sorted(unknown))
    if not str(changes.get("name", tournament.name)).strip():
        raise BadSetting("empty-name")
    with relying():
        # No game starts meanwhile: one that has started keeps its edition.
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if changes.get("edition", locked.edition) != locked.edition:
            _check_edition(changes["edition"])
            if locked.games.exclude(state__in=[GameState.DRAFT, GameState.READY]).exists():
                raise BadSetting("edition-fixed", edition=locked.edition)
        if changes.get("lexicon", locked.lexicon) != locked.lexicon:
            require_lexicon(by, changes["lexicon"])
            current_list(changes["lexicon"])
        for field, value in changes.items():
            setattr(tournament, field, value)
        tournament.save(update_fields=list(changes))
        tell_room(tournament, by=by, now=now)
    return tournament


def _check_edition(key: str) -> None:
    if key not in EDITIONS:
        raise BadSetting("unknown-edition", edition=key, known=sorted(EDITIONS))


def tell_room(tournament: Tournament, *, by: User | None, now: datetime) -> None:
    """The room shows facts of the tournament (its name, its entries): send them again.

    While a result stays, the judge has another game before him than the others.
    """
    seen = {current_game(tournament.pk, audience) for audience in (Audience.PUBLIC, Audience.JUDGE)}
    for game in sorted(filter(None, seen), key=lambda game: game.pk):  # locked in one order
        append(game, EventKind.GAME, by=by, now=now, data={"command": "update"})


def add_staff(
    *,
    tournament: Tournament,
    username: str,
    role: str,
    by: User | None,
    now: datetime,
) -> tuple[StaffMember, str | None]:
    """Give an account a role; a new account is made with the password returned (shown once).

    Raises BadSetting for an unknown role or a name that cannot be an account's.
    """
    if role not in set(Role):
        raise BadSetting("unknown-role", role=role)
    with transaction.atomic():
        user, password = open_account(username)
        member, _ = StaffMember.objects.get_or_create(tournament=tournament, user=user, role=role)
    return member, password


def account_of(username: str) -> User | None:
    """The account of this name, in capitals or not: nobody remembers how it was typed."""
    username = _as_kept(username)
    alike = list(get_user_model().objects.filter(username__iexact=username).order_by("pk"))
    same = [user for user in alike if user.username == username]
    return next(iter(same + alike), None)


def _as_kept(username: str) -> str:
    """As Django stores names: « ＡＤＭＩＮ » is written ADMIN."""
    return get_user_model().normalize_username(username.strip())


def open_account(username: str) -> tuple[User, str | None]:
    """The account of this name; a new one comes with its password.

    Raises BadSetting for a name that cannot be an account's.
    """
    username = _as_kept(username)
    if not username.isprintable() or not 0 < len(username) <= MAX_USERNAME:
        raise BadSetting("bad-username", username=username[:MAX_USERNAME])
    accounts = get_user_model().objects
    user = account_of(username)
    if user is not None:
        return user, None
    password = "".join(secrets.choice(CODE_ALPHABET) for _ in range(PASSWORD_LENGTH))
    try:
        with transaction.atomic():
            return accounts.create_user(username=username, password=password), password
    except IntegrityError:  # made by somebody else just now
        return accounts.get(username=username), None


def allow_tournaments(*, user: User, by: User | None, now: datetime) -> None:
    """Let an account create tournaments, where not everybody may."""
    needed = Permission.objects.get(content_type__app_label="tournament", codename=CREATE)
    user.user_permissions.add(needed)


def remove_staff(*, member: StaffMember, by: User | None, now: datetime) -> None:
    """Take a role away, and what it has opened; the last organiser stays.

    The tables of somebody who is no arbiter any more are nobody's, and so everybody's.
    """
    gone = bus.RoleTaken(member.tournament_id, member.user_id)
    with transaction.atomic():
        # One at a time: two organisers must not take each other's role away.
        Tournament.objects.select_for_update(no_key=True).get(pk=member.tournament_id)
        others = StaffMember.objects.filter(
            tournament=member.tournament_id, role=Role.ORGANISER
        ).exclude(pk=member.pk)
        if member.role == Role.ORGANISER and not others.exists():
            raise WrongState("last-organiser")
        member.delete()
        _free_tables(member)
        transaction.on_commit(lambda: bus.publish(gone))


def _free_tables(gone: StaffMember) -> None:
    still = StaffMember.objects.filter(
        tournament=gone.tournament_id, user=gone.user_id, role__in=CORRECTING
    )
    if not still.exists():
        tables = Table.objects.filter(tournament=gone.tournament_id, arbiter=gone.user_id)
        tables.update(arbiter=None)


def renew_links(*, tournament: Tournament, by: User | None, now: datetime) -> None:
    """New link and code for every table: what was printed before no longer opens anything, and
    what it has opened is closed."""
    running = tournament.games.filter(state__in=[GameState.RUNNING, GameState.INTERRUPTED])
    with transaction.atomic():
        # No game starts meanwhile, and nobody else renews.
        Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if running.exists():
            raise WrongState("game-running")
        tables = list(tournament.tables.select_related("entry"))
        for table in tables:
            table.key, table.code = new_key(), new_code()
            table.renewals += 1
        Table.objects.bulk_update(tables, ["key", "code", "renewals"], batch_size=500)
        tournament.links_valid_until = now + timedelta(days=30)
        tournament.save(update_fields=["links_valid_until"])
        links = {table.entry.pk: table.renewals for table in tables if hasattr(table, "entry")}
        transaction.on_commit(lambda: bus.publish(bus.LinksRenewed(links)))
