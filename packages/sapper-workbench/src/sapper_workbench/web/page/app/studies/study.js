// The study in the address of Analyse: its chapters, of which the editor shows one.

import { useEffect, useRef, useState } from "../preact.js";
import { attempt, get, messageOf, post, report, request } from "../api.js";
import { base64, copyLink } from "../parts/files.js";
import { go } from "../route.js";
import { fieldsOf } from "../tree/positions.js";

/** The address of a study, or of a chapter of it. */
export const addressOf = (study, chapter) =>
  `analyse?study=${study}${chapter === undefined ? "" : `&chapter=${chapter}`}`;

/** Copy the link to a study, which contains all of it. */
export const shareStudy = (id, onNotice) =>
  attempt(async () => {
    const { link, words } = await get(`/api/studies/${id}/link`);
    if (link) copyLink(link, "Link copied: it contains the whole study.", onNotice);
    else onNotice({ words, kind: "trouble" });
  }, onNotice);

/** Make a study of a lesson, and show it. */
export const studyLesson = (lesson, onNotice) =>
  attempt(async () => go(addressOf((await post("/api/studies", { lesson })).id)), onNotice);

let deleted = null; // the file of the study deleted last, with its name, until the page is left

/** The study deleted last, which can be restored: `{name, file}`, null without one. */
export const lastDeleted = () => deleted;

/** Delete a study, but remember its file. */
export async function deleteStudy(id, name) {
  const file = await (await request(`/api/studies/${id}/file`)).blob();
  await post(`/api/studies/${id}/delete`, {});
  deleted = { name, file };
}

/** Add the study deleted last again. */
export async function restoreStudy() {
  await post("/api/studies", { file: await base64(deleted.file) });
  deleted = null;
}

/** What is kept of a chapter: the place of the cursor alone is not. */
const contentOf = (tree) => JSON.stringify({ ...fieldsOf(tree), at: 0 });

/** Saves trees one after the other: `save(path, fields)` posts one, unless a later one of its chapter waits; `saved` says how
 * the last one went. */
function useSaving() {
  const [saved, setSaved] = useState("");
  const latest = useRef(new Map()); // trees by the path of their chapter
  const saving = useRef(Promise.resolve()); // until all are saved
  const save = (path, fields) => {
    latest.current.set(path, fields);
    saving.current = saving.current.then(async () => {
      if (latest.current.get(path) !== fields) return;
      setSaved("Saving …");
      await post(path, { tree: fields }).then(() => setSaved("Saved."), (error) => setSaved(`Not saved: ${messageOf(error)}`));
    });
  };
  return { saved, setSaved, saving, save };
}

/**
 * The study that the `route` names, null without one: the visitor's own by its number, or that of a link. Changes of
 * the chapter in the `editor` are saved at once; another board in it leaves the study.
 */
export function useStudy(route, editor) {
  const { tree, setNotice } = editor;
  const [study, setStudy] = useState(null); // {key, own, name, chapters, here}
  const { saved, setSaved, saving, save } = useSaving();
  const shown = useRef(null); // the chapter on the board: {path, start, content}
  const turn = useRef(0);

  const load = async () => {
    turn.current += 1;
    const mine = turn.current;
    const key = route.fields.get("study");
    shown.current = null;
    if (!key) {
      setStudy(null);
      return;
    }
    await saving.current;
    const own = /^\d+$/.test(key);
    const read = () => post("/api/studies/shared", { link: `#${addressOf(key)}` });
    const found = own ? await get(`/api/studies/${key}`) : study?.key === key ? study : await read();
    const chapters = found.chapters.map((each, i) => ({ id: i + 1, ...each }));
    const wanted = chapters.find(({ id }) => String(id) === route.fields.get("chapter")) ?? chapters[0];
    const path = `/api/studies/${key}/chapters/${wanted?.id}`;
    const chapter = own && wanted ? await get(path) : wanted;
    if (mine !== turn.current) return;
    setSaved("");
    setStudy({ ...found, key, own, chapters, here: wanted?.id });
    if (!chapter) {
      editor.last();
      return;
    }
    const begun = editor.show(chapter);
    shown.current = { path: own ? path : null, start: begun.start, content: contentOf(begun) };
  };
  useEffect(() => {
    load().catch(async (error) => {
      setStudy(null);
      await editor.last();
      report(error, setNotice);
    });
  }, [route]);

  useEffect(() => {
    const now = shown.current;
    if (!now) return;
    if (tree.start !== now.start) {
      shown.current = null;
      setStudy(null);
      go("analyse", true);
      return;
    }
    const content = contentOf(tree);
    if (!now.path || content === now.content) return;
    now.content = content;
    save(now.path, fieldsOf(tree));
  }, [tree]);

  return study && { ...study, saved, ...changesOf(study, setStudy, shown, setNotice) };
}

/** The changes of a study, of which one chapter is `shown`; its place among the others is `place`. */
function changesOf(study, setStudy, shown, setNotice) {
  const { key, here, chapters } = study;
  const base = `/api/studies/${key}`;
  const place = chapters.findIndex(({ id }) => id === here);
  const tried = (work) => attempt(work, setNotice);
  const change = (fields) =>
    tried(async () => setStudy({ ...study, ...(await post(base, fields)) }));
  return {
    place,
    rename: (name) => change({ name }),
    retitle: (title) =>
      tried(async () => {
        await post(`${base}/chapters/${here}`, { title });
        setStudy({ ...study, ...(await get(base)) });
      }),
    move: (step) => {
      const order = chapters.map(({ id }) => id);
      order.splice(place + step, 0, ...order.splice(place, 1));
      return change({ order });
    },
    remove: () =>
      tried(async () => {
        await post(`${base}/chapters/${here}/delete`, {});
        const next = chapters[place + 1] ?? chapters[place - 1];
        shown.current = null;
        if (next) go(addressOf(key, next.id));
        else setStudy({ ...study, chapters: [], here: undefined });
      }),
    destroy: () =>
      tried(async () => {
        await deleteStudy(key, study.name);
        go("studies");
      }),
    share: () => (study.own ? shareStudy(key, setNotice) : copyLink(`#${addressOf(key)}`, "Link copied: it contains the whole study.", setNotice)),
    copy: () =>
      tried(async () => go(addressOf((await post("/api/studies", { link: `#${addressOf(key)}` })).id))),
  };
}
