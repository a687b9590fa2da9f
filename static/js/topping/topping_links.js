// The links to the toppings that are open to this table (templates/topping/player/toppings.html).

/** @param {string} url of the links @returns {() => Promise<void>} fetches and shows them */
export function createToppingLinksRefresher(url) {
  const box = document.getElementById("toppings");
  return async () => {
    try {
      const answer = await fetch(url, { credentials: "same-origin" });
      if (answer.ok) box.innerHTML = await answer.text();
    } catch {
      // Without network the old links stay; the next news refresh them.
    }
  };
}
