// The position in Analyse, its analysis and its history.

import { useEffect, useRef, useState } from "../preact.js";
import { post, report } from "../api.js";
import { indexOf, positionText } from "../board/position.js";
import { blank } from "../choice.js";
import { counted } from "../format.js";
import { drawnWith } from "./drawn.js";
import { asPng, isPicture, pictureNotice } from "./picture.js";
import { Replay } from "../parts/replay.js";
import { dropQuery, sharedLink } from "../route.js";
import { recall, remember } from "../storage.js";

/** The position shown at first. */
export const EXAMPLE =
  "8x8x10\n0001HHHH\n0001HHHH\n1111HHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH\nHHHHHHHH";
const MOST_UNDO = 200;
const LATE = 250; // milliseconds until the page says that it is analysing

/** The position, its analysis, and ways to change it. */
export function useEditor() {
  const [board, setBoard] = useState(() => blank({ width: 9, height: 9, mines: 10 }));
  const [analysis, setAnalysis] = useState(null);
  const [notice, setNotice] = useState(null);
  const [doubtful, setDoubtful] = useState(null); // the cells of a picture that may be wrong
  const [replay, setReplay] = useState(null);
  const [past, setPast] = useState({ undone: [], done: [] });
  const [late, setLate] = useState(false);
  const running = useRef(null);

  /** The server's answer; `at` says where the page shows why a request was refused. */
  const asked = async (body, at) => {
    running.current?.abort();
    const leaving = (running.current = new AbortController());
    const timer = setTimeout(() => setLate(true), LATE);
    try {
      return await post("/api/analyse", body, leaving.signal);
    } catch (error) {
      report(error, (trouble) => setNotice({ ...trouble, at }));
      return null;
    } finally {
      clearTimeout(timer);
      if (running.current === leaving) setLate(false);
    }
  };
  const show = (next) => {
    setBoard(next);
    setNotice(null);
  };
  const analysed = async (next) => {
    const answer = await asked({ text: positionText(next) });
    setAnalysis(answer);
    if (answer) remember("position", answer.text ?? positionText(next));
  };
  const showAnalysed = (next) => {
    show(next);
    return analysed(next);
  };
  const showStep = (next) => {
    setBoard(next);
    return analysed(next);
  };
  const keepForUndo = () => {
    setPast({ done: [...past.done, board].slice(-MOST_UNDO), undone: [] });
    setReplay(null);
  };
  const edit = (next) => {
    keepForUndo();
    if (doubtful) setDoubtful({ board: next, cells: stillDoubtful(doubtful.cells, board, next) });
    return showAnalysed(next);
  };
  const accept = (answer) => {
    if (!answer) return false;
    if (answer.replay) {
      const { board: start, steps } = answer.replay;
      setReplay(new Replay(start, steps));
      const length = counted(steps.length, "step", "steps");
      setNotice({ words: `A game of ${length}. Use ← and → to step through it.` });
      return true;
    }
    keepForUndo();
    show(answer.board);
    setAnalysis(answer);
    setDoubtful(answer.picture ? { board: answer.board, cells: answer.picture.doubtful } : null);
    if (answer.picture) setNotice(pictureNotice(answer.picture, answer.board));
    remember("position", answer.text);
    return true;
  };
  const read = async (text, at) => text.trim() && accept(await asked({ text: text.trim() }, at));
  const open = async (file, at) => {
    try {
      const given = isPicture(file) ? await asPng(file) : file;
      const name = isPicture(file) ? "picture.png" : file.name;
      return accept(await asked({ file: await base64(given), name }, at));
    } catch (error) {
      report(error, (trouble) => setNotice({ ...trouble, at }));
      return false;
    }
  };
  const restore = (from, to) => () => {
    if (!past[from].length) return;
    const next = past[from].at(-1);
    setPast({ [from]: past[from].slice(0, -1), [to]: [...past[to], board] });
    setReplay(null);
    showAnalysed(next);
  };

  useEffect(() => {
    const linked = sharedLink();
    const first = linked ?? recall("position", EXAMPLE);
    if (linked) dropQuery("analyse");
    read(first).then((shown) => shown || linked || read(EXAMPLE));
    return () => running.current?.abort();
  }, []);

  return {
    board,
    analysis,
    late,
    notice,
    setNotice,
    doubtful: doubtful?.board === board ? doubtful.cells : [],
    replay,
    showStep,
    edit,
    read,
    open,
    paint: (cell, code) => {
      const index = indexOf(board, cell);
      if (board.drawn) edit(drawnWith(board, index, code));
      else if (board.cells[index] !== code)
        edit({ ...board, cells: board.cells.with(index, code) });
    },
    clear: () => edit(board.drawn ? { ...blank(board), drawn: new Set(), mines: 0 } : blank(board)),
    why: (cell) =>
      post("/api/why", { text: positionText(board), cell }).catch((error) => report(error, setNotice)),
    undo: restore("done", "undone"),
    redo: restore("undone", "done"),
    undoable: past.done.length > 0,
    redoable: past.undone.length > 0,
  };
}

/** The doubtful cells that a change has not corrected. */
function stillDoubtful(cells, before, after) {
  if (before.width !== after.width || before.height !== after.height) return [];
  return cells.filter((cell) => {
    const index = indexOf(before, cell);
    return before.cells[index] === after.cells[index];
  });
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
