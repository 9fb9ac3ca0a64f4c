// For hosts that show 404.html at addresses of pages that only the browser makes.
// It is not a module: a module cannot tell which element it comes from.
"use strict";

const { under = "" } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
if (location.pathname.startsWith(under)) {
  location.replace(`${under}#${location.pathname.slice(under.length)}${location.search}`);
}
