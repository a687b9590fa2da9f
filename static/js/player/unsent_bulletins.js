// Sends the unacknowledged bulletins that a device has stored for an entry, of all games: by requests, one
// after the other, until each is answered.

const RETRY_PAUSE = 4000;

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Return the message that the socket would send. */
function makeMessage({ turn, rev, sheet }, device) {
  const { rows, struck, reference, score } = sheet;
  const turnFields = { game_id: turn.gameId, turn: turn.ordinal };
  return { type: "save", ...turnFields, rev, device, rows, struck, reference, score };
}

/** @returns {Promise<boolean>} false if it must be sent again */
async function post(url, csrfToken, message) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken },
      body: JSON.stringify(message),
    });
    const answer = await response.json();
    return answer.type !== "refused" || !answer.retry;
  } catch {
    return false; // no network, or an answer of another server
  }
}

/**
 * @param {{store: {listKeys, load, remove}, url: string, csrfToken: string, device: string,
 *   isIncluded?: (record: object) => boolean}} options
 * @returns {Promise<number>} number of delivered bulletins, once all are
 */
export async function sendUnsentBulletins({ store, url, csrfToken, device, isIncluded = () => true }) {
  let deliveredCount = 0;
  for (const key of store.listKeys()) {
    const record = store.load(key);
    if (record === null || record.rev <= record.acked || !isIncluded(record)) continue;
    while (!(await post(url, csrfToken, makeMessage(record, device)))) await wait(RETRY_PAUSE);
    store.remove(key);
    deliveredCount += 1;
  }
  return deliveredCount;
}
