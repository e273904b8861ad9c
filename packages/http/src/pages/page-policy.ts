import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * What a page may do: load our own files, ask our own API, and nothing besides. No text becomes a script in it, neither
 * in its markup nor, by Trusted Types, on its way through a script.
 *
 * @param inlineScripts hashes of the scripts that stand in the page itself
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
 * What the page of the API's document may do: the same, but for Trusted Types, which swagger-ui does not know, and for
 * the pictures that its style sheet has inside.
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
      // On plain HTTP, as in the demo, it would send the browser where nobody answers.
      ...(httpsOnly && { upgradeInsecureRequests: [] }),
    },
  });
}
