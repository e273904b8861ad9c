import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** A nice value. */
const RAISED = "-10";

/** The processes that a process and its threads have started, and theirs. Linux only. */
export function descendants(pid: number): number[] {
  const children = linesOf(`/proc/${pid}/task`, (thread) => read(`/proc/${pid}/task/${thread}/children`))
    .flatMap((line) => line.trim().split(" "))
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Milliseconds of processor time of all threads that live. */
export const cpuOf = (pid: number): number =>
  linesOf(`/proc/${pid}/task`, (thread) => read(`/proc/${pid}/task/${thread}/schedstat`)).reduce(
    (sum, line) => sum + (Number.parseInt(line, 10) || 0) / 1e6,
    0,
  );

/** Milliseconds of processor time of a process, with its threads and children that have ended, in steps of ten. */
export function cpuWithEnded(pid: number): number {
  // proc(5): utime, stime, cutime and cstime are the fields 14 to 17; the second one, a name, may have spaces.
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * 10;
}

/**
 * The memory of a process in bytes, with its share of what it has in common with others, so that the figures of several
 * can be added; 0 if it has ended.
 */
export const memoryOf = (pid: number): number => mapped(pid, "Pss");

/** What no other process has in common with it, in bytes. */
export const privateMemoryOf = (pid: number): number => mapped(pid, "Private_Clean") + mapped(pid, "Private_Dirty");

const mapped = (pid: number, kind: string): number =>
  Number(new RegExp(`^${kind}:\\s+(\\d+)`, "m").exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;

export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);

/** What can be had without taking it from other programs, in bytes. */
export const freeMemory = (): number => Number(/^MemAvailable:\s+(\d+)/m.exec(read("/proc/meminfo"))?.[1] ?? 0) * 1024;

/**
 * Puts this process and those that it started before other work on the machine, where the account may and Linux groups
 * processes by session: short measurements come close to those on idle cores then. Priorities among them stay as they are.
 */
export async function beforeOthers<T>(measure: () => Promise<T>): Promise<T> {
  const setAll = (nice: string) => {
    for (const pid of [process.pid, ...descendants(process.pid)]) setGroupPriority(pid, nice);
  };
  setAll(RAISED);
  try {
    return await measure();
  } finally {
    setAll("0");
  }
}

function setGroupPriority(pid: number, nice: string): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, nice);
  } catch {
    // Measured beside other work.
  }
}

function linesOf(folder: string, of: (name: string) => string): string[] {
  try {
    return readdirSync(folder).map(of);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}
