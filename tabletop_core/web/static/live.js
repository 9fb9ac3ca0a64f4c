// What goes to the server and what comes from it.
import { boxOf, byId, make, need, on, swallow } from "./dom.js";
import { after, formOf, hand, meant } from "./hand.js";
import { arrive } from "./pace.js";
import { boxOfDock, tell } from "./popovers.js";
import { isFar, staged } from "./stage.js";
import { connect } from "./table.js";

const { address } = need("@status").dataset;

on("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (/** @type {Element} */ (event.target));
  if (form.method !== "post") return;
  event.preventDefault();
  if (form.matches(".sent")) return; // a double click is one answer
  if (form.matches(".ask")) need("@more").hidePopover(); // its explanations are out of date
  form.classList.add("sent");
  const fields = /** @type {[string, string][]} */ ([...new FormData(form, event.submitter)]);
  post(form, new URLSearchParams(fields)).then((isTaken) => {
    if (isTaken) form.reset();
    if (!isTaken || !form.matches(".ask")) form.classList.remove("sent");
  });
});

/**
 * Sends a form; where the server is away, until it is back: a token is answered once.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 * @returns {Promise<boolean>}
 */
export async function post(form, body) {
  const reply = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!reply) return new Promise((done) => setTimeout(done, 500)).then(() => post(form, body));
  const next = reply.headers.get("location");
  if (next) location.assign(next);
  if (!reply.ok) tell(boxOfDock(), make("p", { textContent: await reply.text() }));
  else if (stream?.readyState !== EventSource.OPEN) listen();
  return reply.ok;
}

/**
 * The words of a page that opens beside the table; nothing where there are none.
 * @param {string} href
 */
async function wordsOf(href) {
  const reply = await fetch(href);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  return reply.status === 204 ? [] : [...(page.querySelector("main") ?? page.body).childNodes];
}

/**
 * @param {string} href
 * @param {DOMRect} near
 * @param {() => boolean} isWished
 */
async function show(href, near = boxOfDock(), isWished = () => true) {
  const words = await wordsOf(href);
  if (words.length && isWished()) tell(near, ...words);
}

on("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = event.target.closest("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // A hint looks ahead, which takes a while.
  const waiting = setTimeout(
    () => tell(boxOfDock(), make("p", { textContent: "One moment …" })),
    400,
  );
  show(link.href).finally(() => clearTimeout(waiting));
});

/**
 * Tells what these things are, beside the first that has a place.
 * @param {string[]} ids
 */
function tellOf(ids) {
  const near = ids.map(byId).find((one) => one?.matches(".piece, .space, .card"));
  return show(
    `${address}/thing?${new URLSearchParams({ ids: ids.join(" ") })}`,
    near ? boxOf(near) : undefined,
  );
}

/**
 * Where words, rule and odds are of what a button or a touch would do; none without a question.
 * @param {Choice | null} at
 * @param {string[]} taken
 */
function oddsAt(at, taken) {
  const touched = after(taken)[0]?.element;
  const form = at?.form ?? (touched && formOf(touched));
  if (!form) return null;
  const fields = new URLSearchParams();
  for (const name of ["seat", "token"]) fields.set(name, `${new FormData(form).get(name)}`);
  if (at?.form) fields.set("option", at.value);
  else fields.set("touched", taken.join(" "));
  return `${address}/odds?${fields}`;
}

/**
 * The odds of each option that touches just these things, drawn short; none if none is known.
 * @param {string[]} taken
 */
async function oddsOf(taken) {
  const href = oddsAt(null, taken);
  const words = href ? await wordsOf(`${href}&short=1`).catch(() => []) : [];
  const told = words.flatMap((one) => (one instanceof HTMLElement ? [one] : []));
  const found = meant(taken).map(
    ({ element }) => told.find((one) => one.dataset.of === element.value)?.innerHTML ?? "",
  );
  return found.some(Boolean) ? found : [];
}

connect({ oddsOf, tellOf });

/**
 * @param {Choice} at
 * @param {() => boolean} [isWished]
 */
