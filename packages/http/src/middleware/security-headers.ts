import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";

/** For this host alone: others below its name are not ours to speak for. */
const HSTS = { includeSubDomains: false } as const;

/** Nothing that we answer needs them, and a page of ours must not be made to ask for them. */
const NO_DEVICES = ["camera", "geolocation", "microphone", "payment", "usb"].map((name) => `${name}=()`).join(", ");

/**
 * What every answer carries. Its policy is the strictest there is; {@link pagePolicy} makes room for the pages. Nothing is
 * stored by a browser or a proxy, unless the answer says otherwise of itself.
 */
export function securityHeaders({ httpsOnly }: { httpsOnly: boolean }): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: httpsOnly && HSTS,
    xFrameOptions: { action: "deny" },
  });
  const fixed = [["Permissions-Policy", NO_DEVICES], ["Cache-Control", "no-store"], ...headersSetBy(headers)] as const;
  return (_req, res, next) => {
    for (const [name, value] of fixed) res.setHeader(name, value);
    next();
  };
}

/** None of helmet's middlewares looks at the request, so what they say is found out once. */
function headersSetBy(middleware: RequestHandler): readonly (readonly [name: string, value: string])[] {
  const headers: (readonly [string, string])[] = [];
  const recording = {
    setHeader: (name: string, value: string) => void headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware({} as Request, recording as unknown as Response, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

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
