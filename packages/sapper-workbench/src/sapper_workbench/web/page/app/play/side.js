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

/**
 * The cards; `review` is that of `useReview`, `quick` that of `useQuickReview`, `standing` that
 * of `useStanding`, `race` that of `useRace`, `help` that of `useAdvice`, `cause` that of `useCause`, `last` the step shown last,
 * and `does` the functions of the keys of Play.
 */
export function Side(props) {
  const { session, review, quick, standing, race, help, last, does, cause } = props;
  const { onOpen, onMove, onLit, onNotice } = props;
  const { game, tree } = session;
  const { replay, known, stepper } = review;
  const { advice, walk, waits } = help;
  const finished = over(game);
  const [won, setWon] = useRemembered("won", false); // some game, so that the visitor knows how to play
  useEffect(() => {
    if (game.board.outcome === "won" || standing?.wins) setWon(true);
  }, [game, standing]);
  /** Makes the move that the hint names. */
  const make = () => onMove(advice.decision.cell, () => advice.decision.action);
  return html`<aside class="side" aria-label="About the game">
    ${!replay && html`<${Difficulty} game=${game} />`}
    ${!finished && race.points && html`<${Race} game=${game} race=${race} />`}
    ${!finished && html`<${Best} standing=${standing} race=${race} />`}
    ${finished && html`<${Result} game=${game} help=${helpOf(game)} stepping=${replay} quick=${review.whole ? { ...quick, ...review.whole, whole: true, final: true } : quick} standing=${standing} race=${race} does=${does}
      onStep=${review.openAt} />`}
    ${cause && html`<${WhyCard} ...${cause} onLit=${onLit} />`}
    ${review.note?.comment && html`<section class="card" aria-label="Comment"><p class="overline">Comment</p>
      <p class="study-comment"><${Words} text=${review.note.comment} onLit=${onLit} /></p></section>`}
    ${replay && html`<${Review} id=${game.id} at=${stepper.at} walk=${review.walk} known=${known.exercise ? known : null} quick=${quick.review}
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
    ${!replay && tree.nodes.size > 1 && html`<${Variations} game=${game} session=${session}
      onNotice=${onNotice} onOpen=${onOpen} />`}
    ${hasGold(game.board) && html`<${WorldLegend} rules=${game.board.rules} />`}
  </aside>`;
}
