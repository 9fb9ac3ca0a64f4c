// The page around the pages: owns the worker with Python, and one frame that shows the table.
// It is not a module: a browser loads none from a disk, where this page says why it cannot play.
// `SITE`, the facts of this folder, comes from site.js, which the service worker reads, too.
"use strict";

/**
 * @param {string} id
 * @returns {any}
 */
const byId = (id) => document.getElementById(id);
const UNDER = new URL("./", location.href).pathname;
const TAKE_OVER_MS = 5000;

// ---------------------------------------------------------------- words

/**
 * @param {string} words
 * @param {...HTMLElement} ways
 */
function say(words, ...ways) {
  // An announcement that repeats itself is none.
  if (byId("words").textContent !== words) byId("words").textContent = words;
  byId("ways").replaceChildren(...ways);
}

/**
 * @param {string} words
 * @param {(event: Event) => void} act
 * @param {string} [kind]
 */
function button(words, act, kind = "") {
  const made = document.createElement("button");
  Object.assign(made, { textContent: words, onclick: act, className: kind });
  return made;
}

const again = () => button("Try again", () => location.reload(), "main");

/** @param {string} words */
function fail(words) {
  setWish(null);
  byId("progress").hidden = true;
  byId("cover").hidden = false;
  say(words, again());
}

/**
 * Shows a line over the pages with what can be done about it; the same words have one line.
 * @param {string} words
 * @param {...HTMLElement} ways
 */
function offer(words, ...ways) {
  const [line, text] = [document.createElement("div"), document.createElement("span")];
  text.textContent = words;
  line.append(text, ...ways);
  const shown = /** @type {HTMLElement[]} */ ([...byId("bar").children]).find(
    ({ firstChild }) => firstChild?.textContent === words,
  );
  if (shown) shown.replaceWith(line);
  else byId("bar").append(line);
  byId("bar").hidden = false;
}

