// A page that says why a game cannot be shown looks again now and then.
import { find } from "./dom.js";

const why = find("[data-waits]");
let isFine = false;

async function again() {
  const reply = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (reply?.ok && isFine) return location.reload();
  // A server whose files have just changed may answer once more before it begins again.
  isFine = reply?.ok ?? false;
  const text = (await reply?.text().catch(() => "")) ?? "";
  const page = new DOMParser().parseFromString(text, "text/html");
  why.textContent = page.querySelector("[data-waits]")?.textContent ?? why.textContent;
  setTimeout(again, isFine ? 1500 : 1000 * Number(why.dataset.waits));
}
setTimeout(again, 1000 * Number(why.dataset.waits));
