import type { Settings } from "./settings.js";

/** The warning of `serve` and the doctor's finding when nothing gives the service HTTPS. */
export const WITHOUT_HTTPS = {
  what: "nothing provides HTTPS: everything except /healthz, /readyz and /metrics will be answered 403 HTTPS_REQUIRED, and pages redirected",
  mend: "Set TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY to the proxy that terminates TLS and sends X-Forwarded-Proto.",
} as const;

export function hasHttps({ tls, TRUST_PROXY }: Pick<Settings, "tls" | "TRUST_PROXY">): boolean {
  return tls !== null || TRUST_PROXY !== false;
}
