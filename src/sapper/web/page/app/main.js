// The entry point of the page.

import { html, render } from "./preact.js";
import { Shell } from "./shell.js";

render(html`<${Shell} />`, document.getElementById("page"));
