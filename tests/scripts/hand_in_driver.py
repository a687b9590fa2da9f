"""A `HandIn` for tests, which act as its server and its clock."""

from typing import Any

from tests.scripts.scripts import Scripts

TURN = {"gameId": 7, "ordinal": 3}
MAISON = {
    "rows": ["MAISON"],
    "struck": [],
    "direction": "H",
    "reference": "H4",
    "score": "24",
}


class HandInDriver:
    """Calls a `HandIn`, answers it, and returns what it has sent and stored."""

    def __init__(self, scripts: Scripts) -> None:
        self.scripts = scripts

    def start(self, *, records: dict[str, Any] | None = None, device: str = "mine") -> None:
        self.scripts.evaluate(
            """async ([records, device]) => {
              const { HandIn } = await import("/static/js/player/hand_in.js");
              const storedRecords = new Map(Object.entries(records));
              const sentMessages = [];
              Object.assign(window, { storedRecords, sentMessages });
              window.handIn = new HandIn({
                device,
                store: {
                  listKeys: () => [...storedRecords.keys()],
                  load: (key) => storedRecords.get(key) ?? null,
                  save: (key, record) => storedRecords.set(key, structuredClone(record)),
                  remove: (key) => storedRecords.delete(key),
                },
                getServerTime: () => Date.now(),
                send: (message, attempt) => sentMessages.push({ ...message, attempt }),
                onChange: () => {},
              });
            }""",
            [records or {}, device],
        )

    def call(self, name: str, *arguments: Any) -> None:
        source = "([name, values]) => handIn[name](...values)"
        self.scripts.evaluate(source, [name, list(arguments)])

    def open_turn(self, bulletin: dict[str, Any] | None = None, **turn: Any) -> None:
        self.call("beginTurn", TURN | turn)
        self.call("reconcile", bulletin)
        self.call("unlock")

    def acknowledge(self, rev: int, *, turn: int = 3, late: bool = False) -> None:
        self.call("handleAnswer", {"type": "saved", "turn": turn, "rev": rev, "late": late})

    def wait(self, ms: int) -> None:
        self.scripts.pass_time(ms)

    @property
    def sent_messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.scripts.evaluate("sentMessages")
        return messages

    @property
    def revisions(self) -> list[int]:
        return [message["rev"] for message in self.sent_messages]

    @property
    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.scripts.evaluate("handIn.status")
        return status

    @property
    def sheet(self) -> dict[str, Any]:
        sheet: dict[str, Any] = self.scripts.evaluate("handIn.sheet")
        return sheet

    @property
    def records(self) -> dict[str, Any]:
        stored: dict[str, Any] = self.scripts.evaluate("Object.fromEntries(storedRecords)")
        return stored


def make_bulletin(rev: int, device: str = "mine", **changes: Any) -> dict[str, Any]:
    return {
        "turn": 3,
        "rev": rev,
        "device": device,
        "rows": ["MAISON"],
        "struck": [],
        "reference": "H4",
        "score": "24",
    } | changes
