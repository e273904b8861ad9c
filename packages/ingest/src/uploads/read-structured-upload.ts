import { type ReadTable, readEachChunk, relateChunks } from "@retrieval/core/chunks";
import { type GivenOptions, readOptions } from "@retrieval/core/documents";
import { DOCUMENT_FIELD_NAMES, isObject, repeatedName, STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import type { StructuredUpload } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { packChunkLines, writeChunkLines } from "./chunk-lines.js";
import { splitStructuredUpload } from "./split-structured-upload.js";

const FIELDS: readonly string[] = [
  ...["title", "version", "access_rules", "publish", ...DOCUMENT_FIELD_NAMES, "chunks"],
  ...["effective_from", "notice", "confirm_by", "note"],
];
/** All of a document's chunks are in memory when they are published. */
const LINES_MAX_MEGABYTES = 200;

/** Thrown and caught in this file: some part of the upload is not JSON. */
class NotJsonError extends Error {}

/**
 * Reads an upload as `ReadStructuredUpload` says. The largest uploads take seconds.
 *
 * @returns the problem for which the upload is refused
 */
export async function readStructuredUpload(
  document_id: string,
  bytes: Uint8Array,
  readTable: ReadTable,
): Promise<StructuredUpload | Problem> {
  try {
    const split = splitStructuredUpload(bytes);
    if ("code" in split) return split;
    const given = readEnvelope(parsed(split.envelope));
    const name = repeatedName(new TextDecoder().decode(split.envelope));
    if (name !== null) return { code: "body.repeated_name", name };
    if ("code" in given) return given;
    const options = readOptions(STRUCTURED_CHUNKS, given);
    if ("code" in options) return options;
    const document = { document_id, title: options.title ?? document_id };
    const read = readEachChunk(document, eachParsed(split.entries), readTable);
    if ("code" in read) return read;
    const lines = writeChunkLines(read.chunks, relateChunks(read.chunks));
    if (lines.byteLength > LINES_MAX_MEGABYTES * 1024 * 1024) {
      return { code: "chunks.too_large", megabytes: LINES_MAX_MEGABYTES };
    }
    return { options: { ...options, warnings: read.warnings }, payload: await packChunkLines(lines) };
  } catch (error) {
    if (error instanceof NotJsonError) return { code: "body.not_json" };
    throw error;
  }
}

function readEnvelope(value: unknown): GivenOptions | Problem {
  if (!isObject(value)) return { code: "body.not_object" };
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) return { code: "body.unknown_field", name: unknown.slice(0, 64) };
  const { chunks, ...given } = value as GivenOptions & { readonly chunks?: unknown };
  return Array.isArray(chunks) ? given : { code: "field.not_array", field: "chunks" };
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
