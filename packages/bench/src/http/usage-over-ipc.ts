import { existsSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Between two looks at the event loop, in milliseconds. */
const RESOLUTION = 5;

// Loaded before a measured server (`node --import`), so that the server itself is the one that users run.
const loop = monitorEventLoopDelay({ resolution: RESOLUTION });

/** The processor time of the main thread, in milliseconds; null where the system does not tell. */
const SCHEDULER = "/proc/self/schedstat";
const ownTime = existsSync(SCHEDULER) ? () => Number.parseInt(readFileSync(SCHEDULER, "latin1"), 10) / 1e6 : null;

/** How much of a stall the thread worked; in the rest it waited for a processor, which others had. */
let ownStall = 0;

/** Begins with the first question: looks take time of a server that is to be measured while it is idle. */
function watchLoop(): void {
  if (!loop.enable() || ownTime === null) return;
  let last = { at: performance.now(), own: ownTime() };
  setInterval(() => {
    const now = { at: performance.now(), own: ownTime() };
    ownStall = Math.max(ownStall, Math.min(now.at - last.at - RESOLUTION, now.own - last.own));
    last = now;
  }, RESOLUTION).unref();
}

process.on("message", (question) => {
  if (question !== "usage") return;
  watchLoop();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const stall = Math.max(0, loop.max / 1e6 - RESOLUTION);
  loop.reset();
  process.send?.({ cpu: (user + system) / 1000, rss, heapUsed, stall, ownStall: ownTime && ownStall });
  ownStall = 0;
});
// The channel must not keep a server alive that wants to end.
process.channel?.unref();
// Nor may a server outlive the measuring process.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
