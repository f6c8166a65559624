// A person's orders for one stage of Gold Hunter.
import { html } from "./dom.js";
import { kinds } from "./goldfield.js";

const symbols = { up: "↑", right: "→", down: "↓", left: "←" };

/**
 * Makes the panel in which a person gives every unit its order.
 * @param {import("./goldfield.js").Field} field @param {number} team @param {import("./words.js").Texts} t
 * @param {(id: number|null) => void} mark shows which unit is meant
 * @param {(text: string) => void} answer is called with the orders in the record's notation
 */
export function orderPanel(field, team, t, mark, answer) {
  const { ground } = field, first = team * ground.perTeam;
  /** @type {{id: number, select: HTMLSelectElement}[]} */ const given = [];
  const form = html("form", { class: "order-form", onsubmit: (/** @type {Event} */ e) => {
    e.preventDefault();
    mark(null);
    answer(given.filter((g) => g.select.value).map((g) => `${g.id}:${g.select.value}`).join(" "));
  } });
  for (let id = first; id < first + ground.perTeam; id++) {
    const u = field.units[id];
    if (!u.alive) continue;
    const kind = ground.kind(id), facing = Object.keys(symbols)[u.facing];
    const possible = ["move", ...Object.keys(symbols).filter((d) => d !== facing)];
    if (kind === 0 && u.left > 0) possible.push("fire");
    if (kind === 2) possible.push(...(u.hidden ? ["show"] : u.left > 0 ? ["hide"] : []));
    const select = /** @type {HTMLSelectElement} */ (html("select", { "data-unit": id, onfocus: () => mark(id) },
      html("option", { value: "" }, "–"),
      ...possible.map((o) => html("option", { value: o }, o in symbols ? `${symbols[/** @type {keyof symbols} */ (o)]} ${t.say(o)}` : t.say(o)))));
    given.push({ id, select });
    const left = kind === 1 ? "" : ` · ${t.number(u.left)}`;
    form.append(html("label", {}, `${t.say(kinds[kind])} ${t.number(id)} ${symbols[/** @type {keyof symbols} */ (facing)]}${left}`, select));
  }
  form.append(html("button", { type: "submit", class: "primary" }, t.say("done")));
  return form;
}
