// The board as a component: a grid that is drawn, described to screen readers and reports gestures.
// It knows no rules of the game; each view decides what a gesture means.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../preact.js";
import { textScale } from "../format.js";
import { nameOf, useKeys } from "../keys.js";
import { BoardCanvas } from "./canvas.js";
import { extentOf, moved, MOVES, pixelsOf } from "./geometry.js";
import { byFingers, listen, listenForPinch, Magnifier } from "./gestures.js";
import { preferences, usePreferences } from "../preferences/preferences.js";
import { cellOf, indexOf, neighboursOf } from "./position.js";
import { boardWords, cellWords } from "./speech.js";

const EDGE_PIXELS = 8; // left below everything
const NOTICE_PIXELS = 36; // left for one line below the tools
const PINCHED = [12, 104]; // the smallest and largest pixels of a cell that two fingers ask for
const REASONS_PIXELS = 230; // left for reasons, where they are below the board
const STACKED = "(max-width: 900px)"; // as in style/shell.css
let count = 0;

/**
 * `zoom` is "auto" (readable cells; the board scrolls if necessary), "fit" (as much of the board in
 * the window as can be used) or the pixels of a cell; `sized` is a reference that receives the
 * pixels of a cell, and `cursor` one to the cell of the cursor. `lit` is a cell to highlight. The
 * board scrolls to the cell with the index `follow`.
 * `onAct`, `onHold`, `onPoint` and `onWheel` get gestures (see `Callbacks` of gestures.js), also where the cursor has come
 * to; `painting`, `arrows` and `setZoom(pixels)` allow more of them. A clue that is held down presses its hidden
 * neighbours where moves are made (`chords`). `questions` are the indices of cells with a question mark, `ghost` of
 * those open in a game that is raced. `keys` move the
 * cursor, as the pointer does, "always", or only while the board is "focused", in views that use the same keys; there a
 * click does not focus it. A `small` board is a picture. A `numbered` board has the numbers of its
 * rows and columns, and others have them if the visitor wants them.
 * @param {any} props
 */
export function Board(props) {
  const { board, overlay, marks, truth, questions, ghost, last, lit, fresh, follow, sized } = props;
  const { zoom = "auto", label = "", keys = "focused", painting = false, small = false } = props;
  const bare = !(usePreferences().coordinates || props.numbered);
  const host = useRef();
  const scroller = useRef();
  const canvas = useRef();
  const drawing = useRef();
  const latest = useRef(props);
  latest.current = props;
  const [id] = useState(() => `board${(count += 1)}`);
  const room = useRoom(host, small);
  const cursor = useCursor({ latest, scroller, drawing });
  const { width, height } = board;
  const extent = extentOf(board);
  const index = indexOf(board, cursor.at);
  const { size, gutter, across } = pixelsOf(board, zoom, room, { fingers: byFingers(), picture: small, bare });
  const scene = {
    board,
    overlay,
    marks,
    truth,
    questions,
    ghost,
    last,
    fresh,
    lit: lit ? indexOf(board, lit) : -1,
    cursor: cursor.focused ? index : -1,
  };
  if (sized) sized.current = size;

  useLayoutEffect(() => {
    drawing.current = new BoardCanvas(canvas.current, scroller.current);
    return () => drawing.current.close();
  }, []);
  useLayoutEffect(() => drawing.current.show(scene, size, gutter));
  useEffect(() => {
    if (follow >= 0) drawing.current.reveal(cellOf(board, follow), 2);
  }, [follow, width, size]);
  // The counters and tools are as wide as the board.
  useLayoutEffect(() => {
    if (small) return undefined;
    const { style } = host.current.closest("section");
    style.setProperty("--board-width", `${across}px`);
    return () => style.removeProperty("--board-width");
  }, [small, across]);
  useGestures({ latest, scroller, canvas, drawing }, cursor, small, size);

  const grid = {
    role: "grid",
    tabindex: 0,
    "aria-rowcount": height,
    "aria-colcount": width,
    "aria-activedescendant": `${id}-${index}`,
    onKeyDown: cursor.press,
  };
  return html`<div class=${small ? "board board-small" : "board"} ref=${host}>
    <div
      class="board-scroll"
      ref=${scroller}
      style=${{ maxHeight: small ? "none" : `${room.height}px` }}
      ...${small ? { role: "img", tabindex: -1 } : grid}
      aria-label=${label ? `${label}. ${boardWords(board)}` : boardWords(board)}
      data-size=${size}
      data-gutter=${gutter}
      data-painting=${painting ? "" : null}
      onMouseDown=${keys === "always" ? null : (/** @type {any} */ event) => event.preventDefault() /* keeps the focus */}
      onFocus=${(/** @type {any} */ event) => cursor.hold(event.target.matches(":focus-visible"))}
      onBlur=${() => cursor.hold(false)}
    >
      <div class="board-size" style=${{ width: `${extent.width * size + gutter}px`, height: `${extent.height * size + gutter}px` }}>
        <canvas ref=${canvas} aria-hidden="true"></canvas>
      </div>
      ${!small && html`<${SpokenRow} id=${id} row=${cursor.at[0]} scene=${scene} />`}
    </div>
  </div>`;
}

