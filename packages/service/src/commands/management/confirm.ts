import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import type { Terminal } from "./terminal.js";

/** Asks on the terminal; every answer except yes means no. */
export async function agreed(asked: string, { stdin, stderr }: Pick<Terminal, "stdin" | "stderr">): Promise<boolean> {
  const question = createInterface({ input: stdin, output: stderr });
  // Ctrl-D ends the input without a line; the question alone would wait forever.
  const nothing = once(question, "close").then(() => "");
  try {
    const answer = await Promise.race([question.question(`${asked} [y/N] `), nothing]);
    return /^(y|yes|はい)$/i.test(answer.trim());
  } finally {
    question.close();
  }
}
