// The games of the history: the list, its filters, and actions on a game.

import { useEffect, useRef, useState } from "../preact.js";
import { get, post, query, report } from "../api.js";
import { preferences } from "../preferences/preferences.js";
import { base64 } from "../parts/files.js";
import { useListener } from "../parts/hooks.js";

const PAGE_GAMES = 100; // that are listed at a time
const MAX_FILE_BYTES = 700_000; // of a file; in base64 it has to fit into a request

/** The filter that every game passes. */
export const ALL = { level: "", first: "", outcome: "", player: "", since: "", until: "" };

/**
 * The games that pass a filter, and their statistics. They are read again whenever the
 * visitor returns to this tab, because another tab or program may have changed them.
 */
export function useHistory(filter) {
  const [list, setList] = useState(null);
  const [counted, setCounted] = useState(null);
  const [notice, setNotice] = useState(null);
  const [grading, setGrading] = useState(null); // how many games are left, while it runs
  const [abandoned, setAbandoned] = useState(false); // whether games left after one move are listed
  const now = useRef({ filter, shown: PAGE_GAMES, turn: 0, leaving: null });
  now.current.abandoned = abandoned;

  const load = async () => {
    now.current.turn += 1;
    const { turn, shown } = now.current;
    const fields = now.current.filter;
    try {
      const found = await get(`/api/history?${query({ ...fields, abandoned: now.current.abandoned, most: shown })}`);
      const own = { ...fields, name: preferences().name };
      const figures = found.kept ? await get(`/api/history/statistics?${query(own)}`) : null;
      if (turn !== now.current.turn) return; // a later request is on its way
      setList(found);
      setCounted(figures);
    } catch (error) {
      if (turn === now.current.turn) report(error, setNotice);
    }
  };
  useEffect(() => {
    now.current.filter = filter;
    load();
  }, [filter, abandoned]);
  const back = () => document.visibilityState === "visible" && load();
  useListener(document, "visibilitychange", back);
  useListener(window, "focus", back);
  useEffect(() => () => now.current.leaving?.abort(), []);

  const attempt = (work) => work().catch((error) => report(error, setNotice));
  return {
    list,
    counted,
    notice,
    setNotice,
    grading,
    abandoned,
    turnAbandoned: () => setAbandoned(!abandoned),
    more: () => {
      now.current.shown += PAGE_GAMES;
      return load();
    },
    /** The id of a game on the server that shows or repeats a game: `what` is open or again. */
    served: (id, what) => attempt(async () => (await post(`/api/history/${id}/${what}`, {})).game),
    remove: (id) =>
      attempt(async () => {
        await post("/api/history/delete", { games: [id] });
        await load();
        setNotice({ words: "Game deleted." });
      }),
    add: async (files) => {
      const words = await addFiles(files, (reading) => setNotice({ words: reading }));
      await load();
      setNotice(words);
    },
    /** Grade the guesses of one game after the other, until all are graded or it is stopped. */
    grade: async () => {
      const leaving = new AbortController();
      now.current.leaving = leaving;
      setGrading({});
      await attempt(async () => {
        for (let left = 1; left > 0 && !leaving.signal.aborted; ) {
          ({ left } = await post("/api/history/grade", trimmed({ ...now.current.filter, name: preferences().name }), leaving.signal));
          setGrading({ left });
          await load();
        }
      });
      setGrading(null);
    },
    stop: () => now.current.leaving?.abort(),
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
