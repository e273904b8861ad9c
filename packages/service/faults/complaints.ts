import { expect } from "@jest/globals";
import { doctor } from "../src/doctor/doctor.js";
import { PORTAL, PREVIOUS_SECRET, SECRET } from "../test/harness.js";

/** Settings without findings. */
export const GOOD = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: PORTAL, TRUST_PROXY: "1", PORT: "0" };
const HIDDEN = [SECRET, PREVIOUS_SECRET, "hunter2"];

/** All findings except `ok`, each with its remedy. Checks that no text has a secret. */
export async function complaints(env: Record<string, string>): Promise<string[]> {
  const { findings, text, ok } = await doctor({ ...GOOD, ...env });
  for (const secret of HIDDEN) expect(text + JSON.stringify(findings)).not.toContain(secret);
  expect(ok).toBe(findings.every(({ state }) => state !== "wrong"));
  // The Node version, built pages and port 443 depend on the machine and are not tested here.
  const ofHere = /^Node |^the pages|nothing listens at port 443$/;
  const said = findings.filter(({ state, what }) => state !== "ok" && !ofHere.test(what));
  return said.map(({ state, what, mend }) => `${state}: ${what} -> ${mend}`);
}
