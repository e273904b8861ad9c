import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { documentIdOf, FILE_EXTENSIONS, mediaTypeOf } from "@retrieval/core/limits";
import { say } from "../../texts/say.js";
import { reasonOf } from "./local-file.js";
import { UsageError } from "./usage-error.js";

export interface DocumentFile {
  readonly path: string;
  readonly document_id: string;
  readonly mediaType: string;
}

export interface SkippedPath {
  readonly path: string;
  readonly reason: string;
}

export interface FoundFiles {
  readonly files: readonly DocumentFile[];
  /** What folders have and is not sent. */
  readonly skipped: readonly SkippedPath[];
}

/** What a document_id is made from: the file's name, or its path below the folder that the command line names. */
export const ID_SOURCES = ["name", "path"] as const;

interface IdFlags {
  /** The document_id, for a single file. */
  readonly id?: string;
  readonly idFrom?: (typeof ID_SOURCES)[number];
}

/**
 * The documents in files and folders (with all subfolders), each under its document_id.
 *
 * @throws UsageError before anything is sent: a missing file, two files for one document, a name without a usable id
 */
export async function findDocumentFiles(
  paths: readonly string[],
  { id, idFrom = "name" }: IdFlags,
): Promise<FoundFiles> {
  const found = (await Promise.all(paths.map(filesAt))).flat();
  const skipped = found.flatMap(({ path, reason }) => (reason === null ? [] : [{ path, reason }]));
  const files = new Map(found.flatMap(({ path, below, reason }) => (reason === null ? [[path, below]] : [])));
  if (id !== undefined && files.size !== 1) {
    throw new UsageError(say("--id names one document, but there are {files} files.", { files: files.size }));
  }
  const byId = new Map<string, DocumentFile>();
  for (const [path, below] of files) {
    const mediaType = mediaTypeOf(path);
    if (mediaType === null)
      throw new UsageError(
        say("{path} does not end in {extensions}.", { path, extensions: FILE_EXTENSIONS.join(", ") }),
      );
    const document_id = id ?? documentIdOf(idFrom === "path" ? below : basename(path));
    if (document_id === "")
      throw new UsageError(say("No document id can be made from the name of {path}; set one with --id.", { path }));
    const other = byId.get(document_id);
    if (other) {
      throw new UsageError(
        say(
          "{other} and {path} would both be the document {document_id}; ingest one of them with --id, or all with --id-from path.",
          { other: other.path, path, document_id },
        ),
      );
    }
    byId.set(document_id, { path, document_id, mediaType });
  }
  return { files: [...byId.values()], skipped };
}

interface FoundPath {
  readonly path: string;
  /** Its path below the folder that the command line names, or its name. */
  readonly below: string;
  /** Why it is skipped; null: it is sent. */
  readonly reason: string | null;
}

/** What the command line names is sent, whatever it is. */
async function filesAt(path: string): Promise<FoundPath[]> {
  return reading(path, async () => {
    if ((await stat(path)).isDirectory()) return filesIn(path, "");
    return [{ path, below: basename(path), reason: null }];
  });
}

/** The files of a folder and its subfolders. Hidden files and Office's lock files are not documents. */
async function filesIn(folder: string, below: string): Promise<FoundPath[]> {
  const entries = await reading(folder, () => readdir(folder, { withFileTypes: true }));
  const shown = entries.filter(({ name }) => !/^(\.|~\$)/.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = shown.map(async (entry) => {
    const [path, at] = [join(folder, entry.name), `${below}${entry.name}`];
    if (entry.isDirectory()) return filesIn(path, `${at}/`);
    return [{ path, below: at, reason: await reasonToSkip(entry, path) }];
  });
  return (await Promise.all(found)).flat();
}

/** Links to folders are not followed: one to a folder above would lead around for ever. */
async function reasonToSkip(entry: Dirent, path: string): Promise<string | null> {
  if (entry.isSymbolicLink()) {
    const target = await stat(path).catch(() => null);
    if (target === null) return say("a link that leads nowhere");
    if (target.isDirectory()) return say("a link to a folder");
  }
  return mediaTypeOf(path) === null ? say("not a document") : null;
}

async function reading<Read>(path: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(say("{path} cannot be read: {reason}.", { path, reason: reasonOf(error) }));
  }
}
