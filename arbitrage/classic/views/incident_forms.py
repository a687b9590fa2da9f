"""What an officer writes to decide of what happens beside the play (6.4, 10)."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.views.office_form import NONE, OfficeForm, Steps, choice, number, why
from tournament.classic.core.commands import Command
from tournament.classic.core.incidents import return_command
from tournament.classic.core.sides import Side


class ExcessForm(OfficeForm):
    """Letters drawn in excess: three cases (10.1)."""

    case = choice(gettext_lazy("Ce qui s’est passé"))
    side = choice(gettext_lazy("Qui a trop de lettres"))
    reason = why(required=False)

    def prepare(self) -> None:
        points = self.file.state.terms.too_many_letters
        seen = _(
            "vues, et il le dit : l’adversaire en retire de tout son jeu, − %(n)s points (10.1.2)"
        )
        cases = [
            ("unseen", _("encore faces cachées : l’adversaire en retire, rien à payer (10.1.1)")),
            ("seen", seen % {"n": points}),
            ("found", _("découvertes par l’arbitre : la partie est perdue (10.1.3)")),
        ]
        self.choose("case", cases)
        self.choose_side(initial=self.file.in_excess)

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        side = Side(data["side"])
        if data["case"] == "found":
            return [(Command.FIND_EXCESS, {"side": side.value})]
        n = self.file.state.player(side).excess
        among = "drawn" if data["case"] == "unseen" else "all"
        removed = (Command.REMOVE_EXCESS, {"n": n, "among": among, "as": side.other.value})
        if data["case"] == "unseen" or self.file.state.player(side).reported:
            return [removed]
        return [(Command.REPORT_EXCESS, {"as": side.value}), removed]


class BoardForm(OfficeForm):
    """The board is upset (10.2)."""

    side = choice(gettext_lazy("Qui a renversé la grille"))
    restorable = choice(gettext_lazy("La grille"))
    sanction = choice(gettext_lazy("Sanction"))
    reason = why()

    def prepare(self) -> None:
        self.choose_side()
        restored, lost = _("est remise en place"), _("ne peut pas l’être : la partie est perdue")
        self.choose("restorable", [("yes", restored), ("no", lost)], "yes")
        self.choose_sanction(none=_("aucune"))

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        told: dict[str, Any] = {"side": data["side"], "restorable": data["restorable"] == "yes"}
        if data["sanction"] != NONE and told["restorable"]:
            told["sanction"] = data["sanction"]
        return [(Command.UPSET, told)]


class SetForm(OfficeForm):
    """The set is not complete: the scores stay, unless a player took letters out (10.3)."""

    side = choice(gettext_lazy("Lettres ôtées sciemment par"), required=False)
    reason = why()

    def prepare(self) -> None:
        self.choose_side(nobody=_("personne : les scores restent"))

    @property
    def steps(self) -> Steps:
        side = self.cleaned_data["side"]
        return [(Command.INCOMPLETE, {"side": side} if side else {})]


class TotalsForm(OfficeForm):
    """The two do not agree on the totals (10.4)."""

    outcome = choice(gettext_lazy("Totaux"))
    x = number("")
    y = number("")
    reason = why()

    def prepare(self) -> None:
        file = self.file
        counted = "{} – {}".format(*file.scores)
        known = [("counted", _("ceux du logiciel : %(totals)s") % {"totals": counted})]
        for side in Side:
            declared = file.state.player(side.other).declared
            if declared is not None:
                said = {"name": file.names[side], "totals": "{} – {}".format(*declared)}
                pattern = _("%(name)s n’a pas tenu sa feuille : ceux de l’adversaire, %(totals)s")
                known.append((side.value, pattern % said))
        self.choose("outcome", [*known, ("other", _("d’après les feuilles de marque :"))])
        for name, side in (("x", Side.X), ("y", Side.Y)):
            self.fields[name].label = _("Total de %(name)s") % {"name": file.names[side]}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("outcome") == "other":
            for name in ("x", "y"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Donnez ce total."))
        return data

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        if data["outcome"] == "counted":
            return [(Command.SETTLE_TOTALS, {})]
        if data["outcome"] == "other":
            return [(Command.SETTLE_TOTALS, {"X": data["x"], "Y": data["y"]})]
        return [(Command.SETTLE_TOTALS, {"sheet_missing": data["outcome"]})]


class LateForm(OfficeForm):
    """A player is late (10.5): the director decides."""

    side = choice(gettext_lazy("Qui est en retard"))
    outcome = choice(gettext_lazy("Décision"))
    reason = why(required=False)

    def prepare(self) -> None:
        self.choose_side(initial=self.file.suspect)
        opens = _("l’autre tire, joue, et la pendule du retardataire tourne")
        self.choose("outcome", [("opens", opens), ("lost", _("il a perdu la partie"))])

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        return [(Command.LATE, {"side": data["side"], "lost": data["outcome"] == "lost"})]


class GoneForm(OfficeForm):
    """Who was late is there (10.5), or who has gone is back (10.7); a sanction is apart."""

    @property
    def steps(self) -> Steps:
        return [
            (return_command(self.file.state, side), {"side": side.value}) for side in self.file.gone
        ]


class ResignForm(OfficeForm):
    """He has said distinctly, to an arbiter, that he gives up (10.7)."""

    side = choice(gettext_lazy("Qui a dit « J’abandonne » à l’arbitre"))

    def prepare(self) -> None:
        call = self.file.call
        resigns = call is not None and call.kind == CallKind.RESIGN and call.side
        self.choose_side(initial=Side(call.side) if call and resigns else None)

    @property
    def steps(self) -> Steps:
        return [(Command.ABANDON, {"side": self.cleaned_data["side"], "told": "arbiter"})]


class TimingForm(OfficeForm):
    """Who plays too slowly is timed (6.4.2), or both are (6.4.3)."""

    side = choice(gettext_lazy("Qui est chronométré"), required=False)
    clock = choice(gettext_lazy("Comment"))
    seconds = forms.IntegerField(label=gettext_lazy("Secondes"), min_value=5, max_value=4 * 3600)
    reason = why()

    def prepare(self) -> None:
        self.choose_side(initial=self.file.suspect, nobody=_("les deux"))
        kinds = [("move", _("tant de secondes par coup")), ("chess", _("un crédit pour la partie"))]
        self.choose("clock", kinds, "move")

    @property
    def steps(self) -> Steps:
        data = self.cleaned_data
        told = {"clock": data["clock"], "seconds": data["seconds"]}
        return [(Command.TIME_PLAYER, told | ({"side": data["side"]} if data["side"] else {}))]


class StopForm(OfficeForm):
    """The director ends the game as it stands (6.4, 9.3)."""

    reason = why()

    @property
    def steps(self) -> Steps:
        return [(Command.STOP, {})]


class NothingForm(OfficeForm):
    """Nothing has to be decided: an advice, or the two agree."""

    reason = why(required=False)

    @property
    def steps(self) -> Steps:
        return []


class LeftForm(OfficeForm):
    """With real tiles: the letters that each has left (7)."""

    x = forms.CharField(max_length=7, required=False)
    y = forms.CharField(max_length=7, required=False)

    def prepare(self) -> None:
        for name, side in (("x", Side.X), ("y", Side.Y)):
            said = {"name": self.file.names[side], "n": self.file.state.player(side).size}
            self.fields[name].label = _("Lettres de %(name)s (%(n)s, joker : ?)") % said

    @property
    def steps(self) -> Steps:
        data = {name.upper(): self.cleaned_data[name].upper() for name in ("x", "y")}
        return [(Command.TYPE_LETTERS, data)]
