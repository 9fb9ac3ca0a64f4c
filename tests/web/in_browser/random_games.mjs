// Runs random_games.py in Pyodide under Node. Given: the folder of Pyodide, a bundle, packs, seeds.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, packs, seeds] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: `${folder}/start.zip`,
  lockFileContents: readFileSync(`${folder}/lock.json`, "utf8"),
  checkAPIVersion: false,
});
const bundle = readFileSync(`${folder}/contents`);
const length = bundle.readUInt32LE(0);
let at = 4 + length;
for (const [name, size] of JSON.parse(bundle.subarray(4, 4 + length).toString())) {
  python.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
  python.FS.writeFile(name, bundle.subarray(at, at + size));
  at += size;
}
python.FS.writeFile("/app/random_games.py", readFileSync(script));
python.runPython(`import sys; sys.path += ["/lib/python3.14", "/app"]
import importlib; importlib.invalidate_caches()`);
python.globals.set("packs", packs);
python.globals.set("seeds", seeds);
console.log(
  python.runPython(
    "import json, random_games; random_games.digests(json.loads(packs), json.loads(seeds))",
  ),
);
process.exit(0);
