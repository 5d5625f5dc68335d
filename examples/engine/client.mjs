// Requests an analysis and a move from sapper. Usage: node client.mjs [COMMAND ARGUMENT…]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Engine {
  constructor(command = ["sapper", "engine"]) {
    this.process = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.last = 0;
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const { id, result, error } = JSON.parse(line);
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      error ? reject(new Error(error.words)) : resolve(result);
    });
  }
  ask(request, fields = {}) {
    const id = ++this.last;
    this.process.stdin.write(JSON.stringify({ id, request, ...fields }) + "\n");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
}

const engine = new Engine(process.argv.length > 2 ? process.argv.slice(2) : undefined);
const position = "4x3x2\nHHHH\n1221\n0000";
const { safe } = await engine.ask("analyse", { position });
const { decision } = await engine.ask("move", { position, player: "swift", game: "mine" });
console.log(`safe: ${JSON.stringify(safe)}; ${decision.action} [${decision.cell}]: ${decision.reason}`);
await engine.ask("quit");
