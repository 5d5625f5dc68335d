// Boards and events for the tests, and what components show.

/** A board of the API from rows of one-letter codes. */
export function boardOf(rows, fields = {}) {
  const cells = rows.flatMap((row) => [...row]);
  const mines = fields.mines ?? 1;
  return {
    width: rows[0].length,
    height: rows.length,
    mines,
    cells,
    grid: "square",
    rules: {},
    mines_left: mines,
    lives_left: 1,
    outcome: "playing",
    ...fields,
  };
}

/** An event with fields, which remembers whether its default was prevented. */
export function eventOf(type, fields = {}) {
  return Object.assign(new Event(type, { cancelable: true }), fields);
}

/** The elements that a component without hooks renders, outermost first. */
export function elementsOf(node) {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (node === null || typeof node !== "object") return [];
  if (typeof node.type === "function") return elementsOf(node.type(node.props));
  return [node, ...elementsOf(node.props.children)];
}

/** The text that a component without hooks shows. */
export function textOf(node) {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return String(node);
  return textOf(typeof node.type === "function" ? node.type(node.props) : node.props.children);
}
