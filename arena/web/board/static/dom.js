// Small helpers to build what is shown.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an SVG element.
 * @param {string} name @param {Record<string, string|number>} [attributes] @param {(Node|string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(svgSpace, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  e.append(...children);
  return e;
}

/**
 * Makes an HTML element. Attributes that begin with "on" are listeners.
 * @param {string} name @param {Record<string, any>} [attributes] @param {(Node|string)[]} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (v === true) e.setAttribute(k, "");
    else if (v !== false && v !== undefined) e.setAttribute(k, String(v));
  }
  e.append(...children);
  return e;
}

const icons = {
  play: "M7 4v16l13-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M6 5l9 7-9 7zM16 5h3v14h-3z", back: "M18 5l-9 7 9 7zM5 5h3v14H5z",
  last: "M4 5l8 7-8 7zM11 5l8 7-8 7zM19 5h2v14h-2z", first: "M20 5l-8 7 8 7zM13 5l-8 7 8 7zM3 5h2v14H3z",
  nextFault: "M3 19L9.500 6 16 19zM18 5l5 7-5 7z", backFault: "M21 19L14.500 6 8 19zM6 5l-5 7 5 7z",
  link: "M10 13a4 4 0 006 .4l3-3a4.200 4.200 0 00-6-6l-1.500 1.500 1.400 1.400L14.400 6a2.200 2.200 0 013.100 3.100l-3 3a2 2 0 01-3-.200zM14 11a4 4 0 00-6-.4l-3 3a4.200 4.200 0 006 6l1.500-1.500-1.400-1.400L9.600 18a2.200 2.200 0 01-3.100-3.100l3-3a2 2 0 013 .200z",
  picture: "M3 5h18v14H3zm2 2v8l4-4 3 3 4-5 3 4V7z", zoomIn: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z", zoomOut: "M5 11h14v2H5z",
};

/** @param {keyof typeof icons} name @returns {SVGElement} */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true", focusable: "false" },
    svg("path", { d: icons[name], "fill-rule": "evenodd" }));
}

/**
 * Makes an element something to choose with the mouse, Enter or the space bar;
 * the arrow keys go to the nearest other choice of the drawing.
 * @param {SVGElement} element @param {string} label @param {() => void} choose
 */
export function choice(element, label, choose) {
  element.classList.add("choice");
  for (const [k, v] of [["role", "button"], ["tabindex", "0"], ["aria-label", label]]) element.setAttribute(k, v);
  element.onclick = choose;
  element.onkeydown = (e) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (way) nearest(element, way)?.focus();
    else if (e.key === "Enter" || e.key === " ") choose();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
}

/** Takes back what choice made. @param {SVGElement} element */
export function noChoice(element) {
  element.classList.remove("choice");
  for (const k of ["role", "tabindex", "aria-label"]) element.removeAttribute(k);
  element.onclick = element.onkeydown = null;
}

/** @param {SVGElement} from @param {number[]} way @returns {SVGElement|undefined} */
function nearest(from, [dx, dy]) {
  const middle = (/** @type {Element} */ e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [x, y] = middle(from);
  let best, least = Infinity;
  for (const e of /** @type {NodeListOf<SVGElement>} */ (from.ownerSVGElement?.querySelectorAll(".choice") ?? [])) {
    const [ex, ey] = middle(e), ahead = (ex - x) * dx + (ey - y) * dy, beside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (ahead > 1 && ahead + beside < least) { least = ahead + beside; best = e; }
  }
  return best;
}
