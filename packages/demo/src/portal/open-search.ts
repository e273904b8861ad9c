import { CONNECTION_FAILED, createPortalClient, launchUrl } from "@retrieval/portal";
import type { Logger } from "pino";

export type Opening =
  /** As secret as the token in it: for the Location of one answer only. */
  | { readonly ok: true; readonly location: string }
  | { readonly ok: false; readonly problem: "not-registered" | "away" | "refused" };

/** What a portal does when a logged-in user opens the document search. */
export type OpenSearch = (user_id: string) => Promise<Opening>;

const AWAY = new Set([CONNECTION_FAILED, "UNAVAILABLE", "RATE_LIMITED"]);

/** @param service its address, and the secret that portal and service share */
export function searchOpener(service: { url: string; secret: string }, logger: Pick<Logger, "warn">): OpenSearch {
  const client = createPortalClient({ baseUrl: service.url, secret: service.secret });
  return async (user_id) => {
    const answer = await client.requestToken(user_id);
    if (answer.ok) return { ok: true, location: launchUrl(service.url, answer.token) };
    if (answer.code === "USER_NOT_FOUND") return { ok: false, problem: "not-registered" };
    const { code, detail } = answer;
    logger.warn({ code, detail }, "the sample portal could not open the document search");
    return { ok: false, problem: AWAY.has(code) ? "away" : "refused" };
  };
}
