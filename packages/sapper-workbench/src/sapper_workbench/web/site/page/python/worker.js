// A web worker with Python: it answers the requests of the page, or, named "long", runs long work for
// the one that does.

const HOME = "/home/sapper";

/** A file of this folder as bytes, checked against the hash of the lock. */
async function read(name, sha256) {
  const options = sha256 ? { integrity: `sha256-${sha256}` } : {};
  const response = await fetch(new URL(name, import.meta.url), options);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Python; its modules are imported here, because they fail where there is no WebAssembly. */
const load = async () => (await import("./load.js")).loadPython(read);

const tell = (number, kind, value) => postMessage({ number, kind, value });
/** Bytes of Python as an array of their own. */
const bytesOf = (data) => {
  const bytes = data.toJs();
  data.destroy?.();
  return bytes;
};

if (self.name === "long") long();
else if (typeof WebAssembly === "undefined")
  tell(0, "failed", "This browser cannot run Python: it has no WebAssembly.");
else short().catch((error) => {
  console.error(error);
  tell(0, "failed", "Python could not be loaded: check the connection and try again. Nothing is lost.");
});

/** Answer the requests of the page. */
async function short() {
  const waiting = [];
  let handle = (message) => waiting.push(message);
  onmessage = ({ data }) => handle(data);
  const python = await load();
  const keep = await files(python.FS);
  const browser = python.pyimport("sapper_workbench.web.site.browser");
  browser.think_less();
  const answer = (number, kind, value) => {
    if (kind === "body") value = bytesOf(value);
    else if (kind === "head") value = value.toJs();
    else if (kind === "end") {
      keep();
      value = null;
    }
    tell(number, kind, value);
  };
  const served = await browser.served(HOME, port(python), answer);
  handle = ({ leave, number, method, path, headers, body }) => {
    if (leave) served.leave(leave);
    else served.ask(number, method, path, python.toPy(headers), body);
  };
  for (const message of waiting) handle(message);
  tell(0, "ready", null);
}

/** Start a web worker for long work; `heard` gets its messages, and null if it fails. */
const port = (python) => (heard) => {
  const listener = heard.copy();
  const worker = new Worker(import.meta.url, { type: "module", name: "long" });
  worker.onmessage = ({ data }) => listener(data && python.toPy(data));
  worker.onerror = () => listener(null);
  return {
    post: (data) => worker.postMessage(bytesOf(data)),
    terminate: () => worker.terminate(),
  };
};

/** Run long work, one call after another. */
async function long() {
  const waiting = [];
  let handle = (data) => waiting.push(data);
  onmessage = ({ data }) => handle(data);
  try {
    const python = await load();
    const { compute, think_less } = python.pyimport("sapper_workbench.web.site.browser");
    think_less();
    handle = (data) => compute(python.toPy(data), (answer) => postMessage(bytesOf(answer)));
    waiting.forEach((data) => handle(data));
  } catch (error) {
    console.error(error);
    postMessage(null);
  }
}

/**
 * Keep the files of HOME in the browser, and load those of earlier visits. Returns a function to call
 * after changes. Only one page at a time may keep files, because each has a copy of its own.
 */
async function files(fs) {
  fs.mkdirTree(HOME);
  if (!(await first())) {
    tell(0, "notice", "sapper is open in another tab, so games played in this one are not saved.");
    return () => {};
  }
  try {
    fs.mount(fs.filesystems.IDBFS, {}, HOME);
    await synchronised(fs, true);
  } catch (error) {
    console.warn(error);
    tell(0, "notice", "This browser stores nothing for this site, so your games last until you close the page.");
    return () => {};
  }
  let changed = false;
  let running = null;
  const keep = async () => {
    while (changed) {
      changed = false;
      await synchronised(fs, false);
    }
    tell(0, "kept", true);
  };
  const full = (error) => {
    console.warn(error);
    tell(0, "notice", "The browser's storage is full: your latest moves are not saved.");
  };
  return () => {
    changed = true;
    tell(0, "kept", false);
    running ??= keep().catch(full).finally(() => (running = null));
  };
}

const synchronised = (fs, load) =>
  new Promise((resolve, reject) => fs.syncfs(load, (error) => (error ? reject(error) : resolve())));

/** Whether no other page has the files; the lock lasts as long as this worker. */
function first() {
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    navigator.locks.request("sapper-files", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(true)); // where storage is forbidden, nothing is shared
  });
}
