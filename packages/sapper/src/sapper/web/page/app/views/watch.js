// Watch: a player's moves stream in, each with the strategy that decided, its time and its reason.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../preact.js";
import { post, query } from "../api.js";
import { Board } from "../board/board.js";
import { indexOfStep, positionText } from "../board/position.js";
import { answerOf, freshOf, marksOf, moveOf, overlayOf, ruled, truthOf } from "../board/scene.js";
import { boardFields, choiceOf, FIRST_CHOICE, sameBoard } from "../choice.js";
import { counted, duration, titleOf } from "../format.js";
import { useAnalysis } from "../parts/analysis.js";
import { BoardMenu } from "../parts/boardmenu.js";
import { Counters } from "../parts/counters.js";
import { Bar, DecisionCard } from "../parts/decision.js";
import { Elsewhere } from "../parts/elsewhere.js";
import { BoardFields, PlayerField, Select, useBlank } from "../parts/forms.js";
import { Face } from "../parts/face.js";
import { Icon } from "../parts/icons.js";
import { hasGold, WorldLegend } from "../parts/legend.js";
import { Item, Menu } from "../parts/menu.js";
import { Notice } from "../parts/notice.js";
import { Steady } from "../parts/steady.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { Tool } from "../parts/tool.js";
import { walkMarks } from "../board/walk.js";
import { useWalk, useWhy } from "../parts/walk.js";
import { useZoom } from "../parts/zoom.js";
import { examine, go, routeOf } from "../route.js";
import { useRemembered } from "../storage.js";
import { WITHOUT } from "../transport.js";
import { keysOf, useKeys } from "../keys.js";
import { DemoButtons, splitsOf } from "../watch/demo.js";
import { FindingCard, FindingTool, questionOf, useFinding, useFindingKeys } from "../watch/finding.js";
import { inStep, useWatchedGame, waitingWords } from "../watch/game.js";
import { Pair, Parted, useRival, useRivalShown, withApart } from "../watch/pair.js";

