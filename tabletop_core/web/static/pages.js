import { all, on, swallow } from "./dom.js";

// Times are kept in UTC and shown in the zone of the reader.
/** @type {HTMLTimeElement[]} */
const times = all("time[datetime]");
for (const time of times)
  time.textContent = new Date(time.dateTime).toLocaleString([], {
    dateStyle: "medium",
    timeStyle: "short",
  });

// One key opens the rules from everywhere. Beside a table they lie over its side.
/** @type {HTMLAnchorElement | null} */
const rules = document.querySelector("[data-rules]");
const isAtTable = rules && document.querySelector("[data-version]");
/** @param {string} href */
const isBook = (href) => {
  const [, under, pack] = rules?.href.match(/^(.*\/)rules(\/[^/]*)$/) ?? [];
  return ["rules", "sequence", "chart", "rulings", "words"].some(
    (page) => href.split("#")[0] === under + page + pack,
  );
};
on("keydown", (event) => {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if (
    key !== "r" ||
    altKey ||
    ctrlKey ||
    metaKey ||
    target.matches("input:not([type=checkbox], [type=radio]), select, textarea")
  )
    return;
  if (isAtTable) import("./book.js").then((book) => book.toggle(rules.href));
  else rules?.click();
});
on(
  "click",
  (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target.closest("a[href]");
    if (
      !isAtTable ||
      !link ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      !isBook(link.href)
    )
      return;
    swallow(event);
    import("./book.js").then((book) => book.follow(link));
  },
  true,
);

// Tables with several persons need more.
if ("company" in document.body.dataset) import("./company.js");
