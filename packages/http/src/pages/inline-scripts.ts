import { createHash } from "node:crypto";

/** A script element with its text; our own build writes no `>` inside an attribute. */
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;

/** The hashes of a page's scripts without `src`, as CSP level 3 (§2.3.1) takes them. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)].filter(([, attributes = ""]) => !/\ssrc\s*=/i.test(attributes)).map(hashOf);
}

/** The browser hashes the text without carriage returns. */
function hashOf([, , text = ""]: RegExpMatchArray): string {
  return `sha256-${createHash("sha256").update(text.replace(/\r\n?/g, "\n")).digest("base64")}`;
}
