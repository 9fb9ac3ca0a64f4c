// Stands where a server would: files from the cache, everything else from Python in a worker.
// It is not a module: not every browser takes one as a service worker.
"use strict";

importScripts("site.js"); // self.SITE: the version, and each file with its size and digest

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope).pathname;
const PREFIX = `tabletop ${SCOPE} `;
const CACHE = PREFIX + SITE.version;
const ASK_AGAIN_MS = 400;
const NOBODY_MS = 4000;

// ---------------------------------------------------------------- files

worker.addEventListener("install", (event) => event.waitUntil(fetchAll()));

/** Fetches all files of this version; those that an older one has, too, are copied from it. */
async function fetchAll() {
  const total = SITE.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const count = (/** @type {number} */ bytes) => {
    done += bytes;
    tell({ kind: "progress", done, total });
  };
  try {
    const [cache, older] = [await caches.open(CACHE), await olderFiles()];
    await checkRoom(cache);
    for (const file of SITE.files) {
      if (await cache.match(file.path)) {
        count(file.bytes);
        continue;
      }
      const kept = older.get(file.path);
      if (kept?.headers.get("x-digest") === file.digest) {
        await cache.put(file.path, kept);
        count(file.bytes);
      } else {
        await cache.put(file.path, await fetched(file, count));
      }
    }
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    // What cannot be complete shall not take the room in which the games of today are stored.
    if (name === NO_ROOM && worker.registration.active) await caches.delete(CACHE);
    await tell({ kind: "failed", name, why: message }); // before the page hears that it is over
    throw error;
  }
}

const NO_ROOM = "QuotaExceededError";

/**
 * Fails before anything is fetched, where the browser says that it would not fit.
 * @param {Cache} cache
 */
async function checkRoom(cache) {
  let needed = 0;
  for (const { path, size } of SITE.files) if (!(await cache.match(path))) needed += size;
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota && quota - usage < needed) throw new DOMException("it does not fit", NO_ROOM);
}

/** @returns {Promise<Map<string, Response>>} */
async function olderFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname.slice(SCOPE.length);
      found.set(path, await cache.match(request));
    }
  }
  return found;
}

/**
 * @param {SiteFile} file
 * @param {(bytes: number) => void} count
 * @returns {Promise<Response>}
 */
async function fetched({ name, type, digest }, count) {
  const lost = () => {
    throw new DOMException(name, "NetworkError"); // each browser has words of its own
  };
  const reply = await fetch(name, { cache: "no-cache" }).catch(lost);
  if (!reply.ok) throw new Error(`the host answers ${reply.status} for ${name}`);
  const parts = [];
  for (
    let reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (reply.body).getReader();
    ;
  ) {
    const { done, value } = await reader.read().catch(lost);
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  let content = new Blob(parts);
  const [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  // Some hosts unpack such files on the way.
  if (name.endsWith(".gz") && first === 0x1f && second === 0x8b) {
    content = await new Response(
      content.stream().pipeThrough(new DecompressionStream("gzip")),
    ).blob();
  }
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", await content.arrayBuffer()));
  if (Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("") !== digest) {
    throw new Error(`${name} is of another version; the host is perhaps being updated`);
  }
  return new Response(content, { headers: { "content-type": type, "x-digest": digest } });
}

worker.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
      }
      await worker.clients.claim();
    })(),
  ),
);

/** @param {object} message */
async function tell(message) {
  for (const shell of await shells()) shell.postMessage(message);
}

/** @returns {Promise<readonly WindowClient[]>} */
async function shells() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(
    ({ frameType, url }) => frameType !== "nested" && new URL(url).pathname.startsWith(SCOPE),
  );
}

// ---------------------------------------------------------------- requests

const FILES = new Set(SITE.files.map(({ path }) => path));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const path = url.pathname.slice(SCOPE.length);
  const isPage = request.mode === "navigate" && request.destination !== "iframe";
  if (path.startsWith("first/")) event.respondWith(first(request));
  else if (FILES.has(path) && !(isPage && path === "")) event.respondWith(file(path, request));
  else if (isPage && (path === "" || path === "index.html"))
    event.respondWith(file("index.html", request));
  else if (isPage) event.respondWith(Response.redirect(`${SCOPE}#${path}${url.search}`));
  else if (path === "site.js") event.respondWith(facts());
  else if (path !== "sw.js") event.respondWith(answer(event, url));
});

/** The facts of this version: without the host, too, and never those of a version to come. */
const facts = () =>
  new Response(`self.SITE = ${JSON.stringify(SITE)};`, {
    headers: { "content-type": "text/javascript; charset=utf-8" },
  });

