import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { inlineScripts } from "./inline-scripts.js";
import type { Encoded, PageFile, Pages } from "./pages.js";

const INDEX = "index.html";

/**
 * Reads the built pages, all of them and once. A build that replaces the folder under a running service then breaks
 * nothing: the index, its policy and the files that it names stay those of one build until the next start.
 *
 * @param folder with index.html and what it loads; `FILE.br` and `FILE.gz` are FILE compressed; names that begin with a
 *   dot are passed over
 * @returns null where there is no index.html: the pages are not built
 */
export async function loadPages(folder: string): Promise<Pages | null> {
  const names = await namesIn(folder);
  if (!names.has(INDEX)) return null;
  const read = async (name: string): Promise<Encoded | null> =>
    names.has(name) ? encoded(await readFile(join(folder, name))) : null;
  const file = async (name: string): Promise<PageFile> => ({
    extension: extname(name),
    plain: encoded(await readFile(join(folder, name))),
    br: await read(`${name}.br`),
    gzip: await read(`${name}.gz`),
  });

  const files = new Map<string, PageFile>();
  for (const name of names) {
    const compressed = /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3));
    if (name !== INDEX && !compressed) files.set(addressOf(name), await file(name));
  }
  const index = await file(INDEX);
  return { index, files, inlineScripts: inlineScripts(index.plain.bytes.toString("utf8")) };
}

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const names = paths.map((path) => relative(folder, path).split(sep).join("/"));
    return new Set(names.filter((name) => !/(^|\/)\./.test(name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Set();
    throw error;
  }
}

export function encoded(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** Addresses are compared as they are sent, so that no spelling of `..` leads anywhere. */
function addressOf(name: string): string {
  return `/${name.split("/").map(encodeURIComponent).join("/")}`;
}
