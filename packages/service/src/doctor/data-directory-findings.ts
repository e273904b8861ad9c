import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { holderOf } from "@retrieval/postgres";
import type { Settings } from "../settings/settings.js";
import { say } from "../texts/say.js";
import { type Finding, found, note, ok, wrong } from "./finding.js";

const GIB = 1024 ** 3;
/** Below this the database soon cannot write its next log file, of 16 MiB. */
const FULL = 0.1 * GIB;
const NEARLY_FULL = GIB;

/** Checks the files of the embedded database; a server's files are elsewhere. */
export async function dataDirectoryFindings({ database, DATA_DIR }: Settings): Promise<Finding[]> {
  if (database.kind === "server") return [];
  const folder = resolve(DATA_DIR);
  let mode: number;
  try {
    const found = await stat(folder);
    if (!found.isDirectory()) return [wrong("DATA_DIR {folder} is a file", "Set DATA_DIR to a folder.", { folder })];
    mode = found.mode & 0o777;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? [note("DATA_DIR {folder} does not exist yet", "The service creates it at its first start.", { folder })]
      : [
          wrong("DATA_DIR {folder} cannot be read ({code})", "Give the service's account access to it.", {
            folder,
            code,
          }),
        ];
  }
  const findings = [await permissions(folder, mode)];
  const { bavail, blocks, bsize } = await statfs(folder);
  return [...findings, freeSpace(folder, { free: bavail * bsize, total: blocks * bsize })];
}

/** Whether there is a database; the check must not create one. */
export async function hasEmbeddedDatabase(directory: string): Promise<boolean> {
  return stat(join(directory, "database")).then(
    () => true,
    () => false,
  );
}

/** The id of the process that uses the embedded database; null if there is none, or it is unknown. */
export function userOfEmbedded(directory: string): Promise<string | null> {
  // Another finding reports a missing or closed folder.
  return holderOf(directory).catch(() => null);
}

async function permissions(folder: string, mode: number): Promise<Finding> {
  if ((mode & 0o077) !== 0) {
    const octal = mode.toString(8).padStart(3, "0");
    return wrong(
      "DATA_DIR {folder} is open to others (mode {octal}), so the service refuses it",
      "Run chmod 700 {folder}",
      { folder, octal },
    );
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok("only its owner can access DATA_DIR {folder}", { folder });
  } catch {
    return wrong(
      "this account may not write in DATA_DIR {folder}",
      "Run chown for the service's account, or this command as that account.",
      { folder },
    );
  }
}

/** @param space in bytes */
export function freeSpace(folder: string, { free, total }: { free: number; total: number }): Finding {
  const left = say("{free} of {total} GiB are free under DATA_DIR {folder}", {
    free: (free / GIB).toFixed(1),
    total: (total / GIB).toFixed(1),
    folder,
  });
  const mend = say("Free space, or move DATA_DIR to a larger disk: a full disk stops every write.");
  if (free < FULL) return found("wrong", say("the disk is full: {left}", { left }), mend);
  return free < NEARLY_FULL ? found("note", say("the disk is nearly full: {left}", { left }), mend) : found("ok", left);
}
