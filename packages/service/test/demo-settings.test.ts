import { describe, expect, it } from "@jest/globals";
import { demoSettings } from "../src/demo/settings.js";
import { temporaryFolder } from "./cli.js";

describe("the demo's settings", () => {
  it("give the sample portal a port of its own", async () => {
    const { folder } = await temporaryFolder();
    for (const [env, port, mayChoosePort] of [
      [{}, 3001, true],
      [{ PORTAL_PORT: "" }, 3001, true],
      [{ PORT: "3001" }, 0, true],
      [{ PORTAL_PORT: "4001" }, 4001, false],
      [{ PORTAL_PORT: "0" }, 0, false],
    ] as const) {
      const { portal } = await demoSettings({ DATA_DIR: folder, ...env });
      expect({ env, ...portal }).toEqual({ env, port, mayChoosePort, isTheServices: true });
    }
    await expect(demoSettings({ DATA_DIR: folder, PORTAL_PORT: "x" })).rejects.toThrow("PORTAL_PORT must be");
  });

  it("leave the service the portal that PORTAL_DOMAIN names", async () => {
    const { folder } = await temporaryFolder();
    const { settings, portal } = await demoSettings({ DATA_DIR: folder, PORTAL_DOMAIN: "portal.example.com" });
    expect([settings.portalOrigin, portal.isTheServices]).toEqual(["https://portal.example.com", false]);
  });
});
