// The line below a board: where one is, what happened when, and the score.
import { html, svg } from "./dom.js";

const wide = 1000, high = 60;

/**
 * @param {string} label @param {string} chartLabel @param {(n: number) => void} seek
 */
export function timeline(label, chartLabel, seek) {
  const range = /** @type {HTMLInputElement} */ (html("input", { type: "range", class: "scrub", min: 0, max: 0, value: 0, step: 1, "aria-label": label, oninput: () => seek(Number(range.value)) }));
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", role: "img", "aria-label": chartLabel });
  const faults = svg("svg", { class: "faults", viewBox: `0 0 ${wide} 10`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const cursor = svg("line", { class: "cursor", y1: 0, y2: high, "vector-effect": "non-scaling-stroke" });
  const element = html("div", { class: "timeline" }, chart, faults, range);
  chart.addEventListener("click", (e) => {
    const box = chart.getBoundingClientRect(), part = (/** @type {MouseEvent} */ (e).clientX - box.left) / box.width;
    seek(Math.round((getComputedStyle(chart).direction === "rtl" ? 1 - part : part) * last));
  });
  let last = 0;
  const x = (/** @type {number} */ n) => ((last === 0 ? 0 : n / last) * wide).toFixed(1);

  return {
    element, range,
    /** @param {number} n @param {string} text */
    set(n, text) {
      if (range.value !== String(n)) range.value = String(n);
      range.setAttribute("aria-valuetext", text);
      cursor.setAttribute("x1", x(n));
      cursor.setAttribute("x2", x(n));
    },
    /**
     * Draws everything anew for this number of positions.
     * @param {number} to the last position @param {{at: number, seat: number}[]} marks faults
     * @param {import("./view.js").Series|null} series
     */
    draw(to, marks, series) {
      last = to;
      range.max = String(to);
      faults.replaceChildren(...marks.map((m) => svg("path", { class: `fault seat${m.seat}`, d: `M${x(m.at)} 0l0 10`, "vector-effect": "non-scaling-stroke" })));
      faults.style.display = marks.length > 0 ? "" : "none";
      chart.style.display = series ? "" : "none";
      if (!series) return;
      const most = Math.max(1, ...series.values.map((v) => v[v.length - 1]));
      const y = (/** @type {number} */ v) => (high - 4 - (v / most) * (high - 12)).toFixed(1);
      const lines = series.values.map((values, seat) => {
        let d = `M0 ${y(values[0])}`;
        for (let i = 1; i <= to; i++) if (values[i] !== values[i - 1]) d += `H${x(i)}V${y(values[i])}`;
        return svg("path", { class: `line seat${seat}`, d: `${d}H${wide}`, "vector-effect": "non-scaling-stroke" });
      });
      const dead = series.marks.map((m) => svg("path", { class: `death seat${m.seat}`, d: `M${x(m.at)} ${m.seat === 0 ? high - 5 : high}l0 -5`, "vector-effect": "non-scaling-stroke" }));
      chart.replaceChildren(...dead, ...lines, cursor);
    },
  };
}
