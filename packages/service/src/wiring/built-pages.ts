import { fileURLToPath } from "node:url";
import { loadPages, type Pages } from "@retrieval/http";

/** Shown by `serve`, the demo and the doctor if the pages are missing. */
export const PAGES_NOT_BUILT = {
  what: "the pages are not built: the service has only its API, and browsers see nothing",
  mend: "Run npm run build, and start the service again.",
} as const;

/** The pages that `npm run build` left in packages/web, or null. */
export async function builtPages(): Promise<Pages | null> {
  const folder = pagesFolder();
  return folder === null ? null : loadPages(folder);
}

function pagesFolder(): string | null {
  try {
    return fileURLToPath(new URL("dist/", import.meta.resolve("@retrieval/web/package.json")));
  } catch {
    // This package may be installed without packages/web.
    return null;
  }
}
