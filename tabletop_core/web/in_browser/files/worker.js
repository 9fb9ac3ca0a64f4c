// The worker that Python lives in: starts it, keeps its files, and hands requests to it.
// @ts-expect-error: the site has it beside this file, and nothing else.
import { loadPyodide } from "./python/pyodide.mjs";

/** @type {any} */
let python;
/** @type {any} */
let table;
/** @type {any} */
let host;
/** @type {Promise<void>} */
let started; // settled when Python is ready
/** @type {[Call, MessagePort][]} */
const queue = []; // requests that came while Python was starting

self.onmessage = async ({ data, ports }) => {
  if (data.kind === "start") {
    started = start(data);
    started.catch((error) => post("failed", String(error.message ?? error)));
  }
  if (data.kind === "request") table ? ask(data.call, ports[0]) : queue.push([data.call, ports[0]]);
  else if (data.kind === "think") think(data, ports[0]);
  else if (data.kind === "ping") post("pong");
};

/**
 * @param {string} kind
 * @param {string} [value]
 */
const post = (kind, value) => self.postMessage({ kind, value });

// ---------------------------------------------------------------- start

/** @param {Start} given */
async function start({ under, site, isSmall, generation, isThinking }) {
  post("step", "Python is starting");
  python = await loadPyodide({
    indexURL: new URL("python/", self.location.href).href,
    stdLibURL: await startLibrary(site),
    lockFileContents: JSON.stringify(site.lock),
    checkAPIVersion: false,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "" },
  });
  post("step", "the games are being unpacked");
  await unpack(site);
  post("step", "the rules are being loaded");
  if (isThinking) {
    python.pyimport("tabletop_core.web.in_browser.start");
    post("ready");
    return;
  }
  const storage = await openStorage(under, generation);
  host = {
    under,
    origin: self.location.origin,
    isSmall,
    games: site.packs,
    stored: await storage.all(),
    put: (/** @type {Parts} */ parts, /** @type {PartName[]} */ gone) => storage.put(parts, gone),
    lost: () => post("lost"),
    think: (/** @type {unknown} */ task) => otherThinks(task),
    stopThinking: () => post("stopThinking"),
  };
  table = await python.pyimport("tabletop_core.web.in_browser.start").start(host);
  host.stored = [];
  for (const [call, port] of queue.splice(0)) ask(call, port);
  post("ready");
  keepCompiledLater(site, 4000);
}

// ---------------------------------------------------------------- the files of Python

const LIBRARY = "/lib/python3.14";
const OLD = new Date(1e12); // the time of every source, so that what was compiled stays valid
let compiled = 0; // files in the bundle that was kept

/** @param {Site} site */
const cacheOf = (site) =>
  caches.open(`tabletop ${new URL("./", self.location.href).pathname} ${site.version}`);

/** @param {Site} site */
async function startLibrary(site) {
  const kept = await (await cacheOf(site)).match("compiled-start");
  return kept
    ? URL.createObjectURL(await kept.blob())
    : new URL("python/start.zip", self.location.href).href;
}

/**
 * Writes all modules into Python's files: as they came, or with what was compiled of them.
 * @param {Site} site
 */
async function unpack(site) {
  const kept = await (await cacheOf(site)).match("compiled");
  let bundle;
  if (kept) {
    bundle = new Uint8Array(await kept.arrayBuffer());
  } else {
    const packed = await (await fetch(new URL("contents.xz", self.location.href))).arrayBuffer();
    const lzma = python.pyimport("lzma");
    const proxy = lzma.decompress(python.toPy(new Uint8Array(packed)));
    bundle = proxy.toJs();
    proxy.destroy();
    lzma.destroy();
  }
  compiled = write(bundle);
  python.runPython(`import sys, importlib; sys.dont_write_bytecode = False
for folder in ("${LIBRARY}", "/app"): folder in sys.path or sys.path.append(folder)
importlib.invalidate_caches()`);
}

/**
 * Writes the files of a bundle, and returns how many are compiled modules.
 * @param {Uint8Array} bundle
 */
function write(bundle) {
  const length = new DataView(bundle.buffer, bundle.byteOffset).getUint32(0, true);
  const files = JSON.parse(new TextDecoder().decode(bundle.subarray(4, 4 + length)));
  let [at, count] = [4 + length, 0];
  const made = new Set();
  for (const [name, size] of files) {
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    python.FS.writeFile(name, bundle.subarray(at, at + size), { canOwn: true });
    at += size;
    if (name.endsWith(".py")) python.FS.utime(name, OLD.getTime(), OLD.getTime());
    if (name.endsWith(".pyc")) count += 1;
  }
  return count;
}

