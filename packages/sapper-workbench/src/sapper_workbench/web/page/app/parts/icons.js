// The icons of the page: lines of one width on a square of 24.

import { html } from "../preact.js";

const PATHS = {
  play: "M7 21V4l11 4.5L7 13M4 21h7",
  puzzles: "M9 4a2 2 0 0 1 4 0v2h5v5h-2a2 2 0 0 0 0 4h2v5H4V6h5z",
  learn: "M12 6.5C9 4.5 6 4.5 3 5v13c3-.5 6-.5 9 1.5 3-2 6-2 9-1.5V5c-3-.5-6-.5-9 1.5zv13",
  watch: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0z",
  analyse: "M10.5 4a6.5 6.5 0 1 0 .01 0zM15.5 15.5L21 21M7.5 10.5h6",
  compare: "M5 20V11M12 20V4M19 20v-6M3 20h18",
  history: "M4 4v5h5M4.5 9a8 8 0 1 1-.5 4M12 8v4.5l3 2",
  studies: "M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM4 17.5A2 2 0 0 1 6 16h13M9 7h6",
  machine: "M8 8h8v8H8zM5 5h14v14H5zM9 2v3M15 2v3M9 19v3M15 19v3M2 9h3M2 15h3M19 9h3M19 15h3",
  guess: "M5 4h14v16H5zM9.8 9a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M12 16h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  theme: "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z",
  preferences: "M3 7h10M19 7h2M3 17h2M11 17h10M16 4.5a2.5 2.5 0 1 0 .01 0zM8 14.5a2.5 2.5 0 1 0 .01 0z",
  help: "M12 3a9 9 0 1 0 .01 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.5c-.7.4-1 .8-1 1.5M12 16.5h.01",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  down: "M6 9l6 6 6-6",
};

/** An icon by name, hidden from screen readers. */
export function Icon({ name }) {
  return html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
