import { expect } from "@jest/globals";
import { doctor } from "../src/doctor/doctor.js";
import { PORTAL, PREVIOUS_SECRET, SECRET } from "../test/harness.js";

/** Settings of which nothing is to be said. */
export const GOOD = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: PORTAL, TRUST_PROXY: "1", PORT: "0" };
const HIDDEN = [SECRET, PREVIOUS_SECRET, "hunter2"];

/** What is wrong, or to be noted, each with what to do about it. No text of it holds a secret. */
export async function complaints(env: Record<string, string>): Promise<string[]> {
  const { findings, text, ok } = await doctor({ ...GOOD, ...env });
  for (const secret of HIDDEN) expect(text + JSON.stringify(findings)).not.toContain(secret);
  expect(ok).toBe(findings.every(({ state }) => state !== "wrong"));
  // Which Node runs here, whether the pages are built, and whether something listens at port 443, is another matter.
  const ofHere = /^Node |^the pages|nothing listens at port 443$/;
  const said = findings.filter(({ state, what }) => state !== "ok" && !ofHere.test(what));
  return said.map(({ state, what, mend }) => `${state}: ${what} -> ${mend}`);
}
