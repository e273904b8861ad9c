import { type ReadTable, readEachChunk } from "../chunks/read-chunks.js";
import { relateChunks } from "../chunks/relations.js";
import type { StructuredUpload } from "../ports/structured-upload-reader.js";
import type { Problem } from "../problems.js";
import { packChunkLines, writeChunkLines } from "./chunk-lines.js";
import { type GivenOptions, readOptions } from "./ingest-options.js";
import { splitStructuredUpload } from "./split-structured-upload.js";

/** The media type of uploads that are structured chunks. */
export const STRUCTURED_CHUNKS = "application/json";

const FIELDS: readonly string[] = ["title", "version", "access_rules", "publish", "chunks"];
/** All of a document's chunks are in memory when they are published. */
const LINES_MAX = 200 * 1024 * 1024;

const NOT_JSON = "the body is not JSON in UTF-8";

/** Thrown and caught in this file: some part of the upload is not JSON. */
class NotJsonError extends Error {}

/**
 * Reads `{title, version, access_rules, publish, chunks}`, of which only `chunks` must be there. Nothing needs to be
 * judged again after it. It takes seconds for the largest uploads; see `StructuredUploadReader`.
 *
 * @returns one sentence, without its full stop, where the upload is refused
 */
export async function readStructuredUpload(
  document_id: string,
  bytes: Uint8Array,
  readTable: ReadTable,
): Promise<StructuredUpload | Problem | string> {
  try {
    const split = splitStructuredUpload(bytes);
    if (typeof split === "string") return split;
    const given = readEnvelope(parsed(split.envelope));
    if (typeof given === "string") return given;
    const options = readOptions(STRUCTURED_CHUNKS, given);
    if (typeof options === "string" || "code" in options) return options;
    const document = { document_id, title: options.title ?? document_id };
    const read = readEachChunk(document, eachParsed(split.entries), readTable);
    if (typeof read === "string" || "code" in read) return read;
    const lines = writeChunkLines(read.chunks, relateChunks(read.chunks));
    if (lines.byteLength > LINES_MAX) return "the chunks take more than 200 MiB with what belongs to them; split them";
    return { options: { ...options, warnings: read.warnings }, payload: await packChunkLines(lines) };
  } catch (error) {
    if (error instanceof NotJsonError) return NOT_JSON;
    throw error;
  }
}

function readEnvelope(value: unknown): GivenOptions | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "the body must be an object";
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return `the body has an unknown field ${JSON.stringify(unknown.slice(0, 64))}`;
  const { chunks, ...given } = value as GivenOptions & { readonly chunks?: unknown };
  return Array.isArray(chunks) ? given : "chunks must be an array of structured chunks";
}

function* eachParsed(entries: readonly Uint8Array[]): Generator<unknown> {
  for (const entry of entries) yield parsed(entry);
}

/** JSON text is UTF-8 (RFC 8259 §8.1); other bytes are refused rather than replaced, so that no text is changed. */
function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    throw new NotJsonError();
  }
}
