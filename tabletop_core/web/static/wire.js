// What goes to the server and what comes from it.
"use strict";

const address = () => byId("@status")?.dataset.address ?? "";

// ------------------------------------------------------------------ answers

const sent = new Set(); // questions that have been answered: a double click is one answer

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!address() || form.method !== "post" || !form.action.includes(address())) return;
  event.preventDefault();
  if (!form.matches(".ask")) return post(form, new FormData(form, event.submitter)).then(() => form.reset());
  const clicked = event.submitter?.name === "answer" ? event.submitter.value : null;
  const given = clicked !== null ? [clicked] : new FormData(form).getAll("answer");
  send(form, ...(form.querySelector("[data-ordered]") ? inOrder(form, given) : given));
});

const ticked = new Map(); // forms that ask for an order, with what was ticked in turn
document.addEventListener("change", (event) => {
  const box = event.target;
  if (box.type !== "checkbox") return;
  const before = (ticked.get(box.form.id) ?? []).filter((value) => value !== box.value);
  ticked.set(box.form.id, box.checked ? [...before, box.value] : before);
  settle();
});
const inOrder = (form, given) => (ticked.get(form.id) ?? given).filter((one) => given.includes(one));

function send(form, ...answers) {
  const body = new FormData(form);
  const question = `${body.get("seat")} ${body.get("token")}`;
  if (sent.has(question)) return;
  body.delete("answer");
  answers.forEach((answer) => body.append("answer", answer));
  sent.add(question);
  form.classList.add("sent");
  ticked.delete(form.id);
  post(form, body).then((isTaken) => {
    form.classList.remove("sent");
    if (!isTaken) sent.delete(question);
  });
}

/** Sends a form; where the server is away, again until it is back: a token is answered once. */
async function post(form, data, tries = 40) {
  try {
    const reply = await fetch(form.action, { method: "POST", body: new URLSearchParams(data) });
    const where = reply.headers.get("location");
    if (where) location.assign(where);
    if (!reply.ok) notice(await reply.text());
    return reply.ok;
  } catch {
    if (!tries) return notice("The server cannot be reached; try again.");
    await new Promise((done) => setTimeout(done, 500));
    return post(form, data, tries - 1);
  }
}

function notice(words) {
  const page = new DOMParser().parseFromString(words, "text/html");
  const text = (page.querySelector("main") ?? page.body).textContent.trim();
  opened([make("p", { textContent: text.slice(0, 600) })]);
}

async function show(href, isWished = () => true, kind = "") {
  const reply = await fetch(href);
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  if (!isWished(reply)) return;
  opened([...(page.querySelector("main") ?? page.body).childNodes], kind);
}

function opened(nodes, kind = "") {
  const box = make("div", { className: `opened tt ${kind}`, role: "dialog", ariaLabel: "More" });
  const close = make("button", { textContent: "Close", onclick: () => box.remove() });
  box.append(...nodes, close);
  all(".opened").forEach((one) => one.remove());
  document.body.append(box);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(link.href);
});

// ------------------------------------------------------------------ more, on hovering or holding

const TOLD = 8; // options of one thing that are told
let waiting = 0;
let held = false; // a finger rested: lifting it is no touch

/** Opens what is known of a thing or a button: words, rule and chances of its option, or all words. */
function tell(at, isWished = () => true, kind = "") {
  const options = at.tagName === "BUTTON"
    ? [{ form: at.form, value: at.value }] : open().filter((one) => begins(one, [...hand, at.id]));
  if (options.length === 1) {
    const body = new FormData(options[0].form);
    const about = { seat: body.get("seat"), token: body.get("token"), option: options[0].value };
    show(`${address()}/odds?${new URLSearchParams(about)}`, (reply) => reply.ok && isWished(), kind);
  } else if (options.length) {
    const words = options.slice(0, TOLD).map((one) => make("li", { textContent: one.words }));
    if (options.length > TOLD) words.push(make("li", { textContent: `and ${options.length - TOLD} more` }));
    const list = make("ul");
    list.append(...words);
    opened([make("h2", { textContent: nameOf(at.id) }), list], kind);
  }
}

const tellable = (event) => {
  const word = event.target.closest?.("dfn");
  if (word) return () => opened([make("h2", { textContent: word.textContent }), make("p", { textContent: word.title })]);
  const at = event.target.closest?.(".lit, .ask button[name=answer]");
  const isOver = () => at.isConnected && at.matches(":hover");
  return at && address() ? (kind) => tell(at, kind ? isOver : undefined, kind) : null;
};
document.addEventListener("pointerover", (event) => {
  clearTimeout(waiting);
  const telling = event.pointerType !== "touch" && tellable(event);
  if (!event.target.closest?.(".opened")) all(".opened.tip").forEach((one) => one.remove());
  if (telling) waiting = setTimeout(() => telling("tip"), 600);
});
document.addEventListener("pointerdown", (event) => {
  clearTimeout(waiting);
  held = false;
  const telling = event.pointerType === "touch" && tellable(event);
  if (telling) waiting = setTimeout(() => { held = true; telling(); }, 500);
});
for (const kind of ["pointerup", "pointercancel", "scroll"])
  document.addEventListener(kind, () => clearTimeout(waiting), true);
document.addEventListener("contextmenu", (event) => held && event.preventDefault());
document.addEventListener("click", (event) => {
  if (held) event.preventDefault(), event.stopPropagation();
  held = false;
}, true);
document.addEventListener("keydown", (event) => {
  clearTimeout(waiting);
  if (event.key === "?" && !event.target.matches("input, select, textarea")) tellable({ target: document.activeElement })?.();
});

// ------------------------------------------------------------------ dice of one's own

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-face]");
  if (!key) return;
  const field = key.form.querySelector("input[name=shown]");
  field.value = `${field.value} ${key.dataset.face}`.trim();
  if (field.value.split(" ").length >= Number(key.form.querySelector("[data-dice]").dataset.dice)) key.form.requestSubmit();
});

// ------------------------------------------------------------------ the stream of changes

let stream = null;
let version = document.body.dataset.version ?? "";

function listen() {
  if (!address() || stream) return;
  stream = new EventSource(`${address()}/stream?since=${encodeURIComponent(version)}`);
  stream.onopen = () => all(".away").forEach((one) => one.remove());
  stream.onmessage = (event) => {
    version = event.lastEventId || version;
    apply(JSON.parse(event.data));
  };
  stream.onerror = () => {
    leave();
    if (!document.querySelector(".away"))
      document.body.append(make("p", { className: "away", role: "status", textContent: "Looking for the server…" }));
    setTimeout(() => document.hidden || listen(), 400);
  };
}

function leave() {
  stream?.close();
  stream = null;
}

// A browser has few lines to one host: a hidden page only looks in now and then.
document.addEventListener("visibilitychange", () => (document.hidden ? leave() : listen()));
setInterval(() => {
  if (!document.hidden) return listen();
  listen();
  setTimeout(() => document.hidden && leave(), 2000);
}, 15000);

listen();
