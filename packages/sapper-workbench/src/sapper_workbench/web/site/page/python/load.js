// Loads Python with sapper, in a browser or in Node.

import { loadPyodide } from "./pyodide.mjs";

/** Python with all archives of the site; `read(name)` returns a file of this folder as bytes. */
export async function loadPython(read, options) {
  const lock = read("archives.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  const unpacking = lock.then((archives) =>
    Promise.all(archives.map(async ({ name, sha256 }) => unpacked(await read(name, sha256)))),
  );
  const [python, archives] = await Promise.all([loadPyodide(options), unpacking]);
  const { FS } = python;
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const [name, data] of archives.flat()) {
    FS.mkdirTree(`${folder}/${name}`.replace(/\/[^/]*$/, ""));
    FS.writeFile(`${folder}/${name}`, data, { canOwn: true });
  }
  return python;
}

/** The files of an archive, `[name, bytes]` each. */
async function unpacked(bytes) {
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = new Uint8Array(await new Response(inflated).arrayBuffer());
  let at = 4 + new DataView(whole.buffer).getUint32(0);
  const index = JSON.parse(new TextDecoder().decode(whole.subarray(4, at)));
  return index.map(([name, size]) => [name, whole.subarray(at, (at += size))]);
}
