// The entry point of the page.

import { html, render } from "./preact.js";
import { followPreferences } from "./preferences/preferences.js";
import { Shell } from "./shell.js";
import { loaded } from "./transport.js";

followPreferences();
render(html`<${Shell} />`, document.getElementById("page"));

// Offline, the page says what needs the server. Browsers may forbid this.
window.addEventListener("load", () => {
  loaded.then(() => navigator.serviceWorker?.register("sw.js")).catch(() => {});
});
