import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { lockDirectory } from "../src/index.js";

// A separate process runs the built file, as operators do.
const built = fileURLToPath(new URL("../dist/index.js", import.meta.url));

describe("the lock of a data directory", () => {
  let directory: string;
  const processes: ChildProcess[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "retrieval-lock-"));
  });
  afterEach(async () => {
    for (const child of processes.splice(0)) child.kill("SIGKILL");
    await rm(directory, { recursive: true, force: true });
  });

  /** Starts a process that takes the lock and keeps it. @returns "held", or the reason of a refusal */
  async function contender(): Promise<{ child: ChildProcess; says: string }> {
    const script = `
      import { lockDirectory } from ${JSON.stringify(built)};
      await lockDirectory(${JSON.stringify(directory)}).then(() => console.log("held"), (e) => console.log(e.message));
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    processes.push(child);
    const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)));
    const [line] = (await Promise.race([once(child.stdout, "data"), ended])) as [Buffer];
    return { child, says: line.toString().trim() };
  }
  const kill = async (child: ChildProcess) => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };

  it("is refused in one sentence while another process has it, even a stopped one", async () => {
    const { child, says } = await contender();
    expect(says).toBe("held");
    const refusal = `The data directory ${directory} is in use by another process (its id there: ${child.pid})`;
    await expect(lockDirectory(directory)).rejects.toThrow(refusal);
    child.kill("SIGSTOP");
    await expect(lockDirectory(directory)).rejects.toThrow(refusal);
    expect((await contender()).says).toContain(refusal);
  });

  it("is free immediately when its holder is killed, and leaves no file", async () => {
    const { child } = await contender();
    await kill(child);
    const lock = await lockDirectory(directory);
    expect(await readdir(directory)).toHaveLength(1);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
  });

  it("depends on whether the holder runs, not on its process id, which can be reused", async () => {
    const { child } = await contender();
    await kill(child);
    const [left] = await readdir(directory);
    await rm(join(directory, left as string));
    // A machine that lost power leaves a name with a process id that now belongs to another process.
    await writeFile(join(directory, `lock-${process.pid}-0123.sock`), "");
    await (await lockDirectory(directory)).release();
  });

  it("goes to one process when many ask simultaneously, each time", async () => {
    for (let round = 0; round < 3; round++) {
      const asked = await Promise.all(Array.from({ length: 5 }, contender));
      expect(asked.map(({ says }) => says).filter((says) => says === "held")).toHaveLength(1);
      await Promise.all(asked.map(({ child }) => kill(child)));
    }
  });

  it("can be taken within one process by one of many, and again after its release", async () => {
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => lockDirectory(directory)));
      const held = outcomes.filter((outcome) => outcome.status === "fulfilled");
      expect(held).toHaveLength(1);
      for (const { value } of held) await value.release();
    }
  });

  it("works in a directory whose path is too long for a socket", async () => {
    directory = join(directory, "d".repeat(120), "データ".repeat(20));
    await mkdir(directory, { recursive: true });
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow("is in use");
    await lock.release();
  });
});
