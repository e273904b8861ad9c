import { describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract/builders";
import { sessionClaims } from "../../src/session/claims.js";

const POLICY = { issuer: "retrieval-service", lifetime: 10_800 };
const AT = { now: 1_764_000_000, jti: "5f0c2a52-6f43-4d0e-9c7b-3f2d1c0b9a88" };
/** A token has a third more in base64url, and travels in an address: it stays under 4 KB (docs/decisions/0004). */
const CLAIMS_MAX = 2_700;

const bytesOf = (claims: object) => Buffer.byteLength(JSON.stringify(claims));

describe("the groups of a session token", () => {
  // Characters of the most and the fewest bytes in JSON and UTF-8: six, one, three, and four for two.
  it.each(["\u0001", "x", "部", "𠮷", '"', "\ud800"])("stay in while they fit, written with %j", (letter) => {
    let left = 0;
    for (let length = 1; length <= 700; length += 1) {
      const permission_groups = [letter.repeat(length), letter.repeat(length), "staff"];
      const user = aUser({ display_name: letter.repeat(20), department: letter.repeat(20), permission_groups });
      const claims = sessionClaims(user, POLICY, AT);
      const whole = bytesOf({ ...claims, permission_groups, groups_omitted: undefined });
      if (whole > CLAIMS_MAX) left += 1;
      expect({ length, omitted: claims.groups_omitted === true, groups: claims.permission_groups }).toEqual({
        length,
        omitted: whole > CLAIMS_MAX,
        groups: whole > CLAIMS_MAX ? [] : permission_groups,
      });
    }
    // Otherwise the bound was never reached.
    if (letter !== "x") expect(left).toBeGreaterThan(0);
  });

  it("counts the issuer, which the operator chooses", () => {
    const permission_groups = ["x".repeat(1_300)];
    const at = (issuer: string) => sessionClaims(aUser({ permission_groups }), { ...POLICY, issuer }, AT);
    expect(at("\u0001".repeat(40)).groups_omitted).toBeUndefined();
    expect(at("\u0001".repeat(200)).groups_omitted).toBe(true);
  });
});
