import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type PlainText, say } from "../../texts/say.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** A file's name for messages; `-` is standard input. */
export const named = (path: string) => (path === "-" ? say("standard input") : path);

/** The bytes of a file; `-` is standard input. */
export async function readLocalFile(path: string, { stdin }: Pick<Terminal, "stdin">): Promise<Uint8Array> {
  try {
    return path === "-" ? await buffer(stdin) : await readFile(path);
  } catch (error) {
    throw new UsageError(say("{path} cannot be read: {reason}.", { path: named(path), reason: reasonOf(error) }));
  }
}

/** Checks before the work that its result file can be written. Leaves no file behind. */
export async function checkWritable(path: string): Promise<void> {
  try {
    const made = await open(path, "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    await (made ?? (await open(path, "a"))).close();
    if (made !== null) await rm(path);
  } catch (error) {
    throw new UsageError(say("{path} cannot be written: {reason}.", { path, reason: reasonOf(error) }));
  }
}

/**
 * Writes a file part by part and renames it when complete, so that no partial file has the final name.
 *
 * @returns its length in bytes
 */
export async function writeLocalParts(
  path: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const unfinished = `${path}.part`;
  let bytes = 0;
  async function* counted() {
    for await (const part of parts) {
      bytes += part.byteLength;
      yield part;
    }
  }
  try {
    await writeFile(unfinished, counted());
    await rename(unfinished, path);
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new UsageError(say("{path} cannot be written: {reason}.", { path, reason: reasonOf(error) }));
  }
}

const REASONS: Readonly<Record<string, PlainText>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

export function reasonOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  return reason === undefined ? code || (error as Error).message : say(reason);
}
