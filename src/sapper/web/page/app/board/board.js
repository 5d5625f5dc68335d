// The board as a component: a grid that is drawn, described to screen readers and reports gestures.
// It knows no rules of the game; each view decides what a gesture means.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../kit.js";
import { nameOf, useKeys } from "../keys.js";
import { BoardCanvas } from "./canvas.js";
import { listen } from "./gestures.js";
import { boardWords, cellWords } from "./speech.js";

const SMALLEST = { fine: 18, coarse: 28 };
const SMALLEST_FIT = { fine: 3, coarse: 20 }; // smaller cells cannot be tapped
const LARGEST = 104;
const LARGEST_SMALL = 52;
const NARROW = 520; // pixels; a phone has no room for row numbers, and is tapped
const NOTICE = 44; // pixels left for one line below the tools
const WHY = 230; // pixels left for reasons, where they are below the board
const STACKED = "(max-width: 900px)"; // as in style/shell.css
let count = 0;

/**
 * `zoom` is "auto" (readable cells; the board scrolls if it has to), "fit" (as much of the board in
 * the window as can be used) or the pixels of a cell; `sized` is a reference that receives the
 * pixels of a cell. The board scrolls to the cell with the index `follow`.
 * `onAct(gesture, cell)` gets `open`, `flag`, `chord` – and `paint`, if `painting`. `keys` move the
 * cursor "always", or only while the board is "focused", in views that use the same keys; there a
 * click does not focus it. A `small` board is a picture.
 */
export function Board(props) {
  const { board, overlay, marks, truth, last, lit, fresh, follow, sized } = props;
  const { zoom = "auto", label = "", keys = "focused", painting = false, small = false } = props;
  const host = useRef();
  const scroller = useRef();
  const canvas = useRef();
  const drawing = useRef();
  const latest = useRef(props);
  latest.current = props;
  const [id] = useState(() => `board${(count += 1)}`);
  const [cursor, setCursor] = useState([0, 0]);
  const standing = useRef(cursor); // up to date at once: keys may come faster than frames
  const [focused, setFocused] = useState(false);
  const room = useRoom(host, small);

  const { width, height } = board;
  const at = [Math.min(cursor[0], height - 1), Math.min(cursor[1], width - 1)];
  const index = at[0] * width + at[1];
  const gutter = small || room.width < NARROW ? 0 : 22;
  const size = cellSize(board, zoom, room, gutter, small);
  const scene = { board, overlay, marks, truth, last, lit, fresh, cursor: focused ? index : -1 };
  if (sized) sized.current = size;

  useLayoutEffect(() => {
    drawing.current = new BoardCanvas(canvas.current, scroller.current);
    return () => drawing.current.close();
  }, []);

  useLayoutEffect(() => drawing.current.show(scene, size, gutter));

  useEffect(() => {
    if (!(follow >= 0)) return;
    drawing.current.reveal([Math.floor(follow / width), follow % width], 2);
  }, [follow, width, size]);

  // The counters and tools are as wide as the board.
  useLayoutEffect(() => {
    const across = Math.min(width * size + gutter + 2, room.width);
    if (!small) host.current.closest("section").style.setProperty("--board-width", `${across}px`);
  }, [small, width, size, gutter, room.width]);

  useEffect(() => {
    if (small) return undefined;
    const cellAt = (x, y) => drawing.current.cellAt(x, y);
    return listen(scroller.current, cellAt, {
      act: (gesture, cell) => {
        place(cell);
        latest.current.onAct?.(gesture, cell);
      },
      hover: (cell) => {
        const of = latest.current.board.width;
        drawing.current.hoverOver(cell ? cell[0] * of + cell[1] : -1);
      },
      painting: () => latest.current.painting,
    });
  }, [small]);

  const place = (cell) => {
    standing.current = cell;
    setCursor(cell);
    latest.current.onCursor?.(cell);
  };
  useEffect(() => place(at), [width, height]);

  const move = (name) => {
    const next = moved(name, standing.current, board);
    if (!next || !scroller.current) return false;
    place(next);
    setFocused(true);
    scroller.current.focus({ preventScroll: true });
    drawing.current.reveal(next);
    return true;
  };
  const pressed = (event) => {
    if (move(nameOf(event, ["board"]))) event.preventDefault();
  };
  const anywhere = MOVES.map((name) => [name, () => move(name)]);
  useKeys(["board"], keys === "always" ? Object.fromEntries(anywhere) : {});
  const keepFocus = keys === "always" ? null : (event) => event.preventDefault();
  const words = label ? `${label}. ${boardWords(board)}` : boardWords(board);
  const style = {
    width: `${width * size + gutter}px`,
    height: `${height * size + gutter}px`,
  };
  const seen = { maxHeight: small ? "none" : `${room.height}px` };

  return html`<div class=${small ? "board board-small" : "board"} ref=${host}>
    <div
      class="board-scroll"
      ref=${scroller}
      style=${seen}
      role=${small ? "img" : "grid"}
      tabindex=${small ? -1 : 0}
      aria-label=${words}
      aria-rowcount=${small ? null : height}
      aria-colcount=${small ? null : width}
      aria-activedescendant=${small ? null : `${id}-${index}`}
      data-size=${size}
      data-gutter=${gutter}
      data-painting=${painting ? "" : null}
      onKeyDown=${small ? null : pressed}
      onMouseDown=${keepFocus}
      onFocus=${(event) => setFocused(event.target.matches(":focus-visible"))}
      onBlur=${() => setFocused(false)}
    >
      <div class="board-size" style=${style}>
        <canvas ref=${canvas} aria-hidden="true"></canvas>
      </div>
      ${!small && html`<${SpokenRow} id=${id} row=${at[0]} scene=${scene} />`}
    </div>
  </div>`;
}

