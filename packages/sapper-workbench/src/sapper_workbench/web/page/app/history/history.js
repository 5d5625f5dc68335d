// The games of the history: the list, its filters, and actions on a game.

import { useEffect, useRef, useState } from "../preact.js";
import { attempt, post, query } from "../api.js";
import { preferences } from "../preferences/preferences.js";
import { base64 } from "../parts/files.js";
import { useFetched, useListener } from "../parts/hooks.js";

const PAGE_GAMES = 100; // that are listed at a time
const MAX_FILE_BYTES = 700_000; // of a file; in base64 it has to fit into a request

/** The filter that every game passes. */
export const ALL = { level: "", first: "", outcome: "", player: "", since: "", until: "" };

/**
 * The games that pass a filter, and their statistics. They are read again whenever the
 * visitor returns to this tab, because another tab or program may have changed them.
 */
export function useHistory(filter) {
  const [notice, setNotice] = useState(null);
  const [grading, setGrading] = useState(null); // how many games are left, while it runs
  const [abandoned, setAbandoned] = useState(false); // whether games left after one move are listed
  const [shown, setShown] = useState(PAGE_GAMES);
  const [turn, setTurn] = useState(0);
  const leaving = useRef(null); // ends the grading
  const load = () => setTurn((turns) => turns + 1);

  const own = { ...filter, name: preferences().name };
  const asked = query({ ...filter, abandoned, most: shown });
  const { found: list, trouble } = useFetched(`/api/history?${asked}`, `${asked} ${turn}`, null, true);
  const { found: counted } = useFetched(list?.kept ? `/api/history/statistics?${query(own)}` : null, list, null, true);
  useEffect(() => {
    if (trouble) setNotice({ words: trouble, kind: "trouble" });
  }, [trouble]);
  const back = () => document.visibilityState === "visible" && load();
  useListener(document, "visibilitychange", back);
  useListener(window, "focus", back);
  useEffect(() => () => leaving.current?.abort(), []);

  const tried = (work) => attempt(work, setNotice);
  return {
    list,
    counted,
    notice,
    setNotice,
    grading,
    abandoned,
    turnAbandoned: () => setAbandoned(!abandoned),
    more: () => setShown(shown + PAGE_GAMES),
    /** The id of a game on the server that shows or repeats a game: `what` is open or again. */
    served: (id, what) => tried(async () => (await post(`/api/history/${id}/${what}`, {})).game),
    remove: (id) =>
      tried(async () => {
        await post("/api/history/delete", { games: [id] });
        load();
        setNotice({ words: "Game deleted." });
      }),
    add: async (files) => {
      const words = await addFiles(files, (reading) => setNotice({ words: reading }));
      load();
      setNotice(words);
    },
    /** Grade the guesses of one game after the other, until all are graded or it is stopped. */
    grade: async () => {
      const { signal } = (leaving.current = new AbortController());
      setGrading({});
      await tried(async () => {
        for (let left = 1; left > 0 && !signal.aborted; ) {
          ({ left } = await post("/api/history/grade", trimmed(own), signal));
          setGrading({ left });
          load();
        }
      });
      setGrading(null);
    },
    stop: () => leaving.current?.abort(),
  };
}

/** A filter without the fields that every game passes. */
const trimmed = (filter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

/** Add the games of files, telling which one is read; returns a notice that says which were not added. */
async function addFiles(files, tell) {
  let added = 0;
  const others = [];
  for (const file of files) {
    tell(`Reading ${file.name} …`);
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error("it is larger than 700 kB");
      const fields = { file: await base64(file), name: file.name, at: file.lastModified / 1000 };
      if ((await post("/api/history/import", fields)).added) added += 1;
      else others.push(`${file.name} is already in the history`);
    } catch (error) {
      others.push(`${file.name}: ${error.message}`);
    }
  }
  const more = others.length > 3 && `${others.length - 3} more were not added`;
  const words = [`${added} of ${files.length} added`, ...others.slice(0, 3), more].filter(Boolean).join("; ");
  return { words, kind: others.length ? "trouble" : null };
}
