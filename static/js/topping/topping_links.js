// The links to the toppings that are open to this table (templates/topping/player/toppings.html).

/** Fetch and show the links of `url`. */
export async function refreshToppingLinks(url) {
  try {
    const answer = await fetch(url, { credentials: "same-origin" });
    if (answer.ok) document.getElementById("toppings").innerHTML = await answer.text();
  } catch {
    // Without network the old links stay; the next news refresh them.
  }
}