/** @param {Event} event */
function dismiss({ target }) {
  /** @type {Element} */ (target).closest("#bar > div")?.remove();
  byId("bar").hidden = !byId("bar").children.length;
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

// ---------------------------------------------------------------- why it does not start

const NO_ROOM = "QuotaExceededError";

/**
 * Says in words why the games could not be fetched, and what helps.
 * @param {{ name: string, why: string }} failure
 */
async function explain({ name, why }) {
  if (name === NO_ROOM) return noRoom();
  const kept = "What has arrived is kept; the next try goes on from there.";
  if (name === "SecurityError") return `This browser allows no service worker here. ${PRIVATE}`;
  if (name !== "NetworkError") return `The games could not be fetched (${why}). ${kept}`;
  if (!navigator.onLine) {
    addEventListener("online", () => location.reload());
    return `This device is offline. Once it has a network again, this goes on by itself. ${kept}`;
  }
  const doesAnswer = await fetch("site.js", { cache: "no-store" }).catch(() => null);
  return doesAnswer?.ok
    ? `The host answers, but ${why} did not arrive. Either the connection broke off, or ` +
        "something in this browser or network blocks that file, such as a filter of ads: allow " +
        `this page there. ${kept}`
    : `The host of these games does not answer at the moment. ${kept}`;
}

async function noRoom() {
  const needed = SITE.files.reduce((sum, { size }) => sum + size, 0);
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const free = Math.max(0, quota - usage); // some browsers tell everybody the same large number
  const left = free < needed ? `, which has ${megabytes(free)} MB left for this page` : "";
  return (
    `There is no room for the games: they take ${megabytes(needed)} MB in this browser${left}. ` +
    "Delete files of this device, or what other pages have stored (in the settings of the " +
    "browser, under privacy or site data). Then try again."
  );
}

// ---------------------------------------------------------------- the service worker

const TOO_OLD =
  "This browser is too old for these games. A current Firefox, Chrome, Edge or Safari plays them.";
const PRIVATE = "Private windows often forbid it: open the address in an ordinary window.";

/** Returns why this browser cannot play here, in words; empty if it can. */
async function obstacle() {
  if (location.protocol === "file:")
    return (
      "Files opened from a disk cannot run these games. See README.md in this folder: one " +
      "command serves it."
    );
  if (!isSecureContext)
    return (
      "Browsers run these games only at an address with https, or on this machine itself at " +
      "localhost."
    );
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") return TOO_OLD;
  if (!navigator.serviceWorker)
    return `This browser allows no service worker here, which the games need. ${PRIVATE}`;
  if (!navigator.locks) return TOO_OLD;
  try {
    await new Promise((/** @type {(value?: unknown) => void} */ done, failed) => {
      const opening = indexedDB.open("tabletop: may this page store anything?");
      opening.onsuccess = () => {
        opening.result.close();
        indexedDB.deleteDatabase(opening.result.name);
        done();
      };
      opening.onerror = () => failed(opening.error);
    });
  } catch (error) {
    if (/** @type {Error} */ (error)?.name === NO_ROOM) return noRoom();
    return `This browser lets the page store nothing, so no game could be kept. ${PRIVATE}`;
  }
  return "";
}

/** Has all files fetched, if they are not here yet, and waits until they are served from here. */
async function prepare() {
  const why = await obstacle();
  if (why) throw new Error(why);
  const { serviceWorker } = navigator;
  // Whoever has been here before sees their own games on the front page, and that soon.
  if (goal || !serviceWorker.controller) read(goal);
  serviceWorker.addEventListener("message", hear);
  // From the first moment: a new version may take over while this page is still being prepared.
  let serving = serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    if (serving) location.reload();
    serving = serviceWorker.controller;
  });
  const registration = await serviceWorker
    .register("sw.js", { updateViaCache: "none" })
    .catch(async ({ name, message }) => {
      const found = await serviceWorker.getRegistration();
      if (found?.active) return found;
      const failure = name === "TypeError" ? ["NetworkError", "sw.js"] : [name, message];
      throw new Error(await explain({ name: failure[0], why: failure[1] }));
    });
  await takeOver(registration);
  registration.addEventListener("updatefound", () => watch(registration));
  watch(registration);
  if (!registration.active && !(await isActivated(registration)))
    throw new Error(await explain(lastFailure));
  if (!serviceWorker.controller) {
    await Promise.race([
      new Promise((done) =>
        serviceWorker.addEventListener("controllerchange", done, { once: true }),
      ),
      new Promise((done) => setTimeout(done, 2000)),
    ]);
  }
  // After a reload past the cache a page has no service worker; an ordinary one brings it back.
  if (!serviceWorker.controller && !sessionStorage.getItem("reloaded")) {
    sessionStorage.setItem("reloaded", "1");
    location.reload();
    await new Promise(() => {});
  }
  sessionStorage.removeItem("reloaded");
}

/**
 * Offers a new version once all of it is here.
 * @param {ServiceWorkerRegistration} registration
 */
function watch(registration) {
  const offerIt = () => {
    if (!registration.waiting || !registration.active) return;
    offer(
      "A new version of these games is here.",
      button("Reload", () => bringUp(registration)),
      button("Later", dismiss),
    );
  };
  registration.installing?.addEventListener("statechange", offerIt);
  offerIt();
}

/**
 * Lets a new version take over. A browser lets it as soon as the old one has nothing to do.
 * @param {ServiceWorkerRegistration} registration
 */
function bringUp({ active, waiting }) {
  stopPython();
  pages.src = "about:blank";
  byId("cover").hidden = false;
  byId("cover").className = "";
  say("The new version takes over.");
  active?.postMessage({ kind: "retire" });
  waiting?.postMessage({ kind: "activate" });
  setTimeout(() => {
    // It may take over at this very moment, and this page would come from the old one once more.
    sessionStorage.setItem("takesOver", "1");
    location.reload();
  }, TAKE_OVER_MS);
}

