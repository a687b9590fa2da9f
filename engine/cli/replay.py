"""`replay`: checks a recorded game with the engine."""

import argparse
from collections.abc import Sequence

from engine.cli.options import MISMATCH, OK, Menu, load_chosen_lexicon
from engine.cli.output import Column, show_json, show_table, show_text, to_json
from engine.cli.reading import STDIN, open_input
from engine.cli.sentences import format_remark
from engine.errors import BadRecord
from engine.record.recorded_game import RecordedGame, load_recorded_game, read_recorded_game
from engine.record.replay import ReplayedTurn, replay
from engine.search.moves import Move


def add_command(menu: Menu) -> None:
    command = menu.add(
        "replay",
        "rejouer une partie enregistrée",
        "Rejoue une partie enregistrée : pour chaque coup, le score du mot retenu à sa place et le "
        "top selon la liste de mots. Code de sortie 1 si un score n'est pas celui de la feuille.",
        run,
    )
    arguments = command.add_argument_group("arguments")
    arguments.add_argument(
        "record", metavar="FICHIER.json", help="la partie enregistrée ; « - » lit l'entrée"
    )


def run(options: argparse.Namespace) -> int:
    record = _load_game(options.record)
    lexicon = load_chosen_lexicon(options)
    try:
        turns = replay(record, lexicon)
    except BadRecord as error:
        raise BadRecord(error.code, path=options.record, **error.data) from error
    total = sum(turn.score for turn in turns)
    if options.json:
        show_json({"turns": [_turn_to_json(turn) for turn in turns], "total": total})
    else:
        _show_game(record, turns, total)
    is_same = all(turn.score == turn.recorded_turn.score for turn in turns)
    return OK if is_same and record.total in {None, total} else MISMATCH


def _load_game(name: str) -> RecordedGame:
    if name != STDIN:
        return load_recorded_game(name)
    with open_input(name) as file:
        try:
            return read_recorded_game(file)
        except BadRecord as error:
            raise BadRecord(error.code, path=name, **error.data) from error


def _turn_to_json(turn: ReplayedTurn) -> dict[str, object]:
    return {
        "turn": turn.recorded_turn.number,
        "word": turn.recorded_turn.word,
        "ref": str(turn.recorded_turn.place),
        "score": turn.score,
        "printed": turn.recorded_turn.score,
        "top": turn.tops[0].score if turn.tops else 0,
        "tops": to_json(turn.tops),
        "remarks": [{"remark": code, **data} for code, data in turn.remarks],
    }


def _choose_top(turn: ReplayedTurn) -> Move | None:
    """Return the retained word if it is a top, else the first top, or None."""
    retained = turn.recorded_turn.word, turn.recorded_turn.place
    matching = [top for top in turn.tops if (top.word, top.place) == retained]
    return next(iter(matching or turn.tops), None)


def _show_game(record: RecordedGame, turns: Sequence[ReplayedTurn], total: int) -> None:
    printed = sum(turn.recorded_turn.score for turn in turns)
    columns = [
        Column("Coup", is_number=True),
        Column("Tirage"),
        Column("Mot retenu", total="Total"),
        Column("Réf."),
        Column("Score", is_number=True, total=str(total)),
        Column("Feuille", is_number=True, total=str(printed)),
        Column("Top", is_number=True),
        Column("Mot du top"),
    ]
    rows = [(_build_cells(turn), turn.score != turn.recorded_turn.score) for turn in turns]
    show_table(columns, rows, title=f"{record.id} ({record.fmt.key})")
    for turn in turns:
        for code, data in turn.remarks:
            show_text(f"Coup {turn.recorded_turn.number} : {format_remark(code, data)}.")


def _build_cells(turn: ReplayedTurn) -> tuple[object, ...]:
    recorded_turn, top = turn.recorded_turn, _choose_top(turn)
    return (
        recorded_turn.number,
        recorded_turn.rack,
        recorded_turn.word,
        recorded_turn.place,
        turn.score,
        recorded_turn.score,
        top.score if top else "–",
        f"{top.word} {top.ref}" if top else "–",
    )
