import { readFileSync, readlinkSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever its own clock is (USER_HZ, proc(5)). */
const TICKS_PER_SECOND = 100;

/** The calling thread's number in the operating system; -1 where it is not known, which is on systems without /proc. */
export function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return -1;
  }
}

/**
 * The processor time that a thread of this process has used, in seconds; 0 before it runs, and null where it is not
 * known. A thread in a long computation cannot tell its own, and Node tells another thread's only from release 24.6 on
 * (`worker.cpuUsage`).
 */
export function processorSeconds(thread: number): number | null {
  if (thread === 0) return 0;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "latin1");
    // The name before the last parenthesis may contain anything; utime and stime are fields 14 and 15.
    const [utime, stime] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(utime) + Number(stime)) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
