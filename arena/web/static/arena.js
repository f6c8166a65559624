// What every page does: times in the reader's own zone, and a part that is
// fetched again when what it shows has changed.

const language = document.documentElement.lang;
const clock = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });

/**
 * Shows the times of an element in the reader's zone; the RFC 3339 text stays
 * as the title.
 * @param {ParentNode} within
 */
export function localTimes(within) {
  for (const e of within.querySelectorAll("time[datetime]:not([title])")) {
    const when = new Date(/** @type {HTMLTimeElement} */ (e).dateTime);
    if (Number.isNaN(when.valueOf())) continue;
    e.setAttribute("title", /** @type {HTMLTimeElement} */ (e).dateTime);
    e.textContent = clock.format(when);
  }
}

/**
 * Fetches a page and returns an element of it.
 * @param {string} href @param {string} id
 * @returns {Promise<HTMLElement|null>}
 */
export async function fetchPart(href, id) {
  const answer = await fetch(href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.getElementById(id);
  if (part) localTimes(part);
  return part;
}

const again = 5000; // ms until who was refused asks again; up to twice that

/**
 * Follows a stream until it says that it has ended, or is not there any more.
 * A browser goes on by itself where a stream was cut off, but gives up where it
 * is refused, as when too many watch. A page that nobody sees has none: a browser
 * opens six connections to a server at most, of all its tabs, and the seventh
 * page would wait for ever.
 * @param {string} href @param {(data: any) => void} each @param {() => void} [ended] @param {() => void} [gone]
 * @param {boolean} [always] also while nobody sees the page
 * @returns {() => void} ends it
 */
export function follow(href, each, ended, gone, always = false) {
  /** @type {EventSource|undefined} */
  let source;
  let later = 0, over = false;
  const close = () => {
    clearTimeout(later);
    source?.close();
    source = undefined;
  };
  const look = () => {
    if (document.hidden && !always) close();
    else if (!source) open();
  };
  const stop = () => {
    over = true;
    close();
    removeEventListener("pagehide", stop);
    document.removeEventListener("visibilitychange", look);
  };
  const open = () => {
    const now = source = new EventSource(href);
    now.onmessage = (e) => each(JSON.parse(e.data));
    now.addEventListener("end", () => { stop(); ended?.(); });
    now.onerror = async () => {
      if (now.readyState !== EventSource.CLOSED) return;
      const answer = await fetch(href, { method: "HEAD" }).catch(() => null); // why, a browser does not say
      if (over || source !== now) return;
      if (answer?.status === 404 || answer?.status === 410) {
        stop();
        gone?.();
      } else later = setTimeout(open, again * (1 + Math.random()));
    };
  };
  look();
  addEventListener("pagehide", stop);
  document.addEventListener("visibilitychange", look);
  return stop;
}

/**
 * Sends a form's values and returns the answer, or throws what it says.
 * @param {string} href @param {Record<string, string|number>} values
 */
export async function post(href, values) {
  const body = new URLSearchParams();
  for (const [k, v] of Object.entries(values)) body.set(k, String(v));
  const answer = await fetch(href, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.status === 204) return {};
  const text = await answer.text();
  let said;
  try { said = JSON.parse(text); } catch { throw new Error(text.trim() || answer.statusText); }
  if (!answer.ok) throw new Error(said.problem ?? answer.statusText);
  return said;
}

/** Keeps the standings of a championship as they are now. */
function followStandings() {
  const part = document.getElementById("part");
  if (!part?.dataset.events) return;
  let shown = part.dataset.number, fetching = false, again = false;
  const renew = async () => {
    if (fetching) { again = true; return; }
    fetching = true;
    const href = new URL(location.href);
    href.searchParams.set("part", "1");
    const next = await fetchPart(href.href, "part").catch(() => null); // tried again with the next change
    if (next) {
      shown = next.dataset.number;
      document.getElementById("part")?.replaceWith(next);
    }
    await new Promise((done) => { setTimeout(done, 1000); });
    fetching = false;
    if (again) { again = false; renew(); }
  };
  follow(part.dataset.events, (news) => { if (String(news.number) !== shown) renew(); });
}

localTimes(document);
followStandings();