/** The row of the cursor, for screen readers; other rows follow as the cursor moves. */
function SpokenRow({ id, row, scene }) {
  const { width } = scene.board;
  const cells = Array.from({ length: width }, (_, column) => {
    const index = row * width + column;
    return html`<span
      role="gridcell"
      key=${index}
      id=${`${id}-${index}`}
      aria-colindex=${column + 1}
      aria-label=${`row ${row}, column ${column}: ${cellWords(scene, index)}`}
    ></span>`;
  });
  return html`<div class="unseen" role="row" aria-rowindex=${row + 1}>${cells}</div>`;
}

const MOVES = ["left", "right", "up", "down", "row-start", "row-end", "top", "bottom"];
const STEPS = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };

function moved(name, [row, column], { width, height }) {
  if (name in STEPS) {
    const [down, right] = STEPS[name];
    const clamp = (value, most) => Math.min(most - 1, Math.max(0, value));
    return [clamp(row + down, height), clamp(column + right, width)];
  }
  if (name === "row-start") return [row, 0];
  if (name === "row-end") return [row, width - 1];
  if (name === "top") return [0, column];
  if (name === "bottom") return [height - 1, column];
  return null;
}

function cellSize(board, zoom, room, gutter, small) {
  if (typeof zoom === "number") return zoom;
  const wide = Math.floor((room.width - gutter - 2) / board.width);
  const high = Math.floor((room.height - gutter - 2) / board.height);
  if (small) return Math.max(6, Math.min(LARGEST_SMALL, wide));
  const fits = Math.min(wide, high);
  const fingers = room.width < NARROW || matchMedia("(pointer: coarse)").matches;
  const kind = fingers ? "coarse" : "fine";
  if (zoom === "fit") return Math.max(SMALLEST_FIT[kind], Math.min(64, fits));
  return Math.max(SMALLEST[kind], Math.min(LARGEST, fits));
}

/** The room for a board: its parent's width, and the height of the window less what is around it. */
function useRoom(host, small) {
  const [room, setRoom] = useState({ width: 320, height: 420 });
  useLayoutEffect(() => {
    const stage = host.current.closest("section");
    const measure = () => {
      const { top, bottom } = host.current.getBoundingClientRect();
      const width = host.current.clientWidth;
      const tools = small ? null : stage.querySelector(".dock")?.getBoundingClientRect().bottom;
      const left = window.innerHeight - (top + window.scrollY) - ((tools ?? bottom) - bottom);
      const height = Math.max(300, Math.round(left) - (matchMedia(STACKED).matches ? WHY : NOTICE));
      setRoom((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(host.current);
    if (!small) observer.observe(stage);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [small]);
  return room;
}