/**
 * The cursor: its cell `at` and whether it is `focused`, both of which change at once, because keys may
 * come faster than frames. `place(cell)` and `point(cell)` move it, as clicks and the pointer do, `press(event)`
 * as a key asks for, and `hold(focused)` focuses it.
 * @param {any} given
 */
function useCursor({ latest, scroller, drawing }) {
  const own = useRef([0, 0]);
  const { board, keys = "focused", cursor = own } = latest.current;
  const [, redraw] = useState(0);
  const focused = useRef(false);
  const show = () => redraw((/** @type {number} */ n) => n + 1);
  /** @param {boolean} now */
  const hold = (now) => {
    focused.current = now;
    show();
  };
  /** @param {number[]} cell */
  const place = (cell) => {
    cursor.current = cell;
    show();
  };
  /** Keys act on the cell under the pointer, and no longer on a button that was clicked. @param {number[]} cell */
  const point = (cell) => {
    cursor.current = cell;
    if (focused.current) hold(false); // the cursor is for keys
    const held = document.activeElement;
    if (held instanceof HTMLElement && held.matches("button, summary, a") && !held.matches(":focus-visible")) held.blur();
  };
  /** @param {string} name */
  const move = (name) => {
    const next = moved(name, cursor.current, latest.current.board);
    if (!next || !scroller.current) return false;
    cursor.current = next;
    latest.current.onPoint?.(next);
    hold(true);
    scroller.current.focus({ preventScroll: true });
    drawing.current.reveal(next);
    return true;
  };
  /** @param {any} event */
  const press = (event) => {
    if (keys === "focused" && !focused.current) return; // clicked, not reached by a key
    if (move(nameOf(event, ["board"]))) event.preventDefault();
  };
  const anywhere = MOVES.map((name) => [name, () => move(name)]);
  useKeys(["board"], keys === "always" ? Object.fromEntries(anywhere) : {});
  const at = [Math.min(cursor.current[0], board.height - 1), Math.min(cursor.current[1], board.width - 1)];
  useEffect(() => place(at), [board.width, board.height]);
  return { at, focused: focused.current, hold, place, point, press };
}

/** Reports gestures on the board, unless it is a picture. Two fingers change the size of the cells, and the point
 * between them stays in place. @param {any} given @param {any} cursor @param {boolean} small @param {number} size */
