import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { migrateToLatest, openDatabase } from "@retrieval/postgres";

export interface DataDirectory {
  readonly directory: string;
  remove(): Promise<void>;
}

/**
 * A data directory with an embedded database, empty or migrated. It is a copy of one that the run makes when a test
 * first needs it: PostgreSQL in WebAssembly takes seconds of processor time to create an empty database.
 */
export async function copyDataDirectory(state: "empty" | "migrated"): Promise<DataDirectory> {
  const template = await templateIn(state);
  const folder = await mkdtemp(join(tmpdir(), "retrieval-embedded-"));
  const directory = join(folder, "data");
  await promisify(execFile)("cp", ["-R", template, directory]);
  return { directory, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function templateIn(state: "empty" | "migrated"): Promise<string> {
  const templates = process.env.RETRIEVAL_TEST_FOLDER;
  if (!templates) throw new Error("RETRIEVAL_TEST_FOLDER is not set: run the tests with npm test");
  const template = join(templates, state);
  const making = `${template}.making`;
  while (!(await isThere(template))) {
    // Several workers can need it first. The others wait for the one that makes it, and try themselves if it fails.
    if (!(await isMadeByUs(making))) {
      await sleep(50);
      continue;
    }
    try {
      // It may have been made between the two looks.
      if (await isThere(template)) break;
      await make(state, join(making, "data"));
      await rename(join(making, "data"), template);
    } finally {
      await rm(making, { recursive: true });
    }
  }
  return template;
}

async function make(state: "empty" | "migrated", directory: string): Promise<void> {
  if (state === "migrated") await promisify(execFile)("cp", ["-R", await templateIn("empty"), directory]);
  const database = await openDatabase({ kind: "embedded", directory, onConnectionError: () => undefined });
  if (state === "migrated") await migrateToLatest(database.db);
  await database.close();
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isMadeByUs(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
