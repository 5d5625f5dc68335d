// The editor of a position: what it reads, asks the server and stores as its state changes.

import { useEffect, useRef } from "../preact.js";
import { post, report } from "../api.js";
import { indexOf, positionText } from "../board/position.js";
import { blank } from "../choice.js";
import { base64 } from "../parts/files.js";
import { useReduced } from "../parts/hooks.js";
import { dropQuery, go, isShared, sharedLink } from "../route.js";
import { recall, remember } from "../storage.js";
import { fieldsOf, treeOfAnswer } from "../tree/positions.js";
import { noted, promoted, removed, visited } from "../tree/tree.js";
import { drawnWith } from "./drawing.js";
import { asPng, isPicture } from "./picture.js";
import { beginning, editorAfter } from "./state.js";

/** The position shown at first. */
export const EXAMPLE =
  "8x8x10\n0001HHHH\n0001HHHH\n1111HHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH";
const MAX_KEPT_MOVES = 2000; // of a tree that is kept between visits
const LATE_MILLISECONDS = 250; // until the page says that it is analysing

/** Keep the position and its tree for the next visit. */
function keep({ tree }, text) {
  remember("position", text);
  const small = tree.nodes.size <= MAX_KEPT_MOVES;
  remember("tree", small ? { text, board: tree.start, tree: fieldsOf(tree) } : null);
}

/**
 * The requests of the editor: `analyse()` the board shown, `read(text, at)`, `openFile(file, at)` and
 * `last()`, the position of the last visit; `at` is the place where the page shows a refusal.
 * `running` refers to the request under way.
 */
