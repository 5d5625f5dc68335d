// The full screen: the board and its reasons with large text, for a projector.

import { useState } from "../preact.js";
import { useListener } from "./listen.js";

const CHANGED = "fullchange";

const isFull = () => document.documentElement.hasAttribute("data-full");

function setFull(full) {
  document.documentElement.toggleAttribute("data-full", full);
  window.dispatchEvent(new Event(CHANGED));
  window.dispatchEvent(new Event("resize")); // boards measure their room again
}

/** Enter or leave the full screen; if the browser refuses, use the whole window. */
export function turnFull() {
  setFull(!isFull());
  if (isFull()) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}

/** Whether the full screen is on. */
export function useFull() {
  const [full, setState] = useState(isFull);
  useListener(window, CHANGED, () => setState(isFull()));
  useListener(document, "fullscreenchange", () => {
    if (!document.fullscreenElement && isFull()) setFull(false); // left by Esc
  });
  return full;
}
