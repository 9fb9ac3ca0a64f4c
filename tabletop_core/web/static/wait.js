// A page that says why a game cannot be shown looks again now and then.
import { find } from "./dom.js";

const why = find("[data-waits]");

async function again() {
  const reply = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (reply?.ok) return location.reload();
  const page = new DOMParser().parseFromString(await (reply?.text() ?? ""), "text/html");
  why.textContent = page.querySelector("[data-waits]")?.textContent ?? why.textContent;
  setTimeout(again, 1000 * Number(why.dataset.waits));
}
setTimeout(again, 1000 * Number(why.dataset.waits));