function explain(at, isWished) {
  const href = oddsAt(at, [...hand, at.id]);
  if (href) show(href, boxOf(at), isWished);
}

const ANSWERS = ".lit, :is(.ask, #\\@options) button[name=answer]";

on("keydown", ({ key, target }) => {
  if (key === "?" && target.matches(ANSWERS)) explain(target);
  if (key === "Escape") need("@more").hidePopover();
});

// What a pointer or a finger rests on is explained; to lift that finger is not a touch.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
/** @type {Choice | null} */
let tip;
/** @type {boolean} */
let isHeld;
/** @type {PointerEvent | undefined} */
let pressed;
const hasMouse = matchMedia("(hover: hover)").matches; // others pretend one where they were tapped

on("pointerdown", (event) => {
  pressed = event;
  if (!event.isPrimary) clearTimeout(resting); // two fingers make a board larger
  if (!tip || event.target.closest("[popover]")) return;
  need("@more").hidePopover();
  tip = null;
});

on("pointerover", ({ target, pointerType, clientX, clientY }) => {
  isHeld = false;
  // What came under the mouse of somebody who has just answered is not asked for.
  const isUnmoved =
    pointerType === "mouse" && pressed?.clientX === clientX && pressed.clientY === clientY;
  if (isUnmoved || target.closest?.("[popover]") || tip?.contains(target)) return;
  if (tip) need("@more").hidePopover();
  tip = null;
  const things = pointerType === "touch" ? ", .card, .facts [id], svg [id]" : "";
  /** @type {Choice | null} */
  const at = need("@menu").matches(":popover-open") ? null : target.closest(`${ANSWERS}${things}`);
  const sight = staged()?.getAttribute("viewBox");
  clearTimeout(resting);
  // A card of a hand that rises under a mouse has all its words.
  const isRead = pointerType === "mouse" && at?.closest(".hands");
  if (at && !isRead && (hasMouse || pointerType === "touch"))
    resting = setTimeout(() => {
      if (document.body.matches(".paced")) return; // its question may be over
      if (sight !== staged()?.getAttribute("viewBox")) return; // another thing lies there by now
      [tip, isHeld] = [at, pointerType === "touch"];
      const word = isHeld && target.closest("dfn");
      if (word) tell(boxOf(word), make("p", { textContent: word.ariaDescription ?? "" }));
      else if (at.matches(".lit, button")) explain(at, () => tip === at);
      else tellOf([at.id.replace(/^on:/, "")]);
    }, 450);
});

for (const kind of /** @type {const} */ (["pointerout", "pointerup"]))
  on(kind, () => clearTimeout(resting));

// A finger stays on what it has touched, to the browser, wherever it is drawn to.
on("pointermove", ({ buttons, clientX: x, clientY: y }) => {
  if (buttons && pressed && isFar(pressed, x, y)) clearTimeout(resting);
});

on("click", (event) => isHeld && swallow(event), true);

/** @type {EventSource | undefined} */
let stream;

/** Hears of changes; a page that nobody sees only glances at them now and then. */
function listen() {
  stream?.close();
  const { version = "" } = document.body.dataset;
  const since = new URLSearchParams({ since: version, glance: document.hidden ? "1" : "" });
  const mine = new EventSource(`${address}/stream?${since}`);
  stream = mine;
  let missed = 0;
  mine.onopen = () => {
    need("@away").hidden = true;
    missed = 0;
  };
  mine.onmessage = ({ data, lastEventId }) => {
    const { version = "" } = document.body.dataset;
    document.body.dataset.version = lastEventId;
    arrive(JSON.parse(data), version);
  };
  mine.onerror = () => {
    need("@away").hidden = missed++ < 1;
    // The page says why it was refused.
    if (mine.readyState === EventSource.CLOSED)
      fetch(`${mine.url}&glance=1`)
        .then(
          ({ status }) => [400, 500].includes(status) && location.reload(),
          () => {},
        )
        .finally(() => setTimeout(listen, 1000));
  };
}

on("visibilitychange", listen);

listen();
