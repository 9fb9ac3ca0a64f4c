// For several at one table: links to copy and share, unread chat, local times, notifications.
import { all, find, on, say } from "./dom.js";

/** @param {string} text */
const title = (text) => text.replace(/^(\(\d+\) |Asked: )+/, "");
const isWaitedFor = () => /^Your (turn|roll)/.test(title(document.title));
const lines = () =>
  [...document.querySelectorAll("#room-chat li:has(b)")].map((line) => line.textContent);
let [heard, unread, wasWaitedFor] = [lines(), 0, isWaitedFor()];

// Buttons that need this script are seen once it runs.
document.documentElement.classList.add("can-copy");
document.documentElement.classList.toggle("can-share", Boolean(navigator.share));

on("click", async ({ target }) => {
  const { copy, share, words } = target.dataset;
  if (copy !== undefined) {
    const link = linkOf(copy);
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    toast(
      isCopied
        ? "Link copied."
        : "This browser does not let pages copy: copy the link beside the button.",
    );
  }
  if (share !== undefined)
    navigator.share({ title: words, text: words, url: linkOf(share) }).catch(() => {});
});

/**
 * The whole link of a path. Who is on the machine of the server knows it by a name that leads
 * nobody else there.
 * @param {string} path
 */
function linkOf(path) {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  const outside = document.querySelector(".invite")?.dataset.outside;
  return new URL(path, (isHere && outside) || location.href).href;
}

/**
 * Shows words for a moment, or until they or one of the buttons are pressed.
 * @param {string} words
 * @param {...[string, (() => unknown)?]} buttons
 */
function toast(words, ...buttons) {
  document.querySelector(".toast")?.remove();
  const box = document.createElement("div");
  box.className = "toast";
  say(words);
  box.onclick = () => box.remove();
  box.append(
    Object.assign(document.createElement("span"), { textContent: words }),
    ...buttons.map(([label, act]) => {
      const button = document.createElement("button");
      button.textContent = label;
      button.onclick = () => act?.();
      return button;
    }),
  );
  find("main").append(box);
  if (!buttons.length) setTimeout(() => box.remove(), 6000);
}

/** @param {string} id */
const isSeen = (id) =>
  !document.hidden && document.getElementById(id)?.checkVisibility?.() !== false;

/** Writes times in the reader's zone, counts what was said unseen, and says so in the title. */
function look() {
  /** @type {HTMLTimeElement[]} */
  const times = all("time[datetime]");
  for (const time of times)
    if (time.textContent.endsWith("UTC"))
      time.textContent = new Date(time.dateTime).toLocaleString([], {
        dateStyle: "short",
        timeStyle: "short",
      });
  const now = lines();
  const fresh = now.slice(now.lastIndexOf(heard.at(-1) ?? "") + 1);
  heard = now;
  if (isSeen("room-chat")) {
    unread = 0;
    fresh.forEach(say);
  } else if (fresh.length) {
    unread += fresh.length;
    if (!document.hidden) toast(fresh.at(-1) ?? "");
  }
  document.body.dataset.unread = unread ? `${unread}` : "";
  const asked = document.querySelector('#room-notice form[action$="/agree"]') ? "Asked: " : "";
  const wanted = `${unread ? `(${unread}) ` : ""}${asked}${title(document.title)}`;
  if (document.title !== wanted) document.title = wanted;
  if (isWaitedFor() && !wasWaitedFor && document.hidden) notify();
  wasWaitedFor = isWaitedFor();
}

function notify() {
  if (globalThis.Notification?.permission !== "granted") return;
  const note = new Notification(title(document.title), { tag: location.pathname });
  note.onclick = () => {
    focus();
    note.close();
  };
}

/** Offers notifications once, when somebody waits for the first time. */
function offer() {
  if (
    isWaitedFor() ||
    globalThis.Notification?.permission !== "default" ||
    localStorage.getItem("tabletop-notify")
  )
    return;
  localStorage.setItem("tabletop-notify", "asked");
  toast(
    "Should this browser notify you when it is your turn?",
    ["Yes", () => Notification.requestPermission()],
    ["No"],
  );
}

new MutationObserver(look).observe(find("main"), {
  childList: true,
  subtree: true,
  characterData: true,
});
new MutationObserver(look).observe(find("title"), { childList: true });
on("visibilitychange", look);
on("change", look); // another tab of the rail
setTimeout(offer, 15000);
look();
