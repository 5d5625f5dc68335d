// History: the games played on this server, the records of each level, and the import of files.

import { html, useState } from "../preact.js";
import { titleOf } from "../format.js";
import { ALL, useHistory } from "../history/history.js";
import { GameList } from "../history/list.js";
import { Records } from "../history/statistics.js";
import { ChooseFiles, useDropped } from "../parts/files.js";
import { Field, FIRST, Select } from "../parts/forms.js";
import { Notice, Tool } from "../parts/controls.js";
import { useKeys } from "../keys.js";
import { go } from "../route.js";

const RULES = [["", "all rules"], ...FIRST, ["no-guess", "no guess needed"]];

export function History({ route }) {
  const [filter, setFilter] = useState(ALL);
  const history = useHistory(filter);
  const { list, counted, notice } = history;
  useKeys(["all"], { stop: history.stop });
  const onFiles = (files) => list?.kept && history.add(files);
  const onText = (text) => text && onFiles([new File([text], "the pasted text")]);
  const dropped = useDropped({ onFiles, onText });
  if (list && !list.kept)
    return html`<main class="view view-one" id="main"><section class="stage">
      <section class="card narrow"><h2>No history</h2>
        <p>This server was started with <code>--no-history</code>: it does not keep the games that
          are played here.</p></section>
    </section></main>`;
  const filtered = Object.values(filter).some((value) => value !== "");
  const some = filtered || list?.total > 0 || list?.abandoned > 0;
  const records = route.argument === "records";
  return html`<main class="view view-one" id="main" ...${dropped.on}>
    <section class="stage history" aria-label=${records ? "Records" : "Games played here"}>
      <header class="heading"><h2>History</h2></header>
      ${some && html`<div class="chips" role="group" aria-label="What to show">
        <${Tool} pressed=${!records} onClick=${() => go("history")}>Games<//>
        <${Tool} pressed=${records} onClick=${() => go("history/records")}>Records<//>
      </div>`}
      ${some && html`<details open=${filtered}><summary>Filter</summary>
        <${Filters} list=${list} filter=${filter} onFilter=${setFilter} /></details>`}
      <div class="row">
        ${list && !records && html`<${ChooseFiles} multiple onFiles=${onFiles}
          words="Records, replays, sessions and trees of moves. You can also drop files here, or paste a link to moves.">Add games<//>`}
        ${filtered && html`<${Tool} onClick=${() => setFilter(ALL)}>Show all games<//>`}
        ${!records && list?.abandoned > 0 && html`<${Tool} pressed=${history.abandoned} onClick=${history.turnAbandoned}>
          Abandoned games <span class="soft small">${list.abandoned}</span><//>`}
      </div>
      <${Notice} notice=${notice ?? (list ? null : { words: "Reading the history …" })} />
      ${list && !records && html`<${GameList} list=${list} history=${history} filtered=${filtered} />`}
      ${records && counted && html`<${Records} found=${counted} history=${history} />`}
    </section>
  </main>`;
}

function Filters({ list, filter, onFilter }) {
  const set = (name) => (value) => onFilter({ ...filter, [name]: value });
  const day = (name) => html`<${Field} label=${name}>
    <input type="date" name=${name} value=${filter[name]}
      onChange=${(event) => set(name)(event.currentTarget.value)} /><//>`;
  return html`<div class="history-filters" role="search" aria-label="Games shown">
    <${Select} label="level" name="level" value=${filter.level} onChange=${set("level")}
      options=${[["", "all levels"], ...list.levels.map((level) => [level, titleOf(level)])]} />
    <${Select} label="result" name="outcome" value=${filter.outcome} onChange=${set("outcome")}
      options=${[["", "all results"], "won", "lost", "unfinished"]} />
    <${Select} label="first cell" name="first" value=${filter.first} onChange=${set("first")}
      options=${RULES} />
    <${Select} label="player" name="player" value=${filter.player} onChange=${set("player")}
      options=${[["", "all players"], ...list.players]} />
    ${day("since")}${day("until")}
  </div>`;
}
