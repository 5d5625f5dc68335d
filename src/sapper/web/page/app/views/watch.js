// Watch: a player's moves stream in, each with the strategy that decided, its time and its reason.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../preact.js";
import { post, query } from "../api.js";
import { Board } from "../board/board.js";
import { indexOfStep, positionText } from "../board/position.js";
import { freshOf, marksOf, overlayOf, truthOf } from "../board/scene.js";
import { boardFields, firstChoice } from "../choice.js";
import { counted, duration } from "../format.js";
import { useKeys } from "../keys.js";
import { useAnalysis } from "../parts/analysis.js";
import { BoardText } from "../parts/boardtext.js";
import { Counters } from "../parts/counters.js";
import { Bar, DecisionCard } from "../parts/decision.js";
import { Elsewhere } from "../parts/elsewhere.js";
import { BoardFields, openSettings, PlayerField, useBlank } from "../parts/forms.js";
import { hasGold, WorldLegend } from "../parts/legend.js";
import { Notice } from "../parts/notice.js";
import { Steady } from "../parts/steady.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { Tool } from "../parts/tool.js";
import { useZoom, Zoom } from "../parts/zoom.js";
import { examine, go } from "../route.js";
import { useRemembered } from "../storage.js";
import { useWatchedGame, waitingWords } from "../watch/game.js";

export function Watch({ about, route }) {
  const [choice, setChoice] = useRemembered("watch.board", firstChoice(window.innerWidth));
  const [recipe, setRecipe] = useRemembered("watch.player", "swift");
  const zoom = useZoom();
  const [lit, setLit] = useState(null);
  const [risks, setRisks] = useRemembered("watch.risks", false);
  const [notice, setNotice] = useState(null);
  const watched = useWatchedGame();
  const { replay, count, live, end, deal, trouble } = watched;
  const stepper = useStepper(count, live);
  const blankBoard = useBlank(choice, about);
  const settings = useRef();

  const begin = (fields) => {
    setNotice(null);
    watched.begin(fields);
    stepper.begin();
  };
  const next = () => begin({ player: recipe, ...boardFields(choice, about) });

  // Before any key can be pressed, which starting would undo.
  useLayoutEffect(() => {
    const given = Object.fromEntries(route.fields);
    if (!given.player) return;
    setRecipe(given.player);
    begin(given);
  }, []);
  useEffect(() => {
    if (deal) go(`watch?${query(deal)}`, true);
  }, [deal]);

  const gold = replay ? hasGold(replay.start) : about.worlds.includes(choice.level);
  const replayed = useMemo(() => replay?.board(stepper.at), [replay, stepper.at]);
  const board = replayed ?? blankBoard;
  const ended = replay && !live && stepper.atEnd && end;
  // How the game ends stays a surprise until its last move has been shown, and then stays visible.
  const shown = useRef(null);
  if (ended) shown.current = replay;
  const asked = ended ? null : replayed;
  const ask = () => post("/api/analyse", { text: positionText(replayed) });
  const analysis = useAnalysis(asked, risks, ask, setNotice);
  const turnRisks = () => setRisks(!risks);

  useKeys(["watch"], { new: next, probabilities: turnRisks, examine: () => examine(board) });
  useKeys(["all"], {
    stop: watched.stop,
    settings: () => openSettings(settings.current),
  });

  const overlay = asked && overlayOf(board, analysis);
  const step = replay?.steps[stepper.at - 1];
  const last = indexOfStep(board, step);
  const spoken = { words: step && !stepper.playing ? spokenWords(step) : "" };
  const said = trouble ? { words: trouble, kind: "trouble" } : (notice ?? spoken);
  const coming = stepper.playing && stepper.atEnd && live;
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Game watched">
      <${Counters} board=${board}
        outcome=${coming ? waitingWords(watched) : board.outcome === "playing" ? "" : board.outcome}
        tools=${html`<${Zoom} of=${zoom} />`}>
        <span class="counters-text">${watched.player ?? recipe}</span>
      <//>
      <div class="board-frame">
        <${Board}
          board=${board}
          overlay=${overlay}
          marks=${step ? marksOf(board, step.decision) : null}
          last=${last}
          fresh=${freshOf(step)}
          follow=${last}
          truth=${ended ? truthOf(board, end.truth) : null}
          lit=${lit}
          ...${zoom}
          label="Game watched"
          onAct=${replay ? null : () => next()}
        />
        ${!replay && !live && html`<button type="button" class="button click-to-play"
          onClick=${next}>Click to play</button>`}
      </div>
      <div class="dock">
        <${Stepper} stepper=${stepper} count=${count} live=${live} onBegin=${replay || live ? null : next} />
        <div class="tools">
          ${replay && html`<${Tool} group="watch" name="new" onClick=${next}>Play again<//>`}
          <${Tool} group="watch" name="probabilities" pressed=${risks} onClick=${turnRisks}>Risks<//>
          ${replay && html`<${Tool} group="watch" name="examine" words="Analyse this position"
            onClick=${() => examine(board)}>Analyse<//>`}
          ${live && html`<${Tool} group="all" name="stop" words="Stop thinking"
            onClick=${watched.stop}>Stop<//>`}
        </div>
        <${Elsewhere} overlay=${overlay} />
      </div>
      <${Notice} notice=${said} />
    </section>
    <aside class="side" aria-label="About the game">
      <details class="card" ref=${settings} open=${!replay}>
        <summary><h2>Player and board</h2></summary>
        <form onSubmit=${(event) => {
          event.preventDefault();
          next();
        }}>
          <${PlayerField} recipe=${recipe} onChange=${setRecipe} about=${about} />
          <${BoardFields} choice=${choice} onChange=${setChoice} about=${about} />
          <button type="submit" class="button">Play</button>
        </form>
        ${deal && html`<p class="soft small">This game has seed ${deal.seed}${
            deal.number ? `, deal ${deal.number}` : ""
          }. The address of this page plays it again.</p>`}
      </details>
      <${BoardText} board=${board} />
      ${end && replay && shown.current === replay && html`<${Ending} end=${end} />`}
      ${replay && html`<${Steady} key=${watched.game}>
          ${step && html`<${DecisionCard} title=${`Move ${step.number}`}
            decision=${step.decision} onLit=${setLit} />`}
        <//>`}
      ${gold && html`<${WorldLegend} rules=${board.rules} />`}
    </aside>
  </main>`;
}

function spokenWords({ number, decision }) {
  return `Move ${number}: ${decision.action} [${decision.cell.join(", ")}], by ${decision.strategy}.`;
}

/** How a game ended, and the moves by strategy. */
function Ending({ end }) {
  const decisions = Object.entries(end.decisions ?? {}).sort((a, b) => b[1] - a[1]);
  const most = Math.max(...decisions.map(([, count]) => count), 1);
  return html`<section class=${`card result ending result-${end.outcome}`}>
    <h2>${{ won: "Won", lost: "Lost" }[end.outcome] ?? "Unfinished"}${" "}
      <span class="soft">${`after ${counted(end.moves, "move", "moves")}, ${counted(
        end.guesses,
        "guess",
        "guesses",
      )}, ${duration(end.seconds)}`}</span></h2>
    <table class="considered">
      <caption>Decisions by strategy</caption>
      <tbody>${decisions.map(
        ([name, count]) => html`<tr key=${name}>
        <th scope="row">${name}</th><td class="number">${count}</td>
        <td class="bar-cell"><${Bar} part=${count / most} /></td>
        ${end.seconds_by_strategy && html`<td class="number">${duration(end.seconds_by_strategy[name])}</td>`}
      </tr>`,
      )}</tbody>
    </table>
  </section>`;
}
