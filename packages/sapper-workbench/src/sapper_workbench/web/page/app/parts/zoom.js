// The size of a board's cells, and of the board in the window.

import { html, useEffect, useRef } from "../preact.js";
import { keysOf } from "../keys.js";
import { useRemembered } from "../storage.js";
import { turnFull, useFull } from "./full.js";
import { Item } from "./menu.js";
import { Tool } from "./tool.js";

const STEPS = [8, 12, 16, 20, 24, 28, 34, 42, 52, 64, 80, 104];

/** The size of the cells, kept between visits: the `zoom` and `sized` of a board. */
export function useZoom() {
  const [zoom, setZoom] = useRemembered("zoom", "auto");
  const sized = useRef(24);
  const [wide, setWide] = useRemembered("wide", false);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-wide", wide);
    window.dispatchEvent(new Event("resize")); // boards measure their room again
  }, [wide]);
  return { zoom, setZoom, sized, wide, setWide };
}

/** The next larger or smaller size, for a direction of 1 or -1; the same at the end. */
export function nextSize(size, direction) {
  const sizes = direction > 0 ? STEPS : STEPS.toReversed();
  return sizes.find((each) => (each - size) * direction > 0) ?? size;
}

/** The rows of a menu for the size of the cells, and of the board in the window. */
export function Zoom({ of: { zoom, setZoom: onZoom, sized, wide, setWide } }) {
  const full = useFull();
  return html`<div class="zoom" role="group" aria-label="Size of the board" data-stay>
      <${Tool} icon words="Smaller cells" onClick=${() => onZoom(nextSize(sized.current, -1))}>−<//>
      <${Tool} words="As much of the board as fits" pressed=${zoom === "fit"}
        onClick=${() => onZoom(zoom === "fit" ? "auto" : "fit")}>Fit<//>
      <${Tool} icon words="Larger cells" onClick=${() => onZoom(nextSize(sized.current, 1))}>+<//>
    </div>
    <div class="only-beside">
      <${Item} pressed=${wide} onClick=${() => setWide(!wide)}>Whole width<//>
      <${Item} pressed=${full} keys=${keysOf("all", "full")} onClick=${turnFull}>Full screen<//>
    </div>`;
}
