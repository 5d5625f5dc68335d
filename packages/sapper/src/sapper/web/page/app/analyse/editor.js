// The position in Analyse, its analysis and its history.

import { useEffect, useRef, useState } from "../preact.js";
import { post, report } from "../api.js";
import { indexOf, positionText } from "../board/position.js";
import { blank } from "../choice.js";
import { counted } from "../format.js";
import { drawnWith } from "./drawn.js";
import { asPng, isPicture, pictureNotice } from "./picture.js";
import { base64 } from "../parts/files.js";
import { dropQuery, go as goTo, isShared, sharedLink } from "../route.js";
import { recall, remember } from "../storage.js";
import { boardAt, changedTo, fieldsOf, treeOfAnswer, treeOfBoard } from "../tree/positions.js";
import { next, noted, promoted, removed, visited } from "../tree/tree.js";

/** The position shown at first. */
export const EXAMPLE =
  "8x8x10\n0001HHHH\n0001HHHH\n1111HHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH";
const MOST_UNDO = 20; // trees
const MOST_KEPT = 2000; // moves of a tree that is kept between visits
const LATE = 250; // milliseconds until the page says that it is analysing

/** @param {any} [game] */
const begun = (tree, game = null) => ({ tree, board: boardAt(tree), walks: false, game });

/**
 * The position, its analysis, the tree of positions tried, and functions that change them. It follows the
 * `route` of a `view`: the address may hold a position, or a tree of them.
 */
