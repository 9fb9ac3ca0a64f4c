// What goes to the server and what comes from it.
import { boxOf, byId, make, swallow } from "./dom.js";
import { after, formOf, hand, meant } from "./hand.js";
import { arrive } from "./pace.js";
import { boxOfDock, tell } from "./popovers.js";
import { connect } from "./table.js";

const { address } = byId("@status").dataset;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (form.matches(".sent")) return; // a double click is one answer
  if (form.matches(".ask")) byId("@more").hidePopover(); // its explanations are out of date
  form.classList.add("sent");
  post(form, new URLSearchParams(new FormData(form, event.submitter))).then((isTaken) => {
    if (isTaken) form.reset();
    if (!isTaken || !form.matches(".ask")) form.classList.remove("sent");
  });
});

/** Sends a form; where the server is away, until it is back: a token is answered once. */
async function post(form, body) {
  const reply = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!reply) return new Promise((done) => setTimeout(done, 500)).then(() => post(form, body));
  if (reply.headers.has("location")) location.assign(reply.headers.get("location"));
  if (!reply.ok) tell(boxOfDock(), make("p", { textContent: await reply.text() }));
  else if (stream.readyState !== EventSource.OPEN) listen();
  return reply.ok;
}

/** The words of a page that opens beside the table; nothing where there are none. */
async function wordsOf(href) {
  const reply = await fetch(href);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  return reply.status === 204 ? [] : [...(page.querySelector("main") ?? page.body).childNodes];
}

async function show(href, near = boxOfDock(), isWished = () => true) {
  const words = await wordsOf(href);
  if (words.length && isWished()) tell(near, ...words);
}

document.addEventListener("click", (event) => {
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

/** Tells what these things are, beside the first that has a place. */
function tellOf(ids) {
  const near = ids.map(byId).find((one) => one?.matches(".piece, .space, .card"));
  return show(
    `${address}/thing?${new URLSearchParams({ ids: ids.join(" ") })}`,
    near && boxOf(near),
  );
}

/** Where words, rule and odds are of what a button or a touch would do; none without a question. */
function oddsAt(at, taken) {
  const touched = after(taken)[0]?.element;
  const form = at?.form ?? (touched && formOf(touched));
  if (!form) return null;
  const [seat, token] = [form.elements.seat.value, form.elements.token.value];
  const what = at?.form ? { option: at.value } : { touched: taken.join(" ") };
  return `${address}/odds?${new URLSearchParams({ seat, token, ...what })}`;
}

/** The odds of each option that touches just these things, drawn short; none if none is known. */
async function oddsOf(taken) {
  const words = await wordsOf(`${oddsAt(null, taken)}&short=1`).catch(() => []);
  const told = words.flatMap((one) => (one.matches?.("[data-of]") ? [one] : []));
  const found = meant(taken).map(
    ({ element }) => told.find((one) => one.dataset.of === element.value)?.innerHTML ?? "",
  );
  return found.some(Boolean) ? found : [];
}

connect({ oddsOf, tellOf });

function explain(at, isWished) {
  const href = oddsAt(at, [...hand, at.id]);
  if (href) show(href, boxOf(at), isWished);
}

const ANSWERS = ".lit, :is(.ask, #\\@options) button[name=answer]";

document.addEventListener("keydown", ({ key, target }) => {
  if (key === "?" && target.matches(ANSWERS)) explain(target);
  if (key === "Escape") byId("@more").hidePopover();
});

// What a pointer or a finger rests on is explained; to lift that finger is no touch.
let resting;
let tip;
let isHeld;
let pressed;
const hasMouse = matchMedia("(hover: hover)").matches; // others pretend one where they were tapped

document.addEventListener("pointerdown", (event) => {
  pressed = event;
  if (tip && !event.target.closest("[popover]")) tip = byId("@more").hidePopover();
});

document.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
  isHeld = false;
  // What came under the mouse of somebody who has just answered is not asked for.
  const isUnmoved =
    pointerType === "mouse" && pressed?.clientX === clientX && pressed.clientY === clientY;
  if (isUnmoved || target.closest?.("[popover]") || tip?.contains(target)) return;
  if (tip) byId("@more").hidePopover();
  tip = null;
  const things = pointerType === "touch" ? ", .card, .facts [id], svg [id]" : "";
  const at = byId("@menu").matches(":popover-open") ? null : target.closest(`${ANSWERS}${things}`);
  if (at && (hasMouse || pointerType === "touch"))
    resting = setTimeout(() => {
      if (document.body.matches(".paced")) return; // its question may be over
      [tip, isHeld] = [at, pointerType === "touch"];
      if (at.matches(".lit, button")) explain(at, () => tip === at);
      else tellOf([at.id.replace(/^on:/, "")]);
    }, 450);
});

for (const kind of ["pointerout", "pointerup"])
  document.addEventListener(kind, () => clearTimeout(resting));

document.addEventListener("click", (event) => isHeld && swallow(event), true);

let stream;

/** Hears of changes; a page that nobody sees only glances at them now and then. */
function listen() {
  stream?.close();
  const { version } = document.body.dataset;
  const since = new URLSearchParams({ since: version, glance: document.hidden ? "1" : "" });
  stream = new EventSource(`${address}/stream?${since}`);
  let missed = 0;
  stream.onopen = () => {
    byId("@away").hidden = true;
    missed = 0;
  };
  stream.onmessage = ({ data, lastEventId }) => {
    const { version } = document.body.dataset;
    document.body.dataset.version = lastEventId;
    arrive(JSON.parse(data), version);
  };
  stream.onerror = () => {
    byId("@away").hidden = missed++ < 1;
    // The page says why it was refused.
    if (stream.readyState === EventSource.CLOSED)
      fetch(`${stream.url}&glance=1`)
        .then(
          ({ status }) => [400, 500].includes(status) && location.reload(),
          () => {},
        )
        .finally(() => setTimeout(listen, 1000));
  };
}

document.addEventListener("visibilitychange", listen);

listen();
