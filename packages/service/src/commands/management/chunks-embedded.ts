import { type Client, RefusalError } from "@retrieval/api/client";
import { sentenceOf } from "@retrieval/api/texts";
import { problemsWithEmbedVersion } from "@retrieval/core/chunks";
import { EMBEDDED_PER_CALL } from "@retrieval/core/limits";
import type { EmbeddedChunk, WrittenEmbedVersions } from "@retrieval/core/ports";
import { say } from "../../texts/say.js";
import type { Context } from "./command.js";
import { readLines } from "./json-lines.js";
import { named } from "./local-file.js";
import { countLine } from "./progress.js";
import type { ExitCode } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** A call's body may have 1 MiB; a chunk_id is at most 512 characters of up to 4 bytes. */
const CALL_BYTES = 900_000;
const ENTRY_BYTES = 120;
/** The number of chunks kept in memory for calls that are not full yet. */
const KEPT_MAX = 20_000;

/** Writes back the version of an embedding, document by document, in calls of up to 1,000 chunks. */
export async function embeddedCommand(
  { client, output, terminal, language }: Context,
  { version }: { readonly version: string },
  path: string,
): Promise<ExitCode> {
  const problems = problemsWithEmbedVersion("--version", version);
  if (problems.length > 0) throw new UsageError(sentenceOf(problems, language));
  const sum = { written: 0, outdated: [] as string[], unknown: [] as string[] };
  const shown = countLine(terminal, say("chunks"));
  try {
    for await (const { document_id, chunks } of callsFor(readLines(path, terminal), path)) {
      const { written, outdated, unknown } = await writtenBack(client, document_id, version, chunks);
      sum.written += written;
      sum.outdated.push(...outdated);
      sum.unknown.push(...unknown);
      shown.show(sum.written);
    }
  } finally {
    shown.end();
  }
  output.line(
    say("{path}: {written} written, {outdated} outdated, {unknown} unknown", {
      path: named(path),
      written: sum.written,
      outdated: sum.outdated.length,
      unknown: sum.unknown.length,
    }),
  );
  for (const chunk_id of sum.outdated) output.line(say("  outdated  {chunk_id}", { chunk_id }));
  for (const chunk_id of sum.unknown) output.line(say("  unknown   {chunk_id}", { chunk_id }));
  output.document({ embed_version: version, ...sum });
  return 0;
}

interface DocumentCall {
  readonly document_id: string;
  readonly chunks: readonly EmbeddedChunk[];
}

/**
 * The lines of a file as calls. Of two lines for one chunk the later counts, as in an export that restarted a document.
 */
async function* callsFor(lines: AsyncIterable<string>, path: string): AsyncGenerator<DocumentCall> {
  const open = new Map<string, { readonly hashes: Map<string, string>; bytes: number }>();
  let kept = 0;
  const take = (document_id: string): DocumentCall => {
    const { hashes } = open.get(document_id) as { hashes: Map<string, string> };
    open.delete(document_id);
    kept -= hashes.size;
    return { document_id, chunks: [...hashes].map(([chunk_id, text_hash]) => ({ chunk_id, text_hash })) };
  };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const { chunk_id, doc_id, text_hash } = readLine(line, path, number);
    const call = open.get(doc_id) ?? { hashes: new Map<string, string>(), bytes: 0 };
    open.set(doc_id, call);
    if (!call.hashes.has(chunk_id)) kept += 1;
    call.hashes.set(chunk_id, text_hash);
    call.bytes += Buffer.byteLength(chunk_id) + ENTRY_BYTES;
    if (call.hashes.size === EMBEDDED_PER_CALL || call.bytes > CALL_BYTES) yield take(doc_id);
    if (kept >= KEPT_MAX) for (const document_id of [...open.keys()]) yield take(document_id);
  }
  for (const document_id of [...open.keys()]) yield take(document_id);
}

function readLine(line: string, path: string, number: number): EmbeddedChunk & { readonly doc_id: string } {
  try {
    const { chunk_id, doc_id, text_hash } = JSON.parse(line) as Record<string, unknown>;
    if (typeof chunk_id === "string" && typeof doc_id === "string" && typeof text_hash === "string")
      return { chunk_id, doc_id, text_hash };
  } catch {
    // Reported below.
  }
  const before = number > 1 ? say(" The lines before it may have been written back.") : "";
  throw new UsageError(
    say("{path}, line {number} is not a line of an export: chunk_id, doc_id and text_hash are required.{before}", {
      path: named(path),
      number,
      before,
    }),
  );
}

async function writtenBack(
  client: Client,
  document_id: string,
  embed_version: string,
  chunks: readonly EmbeddedChunk[],
): Promise<WrittenEmbedVersions> {
  try {
    return (await client.writeEmbedVersions({ document_id, body: { embed_version, chunks } })).body;
  } catch (error) {
    // The document was deleted after the export.
    if (!(error instanceof RefusalError) || error.code !== "DOCUMENT_NOT_FOUND") throw error;
    return { written: 0, outdated: [], unknown: chunks.map(({ chunk_id }) => chunk_id) };
  }
}
