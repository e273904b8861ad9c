// Programs that a check of CI starts, and the ports that they listen at.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const started = new Set();

/** `output()` is what it has printed so far; `ended` is its exit code. */
export function start([program, ...args], options) {
  // A group of its own, so that npx, its shell and the service are told to stop together.
  const child = spawn(program, args, { ...options, detached: true });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  child.output = () => Buffer.concat(printed).toString("utf8");
  child.ended = new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  if (child.pid !== undefined) started.add(child);
  child.once("close", () => started.delete(child));
  return child;
}

/** Until it ends by itself, without failure. @returns what it printed */
export async function finish(child) {
  const code = await child.ended;
  assert.equal(code, 0, `${child.spawnargs.join(" ")} ended with ${code}:\n${child.output()}`);
  return child.output();
}

/** Until all of the group have ended: npx and its shell end before the service does. */
export async function stop(child) {
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  signal("SIGTERM");
  const timer = setTimeout(signal, 30_000, "SIGKILL");
  await child.ended;
  clearTimeout(timer);
}

export async function stopAll() {
  await Promise.all([...started].map(stop));
}

export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
