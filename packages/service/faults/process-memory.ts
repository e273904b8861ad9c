import { readFileSync } from "node:fs";

/** What a process holds of the machine's memory (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(status.match(/^VmRSS:\s+(\d+) kB$/m)?.[1]) / 1024);
}
