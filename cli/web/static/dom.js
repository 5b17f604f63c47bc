// Elements without markup in strings: nothing a user types can become markup.

/** Make an element: h("div.row", {id: "x", onclick: f}, child, "text", null, [more]). */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") node[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** Replace the children of a node, and keep the keyboard where it was (by data-key). */
export function fill(node, ...children) {
  const key = node.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  node.replaceChildren(...children.flat(3).filter(Boolean));
  if (key !== undefined) focusKey(node, key);
}

/** Move the keyboard to the element with a key, or the nearest one of the same kind that is left. */
function focusKey(node, key) {
  const exact = node.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const kind = key.split(" ")[0];
  const target = exact || node.querySelector(`[data-key^="${CSS.escape(kind)} "]`);
  if (target) target.focus({ preventScroll: true });
}

export const byId = (id) => document.getElementById(id);

export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** A table that scrolls where it is too wide: heads, then rows of [attributes, head, ...cells]. */
export function table(label, heads, rows) {
  const head = heads.map((text) => h("th", { scope: "col" }, text));
  const body = rows.map(([attributes, name, ...cells]) =>
    h("tr", attributes, h("th", { scope: "row" }, name), cells.map(cell)),
  );
  return h(
    "div.scroll",
    { tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, body)),
  );
}

/** A cell; numbers stand in figures of one width, and {span, of} takes the room of several cells. */
function cell(content) {
  if (typeof content === "number") return h("td.number", {}, String(content));
  if (content?.span) return h("td", { colspan: content.span }, content.of);
  return h("td", {}, content);
}

/** What was refused, line by line. */
export const refusals = (defects) =>
  h(
    "ul.error",
    {},
    defects.map((one) => h("li", {}, `${one.where}: ${one.message}`)),
  );