/**
 * After a reload that was to bring a new version: loads the page from it, once it is there.
 * @param {ServiceWorkerRegistration} registration
 */
async function takeOver(registration) {
  if (!sessionStorage.getItem("takesOver")) return;
  sessionStorage.removeItem("takesOver");
  for (let since = Date.now(); registration.waiting && Date.now() - since < TAKE_OVER_MS; ) {
    await new Promise((done) => setTimeout(done, 100));
  }
  location.reload();
  await new Promise(() => {});
}

let lastFailure = { name: "", why: "the browser broke it off" };

/**
 * Waits until all files are here, or cannot be.
 * @param {ServiceWorkerRegistration} registration
 */
function isActivated({ installing, waiting }) {
  const coming = installing ?? waiting;
  return new Promise((done) => {
    const hearState = () => {
      if (coming?.state === "activated") done(true);
      if (!coming || coming.state === "redundant") setTimeout(done, 300, false); // it says why
    };
    coming?.addEventListener("statechange", hearState);
    hearState();
  });
}

/** @param {MessageEvent} event */
function hear({ data, ports }) {
  if (data.kind === "progress" && !byId("cover").hidden && !worker) {
    byId("progress").hidden = false;
    byId("progress").value = (100 * data.done) / data.total;
    say(
      `Fetching the games: ${megabytes(data.done)} of ${megabytes(data.total)} MB. ` +
        "The next visit needs no network.",
      ...meanwhile(),
    );
  } else if (data.kind === "failed") {
    lastFailure = data;
  } else if (data.kind === "who" && holding) {
    const [port] = ports;
    port.onmessage = ({ data: call }) => worker?.postMessage({ kind: "request", call }, [port]);
    port.postMessage(["me", holding]);
  } else if (data.kind === "nobody" && !holding && !document.hidden) {
    hold({ steal: true });
  }
}

// ---------------------------------------------------------------- Python

/** @type {Worker | null} */
let worker = null; // where Python is
/** @type {Worker | null} */
let thinker = null; // where bots think that look ahead
let holding = ""; // who writes: this tab, at this start; empty while another tab does
let isReady = false;

/** Whether memory is tight: then bots think where everything else happens, and shorter. */
const isSmall = navigator.deviceMemory
  ? navigator.deviceMemory < 4
  : matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 700;

let release = () => {}; // what this tab holds, or waits for, so that it never waits for itself

/**
 * Starts Python here as soon as no other tab has it; until then that one answers.
 * @param {LockOptions} [how]
 * @returns {Promise<boolean>}
 */
function hold(how = {}) {
  release();
  let [taken, isLetGo] = [false, false];
  const held = new Promise((/** @type {(value?: unknown) => void} */ done) => {
    release = () => {
      isLetGo = true;
      done();
    };
  });
  navigator.locks
    .request(`tabletop ${UNDER}`, how, () => {
      if (isLetGo) return undefined;
      taken = true;
      startPython();
      return held;
    })
    .catch(() => {
      if (isLetGo) return;
      // Another tab took over while this one did not answer.
      stopPython();
      hold();
    });
  return new Promise((done) => setTimeout(() => done(taken), 150));
}

function startPython() {
  stopPython();
  isReady = false;
  holding = crypto.randomUUID();
  navigator.serviceWorker.controller?.postMessage({ kind: "holder", id: holding });
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data, ports }) => hearPython(data, ports);
  worker.onerror = (event) =>
    fail(`Python could not be started here (${event.message || "its worker failed"}).`);
  worker.postMessage({ kind: "start", under: UNDER, site: SITE, isSmall, generation: holding });
  watchPython();
}

function stopPython() {
  holding = "";
  worker?.terminate();
  worker = null;
  stopThinking();
}

/**
 * @param {any} message
 * @param {readonly MessagePort[]} ports
 */
