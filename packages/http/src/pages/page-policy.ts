import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * The policy of a page: it may load our own files and call our own API, nothing else. No text becomes a script in it,
 * neither in its markup nor, by Trusted Types, through a script.
 *
 * @param inlineScripts hashes of the scripts inside the page
 */
export function pagePolicy(inlineScripts: readonly string[], { httpsOnly }: { httpsOnly: boolean }): RequestHandler {
  return policyOf(
    {
      scriptSrc: ["'self'", ...inlineScripts.map((hash) => `'${hash}'`)],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    httpsOnly,
  );
}

/**
 * The policy of the page of the API's document: the same, without Trusted Types, which swagger-ui does not support, and
 * with the pictures inside its style sheet.
 */
export function docsPolicy({ httpsOnly }: { httpsOnly: boolean }): RequestHandler {
  return policyOf({ imgSrc: ["'self'", "data:"] }, httpsOnly);
}

function policyOf(directives: Readonly<Record<string, readonly string[]>>, httpsOnly: boolean): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      ...directives,
      // On plain HTTP, as in the demo, it would send the browser to a port without a server.
      ...(httpsOnly && { upgradeInsecureRequests: [] }),
    },
  });
}
