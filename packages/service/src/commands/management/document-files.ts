import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { isDocumentId } from "@retrieval/core/chunks";
import { reasonOf } from "./local-file.js";
import { UsageError } from "./usage-error.js";

/** By the file's ending; the service says which of these it takes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".html": "text/html",
  ".htm": "text/html",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".pdf": "application/pdf",
  ".json": "application/json",
};
export const ENDINGS = Object.keys(MEDIA_TYPES);

export interface DocumentFile {
  readonly path: string;
  readonly document_id: string;
  readonly mediaType: string;
}

export interface FoundFiles {
  readonly files: readonly DocumentFile[];
  /** Files in folders that are no documents. */
  readonly leftOut: number;
}

/**
 * The documents among files and folders (folders with everything below them), each under its document_id.
 *
 * @param id the document_id, for a single file
 * @throws UsageError before anything is sent: a missing file, two files for one document, a name that gives no id
 */
export async function findDocumentFiles(paths: readonly string[], id: string | undefined): Promise<FoundFiles> {
  const found = (await Promise.all(paths.map((path) => filesAt(path, true)))).flat();
  const files = found.filter(({ named, path }) => named || mediaTypeOf(path) !== undefined).map(({ path }) => path);
  if (id !== undefined && files.length !== 1) {
    throw new UsageError(`--id names one document, but there are ${files.length} files.`);
  }
  const byId = new Map<string, DocumentFile>();
  for (const path of new Set(files)) {
    const mediaType = mediaTypeOf(path);
    if (mediaType === undefined) throw new UsageError(`${path} does not end in ${ENDINGS.join(", ")}.`);
    const document_id = id ?? documentIdOf(path);
    if (document_id === null) throw new UsageError(`The name of ${path} gives no document id; give one with --id.`);
    const other = byId.get(document_id);
    if (other) {
      throw new UsageError(
        `${other.path} and ${path} would both be the document ${document_id}; ingest one of them with --id.`,
      );
    }
    byId.set(document_id, { path, document_id, mediaType });
  }
  return { files: [...byId.values()], leftOut: found.length - files.length };
}

/**
 * The document_id that a file's name gives: without its ending, each run of other characters than letters, digits,
 * `.`, `_` and `-` as one hyphen. Composed first, because macOS gives `が` as two characters.
 */
export function documentIdOf(path: string): string | null {
  const name = basename(path, extname(path)).normalize("NFC");
  const id = [...name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[^\p{L}\p{N}]+/u, "")]
    .slice(0, 128)
    .join("")
    .replace(/-+$/, "");
  return isDocumentId(id) ? id : null;
}

const mediaTypeOf = (path: string) => MEDIA_TYPES[extname(path).toLowerCase()];

/** @param named true: somebody named it on the command line */
async function filesAt(path: string, named: boolean): Promise<{ path: string; named: boolean }[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, named }];
    // Hidden files, and the locks that Office leaves beside open ones, are nobody's documents.
    const names = (await readdir(path)).filter((name) => !/^(\.|~\$)/.test(name)).sort();
    return (await Promise.all(names.map((name) => filesAt(join(path, name), false)))).flat();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}
