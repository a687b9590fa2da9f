"""`python -m engine replay FILE.json`: a recorded game against the engine. Speaks French."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.table import Table

from engine.errors import BadRecord, BadWordList, EngineError
from engine.lexicon import DEFAULT_LEXICON, load_lexicon
from engine.moves import Move
from engine.record import RecordedGame, load_record
from engine.replay import ReplayedTurn, replay

BAD_INPUT = 2

_RECORD_ERRORS = {
    "not_found": "fichier introuvable",
    "unreadable": "fichier illisible",
    "too_big": "fichier trop gros pour une partie",
    "not_json": "ce n'est pas du JSON (ligne {line}, colonne {column})",
    "not_text": "ce n'est pas un texte JSON",
    "missing_field": "{where}champ « {field} » absent",
    "bad_field": "{where}champ « {field} » incorrect : {value}",
    "bad_move": "{where}{word} ne peut pas être joué en {ref} : {because}",
}
_BECAUSE = {
    "too_short": "un mot a au moins deux lettres",
    "bad_letter": "le mot ne s'écrit qu'avec les lettres A à Z",
    "off_board": "il sort de la grille",
    "letter_conflict": "une autre lettre est déjà sur la grille",
    "no_tile": "aucune lettre n'est posée",
    "incomplete_word": "des lettres le prolongent sur la grille",
    "off_centre": "le premier mot doit couvrir la case centrale",
    "not_connected": "il ne touche aucun mot",
    "letters_not_in_rack": "il manque au tirage {missing}",
}
_WORD_LIST_ERRORS = {
    "not_found": "fichier introuvable",
    "unreadable": "fichier illisible",
    "corrupt_archive": "archive xz abîmée",
    "too_big": "fichier trop gros pour une liste de mots",
    "binary": "fichier binaire (octet nul en position {offset})",
    "bad_encoding": "le texte n'est pas en UTF-8 (ligne {line})",
    "empty": "aucun mot",
    "bad_word": "ligne {line} : « {text} » n'est pas un mot de lettres A à Z",
    "bad_length": "ligne {line} : « {text} » n'a pas de 2 à 15 lettres",
}


class _Parser(argparse.ArgumentParser):
    """argparse's own messages are in English; these are not."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(BAD_INPUT, f"Commande incorrecte ; voir « {self.prog} --help ».\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0, or 2 for a command, a record or a word list that cannot be used."""
    options = _parser().parse_args(arguments)
    try:
        record = load_record(options.record)
        lexicon = load_lexicon(options.lexicon, _cache_dir())
        turns = replay(record, lexicon)
    except EngineError as error:
        path = error.data.get("path", options.record)
        print(f"{path} : {_sentence(error)}.", file=sys.stderr)
        return BAD_INPUT
    if options.json:
        print(json.dumps(_as_json(turns), ensure_ascii=False, indent=1))
    else:
        Console().print(_as_table(record, turns))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Le moteur de Duplicata.", add_help=False)
    _add_help(parser)
    commands = parser.add_subparsers(
        required=True, title="commandes", metavar="COMMANDE", parser_class=_Parser
    )
    command = commands.add_parser(
        "replay",
        add_help=False,
        allow_abbrev=False,
        help="rejouer une partie enregistrée",
        description="Rejoue une partie enregistrée : pour chaque coup, le score du mot retenu à sa "
        "place et le top selon la liste de mots.",
    )
    group = _add_help(command)
    files = command.add_argument_group("arguments")
    files.add_argument("record", type=Path, metavar="FICHIER.json", help="la partie enregistrée")
    group.add_argument(
        "--lexicon",
        type=Path,
        default=DEFAULT_LEXICON,
        metavar="LISTE",
        help="liste de mots, un par ligne, texte ou .xz (par défaut : la liste libre)",
    )
    group.add_argument("--json", action="store_true", help="écrire un objet JSON")
    return parser


def _add_help(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group("options")
    group.add_argument("-h", "--help", action="help", help="afficher cette aide")
    return group


def _cache_dir() -> Path | None:
    """Where compiled word lists are kept between two commands, if there is such a place."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "duplicata"
    except RuntimeError:  # a user without a home
        return None


def _sentence(error: EngineError) -> str:
    sentences: Mapping[str, str] = {}
    if isinstance(error, BadRecord):
        sentences = _RECORD_ERRORS
    elif isinstance(error, BadWordList):
        sentences = _WORD_LIST_ERRORS
    turn = error.data.get("turn")
    because = _BECAUSE.get(str(error.data.get("reason")), "").format_map(error.data)
    where = f"coup {turn}, " if turn else ""
    sentence = sentences.get(error.code, str(error))
    return sentence.format_map({**error.data, "where": where, "because": because})


def _as_json(turns: Sequence[ReplayedTurn]) -> dict[str, object]:
    return {
        "turns": [
            {
                "turn": turn.recorded.number,
                "word": turn.recorded.word,
                "ref": str(turn.recorded.place),
                "score": turn.score,
                "printed": turn.recorded.score,
                "top": turn.tops[0].score if turn.tops else None,
                "tops": [{"word": top.word, "ref": top.ref} for top in turn.tops],
            }
            for turn in turns
        ],
        "total": sum(turn.score for turn in turns),
    }


def _shown_top(turn: ReplayedTurn) -> Move | None:
    """The retained word if it is a top, else the first of them."""
    retained = turn.recorded.word, turn.recorded.place
    same = [top for top in turn.tops if (top.word, top.place) == retained]
    return next(iter(same or turn.tops), None)


def _as_table(record: RecordedGame, turns: Sequence[ReplayedTurn]) -> Table:
    table = Table(title=f"{record.id} ({record.fmt.key})", show_footer=True)
    total = sum(turn.score for turn in turns)
    printed = sum(turn.recorded.score for turn in turns)
    table.add_column("Coup", justify="right")
    table.add_column("Tirage")
    table.add_column("Mot retenu", footer="Total")
    table.add_column("Réf.")
    table.add_column("Score", justify="right", footer=str(total))
    table.add_column("Feuille", justify="right", footer=str(printed))
    table.add_column("Top", justify="right")
    table.add_column("Mot du top")
    for turn in turns:
        recorded, top = turn.recorded, _shown_top(turn)
        table.add_row(
            str(recorded.number),
            recorded.rack,
            recorded.word,
            str(recorded.place),
            str(turn.score),
            str(recorded.score),
            str(top.score) if top else "–",
            f"{top.word} {top.ref}" if top else "–",
            style="" if turn.score == recorded.score else "bold red",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
