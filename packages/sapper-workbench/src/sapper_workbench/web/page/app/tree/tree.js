// A tree of moves with a cursor. Trees are values: each change returns a new tree.
// The first child of a node is its main line, the others are variations.

/** A tree of nodes that have `id`, `parent` and `comment`, parents before children.
 * @param {any[]} list @param {number} at */
export function treeOf(list, at) {
  const nodes = new Map();
  for (const each of list) {
    const before = nodes.get(each.parent);
    const depth = before ? before.depth + 1 : 0;
    nodes.set(each.id, { ...each, depth, children: [], latest: null });
    if (!before) continue;
    before.children.push(each.id);
    before.latest ??= each.id;
  }
  const newest = list.reduce((/** @type {number} */ most, /** @type {any} */ { id }) => Math.max(most, id), 0);
  return visited({ nodes, root: list[0].id, at: list[0].id, newest }, at);
}

/** The nodes from the start to a node, without the start. @param {Tree} given @param {number} id */
export function pathTo({ nodes, root }, id) {
  const path = [];
  for (let node = nodes.get(id); node && node.id !== root; node = nodes.get(node.parent)) {
    path.push(node);
  }
  return path.reverse();
}

/** The nodes of the line of the cursor, to its end. @param {Tree} tree */
export function lineOf(tree) {
  const line = pathTo(tree, tree.at);
  let node = tree.nodes.get(tree.at);
  while (node.latest !== null) {
    node = tree.nodes.get(node.latest);
    line.push(node);
  }
  return line;
}

/** The tree with the cursor at a node. @param {Tree} tree @param {number} id */
export function visited(tree, id) {
  if (!tree.nodes.has(id)) return tree;
  const nodes = new Map(tree.nodes);
  for (const { id: child, parent } of pathTo(tree, id)) {
    nodes.set(parent, { ...nodes.get(parent), latest: child });
  }
  return { ...tree, nodes, at: id };
}

/** The tree after a move from its cursor, which is added if no node has its `id`.
 * @param {Tree} tree @param {any} move */
export function moved(tree, move) {
  if (move.id !== undefined && tree.nodes.has(move.id)) return visited(tree, move.id);
  const nodes = new Map(tree.nodes);
  const from = nodes.get(tree.at);
  const id = move.id ?? tree.newest + 1;
  const own = { parent: from.id, depth: from.depth + 1, children: [], latest: null };
  nodes.set(from.id, { ...from, children: [...from.children, id] });
  nodes.set(id, { comment: "", ...move, ...own, id });
  return visited({ ...tree, nodes, newest: Math.max(tree.newest, id) }, id);
}

/** The tree with the variation of a node as the main line of its fork; the same if it is that.
 * @param {Tree} tree @param {number} id */
export function promoted(tree, id) {
  const nodes = new Map(tree.nodes);
  for (const node of pathTo(tree, id).reverse()) {
    const fork = nodes.get(node.parent);
    if (fork.children[0] === node.id) continue;
    const others = fork.children.filter((/** @type {number} */ child) => child !== node.id);
    nodes.set(fork.id, { ...fork, children: [node.id, ...others] });
    return { ...tree, nodes };
  }
  return tree;
}

/** The nodes below a node and itself, parents first. @param {Tree} given @param {number} id */
export function below({ nodes }, id) {
  const found = [];
  const waiting = [id];
  while (waiting.length) {
    const node = nodes.get(waiting.pop());
    found.push(node);
    for (let i = node.children.length - 1; i >= 0; i -= 1) waiting.push(node.children[i]);
  }
  return found;
}

/** The tree without a node and its descendants; the start stays. @param {Tree} tree @param {number} id */
export function removed(tree, id) {
  if (id === tree.root || !tree.nodes.has(id)) return tree;
  const { parent } = tree.nodes.get(id);
  const inside = pathTo(tree, tree.at).some((node) => node.id === id);
  const nodes = new Map(tree.nodes);
  for (const node of below(tree, id)) nodes.delete(node.id);
  const fork = nodes.get(parent);
  const children = fork.children.filter((/** @type {number} */ child) => child !== id);
  const latest = fork.latest === id ? (children[0] ?? null) : fork.latest;
  nodes.set(parent, { ...fork, children, latest });
  const kept = { ...tree, nodes };
  return inside ? visited(kept, parent) : kept;
}

/** The tree with other fields of a node, such as its comment.
 * @param {Tree} tree @param {number} id @param {any} fields */
export function noted(tree, id, fields) {
  const nodes = new Map(tree.nodes);
  nodes.set(id, { ...nodes.get(id), ...fields });
  return { ...tree, nodes };
}

/** The targets of the list's keys from the cursor; null at the end of a direction.
 * @param {Tree} tree @param {string} direction */
export function next(tree, direction) {
  const { nodes, root, at } = tree;
  const here = nodes.get(at);
  if (direction === "back") return at === root ? null : here.parent;
  if (direction === "forward") return here.latest;
  if (direction === "start") return at === root ? null : root;
  if (direction === "end") {
    const end = lineOf(tree).at(-1)?.id ?? root;
    return end === at ? null : end;
  }
  const step = direction === "before" ? -1 : 1;
  for (const node of pathTo(tree, at).reverse()) {
    const { children } = nodes.get(node.parent);
    const found = children[children.indexOf(node.id) + step];
    if (found !== undefined) return found;
  }
  return null;
}

/** Whether a node is on the main line. @param {Tree} tree @param {number} id */
export function isMain(tree, id) {
  return pathTo(tree, id).every(({ id: each, parent }) => tree.nodes.get(parent).children[0] === each);
}
