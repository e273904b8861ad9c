import type { RequestHandler } from "express";
import { isReading } from "../pages/page-addresses.js";
import { docsPolicy } from "../pages/page-policy.js";
import { sendFile } from "../pages/serve-pages.js";
import { methodNotAllowed } from "../routing/method-not-allowed.js";
import { DOCS_PATH, type DocsPage, loadDocsPage } from "./docs-page.js";

/**
 * The document of the API as a page, from this origin alone. Its files are read when the page is first asked for: most
 * services never show it, and it takes 2 MB.
 */
export function serveDocs({ httpsOnly }: { httpsOnly: boolean }): RequestHandler {
  const policy = docsPolicy({ httpsOnly });
  const wrongMethod = methodNotAllowed(["GET", "HEAD"]);
  let loading: Promise<DocsPage> | null = null;
  return async (req, res, next) => {
    if (req.path !== DOCS_PATH && !req.path.startsWith(`${DOCS_PATH}/`)) return next();
    loading ??= loadDocsPage().catch((error) => {
      loading = null;
      throw error;
    });
    const { index, files } = await loading;
    const file = req.path === DOCS_PATH ? index : files.get(req.path);
    if (file === undefined) return next();
    if (!isReading(req)) return wrongMethod(req, res, next);
    policy(req, res, () => sendFile(file, { status: 200, caching: "no-cache" }, req, res));
  };
}