function hearPython({ kind, value, task }, ports) {
  if (kind === "step" && !isReady) {
    byId("progress").hidden = false;
    byId("progress").removeAttribute("value");
    say(`Starting: ${value}.`, ...meanwhile());
  } else if (kind === "ready") {
    isReady = true;
    open();
  } else if (kind === "failed") {
    fail(`The games could not be started: ${value.trim().split("\n").at(-1)}`);
  } else if (kind === "lost") {
    // What could not be stored must not be shown: Python begins again from what is.
    setTimeout(startPython, 300);
  } else if (kind === "superseded") {
    stopPython();
    hold();
  } else if (kind === "think") {
    think(task, ports[0]);
  } else if (kind === "stopThinking") {
    stopThinking();
  } else if (kind === "pong") {
    lastHeard = Date.now();
  }
}

/**
 * @param {unknown} task
 * @param {MessagePort} port
 */
function think(task, port) {
  if (!thinker) {
    thinker = new Worker("worker.js", { type: "module" });
    thinker.postMessage({ kind: "start", under: UNDER, site: SITE, isThinking: true });
  }
  thinker.postMessage({ kind: "think", task }, [port]);
}

function stopThinking() {
  thinker?.terminate();
  thinker = null;
}

// A rule that never ends can only be stopped with its worker.
let lastHeard = 0;
const SILENT_MS = 20_000;

function watchPython() {
  lastHeard = Date.now();
  const watched = worker;
  const timer = setInterval(() => {
    if (!worker || worker !== watched) return clearInterval(timer);
    worker.postMessage({ kind: "ping" });
    if (isReady && !document.hidden && Date.now() - lastHeard > SILENT_MS) {
      lastHeard = Date.now();
      offer(
        "The game has been computing for a long time.",
        button("Stop it and start again", (event) => {
          dismiss(event);
          startPython();
        }),
        button("Wait", dismiss),
      );
    }
  }, 5000);
}

// ---------------------------------------------------------------- the pages

/** @type {HTMLIFrameElement & { contentWindow: Window }} */
const pages = byId("pages");

let isOpen = false; // whether somebody answers: Python here, or in another tab

function open() {
  byId("progress").hidden = true;
  if (isReading()) {
    isOpen = true;
    return wish ? wish() : offerGames();
  }
  byId("cover").hidden = true;
  if (isOpen) return;
  isOpen = true;
  pages.hidden = false;
  pages.src = UNDER + location.hash.slice(1);
}

pages.addEventListener("load", () => {
  const { location: inside, document: page } = pages.contentWindow;
  if (!inside.pathname.startsWith(UNDER)) return;
  let path = inside.pathname.slice(UNDER.length) + inside.search + inside.hash;
  if (isReading()) {
    prepareToRead(page);
    path = addressOf(inside.pathname + inside.hash);
  } else if (isOpen) byId("cover").hidden = true;
  history.replaceState(null, "", path ? `#${path}` : UNDER);
  document.title = page.title || document.title;
  if (/^r\/[^/]+$/.test(path)) askToKeep();
});

// A page that has just been loaded may have changed the address since: what was asked for counts.
addEventListener("hashchange", ({ newURL }) => {
  goal = new URL(newURL).hash.slice(1);
  if (!isOpen) return read(goal); // `open` goes there, once somebody answers
  const wanted = UNDER + goal;
  const { pathname, search, hash } = pages.contentWindow.location;
  if (wanted !== pathname + search + hash) pages.contentWindow.location.assign(wanted);
});

// ---------------------------------------------------------------- what is read meanwhile

// Pages that were drawn when the site was written: the front page, rules, how each lesson begins.
const FIRST = `${UNDER}first/`;
let goal = location.hash.slice(1); // where the visitor wanted to go at first
/** @type {(() => void) | null} */
let wish = null; // what was touched on such a page, and is done as soon as somebody answers

