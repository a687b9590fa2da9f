// The links to the toppings that are open to this table (templates/topping/player/toppings.html).

/** @param {string} url of the links as they are now */
export function followToppings(url) {
  const box = document.getElementById("toppings");
  return async () => {
    try {
      const answer = await fetch(url, { credentials: "same-origin" });
      if (answer.ok) box.innerHTML = await answer.text();
    } catch {
      // Without network the links stay; the next news ask again.
    }
  };
}
