// What goes to the server and what comes from it.
"use strict";

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
  if (!reply.ok) tell(make("p", { textContent: await reply.text() }));
  else if (stream.readyState !== EventSource.OPEN) listen();
  return reply.ok;
}

// Where an order is asked for, what is ticked stands in front as it was ticked.
document.addEventListener("change", ({ target }) => {
  const others = all("[data-ordered] label:has(:not(:checked))").filter((one) => !one.contains(target));
  target.closest("[data-ordered]")?.insertBefore(target.labels[0], others[0] ?? null);
  target.focus();
  settle();
});

function tell(...nodes) {
  byId("@told").replaceChildren(...nodes);
  byId("@more").showPopover();
}

async function show(href, isWished = () => true) {
  const reply = await fetch(href);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  if (reply.status !== 204 && isWished()) tell(...(page.querySelector("main") ?? page.body).childNodes);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(link.href);
});

globalThis.tellOf = (ids) => show(`${address}/thing?${new URLSearchParams({ ids: ids.join(" ") })}`);
/** Shows words, rule and odds of what a button or a touch would do. */
function explain(at, isWished) {
  const form = at.form ?? after([...hand, at.id])[0]?.element.form;
  if (!form) return;
  const [seat, token] = [form.elements.seat.value, form.elements.token.value];
  const what = at.form ? { option: at.value } : { touched: [...hand, at.id].join(" ") };
  show(`${address}/odds?${new URLSearchParams({ seat, token, ...what })}`, isWished);
}

document.addEventListener("keydown", ({ key, target }) => {
  if (key === "?" && target.matches(".lit, .ask button[name=answer]")) explain(target);
  if (key === "Escape") byId("@more").hidePopover();
});

// What a pointer or a finger rests on is explained; to lift that finger is no touch.
let resting, tip, isHeld;
const hasMouse = matchMedia("(hover: hover)").matches; // others pretend one where they were tapped

document.addEventListener("pointerover", ({ target, pointerType }) => {
  isHeld = false;
  if (target.closest("[popover]") || tip?.contains(target)) return;
  if (tip) byId("@more").hidePopover();
  tip = null;
  const things = pointerType === "touch" ? ", .card, .facts [id], svg [id]" : "";
  const at = target.closest(`.lit, .ask button[name=answer]${things}`);
  if (at && (hasMouse || pointerType === "touch")) resting = setTimeout(() => {
    [tip, isHeld] = [at, pointerType === "touch"];
    at.matches(".lit, button") ? explain(at, () => tip === at) : tellOf([at.id.replace(/^on:/, "")]);
  }, 450);
});
for (const kind of ["pointerout", "pointerup"]) document.addEventListener(kind, () => clearTimeout(resting));
const hold = (event) => isHeld && (event.stopPropagation(), event.preventDefault());
document.addEventListener("click", hold, true);

let stream, { version } = document.body.dataset;

/** Hears of changes; a page that nobody sees only glances at them now and then. */
function listen() {
  stream?.close();
  const since = new URLSearchParams({ since: version, glance: document.hidden ? "1" : "" });
  stream = new EventSource(`${address}/stream?${since}`);
  let missed = 0;
  stream.onopen = () => { byId("@away").hidden = true; missed = 0; };
  stream.onmessage = ({ data, lastEventId }) => { version = lastEventId; apply(JSON.parse(data)); };
  stream.onerror = () => {
    byId("@away").hidden = missed++ < 1;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
}

document.addEventListener("visibilitychange", listen);
listen();