/**
 * @param {string} path
 * @param {Request} request
 */
async function file(path, request) {
  return (await (await caches.open(CACHE)).match(path)) ?? fetch(request);
}

/**
 * What is read while Python starts is fetched when somebody wants it, and is here from then on.
 * @param {Request} request
 */
async function first(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const reply = await fetch(request).catch(
    () => new Response("There is no network to fetch this page.", { status: 503 }),
  );
  if (reply.ok) await cache.put(request, reply.clone());
  return reply;
}

let isRetired = false; // a newer version takes over, which a browser lets it once this one is idle
/** @type {string | null} */
let holder = null; // the id of the tab that holds Python, which changes whenever Python starts
/** @type {Set<Line>} */
const lines = new Set(); // what is being answered

worker.addEventListener("message", ({ data }) => {
  if (data.kind === "activate") worker.skipWaiting();
  if (data.kind === "retire") {
    isRetired = true;
    for (const line of lines) line.breakOff();
  }
  if (data.kind !== "holder") return;
  holder = data.id;
  for (const line of lines) if (line.holder && line.holder !== holder) line.breakOff();
});

/**
 * Returns what Python answers; where the tab that holds it is closed, the next one is asked.
 * @param {FetchEvent} event
 * @param {URL} url
 * @returns {Promise<Response>}
 */
async function answer({ request, clientId }, url) {
  const isRead = ["GET", "HEAD"].includes(request.method);
  const body = isRead ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const call = {
    method: request.method,
    target: url.pathname + url.search,
    headers: [...request.headers],
    body,
  };
  const asker = request.mode === "navigate" ? "" : clientId;
  for (let since = Date.now(); !isRetired && (!asker || (await worker.clients.get(asker))); ) {
    const line = new Line(call, request.signal);
    const reply = await line.reply;
    if (reply) return reply;
    if (!line.holder && Date.now() - since > NOBODY_MS) {
      since = Date.now();
      tell({ kind: "nobody" });
    }
  }
  return Response.error();
}

/** One call. All tabs are asked who holds Python, and the first that does gets it. */
class Line {
  /**
   * @param {Call} call
   * @param {AbortSignal} [signal]
   */
  constructor(call, signal) {
    this.call = call;
    /** @type {string | null} */
    this.holder = null;
    /** @type {MessagePort[]} */
    this.ports = [];
    /** @type {MessagePort | undefined} */
    this.port = undefined;
    /** @type {ReadableStreamDefaultController | undefined} */
    this.controller = undefined;
    /** @type {(reply: Response | null) => void} */
    this.answered = () => {};
    /** @type {Promise<Response | null>} */
    this.reply = new Promise((resolve) => {
      this.answered = resolve;
    });
    lines.add(this);
    signal?.addEventListener("abort", () => this.leave());
    this.late = setTimeout(() => this.breakOff(), ASK_AGAIN_MS);
    this.find();
  }

  async find() {
    for (const shell of await shells()) {
      const { port1, port2 } = new MessageChannel();
      this.ports.push(port1);
      port1.onmessage = ({ data }) => this.hear(port1, data);
      shell.postMessage({ kind: "who" }, [port2]);
    }
  }

  /**
   * @param {MessagePort} port
   * @param {any[]} message
   */
  hear(port, [kind, ...given]) {
    if (kind === "me" && lines.has(this) && !this.holder) {
      clearTimeout(this.late);
      [this.holder, this.port] = [given[0], port];
      port.postMessage(this.call);
    } else if (kind === "begin") {
      const [status, headers] = given;
      const isEmpty = [204, 205, 304].includes(status);
      const stream = isEmpty
        ? null
        : new ReadableStream({
            start: (controller) => {
              this.controller = controller;
            },
            cancel: () => this.leave(),
          });
      this.answered(new Response(stream, { status, headers }));
    } else if (kind === "add") {
      this.controller?.enqueue(given[0]);
    } else if (kind === "end") {
      this.controller?.close();
      this.drop();
    }
  }

  /** Lets Python know that nobody reads the answer any more. */
  leave() {
    this.port?.postMessage("gone");
    this.breakOff();
  }

  /** Ends what has been answered so far; what has not is asked again. */
  breakOff() {
    this.answered(null);
    try {
      this.controller?.error(new Error("the tab that held the games is gone"));
    } catch {
      /* it had ended */
    }
    this.drop();
  }

  drop() {
    clearTimeout(this.late);
    lines.delete(this);
    setTimeout(() => this.ports.forEach((port) => port.close()), 1000);
  }
}
