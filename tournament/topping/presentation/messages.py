"""Error sentences about toppings."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-setting", "topping-limit"): _("Le temps par coup est de %(least)s à %(most)s secondes."),
    ("bad-setting", "topping-penalty"): _("La pénalité est de %(least)s à %(most)s secondes."),
    ("bad-setting", "topping-pause"): _(
        "La lecture de la solution dure de %(least)s à %(most)s secondes."
    ),
    ("bad-setting", "topping-without-players"): _("Cochez au moins un joueur."),
    ("bad-setting", "topping-twice"): _("%(name)s joue déjà ce topping."),
    ("bad-setting", "topping-no-such-top"): _(
        "Choisissez le mot dans la liste des solutions du coup."
    ),
    ("bad-setting", "topping-proposal"): _(
        "Écrivez un mot et sa référence, comme H8 (horizontal) ou 8H (vertical)."
    ),
    ("wrong-state", "topping-game"): _(
        "La partie %(number)s ne peut pas servir : elle est prête ou en cours. Revenez à ses "
        "réglages, ou choisissez-en une autre."
    ),
    ("wrong-state", "topping"): _(
        "Ce n’est pas possible : ce topping est terminé, ou déjà ouvert. La page montre où il en "
        "est."
    ),
    ("lost-race", "topping"): _("Quelqu’un a agi sur ce topping juste avant vous."),
    ("wrong-state", "topping-runs-left"): _(
        "Joueurs qui n’ont pas fini : %(count)s. Attendez-les, ou notez « Ne joue pas » ou "
        "« Abandon » : terminer rend la partie publique."
    ),
    ("wrong-state", "topping-played"): _(
        "Le topping %(number)s a commencé : il reste, avec ses temps. Terminez-le."
    ),
    ("wrong-state", "topping-run"): _(
        "Ce n’est pas possible où en est ce joueur. La page montre où il en est."
    ),
    ("wrong-state", "topping-went-on"): _(
        "Le jeu a continué depuis le coup %(turn)s : il ne se reprend plus. L’organisateur peut "
        "faire rejouer ce joueur depuis la page du topping."
    ),
    ("lost-race", "topping-run"): _("Ce coup vient de finir. La page montre où il en est."),
    ("wrong-state", "topping-not-open"): _(
        "Ce topping n’est pas ouvert. Attendez que l’organisateur l’ouvre."
    ),
    ("wrong-state", "topping-not-now"): _(
        "Aucun chrono ne tourne pour ce coup : attendez ses lettres."
    ),
    ("wrong-state", "topping-before-judge"): _(
        "Ce topping se joue devant un juge : annoncez vos mots à voix haute."
    ),
    ("wrong-state", "topping-somebody-plays"): _(
        "%(name)s joue en ce moment : on passe l’un après l’autre. Attendez sa fin, ou notez son "
        "abandon."
    ),
    ("wrong-state", "topping-boards"): _(
        "Le juge entend au plus %(most)s joueurs à la fois. Attendez que l’un d’eux ait fini."
    ),
    ("busy", "topping-too-fast"): _("Trop de propositions à la fois. Attendez une seconde."),
    ("wrong-state", "topping-under-way"): _(
        "Un topping est en train de se jouer. Attendez sa fin, ou terminez-le."
    ),
    ("busy", "training-full"): _(
        "Beaucoup de monde s’entraîne ici en ce moment. Réessayez dans une heure."
    ),
    ("busy", "training-games"): _(
        "Assez de parties ont été préparées pour cette heure. Jouez-en une de la liste, ou revenez "
        "plus tard."
    ),
    ("wrong-state", "training-plays"): _(
        "Vous avez une partie commencée. Finissez-la, ou abandonnez-la d’abord."
    ),
    ("not-allowed", "training-closed"): _("Cet entraînement est fermé."),
}
