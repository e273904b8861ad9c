import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ServiceProcess } from "../test/process/service-process.js";

const DEFAULTS = { PORT: "", PORTAL_PORT: "" };
let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "retrieval-ports-"));
  dataDir = join(folder, "data");
});
afterAll(() => rm(folder, { recursive: true }));

it("the demo says why it has other ports than 3000 and 3001, and keeps them", async () => {
  const others = await Promise.all([3000, 3001].map(take));
  const first = await ServiceProcess.demo(dataDir, DEFAULTS);
  const [service, portal] = portsOf(first);
  expect([3000, 3001]).not.toContain(service);
  expect([3000, 3001]).not.toContain(portal);
  expect(first.stdout).toContain(
    `  Port 3000 is taken, so the service has ${service}, and keeps it. PORT sets another.\n  Port 3001 is taken, so the portal has ${portal}, and keeps it. PORTAL_PORT sets another.\n`,
  );
  await first.end("SIGKILL");
  for (const other of others) other?.close();

  const second = await ServiceProcess.demo(dataDir, DEFAULTS);
  expect(portsOf(second)).toEqual([service, portal]);
  expect(second.stdout).toContain(
    `  The service keeps port ${service}, which it got when 3000 was taken. PORT sets another.\n  The portal keeps port ${portal}, which it got when 3001 was taken. PORTAL_PORT sets another.\n`,
  );
  await second.end("SIGTERM");

  // A requested port is not kept, and does not replace the kept one.
  const asked = await ServiceProcess.demo(dataDir);
  expect(asked.stdout).not.toMatch(/taken|keeps port/);
  await asked.end("SIGTERM");

  const warned = await ServiceProcess.demo(dataDir, { ...DEFAULTS, SSO_TIMESTAMP_TOLERENCE: "60" });
  expect(portsOf(warned)).toEqual([service, portal]);
  expect(warned.log).toContain("the nearest name is SSO_TIMESTAMP_TOLERANCE");
  await warned.end("SIGTERM");
});

/** Occupies a port, unless another program already does. */
async function take(port: number): Promise<Server | null> {
  const server = createServer().listen(port, "127.0.0.1");
  return once(server, "listening").then(
    () => server,
    () => null,
  );
}

function portsOf({ url, stdout }: ServiceProcess): [service: number, portal: number] {
  return [Number(new URL(url).port), Number(new URL(/sample portal is at (\S+)/.exec(stdout)?.[1] ?? "").port)];
}
