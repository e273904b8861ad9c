import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { sentenceOf } from "@retrieval/api/texts";
import { documentIdOf, FILE_EXTENSIONS, mediaTypeOf, otherFormatOf } from "@retrieval/core/limits";
import { say, spokenLanguage } from "../../texts/say.js";
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
  /** The ids of all files, also of those that are skipped. */
  readonly ids: ReadonlySet<string>;
  /** Paths that are no folder, or may lead to one that was not read. */
  readonly unread: readonly string[];
}

/**
 * What a document_id is made from: the file's name; its path below the folder that the command line names; or that path
 * with the folder's name in front.
 */
export const ID_SOURCES = ["name", "path", "folder"] as const;
type IdSource = (typeof ID_SOURCES)[number];

interface IdFlags {
  /** The document_id, for a single file. */
  readonly id?: string;
  readonly idFrom?: IdSource;
}

/**
 * The documents in files and folders (with all subfolders), each under its document_id.
 *
 * @throws UsageError before anything is sent, with all problems: missing files, two files for one document, names
 *   without a usable id
 */
export async function findDocumentFiles(
  paths: readonly string[],
  { id, idFrom = "name" }: IdFlags,
): Promise<FoundFiles> {
  const problems: string[] = [];
  const found = (await Promise.all(paths.map((path) => filesAt(path, problems)))).flat();
  const skipped = found.flatMap(({ path, reason }) => (reason === null ? [] : [{ path, reason }]));
  const ids = new Set(found.map(({ sources }) => documentIdOf(sources[idFrom])));
  const unread = found.flatMap(({ path, isWhole }) => (isWhole ? [] : [path]));
  const files = new Map(found.flatMap(({ path, sources, reason }) => (reason === null ? [[path, sources]] : [])));
  if (id !== undefined && files.size > 1) {
    problems.push(say("--id names one document, but there are {files} files.", { files: files.size }));
  }
  const byId = new Map<string, DocumentFile>();
  for (const [path, sources] of files) {
    const mediaType = mediaTypeOf(path);
    const document_id = id ?? documentIdOf(sources[idFrom]);
    const other = byId.get(document_id);
    if (mediaType === null) {
      const other = otherFormatText(path);
      const known = { path, extensions: FILE_EXTENSIONS.join(", ") };
      problems.push(other === null ? say("{path} does not end in {extensions}.", known) : `${path}: ${other}`);
    } else if (document_id === "") {
      problems.push(say("No document id can be made from the name of {path}; set one with --id.", { path }));
    } else if (other === undefined) {
      byId.set(document_id, { path, document_id, mediaType });
    } else if (id === undefined) {
      problems.push(say(SAME_ID[idFrom], { other: other.path, path, document_id }));
    }
  }
  const [problem, ...others] = new Set(problems);
  if (problem !== undefined) throw new UsageError(problem, others);
  return { files: [...byId.values()], skipped, ids, unread };
}

/** What to do about two files for one document, by the source of the ids that was chosen. */
const SAME_ID = {
  name: "{other} and {path} would both be the document {document_id}; ingest one of them with --id, or all with --id-from path.",
  path: "{other} and {path} would both be the document {document_id}; ingest one of them with --id, or all with --id-from folder.",
  folder: "{other} and {path} would both be the document {document_id}; ingest one of them with --id.",
} as const satisfies Record<IdSource, string>;

interface FoundPath {
  readonly path: string;
  /** Its path below the folder that the command line names, or its name. */
  readonly below: string;
  /** Why it is skipped; null: it is sent. */
  readonly reason: string | null;
  /** Whether it comes from a folder and is no link that is skipped. */
  readonly isWhole: boolean;
}

/** A path that the command line leads to, and what its document_id may be made from. */
type NamedPath = FoundPath & { readonly sources: Readonly<Record<IdSource, string>> };

/** What the command line names is sent, whatever it is. */
async function filesAt(path: string, problems: string[]): Promise<NamedPath[]> {
  try {
    const isFolder = await reading(path, async () => (await stat(path)).isDirectory());
    const found = isFolder ? await filesIn(path, "") : [{ path, below: basename(path), reason: null, isWhole: false }];
    const folder = isFolder ? `${basename(resolve(path))}/` : "";
    return found.map((file) => {
      const { below } = file;
      return { ...file, sources: { name: basename(file.path), path: below, folder: `${folder}${below}` } };
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(error.message);
    return [];
  }
}

/** The files of a folder and its subfolders. Hidden files and Office's lock files are not documents. */
async function filesIn(folder: string, below: string): Promise<FoundPath[]> {
  const entries = await reading(folder, () => readdir(folder, { withFileTypes: true }));
  const shown = entries.filter(({ name }) => !/^(\.|~\$)/.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = shown.map(async (entry) => {
    const [path, at] = [join(folder, entry.name), `${below}${entry.name}`];
    if (entry.isDirectory()) return filesIn(path, `${at}/`);
    const reason = await reasonToSkip(entry, path);
    return [{ path, below: at, reason, isWhole: reason === null || !entry.isSymbolicLink() }];
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
  return mediaTypeOf(path) === null ? (otherFormatText(path) ?? say("not a document")) : null;
}

/** What to do about a file of a format that is not read. */
function otherFormatText(path: string): string | null {
  const format = otherFormatOf(path);
  return format && sentenceOf([{ code: "file.other_format", format }], spokenLanguage());
}

async function reading<Read>(path: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(say("{path} cannot be read: {reason}.", { path, reason: reasonOf(error) }));
  }
}
