// The book of rules: search as one types; at a table the book lies beside it.
import { all, byId, find, make, on, swallow } from "./dom.js";

/** @param {Element} element */
const typing = (element) =>
  element.matches("input:not([type=checkbox], [type=radio]), select, textarea");

/**
 * Shows what only a script can do.
 * @param {ParentNode} book
 */
const prepare = (book) =>
  all(".search, [data-print]", book).forEach((one) => {
    one.hidden = false;
  });

/**
 * What the entries say, in small letters.
 * @type {WeakMap<Element, string>}
 */
const wordsOf = new WeakMap();

/**
 * Leaves the entries that have all the words, and marks these.
 * @param {ParentNode} book
 * @param {string} text
 */
function search(book, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = all(".entry", book);
  for (const entry of entries) {
    const text = wordsOf.get(entry) ?? entry.textContent.toLowerCase();
    wordsOf.set(entry, text);
    entry.hidden = !words.every((word) => text.includes(word));
  }
  const found = entries.filter((entry) => !entry.hidden);
  for (const chapter of all(".chapter", book))
    chapter.hidden = !chapter.querySelector(".entry:not([hidden])");
  for (const toc of all(".toc", book)) toc.hidden = words.length > 0;
  /** @type {HTMLDetailsElement[]} */
  const rulings = all(".ruling", book);
  for (const ruling of rulings)
    ruling.open =
      words.length > 0 && words.some((word) => ruling.textContent.toLowerCase().includes(word));
  all(".none", book).forEach((one) => {
    one.hidden = found.length > 0;
  });
  find(".search output", book).textContent = words.length ? `${found.length} found` : "";
  highlight(found, words);
}

/**
 * @param {HTMLElement[]} found
 * @param {string[]} words
 */
function highlight(found, words) {
  if (!globalThis.CSS?.highlights) return;
  const ranges = [];
  for (const entry of words.length ? found : []) {
    const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node && ranges.length < 2000; node = texts.nextNode()) {
      const low = node.textContent?.toLowerCase() ?? "";
      for (const word of words) {
        for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, Math.min(at + word.length, low.length));
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

on("input", ({ target }) => {
  if (target.matches("[data-search]"))
    search(/** @type {Element} */ (target.closest(".book")), target.value);
});
on("click", ({ target }) => {
  if (target.closest("[data-print]")) print();
});
all(".book").forEach(prepare);

// ---------------------------------------------------------------- beside a table

/** @type {string[]} */
const before = [];
/** @type {HTMLElement | undefined} */
let sheet;
/** @type {string | undefined} */
let shown;
/** @type {HTMLElement | null} */
let focused;
const isOpen = () => sheet?.matches(":popover-open");

/**
 * Opens a page of the book beside the table, at the entry that its address names.
 * @param {string} href
 */
async function open(href) {
  const [page, name] = href.split("#");
  if (!sheet) {
    sheet = make("aside", {
      id: "@book",
      popover: "manual",
      ariaLabel: "Rules",
    });
    document.body.append(sheet);
  }
  if (shown?.split("#")[0] !== page) {
    const reply = await fetch(page);
    if (!reply.ok) return location.assign(href);
    const main = find("main", new DOMParser().parseFromString(await reply.text(), "text/html"));
    const ways = make("div", { className: "book-ways" });
    ways.append(button("Back", back), button("Close", close));
    sheet.replaceChildren(ways, main);
    prepare(main);
  }
  shown = href;
  if (!isOpen()) {
    focused = /** @type {HTMLElement | null} */ (document.activeElement);
    sheet.showPopover();
  }
  find(".book-ways button", sheet).toggleAttribute("disabled", !before.length);
  go(name && decodeURIComponent(name));
}

/**
 * @param {string} textContent
 * @param {() => void} onclick
 */
const button = (textContent, onclick) => make("button", { textContent, onclick, type: "button" });

/**
 * Brings an entry into sight and marks it; without one, the field of the search is next.
 * @param {string} [name]
 */
function go(name) {
  if (!sheet) return;
  /** @type {HTMLInputElement} */
  const field = find("[data-search]", sheet);
  if (field.value) {
    field.value = "";
    search(find(".book", sheet), "");
  }
  all(".target", sheet).forEach((one) => one.classList.remove("target"));
  const entry = name && all("[id]", sheet).find((one) => one.id === name);
  if (entry) {
    entry.classList.add("target");
    entry.tabIndex = -1;
    entry.focus({ preventScroll: true });
    entry.scrollIntoView({ block: "start" });
  } else {
    sheet.scrollTo(0, 0);
    if (matchMedia("(hover: hover)").matches) field.focus();
  }
}

function back() {
  const last = before.pop();
  if (last) open(last);
}
function close() {
  sheet?.hidePopover();
  focused?.focus?.();
}

/**
 * Follows a link to the book, from the table or within the book.
 * @param {HTMLAnchorElement} link
 */
export function follow(link) {
  if (shown && sheet?.contains(link)) before.push(shown);
  byId("@more")?.hidePopover();
  open(link.href);
}

/**
 * Opens the book of this address at the rule of the question, or closes it.
 * @param {string} home
 */
export function toggle(home) {
  if (isOpen()) return close();
  /** @type {HTMLAnchorElement | null} */
  const rule = document.querySelector(".ask a.rule");
  const asked = rule?.href;
  if (!asked?.startsWith(`${home}/`)) return open(home);
  const number = decodeURIComponent(asked.slice(home.length + 1));
  return open(`${home}#rule:${number.trim().split(/\s+/).join("_")}`);
}

on(
  "keydown",
  (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && isOpen()) close();
    else if (event.key === "/" && !typing(event.target))
      document.querySelector("[data-search]")?.focus();
    else return;
    swallow(event);
  },
  true,
);
