// The bar of an author: it stays open over the pages of a tab, and a field shows its value.
import { find, need, on } from "./dom.js";

/** @type {HTMLDetailsElement} */
const bar = need("@author");
bar.open = sessionStorage.getItem("author") === "open";
bar.addEventListener("toggle", () => sessionStorage.setItem("author", bar.open ? "open" : ""));

on("input", ({ target }) => {
  if (target.name !== "field") return;
  const option = [...(target.list?.options ?? [])].find((one) => one.value === target.value);
  if (!option || !target.form) return;
  /** @type {HTMLInputElement} */
  const field = find("[name=value]", target.form);
  field.value = option.dataset.value ?? "";
});
