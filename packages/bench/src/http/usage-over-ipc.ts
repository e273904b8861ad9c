// Loaded before a measured server (`node --import`), so that the server itself is the one that users run.
process.on("message", (question) => {
  if (question !== "usage") return;
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ cpu: (user + system) / 1000, rss, heapUsed });
});
// The channel must not keep a server alive that wants to end.
process.channel?.unref();
// Nor may a server outlive the measuring process.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
