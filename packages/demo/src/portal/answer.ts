import type { ServerResponse } from "node:http";
import type { Markup } from "./html.js";

export interface PortalAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly page?: Markup;
  /** Instead of a page. */
  readonly file?: PortalFile;
}

export interface PortalFile {
  readonly type: string;
  readonly content: Buffer;
}

/** After a POST: the browser goes there with a GET (RFC 9110 §15.4.4). */
export function goTo(location: string, headers: PortalAnswer["headers"] = {}): PortalAnswer {
  return { status: 303, headers: { ...headers, Location: location } };
}

/**
 * @param formTargets other origins that a form may lead to: browsers also check the redirect of a form's answer against
 * `form-action`
 */
export function sendAnswer(answer: PortalAnswer, formTargets: readonly string[], res: ServerResponse): void {
  const { status, headers = {}, page, file } = answer;
  const content = file?.content ?? page?.text ?? "";
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  res.writeHead(status, {
    "Content-Type": file?.type ?? "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(content),
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(headers as Record<string, string | string[]>),
  });
  res.end(content);
}
