import { decoded } from "../decoded.js";

/** The result of a hand-off link (SPEC 5.4): a token, not yet checked, or why there is none. */
export type Arrival = { readonly token: string } | { readonly refused: ArrivalRefusal };
export type ArrivalRefusal = "doubled" | "malformed" | "too-long";

export const ARRIVAL_KEY = "retrieval.arrival";

const PARAMETER = "sso_token";
/** The service keeps its tokens under 4 KB. */
const TOKEN_MAX = 8_192;

interface Page {
  readonly location: Pick<Location, "origin" | "pathname" | "search" | "hash" | "replace">;
  readonly history: Pick<History, "state" | "replaceState">;
  readonly storage: () => Pick<Storage, "setItem">;
}

/**
 * Moves the token from the address to the tab's storage, checked or not, for the application to judge. The address is
 * clean before any request to a server, and before the token can get into a bookmark.
 *
 * @returns whether there was one
 */
export function takeArrival({ location, history, storage }: Page): boolean {
  const { origin, pathname, search, hash } = location;
  const query = withoutToken(search);
  const fragment = withoutToken(hash);
  const tokens = [...fragment.tokens, ...query.tokens];
  if (tokens.length === 0) return false;
  // The browser's history omits an address that was replaced, but not one that was rewritten.
  if (fragment.tokens.length > 0) location.replace("#");
  // The full URL: a path that begins with two slashes would name another host.
  history.replaceState(history.state, "", origin + pathname + query.rest + fragment.rest);
  try {
    storage().setItem(ARRIVAL_KEY, JSON.stringify(arrivalOf(tokens)));
  } catch {
    // The browser stores nothing for this site: the application says so.
  }
  return true;
}

/** `part` is the query with its question mark, or the fragment with its number sign. */
function withoutToken(part: string): { tokens: string[]; rest: string } {
  const tokens: string[] = [];
  const kept = part
    .slice(1)
    .split("&")
    .filter((pair) => {
      const [name = "", ...value] = pair.split("=");
      if (decoded(name) !== PARAMETER) return true;
      tokens.push(decoded(value.join("=")));
      return false;
    });
  const rest = kept.join("&");
  return { tokens, rest: rest === "" ? "" : part.charAt(0) + rest };
}

function arrivalOf(tokens: readonly string[]): Arrival {
  const [token = "", ...others] = tokens;
  if (others.length > 0) return { refused: "doubled" };
  if (token.length > TOKEN_MAX) return { refused: "too-long" };
  // RFC 7519 §3: three parts in base64url.
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? { token } : { refused: "malformed" };
}
