// Play: the visitor plays, may ask for hints and risks, and can review the game afterwards.

import { html, useCallback, useEffect, useRef, useState } from "../kit.js";
import { get } from "../api.js";
import { Board } from "../board/board.js";
import { freshOf, indices, marksOf, overlayOf, truthOf } from "../board/scene.js";
import { titled, useKeys } from "../keys.js";
import { BOARD, BoardFields, Field } from "../parts/forms.js";
import { AsText, useZoom, Zoom } from "../parts/boardtools.js";
import { useChances } from "../parts/chances.js";
import { Counters } from "../parts/counters.js";
import { DecisionCard } from "../parts/decision.js";
import { hasGold, WorldLegend } from "../parts/legend.js";
import { Notice } from "../parts/notice.js";
import { Review } from "../parts/review.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { sentence, Words } from "../parts/words.js";
import { Clock, Levels, over, Result, Waiting, Welcome } from "../play/cards.js";
import { addHelp, helpOf } from "../play/help.js";
import { actionOf, guessMarks, stepWords } from "../play/moves.js";
import { useTable } from "../play/table.js";
import { examine, recall, useRemembered } from "../route.js";

const LATE = 300; // milliseconds until a notice says that an agent is thinking
const ADVISERS = ["swift", "champion", "csp", "single-point", "sat", "limited", "mio", "logic4"];

