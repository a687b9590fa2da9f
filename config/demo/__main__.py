"""``python -m config.demo``: prints one link per role, then plays game after game.

With ``--event``: a host and two centres play an event, once.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from random import Random
from urllib.parse import urlsplit, urlunsplit

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

import structlog  # noqa: E402 - needs Django
from django.conf import settings  # noqa: E402 - needs Django
from django.db import InterfaceError, OperationalError, close_old_connections  # noqa: E402 - needs Django
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table as RichTable  # noqa: E402

from config.demo import event, stand_in  # noqa: E402
from config.demo.creation import Demonstration, get_next_game, set_up_demonstration  # noqa: E402
from config.demo.players import SimulatedPlayer  # noqa: E402
from config.demo.writing import Solution  # noqa: E402
from engine.arguments import FrenchArgumentParser  # noqa: E402
from tournament.models import Game, Solutions, Table  # noqa: E402
from tournament.protocol import Audience  # noqa: E402
from tournament.protocol.tokens import Ticket, make_token  # noqa: E402
from tournament.queries import clock  # noqa: E402
from tournament.services.accounts.sign_in_links import make_link  # noqa: E402

#: As a program this module is called __main__, whose level is that of the libraries.
log = structlog.get_logger("config.demo")

STEP_S = 1.0
PAUSE_BETWEEN_GAMES_S = 30.0
#: Minimum and maximum time until a player connects again.
RECONNECT_S = (3.0, 6.0)


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="config.demo", description=__doc__)
    parser.add_argument("--time", type=int, default=60, help="secondes par coup")
    parser.add_argument("--seed", type=int, default=None, help="hasard des joueurs simulés")
    parser.add_argument("--event", action="store_true", help="une épreuve à deux centres")
    options = parser.parse_args(arguments)
    rng = Random(options.seed)  # noqa: S311 - no secret
    with contextlib.suppress(KeyboardInterrupt):
        if options.event:
            asyncio.run(play_event(options.time, rng))
            return 0
        demonstration = set_up_demonstration(now=clock.now())
        show_links(list_links(demonstration))
        asyncio.run(play_games(demonstration, time_s=options.time, rng=rng))
    return 0


def list_links(demonstration: Demonstration) -> list[tuple[str, str]]:
    """List the name and the address of each role."""
    slug = demonstration.tournament.slug
    desks = {
        "Organisateur": reverse("office-tournament", args=[slug]),
        "Juge-arbitre": reverse("judge-desk", args=[slug]),
        "Arbitre": reverse("arbiter-list", args=[slug]),
    }
    return [
        *(
            (role, make_link(user=demonstration.user, target=path, now=clock.now()))
            for role, path in desks.items()
        ),
        *(
            (f"Table {entry.table.number}", f"{settings.PUBLIC_URL}/t/{entry.table.key}/")
            for entry in demonstration.entries[:2]
        ),
        ("Écran public", f"{settings.PUBLIC_URL}/{slug}/live/"),
    ]


def show_links(links: Iterable[tuple[str, str]]) -> None:
    rows = list(links)
    table = RichTable(title="Ouvrez un lien pour prendre ce rôle", show_header=False, box=None)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for role, link in rows:
        table.add_row(role, link)
    console = Console(width=max(100, *(len(link) + 20 for _, link in rows)))
    console.print(table, "Les rôles que personne ne prend sont joués par le logiciel.\n")
    sys.stdout.flush()


async def play_games(demonstration: Demonstration, *, time_s: int, rng: Random) -> None:
    async with asyncio.TaskGroup() as group:
        connect_players(group, demonstration, rng)
        group.create_task(run_games(demonstration, time_s))


def connect_players(group: asyncio.TaskGroup, demonstration: Demonstration, rng: Random) -> None:
    for entry in demonstration.entries:
        player = SimulatedPlayer(
            table=entry.table.number,
            strength=rng.uniform(0.15, 0.9),
            rng=Random(rng.random()),  # noqa: S311 - no secret
            get_address=partial(build_socket_address, demonstration, entry.pk),
            solve=list_solutions,
            pause_s=RECONNECT_S,
        )
        group.create_task(player.stay_connected())


async def play_event(time_s: int, rng: Random) -> None:
    """Play an event once; its pages stay until the process is ended."""
    demonstration = await _run_until_available(_set_up_event, time_s)
    show_links(await asyncio.to_thread(_run_query, lambda: [*event.list_links(demonstration)]))
    opens_at = timezone.localtime(demonstration.event.opens_at)
    print(f"À {opens_at:%H:%M:%S} le code vient, les deux centres jouent.", flush=True)
    async with asyncio.TaskGroup() as group:
        for centre in demonstration.centres:
            connect_players(group, centre, rng)
        while not await _run_until_available(_act, demonstration):  # noqa: ASYNC110 - other processes act, too
            await asyncio.sleep(STEP_S)
        print("Les archives sont jointes, le classement commun est publié.", flush=True)
        await asyncio.Event().wait()


def _set_up_event(time_s: int) -> event.EventDemonstration:
    return event.set_up_event(time_s=time_s, now=clock.now())


def _act(demonstration: event.EventDemonstration) -> bool:
    return event.act(demonstration, now=clock.now())


def build_socket_address(demonstration: Demonstration, entry_id: int) -> str:
    """Return the address of the socket. Raise ConnectionError without the database."""
    table = _run_query(lambda: Table.objects.get(entry=entry_id))
    fields = {"link": table.renewals, "table_id": table.pk}
    token = make_token(Ticket(demonstration.tournament.pk, Audience.ENTRY, entry_id, **fields))
    public = urlsplit(settings.PUBLIC_URL)
    scheme = "wss" if public.scheme == "https" else "ws"
    return urlunsplit((scheme, public.netloc, f"/live/v1/{token}/", "", ""))


def list_solutions(game_id: int, ordinal: int) -> Sequence[Solution]:
    """List the solutions to choose from; those of the first turn are horizontal only."""
    rows = Solutions.objects.select_related("turn").filter(turn__game=game_id)
    solutions_row = None
    with contextlib.suppress(ConnectionError):  # then the players write nothing
        solutions_row = _run_query(lambda: rows.filter(turn__ordinal=ordinal).first())
    if solutions_row is None:
        return []
    solutions = [(word, ref, score) for word, ref, score in solutions_row.moves]
    return (
        [s for s in solutions if not s[1][0].isdigit()]
        if solutions_row.turn.number == 1
        else solutions
    )


async def run_games(demonstration: Demonstration, time_s: int) -> None:
    """Play one game after the other, for ever."""
    while True:
        game = await _run_until_available(_get_next_game, demonstration, time_s)
        while not await _run_until_available(_do_next_actions, game.pk):  # noqa: ASYNC110 - other processes act, too
            await asyncio.sleep(STEP_S)
        await asyncio.sleep(PAUSE_BETWEEN_GAMES_S)


async def _run_until_available[**P, R](job: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run ``job`` in a thread, again as long as the database is unavailable."""
    while True:
        try:
            return await asyncio.to_thread(_run_query, partial(job, *args, **kwargs))
        except ConnectionError as error:
            log.info("demonstration_waits", error=str(error))
            await asyncio.sleep(STEP_S)


def _run_query[R](query: Callable[[], R]) -> R:
    """Run a query in this thread, then return the connection to the pool.

    Raise ConnectionError while the database is away.
    """
    try:
        return query()
    except (OperationalError, InterfaceError) as error:
        raise ConnectionError(str(error)) from error
    finally:
        close_old_connections()


def _get_next_game(demonstration: Demonstration, time_s: int) -> Game:
    return get_next_game(demonstration, time_s=time_s, now=clock.now())


def _do_next_actions(game_id: int) -> bool:
    now: datetime = clock.now()
    game = Game.objects.select_related("tournament").get(pk=game_id)
    stand_in.act_as_arbiter(game, now=now)
    return stand_in.act_as_judge(game, now=now)


if __name__ == "__main__":
    sys.exit(main())
