import type { Request } from "express";

/** The addresses that the pages themselves know. */
const PAGES = /^\/(?:$|(?:documents|tokens|authorize|admin)(?:\/|$))/;
/** Addresses for programs, whatever their Accept header says. */
const PROGRAMS = /^\/(?:api|access|mcp|oauth|\.well-known|assets|healthz|readyz|metrics)(?:\/|$)/;

export function isPageAddress({ path }: Request): boolean {
  return PAGES.test(path);
}

/** A browser at an unknown address: the page explains that better than JSON. */
export function wantsPage(req: Request): boolean {
  return isReading(req) && !PROGRAMS.test(req.path) && req.accepts("json", "html") === "html";
}

export function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}
