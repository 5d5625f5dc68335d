// A part of the page whose changes do not move the parts below.

import { html, useLayoutEffect, useRef } from "../preact.js";

const MOST = "60vh"; // what is below stays within reach

/** Its children, in a box that never gets shorter than they were, up to a limit; a new `key` makes a new box. */
export function Steady({ children }) {
  const box = useRef();
  const tallest = useRef(0);
  useLayoutEffect(() => {
    const { height } = box.current.getBoundingClientRect();
    tallest.current = Math.max(tallest.current, Math.ceil(height));
    box.current.style.setProperty("min-height", `min(${tallest.current}px, ${MOST})`);
  });
  return html`<div class="steady" ref=${box}>${children}</div>`;
}
