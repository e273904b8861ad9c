import type { Request, RequestHandler, Response } from "express";
import { send } from "../answers/send.js";
import { methodNotAllowed } from "../routing/method-not-allowed.js";
import { isPageAddress, isReading, wantsPage } from "./page-addresses.js";
import { pagePolicy } from "./page-policy.js";
import type { Encoded, PageFile, Pages } from "./pages.js";

/** Serves the built pages and their files; other addresses go on to the next handler. */
export function servePages(pages: Pages, { httpsOnly }: { httpsOnly: boolean }): RequestHandler {
  const forPages = pagePolicy(pages.inlineScripts, { httpsOnly });
  // A page of its own, such as a guide, has no inline script.
  const forOthers = pagePolicy([], { httpsOnly });
  const wrongMethod = methodNotAllowed(["GET", "HEAD"]);
  const index = (status: 200 | 404, req: Request, res: Response) =>
    // It names the files of its own build only.
    forPages(req, res, () => sendFile(pages.index, { status, caching: "no-store" }, req, res));

  return (req, res, next) => {
    const file = pages.files.get(req.path);
    const isPage = isPageAddress(req);
    if ((file || isPage) && !isReading(req)) wrongMethod(req, res, next);
    else if (file?.extension === ".html") forOthers(req, res, () => sendFound(file, req, res));
    else if (file) sendFound(file, req, res);
    else if (isPage) index(200, req, res);
    else if (wantsPage(req)) index(404, req, res);
    else next();
  };
}

const sendFound = (file: PageFile, req: Request, res: Response) =>
  sendFile(file, { status: 200, caching: cachingOf(req.path) }, req, res);

/** Below /assets/ a file's name has a hash of its content, so what is there never changes. */
function cachingOf(path: string): string {
  return path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

/** Sends a file in the best encoding that the client takes; or 304 to a client that has it already. */
export function sendFile(
  file: PageFile,
  { status, caching }: { status: number; caching: string },
  req: Request,
  res: Response,
) {
  const { name, content } = encodingFor(req, file);
  res.type(file.extension);
  res.setHeader("Vary", "Accept-Encoding");
  res.setHeader("Cache-Control", caching);
  if (caching !== "no-store") res.setHeader("ETag", content.etag);
  if (name !== null) res.setHeader("Content-Encoding", name);
  send({ status, bytes: content.bytes }, req, res);
}

/** Asks for each encoding alone, because clients often list the best one last. */
function encodingFor(req: Request, { br, gzip, plain }: PageFile): { name: "br" | "gzip" | null; content: Encoded } {
  if (br && req.acceptsEncodings("br")) return { name: "br", content: br };
  if (gzip && req.acceptsEncodings("gzip")) return { name: "gzip", content: gzip };
  return { name: null, content: plain };
}
