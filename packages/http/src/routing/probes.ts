/** Addresses for monitoring inside the machine or the cluster. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Probes are answered without TLS, and under any load. */
export function isProbe(path: string): boolean {
  return PROBES.has(path);
}
