import { isLoopbackAddress } from "@retrieval/http";

/** Whether only this machine can reach a server at this HOST. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || isLoopbackAddress(host);
}
