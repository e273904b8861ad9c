import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

// src/ and dist/ have the same depth, so this is right for the sources and for the build.
const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of published documents and files that some tests read and the repository does not ship. */
export const realDataDir = resolve(repositoryRoot, process.env.REAL_DATA_DIR || "../shared/data");

export const realDataIsThere = existsSync(realDataDir);