export function Play({ about, route }) {
  const [choice, setChoice] = useRemembered("board", BOARD);
  const [adviser, setAdviser] = useRemembered("adviser", "swift");
  const zoom = useZoom();
  const [chances, setChances] = useRemembered("chances", false);
  const [flagging, setFlagging] = useState(false);
  const cursor = useRef([0, 0]);
  const [lit, setLit] = useState(null);
  const [advice, setAdvice] = useState(null); // {title, decision} or {title, why}
  const [notice, setNotice] = useState(null);
  const [looking, setLooking] = useState(null); // {film, reviewed, review} while looking back
  const table = useTable(about, setNotice);
  const { game, truth } = table;
  const finished = over(game);
  const playing = game && !finished && !looking;
  const ask = () => get(`/api/games/${game.id}/analysis`);
  const analysis = useChances(playing ? game.board : null, chances, ask, setNotice);
  const stepper = useStepper(looking?.film.steps.length ?? 0, false);
  const settings = useRef();
  const stage = useRef();
  const [unknown, setUnknown] = useState(null); // the address of a game that is not here
  const board = looking ? looking.film.board(stepper.at) : game?.board;

  const start = useCallback(async (chosen) => {
    setUnknown(null);
    setLooking(null);
    setAdvice(null);
    setNotice({ words: chosen.noGuess ? "Dealing a board that needs no guess …" : "" });
    if (!(await table.start(chosen))) return;
    setNotice({ words: "A new game." });
    showBoard();
  }, []);
  /** Scrolls back to the board, where the form or button pressed is below it. */
  const showBoard = () => {
    if (stage.current?.getBoundingClientRect().top < 0) stage.current.scrollIntoView();
  };

  useEffect(() => {
    const named = route.argument;
    if (game && (!named || named === game.id)) {
      setUnknown(null);
      return;
    }
    table.reopen(named || recall("game", null)).then((found) => {
      if (found) setUnknown(null);
      else if (found === false && named) setUnknown(named);
      else if (found === false) start(recall("board", BOARD));
    });
  }, [route.argument]);
  useEffect(() => {
    if (playing && chances && game.moves && !helpOf(game).risks) addHelp(game, { risks: true });
  }, [game, chances]);
  const said = (step) => setNotice({ words: stepWords(step, helpOf(game).any) });

  const act = async (gesture, cell) => {
    if (!game || looking) return;
    setAdvice(null);
    const done = await table.move(cell, (board) => actionOf(gesture, board, cell, flagging));
    if (done?.step) said(done.step);
    else if (done) setNotice({ words: done.words });
  };

  /** Waits for an answer, with a notice if it takes long. */
  const awaited = async (answer, words) => {
    const notice = { words }; // its own, so that an answer to an earlier wait leaves it alone
    const late = setTimeout(() => setNotice(notice), LATE);
    const found = await answer;
    clearTimeout(late);
    setNotice((old) => (old === notice ? null : old));
    return found;
  };
  const hint = async () => {
    if (!playing) return;
    const answer = table.hint(adviser);
    const decision = await awaited(answer, `${adviser} is thinking … Esc or a move stops it.`);
    if (!decision) return;
    if (decision.cell) setAdvice({ title: "Hint", decision });
    else setNotice({ words: decision.words ?? "the adviser passes" });
  };
  /** Makes the move that the hint names. */
  const make = async () => {
    const { action, cell } = advice.decision;
    setAdvice(null);
    const done = await table.move(cell, () => action);
    if (done?.step) said(done.step);
    else if (done) setNotice({ words: done.words });
  };
  const why = async () => {
    const cell = cursor.current;
    const found = await table.why(cell);
    if (found) setAdvice({ title: `What the clues say about [${cell.join(", ")}]`, why: found });
  };
  const agent = async () => {
    if (!playing) return;
    const done = await awaited(table.agent(adviser), `${adviser} is thinking …`);
    if (!done) return;
    if (!done.step) {
      setNotice({ words: done.words });
      return;
    }
    setAdvice({ title: "The agent's move", decision: done.step.decision, made: true });
    said(done.step);
  };
  const back = (which) => async () => {
    if (looking || !game[`${which}able`]) return;
    setAdvice(null);
    if (await table.turn(which))
      setNotice({ words: which === "undo" ? "Move undone." : "Move redone." });
  };
  /** Shows the position after so many steps, and scrolls to the board if it is out of sight. */
  const goTo = (step) => {
    stepper.to(step);
    document.querySelector("[role=grid]").scrollIntoView({ block: "nearest" });
  };
  const look = async (reviewed) => {
    const film = looking?.film ?? (await table.film());
    if (!film) return;
    setAdvice(null);
    setNotice(null);
    setLooking({ ...looking, film, reviewed });
    if (!looking) stepper.to(Infinity);
  };

  const keep = () => {
    if (finished) save(game);
    else setNotice({ words: "The record shows where the mines are: you can save it when the game ends." });
  };

  const quick = (level) => {
    setChoice({ ...choice, level });
    start({ ...choice, level });
  };
  const deal = (event) => {
    event.preventDefault();
    settings.current.open = false;
    start(choice);
  };

  useKeys(
    ["play"],
    !game
      ? {}
      : {
          open: () => act("open", cursor.current),
          flag: () => act("flag", cursor.current),
          chord: () => act("chord", cursor.current),
          hint,
          agent,
          probabilities: () => setChances(!chances),
          why,
          undo: back("undo"),
          redo: back("redo"),
          new: () => start(choice),
          save: keep,
          review: () => (looking ? setLooking(null) : look(over(game))),
          examine: () => examine(board),
        },
  );
  useKeys(
    ["all"],
    !game
      ? {}
      : {
          stop: () => {
            table.stop();
            if (looking) setLooking(null);
            else setAdvice(null);
          },
          settings: () => {
            settings.current.open = true;
            settings.current.querySelector("select").focus();
          },
        },
  );

  if (!game || unknown)
    return html`<${Waiting} notice=${notice} unknown=${unknown} again=${() => start(choice)} />`;
  const help = helpOf(game);

  const last = looking ? looking.film.steps[stepper.at - 1] : game.last;
  const place = last ? last.decision.cell[0] * board.width + last.decision.cell[1] : -1;
  const answer = advice?.why;
  const marks = answer
    ? { target: null, clues: indices(board, answer.clues), mines: indices(board, answer.mines) }
    : marksOf(board, advice?.made ? { ...advice.decision, considered: [] } : advice?.decision);
  const name = game.world ?? game.level ?? "";
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Game" ref=${stage}>
      <${Counters} board=${board}
        outcome=${board.outcome === "playing" ? name : board.outcome}
        tools=${html`<${Zoom} of=${zoom} />`}>
        <${Clock} game=${game} />
      <//>
      <${Board}
        board=${board}
        overlay=${playing ? overlayOf(board, analysis) : null}
        truth=${looking && stepper.at < looking.film.steps.length ? null : truthOf(board, truth)}
        marks=${looking ? guessMarks(board, looking.review, stepper.at) : marks}
        last=${place}
        fresh=${looking ? freshOf(last) : null}
        follow=${looking ? place : marks?.target}
        lit=${lit && indices(board, [lit])}
        zoom=${zoom.zoom}
        sized=${zoom.sized}
        keys=${looking ? "focused" : "always"}
        label="Your game"
        onAct=${act}
        onCursor=${(cell) => {
          cursor.current = cell;
        }}
      />
      <div class="dock">
        ${looking && html`<${Stepper} stepper=${stepper} count=${looking.film.steps.length} />`}
        ${
          !looking &&
          html`<div class="tools" role="toolbar" aria-label="Game tools">
          ${tool("Hint", "hint", hint, { off: finished, main: true })}
          ${tool("Risks", "probabilities", () => setChances(!chances), { pressed: chances })}
          <button type="button" class="tool" aria-pressed=${flagging} title="Clicks and taps flag cells"
            onClick=${() => setFlagging(!flagging)}>Flags</button>
          ${tool("Undo", "undo", back("undo"), { off: !game.undoable })}
          ${tool("Redo", "redo", back("redo"), { off: !game.redoable })}
          ${tool("New", "new", () => start(choice), { words: "New game" })}
        </div>`
        }
      </div>
      <${Notice} notice=${notice} />
    </section>
    <aside class="side" aria-label="About the game">
      <${Levels} level=${game.world ? null : game.level} onLevel=${quick} />
      ${
        finished &&
        html`<${Result} game=${game} help=${help} onReview=${() => look(true)}
        onLook=${() => look(false)} onNew=${() => start(choice)} looking=${looking}
        onLeave=${() => setLooking(null)} />`
      }
      ${
        looking?.reviewed &&
        html`<${Review} id=${game.id} at=${stepper.at}
        onStep=${goTo} onLit=${setLit}
        onReview=${(review) => setLooking((old) => old && { ...old, review })} />`
      }
      ${
        looking &&
        last &&
        html`<${DecisionCard} title=${`Move ${last.number ?? stepper.at}`}
        decision=${last.decision} onLit=${setLit} />`
      }
      <div class="advice" aria-live="polite">
      ${
        advice?.decision &&
        html`<${DecisionCard} title=${advice.title}
          decision=${advice.decision} onLit=${setLit} onMake=${advice.made ? null : make} />`
      }
      ${
        answer &&
        html`<section class="card" aria-label="Why">
        <p class="overline">${advice.title}</p>
        <p class="reason"><${Words} text=${sentence(answer.words)} onLit=${setLit} /></p>
      </section>`
      }
      </div>
      ${!advice && !looking && !finished && html`<${Welcome} moves=${game.moves} onHint=${hint} />`}
      ${hasGold(game.board) && html`<${WorldLegend} rules=${game.board.rules} />`}
      <details class="card" ref=${settings}>
        <summary><h2>New game</h2></summary>
        <form onSubmit=${deal}>
          <${BoardFields} choice=${choice} onChange=${setChoice} about=${about} noGuess />
          <button type="submit" class="button">Deal</button>
        </form>
      </details>
      <details class="card">
        <summary><h2>Hints and files</h2></summary>
        <div class="fields">
          <${Field} label="Who gives hints" wide>
            <select value=${adviser} onChange=${(event) => setAdviser(event.currentTarget.value)}>
              ${ADVISERS.filter((name) => about.players.some((player) => player.name === name)).map(
                (name) => html`<option key=${name} value=${name}>${name}</option>`,
              )}
            </select>
          <//>
        </div>
        <p class="row">
          <button type="button" class="tool" disabled=${finished}
            title=${titled("The agent makes one move", "play", "agent")} onClick=${agent}>Let it move</button>
          <button type="button" class="tool" disabled=${!finished} onClick=${keep}
            title=${titled(finished ? "Save the record" : "Available when the game ends", "play", "save")}
            >Save the record</button>
          <button type="button" class="tool" onClick=${() => examine(board)}>Analyse this position</button>
        </p>
        <p class="soft small">${sentence(`${name}: ${luckOf(game)}`)}</p>
      </details>
      <${AsText} board=${board} />
    </aside>
  </main>`;
}

function tool(label, name, act, { off = false, pressed, main, words } = {}) {
  return html`<button
    type="button"
    class=${main ? "tool tool-main" : "tool"}
    disabled=${off}
    aria-pressed=${pressed ?? null}
    title=${titled(words ?? label, "play", name)}
    onClick=${act}
  >${label}</button>`;
}

/** The seed of the game; a random one is shown only when the game ends. */
function luckOf({ seed, number }) {
  if (seed == null) return "the seed is shown when the game ends";
  return `seed ${seed}${number ? `, deal ${number}` : ""}`;
}

function save(game) {
  const link = document.createElement("a");
  link.href = `/api/games/${game.id}/record`;
  link.download = `sapper-${game.id}.json`;
  link.click();
}
