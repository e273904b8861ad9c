import { createReadStream } from "node:fs";
import { say } from "../../texts/say.js";
import { named, reasonOf } from "./local-file.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/**
 * The lines of a file of any length; `-` is standard input. Only a line feed ends a line: Node's readline would also
 * split at U+2028, which may occur inside JSON.
 *
 * @throws UsageError when the file cannot be read
 */
export async function* readLines(path: string, { stdin }: Pick<Terminal, "stdin">): AsyncGenerator<string> {
  const input = path === "-" ? stdin : createReadStream(path);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const part of input) {
      const lines = (rest + decoder.decode(part as Buffer, { stream: true })).split("\n");
      rest = lines.pop() as string;
      yield* lines;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new UsageError(say("{path} cannot be read: {reason}.", { path: named(path), reason: reasonOf(error) }));
  }
  if (rest !== "") yield rest;
}
