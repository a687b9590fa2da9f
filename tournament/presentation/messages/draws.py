"""The sentences about draws and hand-typed letters."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

SENTENCES: Mapping[tuple[str, str], str] = {
    ("bad-letters", "wrong-count"): _(
        "Lettres à tirer : %(expected)s ; vous avez saisi « %(letters)s ». Corrigez la saisie."
    ),
    ("bad-letters", "not-in-bag"): _(
        "« %(letters)s » : le sac ne contient plus assez de « %(missing)s ». "
        "Vérifiez les lettres tirées."
    ),
    ("bad-letters", "not-letters"): _(
        "« %(letters)s » n’est pas une suite de lettres de A à Z (« ? » pour un joker)."
    ),
    ("bad-letters", "rejected"): _(
        "Tirage non valable (art. 3.2) ; il faut au moins, en voyelles : %(minimum)s, et autant en "
        "consonnes. Remettez toutes les lettres dans le sac et tirez-en %(back)s."
    ),
    ("bad-letters", "unchanged"): _(
        "« %(letters)s » : ce sont déjà les lettres du coup, dans cet ordre. Rien n’est changé."
    ),
    ("bad-letters", "not-refused"): _(
        "« %(letters)s » est un tirage valable : il n’y a pas à tirer de nouveau. Fermez, et "
        "recommencez la saisie."
    ),
    ("bad-letters", "same-as-cancelled"): _(
        "Ce sont les lettres du coup annulé. Remettez-les dans le sac et tirez de nouveau "
        "(art. %(article)s)."
    ),
    ("bad-choice", "not-a-top"): _(
        "%(word)s en %(ref)s n’est pas une solution maximale de ce coup."
    ),
    ("bad-choice", "joker_conserve"): _(
        "Une solution équivalente garde le joker : elle doit être retenue (art. %(article)s)."
    ),
    ("bad-choice", "fin_de_partie"): _(
        "Une solution équivalente met fin à la partie : elle doit être retenue (art. %(article)s)."
    ),
    ("bad-choice", "premier_coup_horizontal"): _(
        "Au premier coup, le mot est placé horizontalement (art. %(article)s)."
    ),
    ("bad-choice", "partie_enregistree"): _(
        "La partie enregistrée retient un autre mot ; elle est rejouée telle quelle."
    ),
}
