import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { createTestDatabase } from "@retrieval/contract";
import { SECRET } from "../test/harness.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

it("killing npx by its id ends its server, also in the background of a script", async () => {
  const folder = await mkdtemp(join(tmpdir(), "retrieval-npx-"));
  const database = await createTestDatabase();
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_update_notifier: "false",
    SSO_SHARED_SECRET: SECRET,
    PORTAL_DOMAIN: "portal.example.com",
    DATABASE_URL: database.url,
    PORT: "0",
  };
  const script = spawn("bash", ["-c", "npx --no-install retrieval serve & echo $!; wait"], { cwd: ROOT, env });
  let stdout = "";
  let log = "";
  script.stdout.on("data", (data) => {
    stdout += data;
  });
  script.stderr.on("data", (data) => {
    log += data;
  });
  // The server also holds the script's pipes, so they close only when it has ended.
  const closed = once(script, "close");
  while (!/"msg":"listening"/.test(log)) await Promise.race([once(script.stderr, "data"), closed]);
  process.kill(Number(stdout), "SIGTERM");
  await closed;
  expect(log).toContain('"msg":"stopped"');
  await database.drop();
  await rm(folder, { recursive: true });
});

it("a service that a script leaves in the background survives the script", async () => {
  const { isWaitedFor } = await import(new URL("../bin/end-with-npm.js", import.meta.url).href);
  for (const waited of [
    "'retrieval'",
    "retrieval serve",
    "node packages/demo/scripts/start.mjs",
    "node packages/demo/scripts/start.mjs --x",
  ])
    expect({ script: waited, is: isWaitedFor(waited) }).toEqual({ script: waited, is: true });
  for (const other of [undefined, "", "retrieval serve & sleep 1", "retrieval serve; x", "pm2 start", "'pm2'"])
    expect({ script: other, is: isWaitedFor(other) }).toEqual({ script: other, is: false });
});