function useReading({ send, latest }) {
  const running = useRef(null);
  useEffect(() => () => running.current?.abort(), []);
  const set = (fields) => send({ type: "set", fields });
  const asked = async (body, at) => {
    running.current?.abort();
    const leaving = (running.current = new AbortController());
    const timer = setTimeout(() => set({ late: true }), LATE_MILLISECONDS);
    try {
      return await post("/api/analyse", body, leaving.signal);
    } catch (error) {
      report(error, (trouble) => send({ type: "refuse", notice: { ...trouble, at } }));
      return null;
    } finally {
      clearTimeout(timer);
      if (running.current === leaving) set({ late: false });
    }
  };
  const analyse = async () => {
    const text = positionText(latest().board);
    const analysis = await asked({ text });
    set({ analysis });
    if (analysis) keep(latest(), "text" in analysis ? analysis.text : text);
  };
  const accept = (answer) => {
    if (!answer) return false;
    const state = send({ type: "read", answer });
    if (answer.tree) analyse();
    else keep(state, answer.text);
    return true;
  };
  const readTree = async (text, at) => Boolean(text) && accept(await asked({ text }, at));
  const read = async (text, at) => {
    const [study] = /(?<=[#?&]study=)[\w-]+/.exec(text) ?? []; // a link to a study
    return study ? go(`analyse?study=${study}`) : readTree(text.trim(), at);
  };
  const openFile = async (file, at) => {
    try {
      const given = isPicture(file) ? await asPng(file) : file;
      const name = isPicture(file) ? "picture.png" : file.name;
      return accept(await asked({ file: await base64(given), name }, at));
    } catch (error) {
      report(error, (trouble) => set({ notice: { ...trouble, at } }));
      return false;
    }
  };
  /** Read what is shown at first; true as well if the visitor has asked for something else since. */
  const first = async (text) => {
    const reading = read(text);
    const request = running.current;
    return (await reading) || running.current !== request;
  };
  const last = async () => {
    const kept = recall("tree", null);
    if (kept?.text && kept.text === recall("position", EXAMPLE)) {
      send({ type: "restore", tree: treeOfAnswer(kept) });
      await analyse();
    } else (await first(recall("position", EXAMPLE))) || (await read(EXAMPLE));
  };
  return { analyse, read, openFile, first, last };
}

/** Follows the `route`: the address may hold a position, or a tree of them; else the last one is shown. */
function useAddressed(route, view, { state, send, latest }, { first, last }) {
  const shownOnce = useRef(false); // whether anything was read yet
  useEffect(() => {
    const link = linkOf(route) ?? sharedLink();
    const linkOrLast = async () => {
      if (await first(link)) return send({ type: "link" });
      const { refused } = latest(); // a damaged link leaves what was here before
      await last();
      return send({ type: "set", fields: { notice: refused } });
    };
    if (link) {
      if (location.search) dropQuery(view);
      send({ type: "set", fields: { linked: null } });
      linkOrLast();
    } else if (!shownOnce.current && !route.fields.has("study")) last();
    shownOnce.current = true;
  }, [route]);
  // The address names a position only while it is shown.
  useEffect(() => {
    if (!state.linked || state.tree === state.linked) return;
    send({ type: "set", fields: { linked: null } });
    go(view, true);
  }, [state.tree]);
}

/** The link in the fields of an address, as the server reads it; null without one. */
function linkOf({ fields }) {
  if (fields.has("tree")) return `#analyse?tree=${fields.get("tree")}`;
  return isShared(fields) ? `?${fields}` : null;
}

/** The state of the editor of a `view` (see `Editing`), and functions that change it and ask about it. */
export function useEditor(route, view = "analyse") {
  const store = useReduced(editorAfter, beginning);
  const { state, send, latest } = store;
  const reading = useReading(store);
  const { analyse, read, openFile, last } = reading;
  useAddressed(route, view, store, reading);

  const setNotice = (notice) => send({ type: "set", fields: { notice } });
  const refuse = (error) => report(error, setNotice);
  /** Change the state, and analyse the board if it is another. */
  const show = (event) => {
    const { board } = latest();
    return send(event).board === board ? undefined : analyse();
  };
  /** Change the tree, but not the position, unless the cursor was deleted. */
  const change = (tree) => {
    const { board } = latest();
    if (send({ type: "change", tree }).board !== board) analyse();
    else keep(latest(), recall("position", ""));
  };
  const edit = (board) => show({ type: "edit", board });
  const { tree, board, doubtful, done, undone } = state;
  return {
    ...state,
    doubtful: doubtful?.text === positionText(board) ? doubtful.cells : [],
    undoable: tree.at !== tree.root || done.length > 0,
    redoable: tree.nodes.get(tree.at).latest !== null || undone.length > 0,
    setNotice,
    read,
    open: openFile,
    last,
    edit,
    visit: (id) => show({ type: "visit", tree: visited(latest().tree, id) }),
    walk: (direction) => show({ type: "walk", direction }),
    undo: () => show({ type: "undo" }),
    redo: () => show({ type: "redo" }),
    remark: (id, text) => change(noted(latest().tree, id, { comment: text.trim() })),
    /** Change the node at the cursor to the fields that `differ` makes of it. */
    note: (differ) => {
      const { tree: now } = latest();
      change(noted(now, now.at, differ(now.nodes.get(now.at))));
    },
    promote: (id) => change(promoted(latest().tree, id)),
    remove: (id) => change(removed(latest().tree, id)),
    /** Show a tree from the server, with the text of its game if it has one; returns it. */
    show: ({ game: record, ...answer }) => {
      const read = treeOfAnswer(answer);
      show({ type: "open", tree: read, walks: read.nodes.size > 1, game: record ? { record } : null });
      return read;
    },
    paint: (cell, code) => {
      const { board: now } = latest();
      const index = indexOf(now, cell);
      if (now.drawn) edit(drawnWith(now, index, code));
      else if (now.cells[index] !== code) edit({ ...now, cells: now.cells.with(index, code) });
    },
    clear: () => {
      const { board: now } = latest();
      edit(now.drawn ? { ...blank(now), drawn: new Set(), mines: 0 } : blank(now));
    },
    why: (cell) => post("/api/why", { text: positionText(latest().board), cell }).catch(refuse),
    text: () => post("/api/variations", { tree: fieldsOf(latest().tree) }).catch(refuse),
    /** Begin a game from the record of the game opened here, which Play can review. */
    review: () =>
      post("/api/games", { record: latest().game.record, notes: fieldsOf(latest().tree) })
        .then(({ id }) => go(`play/${id}?review`))
        .catch(refuse),
  };
}
