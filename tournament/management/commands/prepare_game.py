"""``manage.py prepare_game TOURNAMENT``: looks for a game that meets wishes, and seals it."""

import argparse
from contextlib import suppress
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import ngettext
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from engine.board.formats import FORMATS
from engine.record.wishes import Range, Wish, obstacles
from tournament.core.errors import BadSetting, RoomError, WrongState
from tournament.management import base as commands
from tournament.models import GamePreparation, Tournament
from tournament.presentation.game_sheets import describe_obstacle, wish_name, wish_range
from tournament.presentation.messages import explain
from tournament.queries import clock
from tournament.queries.seal import seal_of, sheet_of_game
from tournament.services.preparation import (
    USUAL_TRIES,
    new_preparation,
    open_seal,
    search,
    stop_preparation,
    tally_of,
    wishes_of,
)
from tournament.services.prepared.trials import cores


def bounds(text: str) -> tuple[int | None, int | None]:
    """« 20 », « 18-22 », « 900- » or « -1100 »: at least, at most."""
    least, dash, most = text.partition("-")
    try:
        first, last = (int(part) if part.strip() else None for part in (least, most))
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
        parser.add_argument("--turns", type=bounds, metavar="N", help="coups : 20 ou 18-22")
        parser.add_argument(
            "--top", type=bounds, metavar="N", help="top de la partie : 900-1100, 900- ou -1100"
        )
        parser.add_argument(
            "--scrabbles", type=bounds, metavar="N", help="scrabbles : 3, 2-4, 3- ou -1"
        )
        parser.add_argument(
            "--jokers", type=bounds, metavar="N", help="tirages avec un joker : 3, 2-4, 3- ou -1"
        )
        parser.add_argument(
            "--longest", type=bounds, metavar="N", help="lettres du mot le plus long : 9- ou -8"
        )
        parser.add_argument(
            "--vocabulary", default="", metavar="LEXIQUE", help="liste où doivent être les tops"
        )
        parser.add_argument(
            "--outside", type=int, default=0, metavar="N", help="tops hors de cette liste, au plus"
        )
        parser.add_argument("--seed", default="", metavar="TEXTE", help="graine (sinon au hasard)")
        parser.add_argument("--tries", type=int, default=USUAL_TRIES, help="essais, au plus")
        parser.add_argument("--time", type=int, default=180, help="temps de jeu, en secondes")
        parser.add_argument("--warn", type=int, default=30, help="signal avant la fin, en secondes")
        parser.add_argument(
            "--show", action="store_true", help="ouvrir la feuille (noté au journal)"
        )

    def handle(self, *_: Any, tournament: str, **options: Any) -> None:
        found = Tournament.objects.filter(slug=tournament).first()
        if found is None:
            raise CommandError(f"Aucun tournoi « {tournament} ».")
        try:
            job = new_preparation(
                tournament=found,
                settings={
                    "fmt": options["format"],
                    "time_s": options["time"],
                    "warn_s": options["warn"],
                },
                wishes=_wishes(options),
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
            with suppress(WrongState):  # its game was found at that very moment
                stop_preparation(job=job, by=None, now=clock.now())
        job.refresh_from_db()
        self._tell(job, show=options["show"])

    def _search(self, job: GamePreparation) -> None:
        columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(file=self.stderr, stderr=True)  # type: ignore[arg-type]  # Django wraps it
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("", total=job.most_tries)
            search(
                job=job,
                clock=clock.now,
                programs=cores(),
                hear=lambda part: bar.update(task, completed=round(part * job.most_tries)),
            )

    def _tell(self, job: GamePreparation, *, show: bool) -> None:
        if job.failed:
            raise CommandError("\n".join([_failure(job), *_answers(job)]))
        if job.stopped:
            tries = ngettext("%(n)d essai", "%(n)d essais", job.tries) % {"n": job.tries}
            said = f"Recherche arrêtée après {tries} : rien n'est enregistré."
            raise CommandError("\n".join([said, *_answers(job)]))
        game = job.game
        assert game is not None
        self.stdout.write(
            f"Partie {game.number} préparée et scellée, trouvée à l'essai {job.tries}.\n"
            f"Sceau : {seal_of(game)}"
        )
        if show:
            open_seal(game=game, by=None, now=clock.now())
            self.stdout.write(sheet_of_game(game))


def _wishes(options: dict[str, Any]) -> list[Range]:
    ranges = {
        Wish.TURNS: options["turns"],
        Wish.TOTAL: options["top"],
        Wish.SCRABBLES: options["scrabbles"],
        Wish.JOKERS: options["jokers"],
        Wish.LONGEST: options["longest"],
        Wish.OUTSIDE: (None, options["outside"]) if options["vocabulary"] else None,
    }
    return [Range(wish, *both) for wish, both in ranges.items() if both is not None]


def _failure(job: GamePreparation) -> str:
    return explain(BadSetting(job.failure["reason"], **job.failure["data"]))


def _answers(job: GamePreparation) -> list[str]:
    """What was wished, and what the games tried came to."""
    tally = tally_of(job)
    said = []
    for row, wish in zip(job.wishes, wishes_of(job), strict=True):
        count = tally.wishes.get(wish.wish)
        got = f"de {count.lowest} à {count.highest}" if count else "rien"
        met = count.met if count else 0
        said.append(
            f"  {wish_name(row['wish'])} : demandé {wish_range(row)}, obtenu {got} "
            f"({met} parties sur {tally.games} y répondent)"
        )
    return said + [f"  {describe_obstacle(one)}" for one in obstacles(tally, wishes_of(job))]
