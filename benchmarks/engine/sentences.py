"""What is said in French of a program that cannot be measured."""

from benchmarks.engine.programs import BadProgram

_SHOWN = 300
_SENTENCES = {
    "not_started": "ne se lance pas ; donnez un programme que vous pouvez exécuter, un script avec "
    "son interpréteur (« python3 moteur.py »)",
    "ended": "s'est arrêté ({status}) au lieu de répondre à « {line} » ; donnez-lui cette ligne à "
    "la main, après celle de la liste de mots",
    "silent": "n'a pas répondu en {wait:g} s à « {line} » ; s'il est seulement lent, laissez-lui "
    "plus de temps (--wait SECONDES), sinon qu'il vide sa sortie après chaque ligne (flush)",
    "unready": "a répondu « {said} » à la liste de mots ; il faut « moteur NOM »",
    "unreadable": "a répondu « {said} » à « {line} » ; il faut « SCORE NANOSECONDES », suivi de "
    "ses tops en « MOT@RÉFÉRENCE » s'il les donne, ou bien « passe »",
    "talkative": "a écrit « {said} » sans que rien lui soit demandé ; il faut une ligne par "
    "question, et le reste sur la sortie d'erreur",
    "useless": "passe toutes les positions ; il en faut au moins une qu'il résolve",
}


def sentence(error: BadProgram) -> str:
    """How the program was started, what is wrong and what to do."""
    data = {name: _visible(value) for name, value in error.data.items()}
    if "status" in data:
        ended = data["status"] is not None
        data["status"] = f"code {data['status']}" if ended else "sa sortie est fermée"
    said = _SENTENCES[error.code].format_map(data)
    return f"{data['program']} : {said} ; voir docs/moteur-rivaux.md."


def _visible(value: object) -> object:
    """A text of a line or two, without what would move a terminal's cursor."""
    if not isinstance(value, str):
        return value
    shown = "".join(letter if letter.isprintable() else "?" for letter in value[:_SHOWN])
    return shown + ("…" if len(value) > _SHOWN else "")
