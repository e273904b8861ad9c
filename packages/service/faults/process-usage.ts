import { readFileSync } from "node:fs";

/** The memory of a process (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(status.match(/^VmRSS:\s+(\d+) kB$/m)?.[1]) / 1024);
}

/** The CPU time of a process (Linux). */
export function processorSeconds(pid: number): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  // utime and stime, in hundredths of a second.
  const [user, system] = (fields.at(-1) as string).split(" ").slice(11, 13).map(Number) as [number, number];
  return Math.round((user + system) / 100);
}
