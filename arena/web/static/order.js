// The forms that begin a match show the fields of the game that is chosen.

const form = /** @type {HTMLFormElement} */ (document.getElementById("order"));

function choose() {
  const game = new FormData(form).get("game");
  for (const e of form.querySelectorAll("fieldset.for")) {
    const set = /** @type {HTMLFieldSetElement} */ (e);
    set.hidden = set.dataset.game !== game;
    set.disabled = set.hidden; // what is not chosen is not sent
  }
}

form.addEventListener("change", choose);
addEventListener("pageshow", choose);
choose();
