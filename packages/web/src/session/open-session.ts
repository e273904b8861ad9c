import type { Api } from "../api/client.js";
import { isRefusal } from "../api/errors.js";
import type { ArrivalRefusal } from "../arrival/take-arrival.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./session-store.js";

/** Why a hand-off link did not sign in: its form was wrong, or the service refused its token. */
export type LinkRefusal = ArrivalRefusal | "not-accepted";
export type SignedOutReason = "never" | "expired" | "by-hand";

export type SessionState =
  | { readonly kind: "opening" }
  | { readonly kind: "no-storage" }
  /** The service did not say who this is; the session and token are kept for the next try. */
  | { readonly kind: "failed" }
  | { readonly kind: "signed-out"; readonly why: SignedOutReason; readonly link: LinkRefusal | null }
  /** A link for another user: the user is asked before the switch. */
  | { readonly kind: "asking"; readonly current: Session; readonly arriving: Session }
  | { readonly kind: "signed-in"; readonly session: Session; readonly link: LinkRefusal | null };

/**
 * Judges the stored session and the token of a hand-off link. An invalid token changes nothing: the existing session
 * stays.
 */
export async function openSession(api: Api, store: SessionStore): Promise<SessionState> {
  const arrival = store.arrival();
  const kept = store.token();
  const handed = arrival && "token" in arrival && arrival.token !== kept ? arrival.token : null;
  const arriving = handed === null ? null : await sessionOf(handed, api);
  const link: LinkRefusal | null =
    arrival && "refused" in arrival ? arrival.refused : handed !== null && arriving === null ? "not-accepted" : null;

  const current = kept === null ? null : await sessionOf(kept, api);
  // Until the question is answered, a reloaded page asks again.
  if (arriving !== null && current !== null && current.user_id !== arriving.user_id)
    return { kind: "asking", current, arriving };
  store.forgetArrival();
  if (arriving === null) {
    if (current !== null) return { kind: "signed-in", session: current, link };
    store.forget();
    return { kind: "signed-out", why: kept === null ? "never" : "expired", link };
  }
  store.keep(arriving.token);
  return { kind: "signed-in", session: arriving, link: null };
}

/** null: the service does not accept the token. */
async function sessionOf(token: string, api: Api): Promise<Session | null> {
  try {
    return { ...(await api.as(token).readSession()).body, token };
  } catch (error) {
    if (isRefusal(error, "UNAUTHORIZED")) return null;
    throw error;
  }
}
