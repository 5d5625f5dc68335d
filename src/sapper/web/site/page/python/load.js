// Loads Python with sapper, in a browser or in Node.

import { loadPyodide } from "./pyodide.mjs";

/** Python with all archives of the lock; `read(name)` returns a file of this folder as bytes. */
export async function loadPython(read, options) {
  const lock = JSON.parse(new TextDecoder().decode(await read("archives.json")));
  const [python, ...archives] = await Promise.all([
    loadPyodide(options),
    ...lock.map(({ name, sha256 }) => read(name, sha256)),
  ]);
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: folder });
  return python;
}
