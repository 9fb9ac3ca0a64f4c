// The bar of an author: it stays open over the pages of a tab, and a field shows its value.
import { byId } from "./dom.js";

const bar = byId("@author");
bar.open = sessionStorage.getItem("author") === "open";
bar.addEventListener("toggle", () => sessionStorage.setItem("author", bar.open ? "open" : ""));

bar.addEventListener("input", ({ target }) => {
  if (target.name !== "field") return;
  const option = [...target.list.options].find((one) => one.value === target.value);
  if (option) target.form.elements.value.value = option.dataset.value;
});
