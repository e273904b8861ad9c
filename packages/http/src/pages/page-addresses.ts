import type { Request } from "express";

/** The addresses that the pages themselves know. */
const PAGES = /^\/(?:$|(?:documents|admin)(?:\/|$))/;
/** What programs ask for, however they say what they accept. */
const PROGRAMS = /^\/(?:api|\.well-known|assets|healthz|readyz|metrics)(?:\/|$)/;

export function isPageAddress({ path }: Request): boolean {
  return PAGES.test(path);
}

/** Somebody with a browser, at an address that leads nowhere: the page can say so better than JSON. */
export function wantsPage(req: Request): boolean {
  return isReading(req) && !PROGRAMS.test(req.path) && req.accepts("json", "html") === "html";
}

export function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