/**
 * Now and then keeps what is new; where there is no room, the next start is only slower.
 * @param {Site} site
 * @param {number} ms
 */
function keepCompiledLater(site, ms) {
  setTimeout(
    () =>
      keepCompiled(site)
        .catch(() => {})
        .then(() => keepCompiledLater(site, 30_000)),
    ms,
  );
}

/**
 * Keeps what Python has compiled, so that the next start need not.
 * @param {Site} site
 */
async function keepCompiled(site) {
  const cache = await cacheOf(site);
  if (!(await cache.match("compiled-start"))) {
    const library = await python.pyimport("tabletop_core.web.in_browser.start").compiled_library();
    await cache.put("compiled-start", new Response(library));
  }
  /** @type {string[]} */
  const files = [];
  for (const root of [LIBRARY, "/app"]) walk(root, files);
  const count = files.filter((name) => name.endsWith(".pyc")).length;
  if (count > compiled) {
    const contents = files.map((name) => python.FS.readFile(name));
    const head = new TextEncoder().encode(
      JSON.stringify(files.map((name, i) => [name, contents[i].length])),
    );
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, head.length, true);
    await cache.put("compiled", new Response(new Blob([length, head, ...contents])));
    compiled = count;
  }
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
function walk(folder, files) {
  for (const name of python.FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    if (python.FS.isDir(python.FS.stat(path).mode)) walk(path, files);
    else files.push(path);
  }
}

// ---------------------------------------------------------------- what is stored

/**
 * Opens the browser's storage; whoever opened it last is the only one who writes.
 * @param {string} under
 * @param {string} generation
 */
async function openStorage(under, generation) {
  const base = await promised(
    Object.assign(indexedDB.open(`tabletop ${under}`, 1), {
      onupgradeneeded: (/** @type {any} */ { target }) => {
        target.result.createObjectStore("files");
        target.result.createObjectStore("facts");
      },
    }),
  );
  await change(base, (_, facts) => facts.put(generation, "holder"));
  return {
    all: async () => {
      const files = base.transaction("files").objectStore("files");
      const [keys, values] = await Promise.all([
        promised(files.getAllKeys()),
        promised(files.getAll()),
      ]);
      return keys.map((/** @type {PartName} */ [name, number], /** @type {number} */ i) => [
        name,
        number,
        values[i],
      ]);
    },
    put: (/** @type {Parts} */ parts, /** @type {PartName[]} */ gone) =>
      change(base, async (files, facts) => {
        if ((await promised(facts.get("holder"))) !== generation) {
          post("superseded");
          throw new Error("another tab plays on");
        }
        for (const [part, content] of parts) files.put(content, part);
        for (const part of gone) files.delete(part);
      }),
  };
}

/**
 * Changes what is stored, all of it or nothing, and waits until it is on the disk.
 * @param {IDBDatabase} base
 * @param {(files: IDBObjectStore, facts: IDBObjectStore) => unknown} how
 */
async function change(base, how) {
  const moved = base.transaction(["files", "facts"], "readwrite", { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    moved.oncomplete = resolve;
    moved.onabort = moved.onerror = () =>
      reject(new Error(moved.error?.message || "it was refused"));
  });
  done.catch(() => {});
  try {
    await how(moved.objectStore("files"), moved.objectStore("facts"));
  } catch (error) {
    try {
      moved.abort();
    } catch {
      /* it has ended */
    }
    throw error;
  }
  await done;
}

/**
 * @param {IDBRequest & { onblocked?: unknown }} request
 * @returns {Promise<any>}
 */
const promised = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds an older version open"));
  });

// ---------------------------------------------------------------- requests and bots

/**
 * @param {Call} call
 * @param {MessagePort} port
 */
function ask({ method, target, headers, body }, port) {
  const leave = table.ask(method, target, headers, body, port);
  port.onmessage = () => {
    leave();
    leave.destroy();
    port.onmessage = null;
  };
}

/**
 * Has another worker think; the page around the pages owns it.
 * @param {unknown} task
 */
function otherThinks(task) {
  const { port1, port2 } = new MessageChannel();
  self.postMessage({ kind: "think", task }, [port2]);
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      data.error ? reject(new Error(data.error)) : resolve(data.found);
    };
  });
}

/**
 * @param {{ task: unknown }} message
 * @param {MessagePort} port
 */
async function think({ task }, port) {
  try {
    await started;
    port.postMessage({ found: python.pyimport("tabletop_core.web.in_browser.start").think(task) });
  } catch (error) {
    port.postMessage({ error: String(/** @type {Error} */ (error).message ?? error) });
  }
}
