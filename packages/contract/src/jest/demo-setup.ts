import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../../service/bin/retrieval.js", import.meta.url));

/**
 * Starts the demo in an empty folder and stops it. The demos of the files start on copies: to create a database and read
 * the sample documents takes most of a start.
 */
export default async function demoSetup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "retrieval-browser-"));
  process.env.RETRIEVAL_TEST_DEMO = folder;
  const demo = spawn(process.execPath, [command, "demo"], {
    env: { PATH: process.env.PATH ?? "", DATA_DIR: folder, PORT: "0", PORTAL_PORT: "0", MEANING: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  for await (const text of demo.stdout.setEncoding("utf8")) {
    printed += text;
    // The last line.
    if (printed.includes("departments import")) demo.kill("SIGTERM");
  }
  if (demo.exitCode === null && demo.signalCode === null) await once(demo, "exit");
  if (demo.exitCode !== 0) throw new Error(`The demo ended:\n${printed}`);
}

/** Removes what the setup made. */
export async function removeDemo(): Promise<void> {
  await rm(process.env.RETRIEVAL_TEST_DEMO as string, { recursive: true, force: true });
}
