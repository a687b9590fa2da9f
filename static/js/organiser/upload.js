// <input type="file" data-max-bytes data-too-big>: a file that the server would refuse for its
// size is not sent at all.

document.addEventListener("change", (event) => {
  const input = event.target.closest("input[type=file][data-max-bytes]");
  if (!input) return;
  const tooBig = [...input.files].some((file) => file.size > Number(input.dataset.maxBytes));
  input.setCustomValidity(tooBig ? input.dataset.tooBig : "");
  input.reportValidity();
});

document.addEventListener("submit", (event) => {
  const inputs = event.target.querySelectorAll("input[type=file][data-max-bytes]");
  if ([...inputs].some((input) => !input.reportValidity())) event.preventDefault();
});