export function Watch({ about, route }) {
  const [choice, setChoice] = useRemembered("watch.board", FIRST_CHOICE);
  const [recipe, setRecipe] = useRemembered("watch.player", "swift");
  const [against, setAgainst] = useRemembered("watch.against", ""); // a second player
  const zoom = useZoom();
  const [lit, setLit] = useState(null);
  const [risks, setRisks] = useRemembered("watch.risks", false);
  const [notice, setNotice] = useState(null);
  const watched = useWatchedGame();
  const { replay, end, deal, trouble } = watched;
  const rival = useRival(watched);
  const { count, live } = inStep(watched, rival);
  const [finds, setFinds] = useState(false); // whether the visitor finds the moves of this game
  const stepper = useStepper(count, live, { halves: true, always: finds });
  const followed = useRef(null); // the query of the address whose game it is
  const own = useRef(null); // what the visitor had chosen before a link
  const cursor = useRef([0, 0]);
  const [chosen, setChosen] = useState(0); // how often a player was chosen outside the form
  const blankBoard = useBlank(choice, about);
  const settings = useRef();

  const begin = (fields, finding = false) => {
    followed.current = null;
    own.current = null;
    setNotice(null);
    setFinds(finding);
    window.scrollTo(0, 0); // the form that was submitted is below the board
    watched.begin(fields);
    stepper.begin();
  };
  /** Another game; other players play on the board shown, unless another board was chosen. */
  const next = (finding = false) => {
    const fields = boardFields(choice, about);
    const second = finding ? "" : against; // moves are found in the game of one player
    const others = deal?.player !== recipe || (deal.against ?? "") !== second;
    const same = others && sameBoard(fields, deal);
    begin({ player: recipe, against: second, ...fields, ...(same && dealOf(deal)) }, finding);
  };
  const stop = () => {
    watched.stop();
    rival?.stop();
  };
  const toggleFinding = () => {
    if (!finds && !replay && !live) next(true);
    else {
      setFinds(!finds);
      if (!finds && !stepper.atEnd) stepper.play(true); // to the first question
    }
  };

  const watchLimited = (player, level) => {
    const changed = { ...choice, level, first: "opening" };
    const fields = boardFields(changed, about);
    const same = sameBoard(fields, deal);
    setRecipe(player);
    setChoice(changed);
    setChosen(chosen + 1);
    begin({ ...fields, ...(same && dealOf(deal)), player, against });
  };

  // Before any key can be pressed, which starting would undo.
  useLayoutEffect(() => {
    const named = Object.fromEntries(route.fields);
    if (!Object.keys(named).length) return;
    const given = named.player ? named : { player: recipe, ...named };
    if (query(given) === query(deal ?? {})) return;
    setRecipe(given.player);
    setAgainst(given.against ?? "");
    setChoice(choiceOf(given, choice, about));
    setChosen(chosen + 1);
    begin(given);
    followed.current = query(named);
    own.current = { recipe, against, choice };
  }, [route]);
  // What a broken link names is not remembered.
  const refused = trouble && !deal;
  useEffect(() => {
    if (!refused || !own.current) return;
    setRecipe(own.current.recipe);
    setAgainst(own.current.against);
    setChoice(own.current.choice);
    setChosen(chosen + 1);
  }, [refused]);
  // Back returns to the game before, so a game that the visitor starts gets an address of its own.
  useEffect(() => {
    const { view, fields } = routeOf(location.hash);
    if (!deal || view !== "watch") return;
    const follows = followed.current !== null;
    if (follows && query(Object.fromEntries(fields)) !== followed.current) return; // Back or Forward
    if (follows) followed.current = query(deal);
    go(`watch?${query(deal)}`, follows || !location.hash.includes("player="));
  }, [deal]);

  const gold = replay ? hasGold(replay.start) : about.worlds.includes(choice.level);
  const at = Math.min(stepper.at, watched.count); // a second player may make more moves
  const replayed = useMemo(() => replay?.board(at), [replay, at]);
  const board = replayed ?? blankBoard;
  const ended = replay && !watched.live && stepper.at >= watched.count && end;
  const other = useRivalShown(rival, board, stepper.at, stepper.looking);
  // How the game ends stays a surprise until its last move has been shown, and then stays visible.
  const shown = useRef(null);
  if (ended) shown.current = replay;
  // The half before a step shows its reason, unless the visitor is to find it.
  const coming = stepper.looking ? replay?.steps[stepper.at] : null;
  const finding = useFinding(finds, watched.game, coming, board, stepper, setNotice);
  useFindingKeys(finding, cursor, toggleFinding);
  const hidden = finding.asked != null;
  const made = coming ? null : replay?.steps[at - 1];
  const step = hidden ? null : (coming ?? made);
  const explained = step && !ended && !stepper.playing && !ruled(step.decision);
  const before = useMemo(() => (made ? replay.board(at - 1) : board), [made, board]);
  const why = useWhy(before, explained ? step.decision.cell : null);
  const walk = useWalk(why?.explanation, why?.proof);
  const asked = ended || hidden ? null : replayed;
  const ask = () => post("/api/analyse", { text: positionText(replayed) });
  const analysis = useAnalysis(asked, risks, ask, setNotice);
  const turnRisks = () => setRisks(!risks);

  const keys = { new: () => next(), probabilities: turnRisks, examine: () => examine(board) };
  useKeys(["watch"], hidden ? {} : { ...keys, ...(!rival && { find: toggleFinding }) });
  useKeys(["all"], {
    stop,
    settings: () => settings.current?.(),
  });

  const overlay = asked && overlayOf(board, analysis);
  const last = indexOfStep(board, made);
  const marked = hidden
    ? finding.answer && answerOf(board, finding.answer)
    : (walkMarks(board, walk) ?? (step && (coming ? marksOf : moveOf)(board, step.decision)));
  const marks = withApart(marked, other);
  const waiting = stepper.playing && stepper.atEnd && live;
  const words = hidden ? questionOf(coming.decision) : step ? spokenWords(step, coming) : "";
  const spoken = { words: waiting ? waitingWords(watched) : stepper.playing ? "" : words };
  const instead = refused ? ` Press Play to watch ${recipe} on ${choice.level} instead.` : "";
  const said = trouble
    ? { words: trouble + instead, kind: "trouble" }
    : (notice ?? spoken);
  const card = (of, next, player, steps) => of && html`<${DecisionCard} decision=${of.decision} made=${!next}
    title=${`${player ? `${player}: move` : "Move"} ${of.number}${next ? " comes next" : ""}`} walk=${steps} waits=${next && explained && why === undefined} onLit=${setLit} />`;
  // Two boards are as large as they fit side by side.
  const sizes = other && zoom.zoom === "auto" ? { ...zoom, zoom: "fit" } : zoom;
  const first = html`<${Board}
      board=${board}
      overlay=${overlay}
      marks=${marks}
      last=${last}
      fresh=${freshOf(made)}
      follow=${indexOfStep(board, step)}
      cursor=${cursor}
      keys=${hidden ? "always" : "focused"}
      truth=${ended ? truthOf(board, end.truth) : null}
      lit=${lit}
      ...${sizes}
      label="Game watched"
      onAct=${(gesture, cell) => {
        if (hidden) finding.say(cell, gesture === "flag" ? "mine" : "safe");
        else if (!replay) next();
        else if (finds && !ended) setNotice({ words: STEP_ON });
      }}
    />`;
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Game watched">
      <${Counters} board=${board}
        start=${html`<${Menu} words="Player and board" kind="level" opener=${settings}
          face=${html`<span>${playersOf(refused ? recipe : (watched.player ?? recipe), deal ? deal.against : against)} · ${titleOf(choice.level)}</span><${Icon} name="down" />`}>
          <form class="menu-form" data-stay onSubmit=${(event) => {
            event.preventDefault();
            next();
          }}>
            <${PlayerField} key=${chosen} recipe=${recipe} onChange=${setRecipe} about=${about} />
            <${Select} label="Second player" name="against" value=${against} onChange=${setAgainst}
              options=${[["", "none"], ...new Set([against, ...about.players.map(({ name }) => name)].filter(Boolean))]} />
            <${BoardFields} choice=${choice} onChange=${setChoice} about=${about} />
            <button type="submit" class="button">Start</button>
          </form>
          ${deal && html`<p class="soft small menu-words">This game has seed ${deal.seed}${
            deal.number ? `, deal ${deal.number}` : ""
          }. The address of this page plays it again.</p>`}
        <//>`}
        tools=${html`<${BoardMenu} zoom=${zoom} board=${board}>
          <${Item} keys=${keysOf("watch", "probabilities")} pressed=${risks} onClick=${turnRisks}>Risks<//>
          <${Item} keys=${keysOf("watch", "examine")} off=${!replay} onClick=${keys.examine}>Analyse this position<//>
        <//>`}>
        <span class="tool-icon"><${Face} mood=${board.outcome} /></span>
      <//>
      ${
        other
          ? html`<${Pair} player=${watched.player} first=${first} outcome=${board.outcome} rival=${rival}
              shown=${other} lit=${lit} zoom=${sizes.zoom} />`
          : first
      }
      <div class="dock dock-steps">
        <${Stepper} stepper=${stepper} count=${count} live=${live} onBegin=${replay || live ? null : () => next()}
          keyed=${!hidden} onForward=${hidden ? finding.reveal : undefined} />
        <div class="tools">
          ${replay && html`<${Tool} group="watch" name="new" onClick=${() => next()}>New board<//>`}
          ${!rival && html`<${FindingTool} on=${finds} onToggle=${toggleFinding} />`}
          ${live && html`<${Tool} group="all" name="stop" words="Stop thinking"
            onClick=${stop}>Stop<//>`}
        </div>
        <${Elsewhere} overlay=${overlay} marks=${marks} />
        ${other && html`<p class="legend"><span><i class="swatch swatch-apart"></i>the other board differs</span></p>`}
      </div>
      <${Notice} notice=${said} />
    </section>
    <aside class="side" aria-label="About the game">
      ${replay && html`<${Steady} key=${watched.game}>
          ${finds && html`<${FindingCard} finding=${finding}
            cursor=${cursor} onLit=${setLit} />`}
          ${other && html`<${Parted} game=${watched} rival=${rival} apart=${other.apart} onStep=${stepper.to} />`}
          ${card(step, coming, other && watched.player, walk)}
          ${card(other?.step, other?.coming, rival?.player)}
        <//>`}
      ${end && replay && shown.current === replay && html`<${Ending} end=${end} player=${other && watched.player} />`}
      ${other?.ended && html`<${Ending} end=${other.ended} player=${rival.player} />`}
      ${!replay && html`<section class="card welcome">
        <h2>Watch a player think</h2>
        <p>Press Play, or choose another player or board in the menu above. Each move comes with its
          reason; step back and forth with ← and →.</p>
      </section>`}
      ${splitsOf(recipe) != null && html`<${DemoButtons} recipe=${recipe} level=${choice.level}
        about=${about} onWatch=${watchLimited} />`}
      ${recipe.startsWith("mio") && !WITHOUT.includes("machine") && html`<p class="soft small">Mio plays by rules that it learned:${" "}
        <a href="#machine">watch a machine learn</a>.</p>`}
      ${gold && html`<${WorldLegend} rules=${board.rules} />`}
    </aside>
  </main>`;
}

/** The players of a game as the menu shows them. */
const playersOf = (player, against) => (against ? `${player} and ${against}` : player);

const STEP_ON = "There is no question here. Press Play, or → for the next move.";

/** The seed and number of a deal, to deal the same board again. */
const dealOf = ({ seed, number }) => ({ seed, number });

const DOES = { open: "opens", flag: "flags", unflag: "removes the flag at", chord: "chords at" };

function spokenWords({ number, decision }, coming) {
  return `${coming ? "Next" : `Move ${number}`}: ${decision.strategy} ${DOES[decision.action] ?? decision.action} [${decision.cell.join(", ")}].`;
}

/** The outcome of a game, and the moves by strategy. */
function Ending({ end, player }) {
  const decisions = Object.entries(end.decisions ?? {}).sort((a, b) => b[1] - a[1]);
  const most = Math.max(...decisions.map(([, count]) => count), 1);
  const figures = [
    counted(end.moves, "move", "moves"),
    counted(end.guesses, "guess", "guesses"),
    duration(end.seconds), // nothing without a decision
  ];
  const result = { won: "Won", lost: "Lost" }[end.outcome];
  return html`<section class=${`card result ending result-${end.outcome}`}>
    <h2>${player && `${player}: `}${result ?? "Unfinished"}${" "}
      <span class="soft">after ${figures.filter(Boolean).join(", ")}</span></h2>
    ${end.false_proofs > 0 && html`<p class="trouble">${
      counted(end.false_proofs, "move that a strategy called", "moves that strategies called")} certain turned out wrong.</p>`}
    ${!result && html`<p>No strategy of this player decided the next move.</p>`}
    ${decisions.length > 0 && html`<table class="considered">
      <caption>Decisions by strategy</caption>
      <tbody>${decisions.map(
        ([name, count]) => html`<tr key=${name}>
        <th scope="row">${name}</th><td class="number">${count}</td>
        <td class="bar-cell"><${Bar} part=${count / most} /></td>
        ${end.seconds_by_strategy && html`<td class="number">${duration(end.seconds_by_strategy[name])}</td>`}
      </tr>`,
      )}</tbody>
    </table>`}
  </section>`;
}
