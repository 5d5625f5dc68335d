// The tools below the board of Play, with the lines about it that come and go.

import { html } from "../preact.js";
import { titled } from "../keys.js";
import { Elsewhere } from "../parts/elsewhere.js";
import { Notice } from "../parts/notice.js";
import { Stepper } from "../parts/stepper.js";
import { Tool } from "../parts/tool.js";
import { FINGERS, over } from "./cards.js";
import { helpOf } from "./help.js";

/** The tools as `children`, and the lines beside them, or below them where they have no room. */
export function Dock({ overlay, marks, notice, children }) {
  return html`<div class="dock">
    ${children}
    <div class="dock-words">
      <${Elsewhere} overlay=${overlay} marks=${marks} />
      <${Notice} notice=${notice} />
    </div>
  </div>`;
}

/** The tools of a game, which are off until there is one. */
export function GameTools({ game, does, risks, flagging, onFlagging }) {
  if (over(game)) return html`<${EndTools} game=${game} does=${does} />`;
  return html`<div class="tools" role="toolbar" aria-label="Game tools">
    <${Tool} main group="play" name="hint" off=${!game} onClick=${does?.hint}>Hint<//>
    ${
      FINGERS
        ? html`<${Tool} words="Taps flag cells" off=${!game} pressed=${flagging} onClick=${onFlagging}>Flags<//>`
        : html`<${Tool} group="play" name="probabilities" off=${!game} pressed=${risks}
            onClick=${does?.probabilities}>Risks<//>`
    }
    ${game && (risks || helpOf(game).any) && html`<span class="tag tag-plain"
      title="This game counts as one with help: it gets no best time and continues no streak">with help</span>`}
  </div>`;
}

/** What comes after a game: another try if it was lost, or another game. */
function EndTools({ game, does }) {
  const again = game.board.outcome === "lost" && game.undoable;
  return html`<div class="tools" role="toolbar" aria-label="Next game">
    ${again && html`<button type="button" class="button" title=${titled("Take the last move back", "play", "undo")}
      onClick=${does.undo}>Try again from there</button>`}
    ${again ? html`<${Tool} onClick=${does.new}>New game<//>` : html`<button type="button" class="button" onClick=${does.new}>New game</button>`}
  </div>`;
}

export function ReviewTools({ review: { replay, stepper, tryHere }, does }) {
  return html`<${Stepper} stepper=${stepper} count=${replay.steps.length} />
    <div class="tools" role="toolbar" aria-label="Review tools">
      <${Tool} words="Go back to the game at this move and try another" off=${stepper.atEnd}
        onClick=${tryHere}>Try another move<//>
      <${Tool} group="play" name="examine" words="Analyse this position" onClick=${does.examine}>Analyse<//>
      <${Tool} group="play" name="review" words="Back to the end of the game"
        onClick=${does.review}>Close<//>
    </div>`;
}
