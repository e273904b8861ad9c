import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { demoSettings } from "../src/demo-settings.js";

describe("the demo's settings", () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "retrieval-demo-")), "data");
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("give the sample portal a port of its own", async () => {
    for (const [env, first, others] of [
      [{}, 3001, true],
      [{ PORTAL_PORT: "" }, 3001, true],
      [{ PORT: "3001" }, 3002, true],
      [{ PORTAL_PORT: "4001" }, 4001, false],
      [{ PORTAL_PORT: "0" }, 0, false],
    ] as const) {
      const { portal } = await demoSettings({ DATA_DIR: folder, ...env });
      const { ports, isTheServices } = portal;
      const said = { first: ports[0], others: ports.length > 1, isTheServices };
      expect({ env, ...said }).toEqual({ env, first, others, isTheServices: true });
    }
    await expect(demoSettings({ DATA_DIR: folder, PORTAL_PORT: "x" })).rejects.toThrow("PORTAL_PORT must be");
  });

  it("give the service the portal that PORTAL_DOMAIN names", async () => {
    const { settings, portal } = await demoSettings({ DATA_DIR: folder, PORTAL_DOMAIN: "portal.example.com" });
    expect([settings.PORTAL_DOMAIN, portal.isTheServices]).toEqual(["https://portal.example.com", false]);
  });
});
