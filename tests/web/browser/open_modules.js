// Lets a test use what the modules of a page export, by name, as it is at that moment.
globalThis.isOpen = false;
addEventListener("DOMContentLoaded", async () => {
  const scripts = [...document.querySelectorAll("script[type=module][src*='/static/']")];
  const modules = await Promise.all(scripts.map(({ src }) => import(src)));
  for (const module of modules)
    for (const name of Object.keys(module))
      Object.defineProperty(globalThis, name, { get: () => module[name], configurable: true });
  globalThis.isOpen = true;
});
