import { secureUrl } from "./secure-url.js";

/**
 * The address that hands a token to the service's pages: `<frontend_url>#sso_token=<token>` (SPEC 5.4). A fragment is
 * never sent to a server, so the token reaches neither access logs nor Referer headers. Path and query of the page
 * stay; its fragment is replaced.
 *
 * The result is as secret as the token: open it at once, do not log or store it.
 *
 * @throws TypeError if the page is not on HTTPS (or on the loopback address), or there is no token
 */
export function launchUrl(frontendUrl: string, token: string): string {
  if (token === "") throw new TypeError("token must not be empty");
  const url = secureUrl(frontendUrl, "frontendUrl");
  url.hash = `sso_token=${encodeURIComponent(token)}`;
  return url.href;
}
