// A part of the page whose changes do not move the parts below.

import { html, useLayoutEffect, useRef } from "../preact.js";

/** Its children, in a box that never gets shorter; a new `key` makes a new box. */
export function Steady({ children }) {
  const box = useRef();
  const tallest = useRef(0);
  useLayoutEffect(() => {
    const { height } = box.current.getBoundingClientRect();
    tallest.current = Math.max(tallest.current, Math.ceil(height));
    box.current.style.setProperty("min-height", `${tallest.current}px`);
  });
  return html`<div class="steady" ref=${box}>${children}</div>`;
}
