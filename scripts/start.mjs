// `npm start`: builds what is not built yet, then is the demo.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const { status } = spawnSync(process.execPath, [tsc, "-b"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

// npm passes a signal on to its shell, and most shells do not pass it on to us. Whoever ends `npm start` means the demo.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 500).unref();

process.argv.splice(2, 0, "demo");
await import("../packages/service/bin/retrieval.js");
