"""The arbiters' decisions of the script, as the site's form takes them."""

from benchmarks.hall.script import Outcome, TableTurn


def build_ruling(table_turn: TableTurn) -> tuple[str, dict[str, object]] | None:
    """Return the arbiter's decision if it differs from the software's: command and fields."""
    match table_turn.outcome:
        case Outcome.EXCUSED:
            return "in-time", {"reason": "Remis avant la fin, le juge l'a vu."}
        case Outcome.RULED:
            free = {"sanction": "none", "free": "on", "above_top": "on", "reason": "Commission."}
            return "change", {"points": table_turn.ruled_points, **free}
        case Outcome.PENALISED:
            penalty = {"sanction": "penalty", "motives": "localisation"}
            return "change", {"points": table_turn.points - 5, **penalty}
    return None
