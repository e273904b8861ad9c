import { monitorEventLoopDelay } from "node:perf_hooks";

/** Between two looks at the event loop, in milliseconds. */
const RESOLUTION = 5;

// Loaded before a measured server (`node --import`), so that the server itself is the one that users run.
const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
loop.enable();
process.on("message", (question) => {
  if (question !== "usage") return;
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const stall = Math.max(0, loop.max / 1e6 - RESOLUTION);
  loop.reset();
  process.send?.({ cpu: (user + system) / 1000, rss, heapUsed, stall });
});
// The channel must not keep a server alive that wants to end.
process.channel?.unref();
// Nor may a server outlive the measuring process.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
