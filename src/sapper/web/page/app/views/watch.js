// Watch: a player's moves stream in, each with the strategy that decided, its time and its reason.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../kit.js";
import { post, query, messageOf, stream } from "../api.js";
import { Board } from "../board/board.js";
import { freshOf, indices, marksOf, overlayOf, truthOf } from "../board/scene.js";
import { positionText } from "../board/speech.js";
import { titled, useKeys } from "../keys.js";
import { BOARD, BoardFields, boardFields, PlayerField, useBlank } from "../parts/forms.js";
import { AsText, useZoom, Zoom } from "../parts/boardtools.js";
import { useChances } from "../parts/chances.js";
import { Counters } from "../parts/counters.js";
import { Bar, DecisionCard } from "../parts/decision.js";
import { Film } from "../parts/film.js";
import { hasGold, WorldLegend } from "../parts/legend.js";
import { Notice } from "../parts/notice.js";
import { Stepper, useStepper } from "../parts/stepper.js";
import { counted, duration } from "../parts/words.js";
import { examine, go, useRemembered } from "../route.js";

const STACKED = matchMedia("(max-width: 900px)"); // as in style/shell.css

export function Watch({ about, route }) {
  const [choice, setChoice] = useRemembered("watch.board", BOARD);
  const [recipe, setRecipe] = useRemembered("watch.player", "swift");
  const zoom = useZoom();
  const [lit, setLit] = useState(null);
  const [chances, setChances] = useRemembered("watch.chances", false);
  const [trouble, setTrouble] = useState(null);
  const show = useShow(setTrouble);
  const { film, count, live, end } = show;
  const stepper = useStepper(count, live);
  const blankBoard = useBlank(choice, about);
  const settings = useRef();

  const start = (seed) => {
    const fields = { player: recipe, ...boardFields(choice, about) };
    if (seed != null) fields.seed = seed;
    begin(fields);
  };
  const begin = (fields) => {
    show.start(fields);
    stepper.begin();
  };
  const next = () => start(choice.seed === "" ? null : Number(choice.seed));

  // Before any key can be pressed, which starting would undo.
  useLayoutEffect(() => {
    const given = Object.fromEntries(route.fields);
    if (!given.player) return;
    setRecipe(given.player);
    begin(given);
  }, []);
  useEffect(() => {
    if (show.deal) go(`watch?${query(show.deal)}`, true);
  }, [show.deal]);

  const gold = film ? hasGold(film.start) : about.worlds.includes(choice.level);
  const filmed = useMemo(() => film?.board(stepper.at), [film, stepper.at]);
  const board = filmed ?? blankBoard;
  const ended = film && !live && stepper.at === count && end;
  // How the game ends stays a surprise until its last move has been shown, and then stays visible.
  const shown = useRef(null);
  if (ended) shown.current = film;
  const asked = ended ? null : filmed;
  const ask = () => post("/api/analyse", { text: positionText(filmed) });
  const analysis = useChances(asked, chances, ask, setTrouble);
  const turnChances = () => setChances(!chances);

  useKeys(["watch"], { new: next, probabilities: turnChances, examine: () => examine(board) });
  useKeys(["all"], {
    stop: show.stop,
    settings: () => {
      settings.current.open = true;
      settings.current.querySelector("select").focus();
    },
  });

  const step = film?.steps[stepper.at - 1];
  const last = step ? step.decision.cell[0] * board.width + step.decision.cell[1] : -1;
  const coming = stepper.playing && stepper.at >= count && live;
  return html`<main class="view" id="main">
    <section class="stage" aria-label="Game watched">
      <${Counters} board=${board}
        outcome=${coming ? waitingWords(show) : board.outcome === "playing" ? "" : board.outcome}
        tools=${html`<${Zoom} of=${zoom} />`}>
        <span class="counters-text">${show.player ?? recipe}</span>
      <//>
      <div class="board-frame">
        <${Board}
          board=${board}
          overlay=${asked && overlayOf(board, analysis)}
          marks=${step ? marksOf(board, step.decision) : null}
          last=${last}
          fresh=${freshOf(step)}
          follow=${last}
          truth=${ended ? truthOf(board, end.truth) : null}
          lit=${lit && indices(board, [lit])}
          zoom=${zoom.zoom}
          sized=${zoom.sized}
          label="Game watched"
          onAct=${film ? null : () => next()}
        />
        ${
          !film &&
          !live &&
          html`<button type="button" class="button click-to-play"
          onClick=${next}>Click to play</button>`
        }
      </div>
      <div class="dock">
        <${Stepper} stepper=${stepper} count=${count} live=${live} onBegin=${film || live ? null : next} />
        <div class="tools">
          ${
            film &&
            html`<button type="button" class="tool" title=${titled("Play again", "watch", "new")}
            onClick=${next}>Play again</button>`
          }
          <button type="button" class="tool" aria-pressed=${chances}
            title=${titled("Risks", "watch", "probabilities")} onClick=${turnChances}>Risks</button>
          ${
            film &&
            html`<button type="button" class="tool" title=${titled("Analyse this position", "watch", "examine")}
            onClick=${() => examine(board)}>Analyse</button>`
          }
          ${
            live &&
            html`<button type="button" class="tool" title=${titled("Stop thinking", "all", "stop")}
            onClick=${show.stop}>Stop</button>`
          }
        </div>
      </div>
      <${Notice} notice=${trouble ?? { words: step && !stepper.playing ? spoken(step) : "" }} />
    </section>
    <aside class="side" aria-label="About the game">
      <details class="card" ref=${settings} open=${!film}>
        <summary><h2>Player and board</h2></summary>
        <form onSubmit=${(event) => {
          event.preventDefault();
          next();
        }}>
          <${PlayerField} recipe=${recipe} onChange=${setRecipe} about=${about} />
          <${BoardFields} choice=${choice} onChange=${setChoice} about=${about} />
          <button type="submit" class="button">Play</button>
        </form>
        ${
          show.deal &&
          html`<p class="soft small">This game has seed ${show.deal.seed}${
            show.deal.number ? `, deal ${show.deal.number}` : ""
          }. The address of this page plays it again.</p>`
        }
      </details>
      <${AsText} board=${board} />
      ${end && film && shown.current === film && html`<${Ending} end=${end} past=${!ended} />`}
      ${
        step &&
        html`<${DecisionCard} key=${show.game} title=${`Move ${step.number}`}
        decision=${step.decision} onLit=${setLit} steady=${gold || STACKED.matches} />`
      }
      ${gold && html`<${WorldLegend} rules=${board.rules} />`}
    </aside>
  </main>`;
}

