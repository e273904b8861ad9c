import { decoded } from "../decoded.js";

/** What a hand-off link brought (SPEC 5.4): a token that may be good, or why there is none. */
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
 * Takes the token out of the address, whatever it is worth, and leaves it in the tab's storage for the application to
 * judge. The address is clean before anything else is asked of any server, and before the token could get into a bookmark.
 *
 * @returns whether there was one
 */
export function takeArrival({ location, history, storage }: Page): boolean {
  const { origin, pathname, search, hash } = location;
  const query = withoutToken(search);
  const fragment = withoutToken(hash);
  const tokens = [...fragment.tokens, ...query.tokens];
  if (tokens.length === 0) return false;
  // The browser's own list of visited pages leaves out an address that was replaced, but not one that was rewritten.
  if (fragment.tokens.length > 0) location.replace("#");
  // In whole: a path that begins with two slashes would name another host.
  history.replaceState(history.state, "", origin + pathname + query.rest + fragment.rest);
  try {
    storage().setItem(ARRIVAL_KEY, JSON.stringify(arrivalOf(tokens)));
  } catch {
    // A browser that keeps nothing for this site: the application says so.
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
