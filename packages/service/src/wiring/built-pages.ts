import { fileURLToPath } from "node:url";
import { loadPages, type Pages } from "@retrieval/http";

/** What `serve`, the demo and the doctor say where there are none. */
export const PAGES_NOT_BUILT = {
  what: "the pages are not built: browsers are shown nothing, and there is the API alone",
  mend: "Run npm run build, and start the service again.",
} as const;

/** The pages that `npm run build` has left in packages/web, or null. */
export async function builtPages(): Promise<Pages | null> {
  const folder = pagesFolder();
  return folder === null ? null : loadPages(folder);
}

function pagesFolder(): string | null {
  try {
    return fileURLToPath(new URL("dist/", import.meta.resolve("@retrieval/web/package.json")));
  } catch {
    // This package may be installed without that one.
    return null;
  }
}