function spoken({ number, decision }) {
  return `Move ${number}: ${decision.action} [${decision.cell.join(", ")}], by ${decision.strategy}.`;
}

/** What is shown while the next move is not there yet. */
function waitingWords({ film, before }) {
  if (film) return "thinking …";
  if (before == null) return "starting …";
  return before ? `waiting for ${counted(before, "other game", "other games")} …` : "waiting …";
}

/** How a game ended, and the moves by strategy; `past` while an earlier move is shown. */
function Ending({ end, past }) {
  const decisions = Object.entries(end.decisions ?? {}).sort((a, b) => b[1] - a[1]);
  const most = Math.max(...decisions.map(([, count]) => count), 1);
  return html`<section class=${`card result result-${end.outcome} ${past ? "result-past" : ""}`}>
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

const NOTHING = { film: null, count: 0, live: false, end: null, deal: null, before: null };

/** A game that streams in; moves that arrive in one frame are counted together. */
function useShow(setTrouble) {
  const [state, setState] = useState(NOTHING);
  const running = useRef(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  const start = async (fields) => {
    stop();
    const leaving = (running.current = new AbortController());
    const mine = () => running.current === leaving;
    let film = null;
    let pending = 0;
    const change = (what) => mine() && setState((old) => ({ ...old, ...what }));
    const arrived = () => {
      pending = 0;
      change({ count: film.steps.length });
    };
    setTrouble(null);
    setState((old) => ({
      ...NOTHING,
      live: true,
      player: fields.player,
      game: (old.game ?? 0) + 1,
    }));
    const heard = (name, data) => {
      if (name === "start") {
        film = new Film(data.board);
        const { seed, number } = data;
        change({ film, player: data.player, deal: { ...fields, seed, number: number || null } });
      } else if (name === "step") {
        film.add(data);
        pending ||= requestAnimationFrame(arrived);
      } else if (name === "waiting") {
        change({ before: data.before });
      } else if (name === "end") {
        change({ end: data });
      }
    };
    try {
      await stream(`/api/watch?${query(fields)}`, heard, leaving.signal);
    } catch (error) {
      const words = messageOf(error);
      if (words && mine()) setTrouble({ words, kind: "trouble" });
    }
    change({ live: false, ...(film && { count: film.steps.length }) });
  };
  return { ...state, start, stop };
}
