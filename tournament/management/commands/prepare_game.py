"""``manage.py prepare_game TOURNAMENT``: searches for a game that meets wishes, and seals it."""

import argparse
from contextlib import suppress
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import ngettext
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from engine.board.formats import FORMATS
from engine.record.wishes import Wish, WishRange, find_obstacles
from tournament.core.errors import BadSetting, RoomError, WrongState
from tournament.management import base as commands
from tournament.models import GamePreparation, Tournament
from tournament.presentation.game_sheets import describe_obstacle, format_wish_range, get_wish_name
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.queries.seal import compute_seal, format_game_sheet
from tournament.services.preparation import (
    DEFAULT_TRIES,
    create_preparation,
    load_tally,
    load_wishes,
    open_seal,
    run_search,
    stop_preparation,
)
from tournament.services.prepared.trials import count_cores


def parse_bounds(text: str) -> tuple[int | None, int | None]:
    """Parse « 20 », « 18-22 », « 900- » or « -1100 » as minimum and maximum."""
    lowest, dash, highest = text.partition("-")
    try:
        first, last = (int(part) if part.strip() else None for part in (lowest, highest))
    except ValueError:
        first = last = None
    if first is None and last is None:
        raise argparse.ArgumentTypeError(f"« {text} » n'est ni un nombre ni un intervalle (18-22)")
    return (first, last) if dash else (first, first)


class Command(commands.FrenchCommand):
    help = (
        "Prépare une partie entière qui réponde aux vœux donnés et la garde scellée dans le "
        "tournoi. Sans vœu, la première partie venue est prise."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", metavar="TOURNOI", help="adresse (slug) du tournoi")
        parser.add_argument(
            "--format", default="normal", choices=sorted(FORMATS), help="formule de la partie"
        )
        parser.add_argument("--turns", type=parse_bounds, metavar="N", help="coups : 20 ou 18-22")
        parser.add_argument(
            "--top",
            type=parse_bounds,
            metavar="N",
            help="top de la partie : 900-1100, 900- ou -1100",
        )
        parser.add_argument(
            "--scrabbles", type=parse_bounds, metavar="N", help="scrabbles : 3, 2-4, 3- ou -1"
        )
        parser.add_argument(
            "--jokers",
            type=parse_bounds,
            metavar="N",
            help="tirages avec un joker : 3, 2-4, 3- ou -1",
        )
        parser.add_argument(
            "--longest",
            type=parse_bounds,
            metavar="N",
            help="lettres du mot le plus long : 9- ou -8",
        )
        parser.add_argument(
            "--vocabulary", default="", metavar="LEXIQUE", help="liste où doivent être les tops"
        )
        parser.add_argument(
            "--outside", type=int, default=0, metavar="N", help="tops hors de cette liste, au plus"
        )
        parser.add_argument("--seed", default="", metavar="TEXTE", help="graine (sinon au hasard)")
        parser.add_argument("--tries", type=int, default=DEFAULT_TRIES, help="essais, au plus")
        parser.add_argument("--time", type=int, default=180, help="temps de jeu, en secondes")
        parser.add_argument("--warn", type=int, default=30, help="signal avant la fin, en secondes")
        parser.add_argument(
            "--show", action="store_true", help="ouvrir la feuille (noté au journal)"
        )

    def handle(self, *_: Any, tournament: str, **options: Any) -> None:
        target = Tournament.objects.filter(slug=tournament).first()
        if target is None:
            raise CommandError(f"Aucun tournoi « {tournament} ».")
        try:
            job = create_preparation(
                tournament=target,
                settings={
                    "fmt": options["format"],
                    "time_s": options["time"],
                    "warn_s": options["warn"],
                },
                wishes=_build_wishes(options),
                vocabulary=options["vocabulary"],
                seed=options["seed"],
                most_tries=options["tries"],
                by=None,
                now=clock.now(),
            )
        except RoomError as error:
            raise CommandError(explain(error)) from error
        try:
            self._search(job)
        except KeyboardInterrupt:
            with suppress(WrongState):  # its game was found at the same moment
                stop_preparation(job=job, by=None, now=clock.now())
        job.refresh_from_db()
        self._report(job, show=options["show"])

    def _search(self, job: GamePreparation) -> None:
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(file=self.stderr, stderr=True)  # type: ignore[arg-type]  # Django wraps it
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=job.most_tries)
            run_search(
                job=job,
                clock=clock.now,
                programs=count_cores(),
                on_progress=lambda part: bar.update(task, completed=round(part * job.most_tries)),
            )

    def _report(self, job: GamePreparation, *, show: bool) -> None:
        if job.is_failed:
            raise CommandError("\n".join([_explain_failure(job), *_format_results(job)]))
        if job.is_stopped:
            tries = ngettext("%(n)d essai", "%(n)d essais", job.tries) % {"n": job.tries}
            message = f"Recherche arrêtée après {tries} : rien n'est enregistré."
            raise CommandError("\n".join([message, *_format_results(job)]))
        game = job.game
        assert game is not None
        self.stdout.write(
            f"Partie {game.number} préparée et scellée, trouvée à l'essai {job.tries}.\n"
            f"Sceau : {compute_seal(game)}"
        )
        if show:
            open_seal(game=game, by=None, now=clock.now())
            self.stdout.write(format_game_sheet(game))


def _build_wishes(options: dict[str, Any]) -> list[WishRange]:
    ranges = {
        Wish.TURNS: options["turns"],
        Wish.TOTAL: options["top"],
        Wish.SCRABBLES: options["scrabbles"],
        Wish.JOKERS: options["jokers"],
        Wish.LONGEST: options["longest"],
        Wish.OUTSIDE: (None, options["outside"]) if options["vocabulary"] else None,
    }
    return [WishRange(wish, *bounds) for wish, bounds in ranges.items() if bounds is not None]


def _explain_failure(job: GamePreparation) -> str:
    return explain(BadSetting(job.failure["reason"], **job.failure["data"]))


def _format_results(job: GamePreparation) -> list[str]:
    """Return a line for each wish with the results of the games tried, then the obstacles."""
    tally = load_tally(job)
    lines = []
    for row, wish in zip(job.wishes, load_wishes(job), strict=True):
        count = tally.wishes.get(wish.kind)
        reached = f"de {count.lowest} à {count.highest}" if count else "rien"
        met_count = count.met if count else 0
        lines.append(
            f"  {get_wish_name(row['wish'])} : demandé {format_wish_range(row)}, obtenu {reached} "
            f"({met_count} parties sur {tally.games} y répondent)"
        )
    return lines + [
        f"  {describe_obstacle(obstacle)}" for obstacle in find_obstacles(tally, load_wishes(job))
    ]
