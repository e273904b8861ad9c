import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { documentIdOf, FILE_EXTENSIONS, mediaTypeOf } from "@retrieval/core/limits";
import { reasonOf } from "./local-file.js";
import { UsageError } from "./usage-error.js";

export interface DocumentFile {
  readonly path: string;
  readonly document_id: string;
  readonly mediaType: string;
}

export interface FoundFiles {
  readonly files: readonly DocumentFile[];
  /** The paths of files in folders that are not documents. */
  readonly skipped: readonly string[];
}

/**
 * The documents in files and folders (with all subfolders), each under its document_id.
 *
 * @param id the document_id, for a single file
 * @throws UsageError before anything is sent: a missing file, two files for one document, a name without a usable id
 */
export async function findDocumentFiles(paths: readonly string[], id: string | undefined): Promise<FoundFiles> {
  const found = (await Promise.all(paths.map((path) => filesAt(path, true)))).flat();
  const isDocument = ({ named, path }: FoundPath) => named || mediaTypeOf(path) !== null;
  const files = found.filter(isDocument).map(({ path }) => path);
  const skipped = found.filter((each) => !isDocument(each)).map(({ path }) => path);
  if (id !== undefined && files.length !== 1) {
    throw new UsageError(`--id names one document, but there are ${files.length} files.`);
  }
  const byId = new Map<string, DocumentFile>();
  for (const path of new Set(files)) {
    const mediaType = mediaTypeOf(path);
    if (mediaType === null) throw new UsageError(`${path} does not end in ${FILE_EXTENSIONS.join(", ")}.`);
    const document_id = id ?? documentIdOf(basename(path));
    if (document_id === "")
      throw new UsageError(`No document id can be made from the name of ${path}; set one with --id.`);
    const other = byId.get(document_id);
    if (other) {
      throw new UsageError(
        `${other.path} and ${path} would both be the document ${document_id}; ingest one of them with --id.`,
      );
    }
    byId.set(document_id, { path, document_id, mediaType });
  }
  return { files: [...byId.values()], skipped };
}

interface FoundPath {
  readonly path: string;
  /** true: the command line names it. */
  readonly named: boolean;
}

async function filesAt(path: string, named: boolean): Promise<FoundPath[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ path, named }];
    // Hidden files and Office's lock files are not documents.
    const names = (await readdir(path)).filter((name) => !/^(\.|~\$)/.test(name)).sort();
    return (await Promise.all(names.map((name) => filesAt(join(path, name), false)))).flat();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}
