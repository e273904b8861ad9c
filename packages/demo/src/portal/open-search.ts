import type { LanguageCode } from "@retrieval/api/texts";
import { CONNECTION_FAILED, createPortalClient, launchUrl } from "@retrieval/portal";
import type { Logger } from "pino";

export type Opening =
  /** As secret as the token in it: for the Location of one answer only. */
  | { readonly ok: true; readonly location: string }
  /** `reason`: the service's sentence for the visitor. */
  | { readonly ok: false; readonly problem: "not-registered" | "away" | "refused"; readonly reason?: string };

/** What a portal does when a logged-in user opens the document search. */
export type OpenSearch = (user_id: string, language: LanguageCode) => Promise<Opening>;

const AWAY = new Set([CONNECTION_FAILED, "UNAVAILABLE", "RATE_LIMITED"]);

/** @param service its address, and the secret that portal and service share */
export function searchOpener(service: { url: string; secret: string }, logger: Pick<Logger, "warn">): OpenSearch {
  const clientIn = (language: LanguageCode) =>
    createPortalClient({ baseUrl: service.url, secret: service.secret, language });
  const clients = { en: clientIn("en"), ja: clientIn("ja") };
  return async (user_id, language) => {
    const answer = await clients[language].requestToken(user_id);
    if (answer.ok) return { ok: true, location: launchUrl(service.url, answer.token) };
    if (answer.code === "USER_NOT_FOUND") return { ok: false, problem: "not-registered" };
    const { code, message, detail } = answer;
    logger.warn({ code, detail }, "the sample portal could not open the document search");
    return AWAY.has(code) ? { ok: false, problem: "away" } : { ok: false, problem: "refused", reason: message };
  };
}
