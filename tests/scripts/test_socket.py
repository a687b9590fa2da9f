"""When the socket of a live page connects again, and when it stops."""

from tests.rows import every_row
from tests.scripts.scripts import Scripts

#: The status after a message of the server or the code with which it closes, and the connections.
RUN = """async ([message, code]) => {
  const sockets = [];
  class FakeSocket extends EventTarget {
    static OPEN = 1;
    readyState = FakeSocket.OPEN;
    constructor() {
      super();
      sockets.push(this);
    }
    send() {}
    close(code = 1005) {
      this.dispatchEvent(Object.assign(new Event("close"), { code }));
    }
  }
  const listen = () => {};
  Object.assign(globalThis, { WebSocket: FakeSocket, location: { protocol: "http:", host: "" } });
  Object.assign(globalThis, { addEventListener: listen });
  Object.assign(document, { addEventListener: listen });
  const { LiveSocket } = await import("/static/js/live/socket.js");
  const clock = { localNow: () => 0, addSample() {}, clearSamples() {} };
  const socket = new LiveSocket({
    token: "", fetchToken: async () => "", clock, onMessage() {}, onStatus() {},
  });
  socket.connect();
  sockets[0].dispatchEvent(new Event("open"));
  if (message) {
    const data = JSON.stringify({ type: message });
    sockets[0].dispatchEvent(Object.assign(new Event("message"), { data }));
  }
  if (code) sockets[0].close(code);
  passTime(1000);
  return [socket.status, sockets.length];
}"""
STOPPING = {"displaced": 4009, "renewed": 4010, "moved": 4011}


def test_a_stopped_socket_connects_no_more(scripts: Scripts) -> None:
    scripts.stop_time(1000)
    with every_row() as row:
        for status, code in STOPPING.items():
            for message, closed in ((status, 0), ("", code), (status, code)):
                with row(f"{status} {message} {closed}"):
                    assert scripts.evaluate(RUN, [message, closed]) == [status, 1]
        with row("restarted"):
            assert scripts.evaluate(RUN, ["", 1013]) == ["lost", 2]
