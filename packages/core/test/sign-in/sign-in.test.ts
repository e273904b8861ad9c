import { describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract";
import type { SessionClaims } from "../../src/session/claims.js";
import { signIn } from "../../src/sign-in/sign-in.js";
import { sharedSecret, signRequest } from "../../src/sign-in/signature.js";

const CURRENT = sharedSecret("current-".repeat(8));
const PREVIOUS = sharedSecret("previous".repeat(8));
const NOW = 1_700_000_000;
const LIFETIME = 10_800;
const SUZUKI = aUser({ user_id: "001234", department: "営業部", email: "suzuki@example.com" });

/** Signs in 90 s after the request was signed; answers what was said to whom. */
async function arrive(secret = CURRENT, user_id = SUZUKI.user_id) {
  const noted: unknown[] = [];
  const issued: SessionClaims[] = [];
  const timestamp = NOW - 90;
  const answer = await signIn(
    { user_id, timestamp, signature: signRequest(secret, user_id, timestamp) },
    "192.0.2.7",
    {
      signIn: { secrets: [CURRENT, PREVIOUS], tolerance: 300, singleUse: false },
      session: { issuer: "retrieval-service", lifetime: LIFETIME },
    },
    {
      clock: { now: () => NOW * 1000 + 999 },
      clockDifferences: { requestRefused: () => undefined },
      users: { find: async (id) => (id === SUZUKI.user_id ? SUZUKI : null) },
      ledger: { claim: async () => true, endSession: async () => undefined },
      newTokenId: () => "token-1",
      tokens: {
        issue: (claims) => {
          issued.push(claims);
          return "a.b.c";
        },
        verify: () => null,
        publicKeys: () => [],
      },
      onPreviousSecret: (id) => noted.push(["previous secret", id]),
      auditIntake: { add: (entry) => noted.push(entry), refuse: (entry) => noted.push(entry) },
    },
  );
  return { answer, issued, noted };
}

describe("an arrival from the portal", () => {
  const { user_id, display_name, role, department, email } = SUZUKI;
  const entry = { kind: "sign-in", by_user: user_id, user_id, document_id: null, details: { address: "192.0.2.7" } };

  it("gets a token for the current user record, and is recorded with its address", async () => {
    const { answer, issued, noted } = await arrive();
    const user = { user_id, display_name, role, department, email };
    expect(answer).toEqual({ token: "a.b.c", user, expires_in: LIFETIME });
    expect(issued).toEqual([
      expect.objectContaining({
        sub: user_id,
        jti: "token-1",
        iat: NOW,
        exp: NOW + LIFETIME,
        iss: "retrieval-service",
      }),
    ]);
    expect(noted).toEqual([entry]);
  });

  it("tells that the previous secret was used", async () => {
    const { noted } = await arrive(PREVIOUS);
    expect(noted).toEqual([["previous secret", user_id], entry]);
  });

  it("that is refused gets no token, and is recorded with its reason and whom it was signed for", async () => {
    const { answer, issued, noted } = await arrive(CURRENT, "999999");
    expect(answer).toEqual({ code: "USER_NOT_FOUND", problems: [{ code: "user.unregistered" }] });
    expect(issued).toEqual([]);
    expect(noted).toEqual([
      { kind: "sign-in-refused", reason: "USER_NOT_FOUND", address: "192.0.2.7", by_user: null, user_id: "999999" },
    ]);
  });
});
