// The entry point of the page.

import { html, render } from "./kit.js";
import { Shell } from "./shell.js";

render(html`<${Shell} />`, document.getElementById("page"));
