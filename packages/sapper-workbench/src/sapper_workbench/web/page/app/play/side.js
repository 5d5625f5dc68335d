// The cards beside a game: advice, how it ended and why, its review and its moves.

import { html, useEffect } from "../preact.js";
import { answerOf } from "../board/scene.js";
import { walkMarks } from "../board/walk.js";
import { counted } from "../format.js";
import { Elsewhere, hasGold, WorldLegend } from "../parts/around.js";
import { Steady } from "../parts/controls.js";
import { useFetched } from "../parts/hooks.js";
import { DecisionCard, useWalk, WhyCard, Words } from "../parts/reasons.js";
import { Review } from "../parts/review.js";
import { useRemembered } from "../storage.js";
import { saveFile } from "../transport.js";
import { MoveList } from "../tree/movelist.js";
import { Share } from "../tree/share.js";
import { next } from "../tree/tree.js";
import { ClicksCard, helpOf, HintCard } from "./advice.js";
import { Best, Difficulty, Result } from "./result.js";
import { byAgent } from "./state.js";
import { over, ReviewTools, Welcome } from "./tools.js";

/**
 * Why a game of the visitor was lost, once the server has answered; null before, and for other games:
 * `{cell, title, words, sentence, walk, marks}`, where the walk leads to the mine if it was certain, else to a
 * cell that was safe. Without either it was a guess, and the words compare it with others.
 */
export function useCause(game) {
  const lost = game?.board.outcome === "lost" && !byAgent(game.last);
  const { found } = useFetched(lost ? `/api/games/${game.id}/cause` : null, lost && `${game.id} ${game.node}`);
  const walk = useWalk(found?.why.explanation, found?.why.proof);
  if (!found) return null; // the game does not depend on it
  const { why, cell } = found;
  const words = why.explanation?.words ?? why.words;
  return { ...found, words, walk, marks: walkMarks(game.board, walk) ?? answerOf(game.board, { ...why, cell, words }) };
}

/** The half of a board, its start or end, that has fewer of the marks. */
function freeHalf({ width }, marks) {
  const shown = [marks?.target ?? [], ...(marks?.region ?? []), ...(marks?.clues ?? [])].flat();
  return shown.filter((index) => index % width >= width / 2).length > shown.length / 2 ? "start" : "end";
}

const MAX_FILE_BYTES = 1_000_000; // what the server reads

/** The list of moves; `onOpen(text)` continues the game of a text. */
export function Variations({ game, tree, session, onNotice, onOpen }) {
  const visit = async (choose) => {
    const there = await session.visit(choose);
    if (there) onNotice({ words: placeWords(there) });
  };
  const save = () => {
    if (game.ended) download(game);
    else onNotice({ words: SECRET });
  };
  const text = async () => (await session.text()) ?? null;
  return html`<${MoveList} tree=${tree} walks=${game.board.outcome !== "playing"} opened=${game.ended}
    onVisit=${(id) => visit(() => id)} onWalk=${(direction) => visit((now) => next(now, direction))}
    onRemark=${(node, text) => session.edit("comment", { node, text })} onSave=${save}
    onPromote=${(node) => session.edit("promote", { node })} onDelete=${(node) => session.edit("delete", { node })}>
    <${Share} text=${text} secret=${game.ended ? "" : SECRET} onSave=${save} onNotice=${onNotice}
      onOpen=${(file) => readFile(file, onOpen, onNotice)} />
  <//>`;
}

const SECRET = "The moves as text, link or file reveal the mines, so they are available only after the game.";

function placeWords({ undoable, redoable }) {
  const where = undoable ? `After ${counted(undoable, "move", "moves")}.` : "The start of the game.";
  return redoable ? `${where} Another move here starts a variation.` : where;
}

/** Read a file of moves, a session or a record as text. */
export async function readFile(file, onOpen, onNotice) {
  if (file.size > MAX_FILE_BYTES) onNotice({ words: "This file is too large: at most 1 MB can be opened.", kind: "trouble" });
  else onOpen(await file.text());
}

const download = (game) => saveFile(`/api/games/${game.id}/variations.txt`, `sapper-${game.id}.txt`);

/** The step that led to the position shown. */
export const lastStep = ({ state, review: { replay, stepper } }) =>
  replay ? replay.steps[stepper.at - 1] : state.game.last;

/** The cards beside the board of `playing`, which is that of `usePlaying`; `does` has what keys do. */
export function Side({ playing, does, overlay, marks }) {
  const { state, set, setNotice, session, review, standing, race, help, cause, move, open } = playing;
  const { game, tree } = state;
  const { replay, stepper } = review;
  const last = lastStep(playing);
  const onLit = (lit) => set({ lit });
  const { advice, grade, walk, waits } = help;
  const finished = over(game);
  const [won, setWon] = useRemembered("won", false); // some game, so that the visitor knows how to play
  useEffect(() => {
    if (game.board.outcome === "won" || standing?.wins) setWon(true);
  }, [game, standing]);
  /** Makes the move that the hint names. */
  const make = () => move(advice.decision.cell, () => advice.decision.action);
  return html`<aside class="side" aria-label="About the game">
    ${replay && html`<${ReviewTools} review=${review} does=${does} />`}
    <${Elsewhere} overlay=${overlay} marks=${marks} />
    ${!replay && html`<${Difficulty} game=${game} />`}
    ${!finished && html`<${Best} standing=${standing} />`}
    ${finished && html`<${Result} game=${game} help=${helpOf(game)} stepping=${replay} found=${review.best}
      standing=${standing} race=${race} does=${does} onStep=${review.openAt} cause=${cause} onLit=${onLit} />`}
    ${cause && cause.walk?.stops.length !== 1 && html`<${WhyCard} ...${cause} onLit=${onLit} />`}
    ${review.note?.comment && html`<section class="card" aria-label="Comment"><p class="overline">Comment</p>
      <p class="study-comment"><${Words} text=${review.note.comment} onLit=${onLit} /></p></section>`}
    ${replay && html`<${Review} found=${review.found} at=${stepper.at} walk=${review.walk}
      onStep=${review.goTo} onLit=${onLit} onLearn=${review.setLearning} />`}
    ${replay && html`<${Steady} key=${replay}>
        ${byAgent(last) && html`<${DecisionCard} title=${`Move ${last.number ?? stepper.at}`}
          decision=${last.decision} made brief onLit=${onLit} />`}
      <//>`}
    <div class="advice" aria-live="polite" data-at=${freeHalf(game.board, marks)}>
      ${grade && html`<${HintCard} grade=${grade} walk=${walk} more=${help.more} onLit=${onLit} />`}
      ${advice?.decision && !grade && !waits && html`<${DecisionCard} title=${advice.title} decision=${advice.decision}
        made=${advice.made} brief walk=${walk} onLit=${onLit} onMake=${advice.made ? null : make} />`}
      ${advice?.clicks && html`<${ClicksCard} found=${advice.clicks} onLit=${onLit} />`}
      ${advice?.why && html`<${WhyCard} cell=${advice.cell} title=${advice.title} words=${advice.why.words} walk=${walk} onLit=${onLit} />`}
    </div>
    ${!advice && !replay && !game.ended && !won && html`<${Welcome} moves=${game.moves} level=${game.level} />`}
    ${!replay && tree.nodes.size > 1 && html`<${Variations} game=${game} tree=${tree} session=${session}
      onNotice=${setNotice} onOpen=${open} />`}
    ${hasGold(game.board) && html`<${WorldLegend} rules=${game.board.rules} />`}
  </aside>`;
}
