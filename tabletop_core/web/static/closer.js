// Boards as large as they can be read, and what may be touched in sight.
"use strict";

const SMALL = 0.42; // of their own size, at which words and counters cannot be told any more
const CLEAR = 0.62;
const FINGER = 24.5; // pixels

/** The scale at which a board is read with ease; for fingers, at which the smallest counter is met. */
function wished(board, fit) {
  if (!matchMedia("(pointer: coarse)").matches) return fit < SMALL ? CLEAR : 0;
  const sizes = all(".plate", board).map((plate) => plate.getBoundingClientRect().width / fit);
  return Math.min(1, Math.max(CLEAR, FINGER / Math.min(...sizes, 40)));
}

/** Draws a board at a scale; what is not larger than its frame fills it. */
function draw(board, scale) {
  const [frame, svg] = [board.querySelector(".zoom"), board.querySelector(".zoom > svg")];
  const { width, height } = svg.viewBox.baseVal;
  frame.style.setProperty("--tall", height / width);
  const tall = matchMedia("(max-width: 900px)").matches ? Infinity : frame.clientHeight / height;
  const fit = Math.min(frame.clientWidth / width, tall);
  const isNear = scale > fit;
  svg.dataset.scale = isNear ? Math.min(scale, 3) : fit;
  frame.classList.toggle("near", isNear);
  svg.style.setProperty("--tt-grow", Math.min(1.35, Math.max(1, 0.85 / svg.dataset.scale)));
  svg.style.width = isNear ? `${svg.dataset.scale * width}px` : "";
  return fit;
}

/** Gives each board its share of the place, and its buttons; small ones are drawn larger. */
function zooming() {
  for (const board of all(".board:not(:has(.zooms))")) {
    const svg = board.querySelector(".zoom > svg");
    const by = (factor) => () => draw(board, svg.dataset.scale * factor);
    const buttons = make("span", { className: "zooms" });
    buttons.append(
      make("button", { textContent: "−", ariaLabel: "Smaller", onclick: by(1 / 1.4) }),
      make("button", { textContent: "+", ariaLabel: "Larger", onclick: by(1.4) }),
    );
    board.prepend(buttons);
  }
  for (const board of all(".board:not(:has([data-scale]))")) draw(board, wished(board, draw(board, 0)));
}

/** Moves a board that is larger than its frame, so that what may be touched lies in the middle. */
function centre(frame) {
  const boxes = all(".lit", frame).map((one) => one.getBoundingClientRect());
  if (!boxes.length) return;
  const within = frame.getBoundingClientRect();
  const middle = (low, high) => (Math.min(...boxes.map(low)) + Math.max(...boxes.map(high))) / 2;
  frame.scrollBy(
    middle((one) => one.left, (one) => one.right) - (within.left + within.right) / 2,
    middle((one) => one.top, (one) => one.bottom) - (within.top + within.bottom) / 2,
  );
}

let asked = "";

/** Shows what a new question lets one touch, where nothing of it can be seen. */
function bring() {
  const question = all(".ask [name=token]").map((one) => one.value).join();
  const lit = question === asked ? [] : all(".lit");
  asked = question;
  if (lit.length) all(".zoom.near").forEach(centre);
  const isSeen = (one) => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top?.closest("svg.tt, .paper") === one.closest("svg.tt, .paper");
  };
  if (!lit.some(isSeen)) lit[lit.length >> 1]?.scrollIntoView({ block: "center", inline: "center" });
}

addEventListener("resize", () => all(".zoom:not(.near)").forEach((frame) => draw(frame.parentElement, 0)));
