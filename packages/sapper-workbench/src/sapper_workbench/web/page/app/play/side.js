// The cards beside a game: advice, how it ended, its review and its moves.

import { html, useEffect } from "../preact.js";
import { DecisionCard, WhyCard } from "../parts/decision.js";
import { hasGold, WorldLegend } from "../parts/legend.js";
import { Review } from "../parts/review.js";
import { Steady } from "../parts/steady.js";
import { Words } from "../parts/words.js";
import { useRemembered } from "../storage.js";
import { over, Welcome } from "./cards.js";
import { ClicksCard } from "./clicks.js";
import { Difficulty } from "./difficulty.js";
import { helpOf } from "./help.js";
import { Best, Race } from "./race.js";
import { Result } from "./result.js";
import { Variations } from "./variations.js";

/** The step that led to the position shown. */
export const lastStep = ({ state, review: { replay, stepper } }) =>
  replay ? replay.steps[stepper.at - 1] : state.game.last;

/** The cards beside the board of `playing`, which is that of `usePlaying`; `does` has what keys do. */
export function Side({ playing, does }) {
  const { state, set, setNotice, session, review, standing, race, help, cause, move, open } = playing;
  const { game, tree } = state;
  const { replay, known, stepper } = review;
  const last = lastStep(playing);
  const onLit = (lit) => set({ lit });
  const quick = review.whole ? { ...playing.quick, ...review.whole, whole: true, final: true } : playing.quick;
  const { advice, walk, waits } = help;
  const finished = over(game);
  const [won, setWon] = useRemembered("won", false); // some game, so that the visitor knows how to play
  useEffect(() => {
    if (game.board.outcome === "won" || standing?.wins) setWon(true);
  }, [game, standing]);
  /** Makes the move that the hint names. */
  const make = () => move(advice.decision.cell, () => advice.decision.action);
  return html`<aside class="side" aria-label="About the game">
    ${!replay && html`<${Difficulty} game=${game} />`}
    ${!finished && race.points && html`<${Race} game=${game} race=${race} />`}
    ${!finished && html`<${Best} standing=${standing} race=${race} />`}
    ${finished && html`<${Result} game=${game} help=${helpOf(game)} stepping=${replay} quick=${quick}
      standing=${standing} race=${race} does=${does} onStep=${review.openAt} />`}
    ${cause && html`<${WhyCard} ...${cause} onLit=${onLit} />`}
    ${review.note?.comment && html`<section class="card" aria-label="Comment"><p class="overline">Comment</p>
      <p class="study-comment"><${Words} text=${review.note.comment} onLit=${onLit} /></p></section>`}
    ${replay && html`<${Review} id=${game.id} at=${stepper.at} walk=${review.walk} known=${known.exercise ? known : null} quick=${playing.quick.review}
      onStep=${review.goTo} onLit=${onLit} onReview=${review.heard} onLearn=${review.setLearning} />`}
    ${replay && html`<${Steady} key=${replay}>
        ${last && html`<${DecisionCard} title=${`Move ${last.number ?? stepper.at}`}
          decision=${last.decision} made onLit=${onLit} />`}
      <//>`}
    <div class="advice" aria-live="polite">
      ${advice?.decision && html`<${DecisionCard} title=${advice.title} decision=${advice.decision}
        made=${advice.made} walk=${walk} waits=${waits} onLit=${onLit} onMake=${advice.made ? null : make} />`}
      ${advice?.clicks && html`<${ClicksCard} found=${advice.clicks} onLit=${onLit} />`}
      ${advice?.why && html`<${WhyCard} cell=${advice.cell} title=${advice.title} words=${advice.why.words} walk=${walk} onLit=${onLit} />`}
    </div>
    ${!advice && !replay && !game.ended && !won && html`<${Welcome} moves=${game.moves} />`}
    ${!replay && tree.nodes.size > 1 && html`<${Variations} game=${game} tree=${tree} session=${session}
      onNotice=${setNotice} onOpen=${open} />`}
    ${hasGold(game.board) && html`<${WorldLegend} rules=${game.board.rules} />`}
  </aside>`;
}
