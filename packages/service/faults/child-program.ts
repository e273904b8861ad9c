import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/**
 * Runs a program of this folder in its own process, so that the test does not disturb its measurements. It gets its task
 * as JSON on standard input, and sends its result as JSON when it ends. Before that it may send messages about its
 * progress.
 */
export class ChildProgram<Task, Result> {
  readonly #directory = mkdtempSync(join(tmpdir(), "retrieval-faults-"));
  readonly #file = join(this.#directory, "program.mjs");

  constructor(name: string) {
    const entry = fileURLToPath(new URL(name, import.meta.url));
    buildSync({ entryPoints: [entry], outfile: this.#file, bundle: true, platform: "node", format: "esm" });
  }

  async run(task: Task, onWord: (word: unknown) => void = () => undefined): Promise<Result> {
    const child = spawn(process.execPath, [this.#file], { stdio: ["pipe", "pipe", "inherit", "ipc"] });
    let said = "";
    child.stdout?.on("data", (part) => {
      said += part;
    });
    child.on("message", onWord);
    // It may end before it has read its task; its exit code shows that.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(JSON.stringify(task));
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`the program ended with ${code}`);
    return JSON.parse(said) as Result;
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