function useGestures({ latest, scroller, canvas, drawing }, cursor, small, size) {
  const now = useRef({ cursor, size });
  now.current = { cursor, size };
  const anchor = useRef(null); // how far to scroll once the cells have another size
  useEffect(() => {
    if (small) return undefined;
    const glass = new Magnifier(canvas.current);
    const leave = listen(scroller.current, (x, y) => drawing.current.cellAt(x, y), {
      act: (gesture, cell, to) => {
        now.current.cursor.place(to ?? cell);
        now.current.cursor.hold(false);
        latest.current.onAct?.(gesture, cell, to);
      },
      hover: (cell) => {
        drawing.current.hoverOver(cell ? indexOf(latest.current.board, cell) : -1);
        if (cell && latest.current.keys === "always") now.current.cursor.point(cell);
        latest.current.onPoint?.(cell);
      },
      hold: (cell) => {
        drawing.current.press(cell ? pressedBy(latest.current, cell) : []);
        latest.current.onHold?.(cell);
      },
      painting: () => latest.current.painting,
      arrows: () => latest.current.arrows,
      wheel: (cell, direction) => latest.current.onWheel?.(cell, direction),
      magnifying: () => preferences().magnifier && !latest.current.painting,
      magnify: (x, y) => glass.show(x, y, now.current.size),
    });
    let begun = size;
    const leavePinch = listenForPinch(scroller.current, {
      begin: () => {
        begun = now.current.size;
      },
      pinch: (/** @type {number} */ ratio, /** @type {number} */ x, /** @type {number} */ y) => {
        const { setZoom } = latest.current;
        const before = now.current.size;
        const wanted = Math.round(Math.min(Math.max(begun * ratio, PINCHED[0]), PINCHED[1]));
        if (!setZoom || wanted === before) return;
        const frame = scroller.current.getBoundingClientRect();
        const { scrollLeft, scrollTop } = scroller.current;
        /** @param {number} from @param {number} at */
        const along = (from, at) => ((from + at) * wanted) / before - at;
        anchor.current = { scrollLeft: along(scrollLeft, x - frame.left), scrollTop: along(scrollTop, y - frame.top) };
        setZoom(wanted);
      },
      held: () => glass.glass.isConnected,
    });
    return () => {
      leave();
      leavePinch();
    };
  }, [small]);
  useLayoutEffect(() => {
    if (anchor.current) Object.assign(scroller.current, anchor.current);
    anchor.current = null;
  }, [size]);
}

/** The indices of the cells that a press of a cell shows as pressed. @param {any} given @param {number[]} cell */
function pressedBy({ board, chords }, cell) {
  const index = indexOf(board, cell);
  if (!chords || !/^[1-9]/.test(board.cells[index])) return [index];
  return [index, ...(neighboursOf(board, index) ?? []).filter((i) => board.cells[i] === "H")];
}

/** The row of the cursor, for screen readers; other rows follow as the cursor moves. @param {any} given */
function SpokenRow({ id, row, scene }) {
  const cells = Array.from({ length: scene.board.width }, (_, column) => {
    const index = indexOf(scene.board, [row, column]);
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

/**
 * The room for a board: its parent's width, and the height of the window less what is around it; in a
 * stage with `data-whole`, all that its tools and the bar of the views leave. It changes only with the
 * window: panels around the board neither move nor resize it.
 * @param {any} host @param {boolean} small
 */
function useRoom(host, small) {
  const [room, setRoom] = useState({ width: 320, height: 420, scale: 1 });
  useLayoutEffect(() => {
    const stage = host.current.closest(".stage") ?? host.current.closest("section");
    const view = stage.closest("main") ?? stage;
    const measure = () => {
      const { top, bottom } = host.current.getBoundingClientRect();
      const width = host.current.clientWidth;
      const tools = small ? null : stage.querySelector(".dock")?.getBoundingClientRect();
      const whole = stage.hasAttribute("data-whole");
      const below = tools && (!whole || tools.top >= bottom) ? tools.bottom - bottom : 0;
      const bar = parseFloat(getComputedStyle(document.body).paddingBottom);
      const reasons = matchMedia(STACKED).matches ? REASONS_PIXELS : NOTICE_PIXELS + EDGE_PIXELS;
      const { paddingTop, paddingBottom } = getComputedStyle(view);
      const under = whole ? bar + parseFloat(paddingBottom) + EDGE_PIXELS / 2 : reasons;
      // The stage sticks to the window while the page scrolls: its place is counted from the view's.
      const inside = top - stage.getBoundingClientRect().top;
      const above = view.getBoundingClientRect().top + window.scrollY + parseFloat(paddingTop) + inside;
      const seen = document.documentElement.clientHeight; // also while a phone hides its address bar
      const height = Math.max(whole ? 160 : 300, Math.round(seen - above - below - under));
      const now = { width, height, scale: textScale() };
      setRoom((/** @type {any} */ old) => (Object.entries(now).every(([key, value]) => old[key] === value) ? old : now));
    };
    measure();
    let wide = host.current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (host.current.clientWidth === wide) return;
      wide = host.current.clientWidth;
      measure();
    });
    observer.observe(host.current);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [small]);
  return room;
}
