// What is wrong with the words and targets of a page: a list of [fault, what and where].
() => {
  const found = [];
  const tell = (fault, what) => found.push([fault, what]);
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60).replace(/\d+/g, "#");
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) tell("page wider than its window", "");

  // Where an element can be seen: inside all that cuts or scrolls what it holds.
  const clips = new Map();
  const clip = (one) => {
    if (!one || one === document.body || one === root)
      return { top: -1e9, left: -1e9, bottom: 1e9, right: 1e9, cuts: null };
    if (clips.has(one)) return clips.get(one);
    const outer = clip(one.parentElement);
    const style = getComputedStyle(one);
    let found = outer;
    if (style.overflowX !== "visible" || style.overflowY !== "visible" || one.tagName === "svg") {
      const box = one.getBoundingClientRect();
      found = {
        top: Math.max(outer.top, box.top),
        left: Math.max(outer.left, box.left),
        bottom: Math.min(outer.bottom, box.bottom),
        right: Math.min(outer.right, box.right),
        cuts: one,
      };
    }
    clips.set(one, found);
    return found;
  };
  const isShown = (one) =>
    one.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });
  const name = (one) => {
    const near = one.closest("[id]");
    return near ? near.id.replace(/\d+/g, "#") : one.tagName;
  };

  // Every run of words, with where it is drawn.
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const one = node.parentElement;
    if (
      !node.textContent.trim() ||
      !one ||
      one.closest("script, style, option, .unseen, [popover]:not(:popover-open), title, desc")
    )
      continue;
    if (!isShown(one) || one.getBoundingClientRect().width <= 1) continue; // for readers alone
    const range = document.createRange();
    range.selectNodeContents(node);
    // Of words that are squeezed into their room a range knows only how wide they would be.
    const drawn = one.tagName === "text" ? [one.getBoundingClientRect()] : range.getClientRects();
    for (const box of drawn) {
      if (box.width < 1 || box.height < 1) continue;
      words.push({
        one,
        node,
        box,
        natural: range.getBoundingClientRect().width,
        text: node.textContent,
        isDrawn: Boolean(one.closest("svg")),
      });
    }
  }
  for (const { one, box, natural, text, isDrawn } of words) {
    const style = getComputedStyle(one);
    let size = parseFloat(style.fontSize);
    if (isDrawn) {
      const matrix = one.closest("text, tspan")?.getScreenCTM?.();
      if (matrix) size *= Math.hypot(matrix.a, matrix.b);
    }
    if (one.tagName === "text" && /\w/.test(text) && box.width < 0.7 * natural)
      tell("squeezed", `${short(text)} (${name(one)})`);
    const what = one.closest(".piece") ? "a counter" : short(text);
    if (size < (innerWidth <= 700 || innerHeight <= 500 ? 10.9 : 11.9))
      tell("too small", `${size.toFixed(1)} px: ${what} on ${one.closest("svg")?.id || name(one)}`);
    // Cut by what does not scroll; what scrolls can be brought into sight.
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const how = getComputedStyle(at);
      if (
        at !== one &&
        [how.overflowX, how.overflowY].some((way) => way === "auto" || way === "scroll")
      )
        break;
      if (how.position === "fixed") break;
      if (at.matches("#\\@here ol")) break; // The outer part of where one is needs room to be seen.
      const isCutter =
        at.tagName === "svg" ||
        [how.overflowX, how.overflowY].some((way) => way === "hidden" || way === "clip");
      // A camera moves over the board; a hand shows the tops of its cards until they are looked at.
      if (
        !isCutter ||
        at.matches(".rule, .board > svg") ||
        at.closest(".hands") ||
        one.closest(".hands")
      )
        continue;
      if (isDrawn && (at.matches(".stage, .table") || at.closest(".board > svg"))) continue;
      const frame = at.getBoundingClientRect();
      if (
        box.left < frame.left - 1.5 ||
        box.right > frame.right + 1.5 ||
        box.top < frame.top - 3 ||
        box.bottom > frame.bottom + 3
      ) {
        tell("cut", `${short(text)} by ${at.tagName.toLowerCase()} (${name(one)})`);
        break;
      }
    }
  }

  // As WCAG 1.4.3 has it, where words stand on plain colours.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colour = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) =>
      part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = ([r, g, b, a], below) =>
    [r, g, b].map((part, at) => (part * a + below[at] * (255 - a)) / 255);
  const groundOf = (one) => {
    if (!one) return [255, 255, 255];
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    if (backgroundImage !== "none") return null;
    const own = colour(backgroundColor);
    const below = own[3] === 255 ? own : groundOf(one.parentElement);
    return below && over(own, below);
  };
  for (const { one, text, isDrawn } of words) {
    const ground = isDrawn || one.closest(":disabled, .stage") ? null : groundOf(one);
    if (!ground) continue;
    const ink = over(colour(getComputedStyle(one).color), ground);
    const [dark, bright] = [light(ink), light(ground)].sort((a, b) => a - b);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < 4.5) tell("faint", `${contrast.toFixed(2)}: ${short(text)} (${name(one)})`);
  }

  // The letters of lands and seas are part of the map, and counters stand on them.
  const isGround = ({ one }) => Boolean(one.closest("[id^='ground:']"));
  // Words that lie on others; each seen part only.
  const seen = words
    .map((word) => {
      const at = clip(word.one);
      const box = word.box;
      // The line boxes of letters have room above and below.
      const pad = box.height * 0.18;
      return {
        ...word,
        top: Math.max(at.top, box.top + pad),
        bottom: Math.min(at.bottom, box.bottom - pad),
        left: Math.max(at.left, box.left + 1),
        right: Math.min(at.right, box.right - 1),
      };
    })
    .filter((word) => word.bottom - word.top > 2 && word.right - word.left > 2);
  seen.sort((a, b) => a.top - b.top);
  const layer = (one) =>
    one.closest(
      ".dock, .board, .pane, .tabs, .bar, .hands, .legend, .camera, #room-notice, " +
        "#\\@options, .top, [popover]",
    );
  for (let a = 0; a < seen.length; a += 1) {
    for (let b = a + 1; b < seen.length && seen[b].top < seen[a].bottom; b += 1) {
      const [one, other] = [seen[a], seen[b]];
      if (one.node === other.node || one.isDrawn !== other.isDrawn) continue;
      if (isGround(one) || isGround(other)) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide < 3 || high < 2) continue;
      // What stays at the bottom of a phone lies on what scrolls below it.
      if (layer(one.one) !== layer(other.one) || one.one.closest(".hands")) continue;
      tell(
        "words on words",
        `${short(one.text)} / ${short(other.text)} (${name(one.one)} / ${name(other.one)})`,
      );
    }
  }

  // Words under what is drawn over them later.
  for (const svg of document.querySelectorAll("svg")) {
    if (!isShown(svg)) continue;
    const all = [...svg.querySelectorAll("*")];
    const order = new Map(all.map((one, at) => [one, at]));
    const solids = all
      .filter((one) => {
        if (
          !/^(rect|circle|ellipse|polygon|path|use|image)$/.test(one.tagName) ||
          one.closest("defs, symbol, clipPath, marker")
        )
          return false;
        if (!isShown(one)) return false;
        const style = getComputedStyle(one);
        if (one.tagName !== "use" && (style.fill === "none" || parseFloat(style.fillOpacity) < 0.5))
          return false;
        for (let at = one; at && at !== svg; at = at.parentElement)
          if (parseFloat(getComputedStyle(at).opacity) < 0.5) return false;
        return true;
      })
      .map((one) => ({ one, at: order.get(one), box: one.getBoundingClientRect() }));
    for (const word of seen) {
      if (!svg.contains(word.one)) continue;
      const text = word.one.closest("text");
      if (isGround(word)) continue;
      const at = order.get(text);
      if (at === undefined) continue;
      const area = (word.right - word.left) * (word.bottom - word.top);
      for (const solid of solids) {
        if (solid.at < at) continue;
        const wide = Math.min(word.right, solid.box.right) - Math.max(word.left, solid.box.left);
        const high = Math.min(word.bottom, solid.box.bottom) - Math.max(word.top, solid.box.top);
        const { tagName } = solid.one;
        if (wide > 1 && high > 1 && wide * high > area * 0.12) {
          tell(
            "words under",
            `${short(word.text)} (${name(word.one)}) under ${tagName} (${name(solid.one)})`,
          );
          break;
        }
      }
    }
  }

  // What is touched or clicked: 32 pixels, and 8 to the next, but within a bar and between the
  // lines of a log. A link in a sentence is as high as that; of a log for a mouse, a line.
  const isInSentence = (one) =>
    [...one.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const targets = [
    ...document.querySelectorAll(
      "button, select, summary, textarea, a[href], label:has(input), input:not([type=hidden])",
    ),
  ]
    .filter((one) => isShown(one) && !one.closest(".unseen, .skips, .chart"))
    .filter((one) => !one.matches("input") || !one.closest("label"))
    .filter((one) => !one.matches("a") || !isInSentence(one))
    .map((one) => ({ one, box: one.getBoundingClientRect(), at: clip(one.parentElement) }))
    .filter(({ box, at }) => box.width > 1 && box.top < at.bottom && box.bottom > at.top);
  const bar = (one) => one.closest(".tabs, .camera, .legend, .log, .home, .up, #\\@stepper, .top");
  for (const { one, box, at } of targets) {
    const least = one.closest(".log") && innerWidth > 700 ? 24 : 32;
    const what = `${short(one.textContent)} (${name(one)})`;
    if (Math.min(box.width, box.height) < least - 0.5)
      tell("small target", `${Math.round(box.width)} x ${Math.round(box.height)}: ${what}`);
    if (one.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=range])"))
      if (innerWidth <= 700 && parseFloat(getComputedStyle(one).fontSize) < 16)
        tell("small target", `enlarged by some phones: ${what}`);
    for (const other of targets) {
      if (other.one === one) break;
      if (other.one.contains(one) || one.contains(other.one) || (bar(one) && bar(other.one)))
        continue;
      if (layer(one) !== layer(other.one)) continue;
      const isCut = [box, other.box].some((own) => own.bottom > at.bottom || own.top < at.top);
      const wide = Math.max(other.box.left - box.right, box.left - other.box.right);
      const high = Math.max(other.box.top - box.bottom, box.top - other.box.bottom);
      if (!isCut && Math.max(wide, high) < 7.5 && Math.max(wide, high) > -2)
        tell("targets side by side", `${what} / ${short(other.one.textContent)}`);
    }
  }

  // As WCAG 2.5.8 has it: 24 pixels, or no other target within a circle of 24 pixels.
  const lit = [...document.querySelectorAll("svg .lit")].filter(isShown).map((one) => {
    const box = (one.querySelector(".plate, .field") ?? one).getBoundingClientRect();
    return {
      id: one.id,
      size: Math.min(box.width, box.height),
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
    };
  });
  for (const one of lit) {
    if (one.size >= 24) continue;
    if (lit.some((other) => other !== one && Math.hypot(one.x - other.x, one.y - other.y) < 24))
      tell("cramped", one.id.replace(/\d+/g, "#"));
  }
  return found;
};
