// Pictures of a position, as files.

// What a drawing's parts look like, by the style that the page gives them: the first are
// inherited, so that they are written only where a part differs from what it is in.
const inherited = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "font-size", "font-family", "font-weight", "paint-order"];
const own = { opacity: "1", display: "inline" };

/**
 * Returns a copy of a drawing that looks the same without the page's styles.
 * @param {SVGElement} drawing @param {string} background
 */
export function standalone(drawing, background) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const box = (drawing.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
  if (drawing.isConnected) {
    const of = [drawing, ...drawing.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
    of.forEach((e, i) => {
      const style = getComputedStyle(e), around = i > 0 && e.parentElement ? getComputedStyle(e.parentElement) : undefined, target = to[i];
      for (const name of ["class", "style", "role", "tabindex", "data-base", "data-cell"]) target.removeAttribute(name);
      /** @param {string} name @param {string|undefined} plain */
      const put = (name, plain) => {
        const value = style.getPropertyValue(name);
        if (value === plain) target.removeAttribute(name);
        else target.setAttribute(name, value);
      };
      for (const name of inherited) put(name, around?.getPropertyValue(name));
      if (i > 0) for (const [name, plain] of Object.entries(own)) put(name, plain);
    });
  }
  copy.setAttribute("width", String(box[2]));
  copy.setAttribute("height", String(box[3]));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [k, v] of [["width", "100%"], ["height", "100%"], ["fill", background]]) back.setAttribute(k, v);
  copy.prepend(back);
  return copy;
}

/** @param {SVGElement} drawing @param {string} background @returns {Blob} */
export function svgFile(drawing, background) {
  return new Blob([new XMLSerializer().serializeToString(standalone(drawing, background))], { type: "image/svg+xml" });
}

/**
 * Draws a picture, at least 1,200 pixels wide.
 * @param {SVGElement} drawing @param {string} background @returns {Promise<Blob>}
 */
export async function pngFile(drawing, background) {
  const address = URL.createObjectURL(svgFile(drawing, background));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.max(1, 1200 / image.width), canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((b) => (b ? done(b) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hands a file to the reader. @param {Blob} file @param {string} name */
export function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