export function useEditor(route, view = "analyse") {
  const [shown, setShown] = useState(() => ({
    ...begun(treeOfBoard(blank({ width: 9, height: 9, mines: 10 }))),
    done: [], // trees before this one
    undone: [],
  }));
  const now = useRef(shown); // up to date at once: keys may come faster than frames
  const { tree, board, walks, game } = shown;
  const put = (next) => {
    now.current = { ...now.current, ...next };
    setShown(now.current);
  };
  const [analysis, setAnalysis] = useState(null);
  const [notice, setNotice] = useState(null);
  const [doubtful, setDoubtful] = useState(null); // the cells of a picture that may be wrong
  const [late, setLate] = useState(false);
  const running = useRef(null);
  const linked = useRef(null); // the tree that the address names
  const shownOnce = useRef(false); // whether anything was read yet
  const refused = useRef(null); // the notice of the last request that was refused

  /** The server's answer; `at` is the place where the page shows a refusal. */
  const asked = async (body, at) => {
    running.current?.abort();
    const leaving = (running.current = new AbortController());
    const timer = setTimeout(() => setLate(true), LATE);
    try {
      return await post("/api/analyse", body, leaving.signal);
    } catch (error) {
      report(error, (trouble) => {
        refused.current = { ...trouble, at };
        setNotice(refused.current);
      });
      return null;
    } finally {
      clearTimeout(timer);
      if (running.current === leaving) setLate(false);
    }
  };
  const analysed = async (next) => {
    const answer = await asked({ text: positionText(next) });
    setAnalysis(answer);
    if (answer) keep("text" in answer ? answer.text : positionText(next));
  };
  const keep = (text) => {
    remember("position", text);
    const { tree: kept } = now.current;
    const small = kept.nodes.size <= MOST_KEPT;
    remember("tree", small ? { text, board: kept.start, tree: fieldsOf(kept) } : null);
  };
  /** Show another place of the tree. */
  const go = (next) => {
    const there = boardAt(next);
    put({ tree: next, board: there });
    setNotice(null);
    return analysed(there);
  };
  /** Show another tree; undo at its start returns to the one before. */
  /** @param {any} [of] */
  const open = (next, walking = false, of = null) => {
    const { tree: old, done } = now.current;
    put({ ...begun(next, of), walks: walking, done: [...done, old].slice(-MOST_UNDO), undone: [] });
    setNotice(null);
  };
  const edit = (next) => {
    const { tree: from, board: before } = now.current;
    if (doubtful) {
      const cells = stillDoubtful(doubtful.cells, before, next);
      setDoubtful({ text: positionText(next), cells });
    }
    const grown = changedTo(from, before, next);
    if (grown) return go(grown);
    open(treeOfBoard(next));
    return analysed(next);
  };
  const accept = (answer) => {
    if (!answer) return false;
    if (answer.tree) {
      const read = treeOfAnswer(answer);
      const single = [...read.nodes.values()].every(({ children }) => children.length < 2);
      open(answer.replay && single ? visited(read, read.root) : read, true, answer.record ? answer : null);
      const length = counted(read.nodes.size - 1, "move", "moves");
      const what = answer.replay ? "A game" : "A tree";
      const reviews = answer.record ? ", and Review to see what went wrong" : "";
      setNotice({ words: `${what} of ${length}. Use ← and → to step through it${reviews}.` });
      analysed(now.current.board);
      return true;
    }
    if (positionText(answer.board) !== positionText(now.current.board)) {
      open(treeOfBoard(answer.board));
    }
    setNotice(null);
    setAnalysis(answer);
    setDoubtful(answer.picture ? { text: answer.text, cells: answer.picture.doubtful } : null);
    if (answer.picture) setNotice(pictureNotice(answer.picture, answer.board));
    keep(answer.text);
    return true;
  };
  const read = async (text, at) => {
    const [study] = /(?<=[#?&]study=)[\w-]+/.exec(text) ?? []; // a link to a study
    if (study) return goTo(`analyse?study=${study}`);
    return readTree(text, at);
  };
  const readTree = async (text, at) => text.trim() && accept(await asked({ text: text.trim() }, at));
  const openFile = async (file, at) => {
    try {
      const given = isPicture(file) ? await asPng(file) : file;
      const name = isPicture(file) ? "picture.png" : file.name;
      return accept(await asked({ file: await base64(given), name }, at));
    } catch (error) {
      report(error, (trouble) => setNotice({ ...trouble, at }));
      return false;
    }
  };
  /** Show the tree before or after this one. */
  const swap = (from, to) => {
    if (!now.current[from].length) return;
    const next = now.current[from].at(-1);
    put({
      ...begun(next),
      [from]: now.current[from].slice(0, -1),
      [to]: [...now.current[to], now.current.tree],
    });
    analysed(now.current.board);
  };
  const undo = () => {
    const { tree: here } = now.current;
    if (here.at !== here.root) go(visited(here, here.nodes.get(here.at).parent));
    else swap("done", "undone");
  };
  const redo = () => {
    const { tree: here } = now.current;
    const { latest } = here.nodes.get(here.at);
    if (latest !== null) go(visited(here, latest));
    else swap("undone", "done");
  };
  /** Change the tree, but not the position, unless the cursor was deleted. */
  const changeTree = (next) => {
    if (next.at !== now.current.tree.at) {
      go(next);
      return;
    }
    put({ tree: next });
    keep(recall("position", ""));
  };

  /** Read what is shown at first; true as well if the visitor has asked for something else since. */
  const first = async (text) => {
    const reading = read(text);
    const request = running.current;
    return (await reading) || running.current !== request;
  };
  /** Show the position of the last visit. */
  const last = async () => {
    const kept = recall("tree", null);
    if (kept?.text && kept.text === recall("position", EXAMPLE)) {
      put(begun(treeOfAnswer(kept)));
      await analysed(now.current.board);
    } else (await first(recall("position", EXAMPLE))) || (await read(EXAMPLE));
  };
  useEffect(() => {
    const link = linkOf(route) ?? sharedLink();
    const linkOrLast = async () => {
      if (await first(link)) {
        linked.current = now.current.tree;
        return;
      }
      const why = refused.current; // a damaged link leaves what was here before
      await last();
      setNotice(why);
    };
    if (link) {
      if (location.search) dropQuery(view);
      linked.current = null;
      linkOrLast();
    } else if (!shownOnce.current && !route.fields.has("study")) last();
    shownOnce.current = true;
  }, [route]);
  // The address names a position only while it is shown.
  useEffect(() => {
    if (!linked.current || tree === linked.current) return;
    linked.current = null;
    goTo(view, true);
  }, [tree]);
  useEffect(() => () => running.current?.abort(), []);

  return {
    board,
    analysis,
    late,
    notice,
    setNotice,
    doubtful: doubtful?.text === positionText(board) ? doubtful.cells : [],
    tree,
    walks,
    visit: (id) => go(visited(now.current.tree, id)),
    walk: (direction) => {
      const id = next(now.current.tree, direction);
      if (id !== null) go(visited(now.current.tree, id));
    },
    remark: (id, text) => changeTree(noted(now.current.tree, id, { comment: text.trim() })),
    /** Change the node at the cursor to the fields that `change` makes of it. */
    note: (change) => {
      const { tree: here } = now.current;
      changeTree(noted(here, here.at, change(here.nodes.get(here.at))));
    },
    /** Show a tree from the server, with the text of its game if it has one; returns it. */
    show: ({ game: record, ...answer }) => {
      const shownTree = treeOfAnswer(answer);
      open(shownTree, shownTree.nodes.size > 1, record ? { record } : null);
      analysed(now.current.board);
      return shownTree;
    },
    last,
    promote: (id) => changeTree(promoted(now.current.tree, id)),
    remove: (id) => changeTree(removed(now.current.tree, id)),
    text: () =>
      post("/api/variations", { tree: fieldsOf(now.current.tree) }).catch((error) =>
        report(error, setNotice),
      ),
    edit,
    read,
    open: openFile,
    paint: (cell, code) => {
      const { board: from } = now.current;
      const index = indexOf(from, cell);
      if (from.drawn) edit(drawnWith(from, index, code));
      else if (from.cells[index] !== code) edit({ ...from, cells: from.cells.with(index, code) });
    },
    clear: () => edit(board.drawn ? { ...blank(board), drawn: new Set(), mines: 0 } : blank(board)),
    why: (cell) =>
      post("/api/why", { text: positionText(board), cell }).catch((error) => report(error, setNotice)),
    game,
    /** Begin a game from the record of the game opened here, which Play can review. */
    review: () =>
      post("/api/games", { record: game.record, notes: fieldsOf(now.current.tree) })
        .then(({ id }) => goTo(`play/${id}?review`))
        .catch((error) => report(error, setNotice)),
    undo,
    redo,
    undoable: tree.at !== tree.root || shown.done.length > 0,
    redoable: tree.nodes.get(tree.at).latest !== null || shown.undone.length > 0,
  };
}

/** The link in the fields of an address, as the server reads it; null without one. */
function linkOf({ fields }) {
  if (fields.has("tree")) return `#analyse?tree=${fields.get("tree")}`;
  return isShared(fields) ? `?${fields}` : null;
}

/** The doubtful cells that a change has not corrected. */
function stillDoubtful(cells, before, after) {
  if (before.width !== after.width || before.height !== after.height) return [];
  return cells.filter((cell) => {
    const index = indexOf(before, cell);
    return before.cells[index] === after.cells[index];
  });
}
