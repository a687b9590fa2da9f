// Bulletins that a device keeps for an entry and that the server has not acknowledged, of whatever
// game: taken to it by ordinary requests, one after the other, until each has its answer.

const AGAIN_AFTER = 4000;

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** As the socket would send it. */
function messageOf({ turn, rev, sheet }, device) {
  const { rows, struck, reference, score } = sheet;
  const place = { game_id: turn.gameId, turn: turn.ordinal };
  return { type: "save", ...place, rev, device, rows, struck, reference, score };
}

async function post(url, csrf, message) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify(message),
    });
    const answer = await response.json();
    return answer.type !== "refused" || !answer.retry;
  } catch {
    return false; // no network, or no answer of ours
  }
}

/**
 * @param {{store: {keys, load, drop}, url: string, csrf: string, device: string,
 *   wanted?: (record: object) => boolean}} options `wanted` leaves out what others look after
 * @returns {Promise<number>} how many were delivered, once nothing waits any more
 */
export async function deliverLeftovers({ store, url, csrf, device, wanted = () => true }) {
  let delivered = 0;
  for (const key of store.keys()) {
    const kept = store.load(key);
    if (kept === null || kept.rev <= kept.acked || !wanted(kept)) continue;
    while (!(await post(url, csrf, messageOf(kept, device)))) await pause(AGAIN_AFTER);
    store.drop(key);
    delivered += 1;
  }
  return delivered;
}
