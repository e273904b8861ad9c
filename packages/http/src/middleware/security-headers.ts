import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";

/** For this host only: hosts below its name are not ours. */
const HSTS = { includeSubDomains: false } as const;

/** No answer needs them, and an attacker must not make our pages ask for them. */
const NO_DEVICES = ["camera", "geolocation", "microphone", "payment", "usb"].map((name) => `${name}=()`).join(", ");

/**
 * Sets the headers of every answer, with the strictest Content-Security-Policy; pages replace it by one of their own
 * (`src/pages/page-policy.ts`). Browsers and proxies store nothing, unless an answer says otherwise.
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

/** None of helmet's middlewares reads the request, so they run once. */
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