const isReading = () => !pages.hidden && pages.contentWindow.location.pathname.startsWith(FIRST);

/**
 * Shows a page that needs no Python, if that is one, and the progress below it.
 * @param {string} path
 */
function read(path) {
  const file = drawn(path);
  pages.hidden = !file;
  byId("cover").className = file ? "beside" : "";
  if (file) pages.src = UNDER + file + path.slice(path.split("#")[0].length);
}

/**
 * Returns the file of a page that was drawn, or nothing.
 * @param {string} path
 */
function drawn(path) {
  const [page] = path.split("#");
  return SITE.first.find((file) => file === `first/${page.replace("/", "-") || "lobby"}.html`);
}

/** Returns the way to the rules, for whoever sees nothing but this page. */
const meanwhile = () =>
  pages.hidden ? [button("Read the rules meanwhile", () => read("rules"))] : [];

/**
 * Keeps what is touched on a page that was drawn, until somebody answers.
 * @param {Document} page
 */
function prepareToRead(page) {
  setWish(null);
  page.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (event.target).closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isDrawn = link.pathname.startsWith(FIRST);
    // Once somebody answers, other pages are theirs, which know what the visitor has played.
    if (isOpen ? !isDrawn || link.pathname === pages.contentWindow.location.pathname : isDrawn)
      return;
    event.preventDefault();
    const go = () =>
      pages.contentWindow.location.assign(
        isDrawn ? UNDER + addressOf(link.pathname + link.hash) : link.href,
      );
    if (isOpen) go();
    else setWish(go);
  });
  page.addEventListener("submit", (event) => {
    if (isOpen) return;
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    setWish(() => form.requestSubmit());
  });
}

/**
 * Returns the address of the page that one was drawn from; some hosts leave its ending out.
 * @param {string} drawnAs
 */
const addressOf = (drawnAs) =>
  drawnAs
    .slice(FIRST.length)
    .replace(/^([^.#]*)(\.html)?/, (_, name) => (name === "lobby" ? "" : name.replace("-", "/")));

/** @param {(() => void) | null} act */
function setWish(act) {
  wish = act;
  byId("wish").textContent = act ? "What you chose comes as soon as the games are ready." : "";
}

/** Lets the reader go on to the games, or read on; nobody reads on the front page. */
function offerGames() {
  const { location: inside, scrollY } = pages.contentWindow;
  const [, pack] = inside.pathname.match(/-([^.]+)/) ?? [];
  if (!pack && inside.pathname.includes("lobby")) {
    pages.addEventListener("load", () => pages.contentWindow.scrollTo(0, scrollY), { once: true });
    inside.replace(UNDER);
    return;
  }
  const [path, words] = !drawn(goal)
    ? [goal, "Go on"]
    : pack
      ? [`new/${pack}`, "Play"]
      : ["", "To the games"];
  say(
    "The games are ready. Read on as long as you like.",
    button(words, () => inside.assign(UNDER + path), "main"),
  );
}

/** Asks once, at the first game, that the browser shall not delete what is stored. */
async function askToKeep() {
  const { storage } = navigator;
  if (
    !storage?.persist ||
    localStorage.getItem(`${UNDER} asked to keep`) ||
    (await storage.persisted())
  )
    return;
  localStorage.setItem(`${UNDER} asked to keep`, "1");
  const isSafari = /^((?!chrome|android).)*safari/i.test(navigator.userAgent);
  const more = isSafari
    ? " Safari deletes them after seven days without a visit, unless this page is on your home " +
      "screen."
    : "";
  offer(
    "Your games are stored in this browser alone, which may delete them when space is short." +
      more,
    button("Keep them", async (event) => {
      dismiss(event);
      await storage.persist();
    }),
    button("Not now", dismiss),
  );
}

prepare()
  .then(() => hold())
  .then((isHolder) => {
    if (!isHolder) open();
  })
  .catch((error) => fail(error.message));
