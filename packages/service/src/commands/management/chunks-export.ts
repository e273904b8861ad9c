import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { textParts } from "../../client/text-parts.js";
import { SILENCE_MS } from "../../client/time-limits.js";
import { say } from "../../texts/say.js";
import type { Context } from "./command.js";
import { writeLocalParts } from "./local-file.js";
import { countLine } from "./progress.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export interface ExportFlags {
  readonly jsonl: string;
  readonly document?: string;
  readonly stale?: string;
}

/** Streams the lines, so that an export of any size takes the same memory. */
export async function exportCommand(
  { client, output, terminal }: Context,
  { jsonl, document, stale }: ExportFlags,
): Promise<ExitCode> {
  const toStdout = jsonl === "-";
  if (toStdout && output.json)
    throw new UsageError(say("With --json, set --jsonl FILE: standard output can have only one of the two."));
  const count = { chunks: 0 };
  // On a terminal, the count would appear between the lines of the export.
  const shown = toStdout && terminal.stdout.isTTY ? null : countLine(terminal, say("chunks"));
  const exported = await client.exportChunks({ document_id: document, stale, timeoutMs: SILENCE_MS });
  const lines = counted(textParts(exported.body), (more) => {
    count.chunks += more;
    shown?.show(count.chunks);
  });
  try {
    await (toStdout ? writeOut(lines, terminal) : writeLocalParts(jsonl, lines));
  } finally {
    shown?.end();
  }
  if (!toStdout) output.line(say("{jsonl}: {chunks} chunk(s)", { jsonl, chunks: count.chunks }));
  output.document({ path: jsonl, chunks: count.chunks });
  return 0;
}

async function* counted(text: AsyncIterable<string>, onLines: (more: number) => void): AsyncGenerator<string> {
  for await (const part of text) {
    onLines(part.split("\n").length - 1);
    yield part;
  }
}

async function writeOut(lines: AsyncIterable<string>, { stdout }: Terminal): Promise<void> {
  try {
    await pipeline(Readable.from(lines), stdout, { end: false });
  } catch (error) {
    // The reader has closed the pipe, as head does.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}
