// The book of rules: search as one types; at a table the book lies beside it.
import { all, byId, make } from "./dom.js";

const typing = (element) =>
  element.matches("input:not([type=checkbox], [type=radio]), select, textarea");

/** Shows what only a script can do. */
const prepare = (book) =>
  all(".search, [data-print]", book).forEach((one) => {
    one.hidden = false;
  });

/** Leaves the entries that have all the words, and marks these. */
function search(book, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = all(".entry", book);
  for (const entry of entries) {
    entry.words ??= entry.textContent.toLowerCase();
    entry.hidden = !words.all((word) => entry.words.includes(word));
  }
  const found = entries.filter((entry) => !entry.hidden);
  for (const chapter of all(".chapter", book))
    chapter.hidden = !chapter.querySelector(".entry:not([hidden])");
  for (const toc of all(".toc", book)) toc.hidden = words.length > 0;
  for (const ruling of all(".ruling", book))
    ruling.open =
      words.length > 0 && words.some((word) => ruling.textContent.toLowerCase().includes(word));
  all(".none", book).forEach((one) => {
    one.hidden = found.length > 0;
  });
  book.querySelector(".search output").value = words.length ? `${found.length} found` : "";
  highlight(found, words);
}

function highlight(found, words) {
  if (!globalThis.CSS?.highlights) return;
  const ranges = [];
  for (const entry of words.length ? found : []) {
    const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node && ranges.length < 2000; node = texts.nextNode()) {
      const low = node.data.toLowerCase();
      for (const word of words) {
        for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, Math.min(at + word.length, node.length));
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-search]")) search(target.closest(".book"), target.value);
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) print();
});
all(".book").forEach(prepare);

// ---------------------------------------------------------------- beside a table

const before = [];
let sheet;
let shown;
let focused;
const isOpen = () => sheet?.matches(":popover-open");

/** Opens a page of the book beside the table, at the entry that its address names. */
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
    const main = new DOMParser()
      .parseFromString(await reply.text(), "text/html")
      .querySelector("main");
    const ways = make("div", { className: "book-ways" });
    ways.append(button("Back", back), button("Close", close));
    sheet.replaceChildren(ways, main);
    prepare(main);
  }
  shown = href;
  if (!isOpen()) {
    focused = document.activeElement;
    sheet.showPopover();
  }
  sheet.querySelector(".book-ways button").disabled = !before.length;
  go(name && decodeURIComponent(name));
}

const button = (textContent, onclick) => make("button", { textContent, onclick, type: "button" });

/** Brings an entry into sight and marks it; without one, the field of the search is next. */
function go(name) {
  const field = sheet.querySelector("[data-search]");
  if (field.value) {
    field.value = "";
    search(sheet.querySelector(".book"), "");
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
  if (before.length) open(before.pop());
}
function close() {
  sheet.hidePopover();
  focused?.focus?.();
}

/** Follows a link to the book, from the table or within the book. */
export function follow(link) {
  if (sheet?.contains(link)) before.push(shown);
  byId("@more")?.hidePopover();
  open(link.href);
}

/** Opens the book of this address at the rule of the question, or closes it. */
export function toggle(home) {
  if (isOpen()) return close();
  const asked = document.querySelector(".ask a.rule")?.href;
  if (!asked?.startsWith(`${home}/`)) return open(home);
  const number = decodeURIComponent(asked.slice(home.length + 1));
  return open(`${home}#rule:${number.trim().split(/\s+/).join("_")}`);
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && isOpen()) close();
    else if (event.key === "/" && !typing(event.target))
      document.querySelector("[data-search]")?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
