import { describe, expect, it } from "@jest/globals";
import { aUser } from "@retrieval/contract";

import { checkSignIn, readSignInRequest } from "../../src/sign-in/checks.js";
import { sharedSecret, signRequest } from "../../src/sign-in/signature.js";

const CURRENT = sharedSecret("current-".repeat(8));
const PREVIOUS = sharedSecret("previous".repeat(8));
const TOLERANCE = 300;
const NOW = 1_700_000_000;
const SUZUKI = aUser({ user_id: "001234" });

const signed = (timestamp = NOW, secret = CURRENT, user_id = "001234") => ({
  user_id,
  timestamp,
  signature: signRequest(secret, user_id, timestamp),
});

/** Checks a body against a company of one user, and names the ports that were asked. */
async function check(body: unknown, { now = NOW, user = SUZUKI, singleUse = false, isUsed = false } = {}) {
  const ports: unknown[][] = [];
  const verdict = await checkSignIn(
    body,
    now,
    { secrets: [CURRENT, PREVIOUS], tolerance: TOLERANCE, singleUse },
    {
      clockDifferences: { requestRefused: (seconds) => ports.push(["clock", seconds]) },
      users: {
        find: async (user_id) => {
          ports.push(["find", user_id]);
          return user_id === user.user_id ? user : null;
        },
      },
      ledger: {
        claim: async (signature, until) => {
          ports.push(["claim", signature, until]);
          return !isUsed;
        },
        endSession: async () => undefined,
      },
    },
  );
  if (!("refusal" in verdict)) return { verdict, ports };
  const { refusal, signed_for } = verdict;
  return { refused: [refusal.code, ...refusal.problems], signed_for, ports };
}

describe("the body of a sign-in request (SPEC 4.1)", () => {
  it("is read without fields that the contract does not name", () => {
    expect(readSignInRequest({ ...signed(0), role: "admin" })).toEqual(signed(0));
    expect(readSignInRequest({ ...signed(), timestamp: 99_999_999_999 })).toMatchObject({ timestamp: 99_999_999_999 });
  });

  it.each([
    ["no object", null, { code: "sign_in.not_object" }],
    ["a list", [signed()], { code: "sign_in.not_object" }],
    ["no user_id", { ...signed(), user_id: undefined }, { code: "field.not_text", field: "user_id" }],
    ["a number as user_id", { ...signed(), user_id: 1234 }, { code: "field.not_text", field: "user_id" }],
    ["an empty user_id", { ...signed(), user_id: "" }, { code: "field.empty", field: "user_id" }],
    ["a text as timestamp", { ...signed(), timestamp: String(NOW) }, { code: "timestamp.not_integer" }],
    ["a fraction", { ...signed(), timestamp: NOW + 0.5 }, { code: "timestamp.not_integer" }],
    ["a time before 1970", { ...signed(), timestamp: -1 }, { code: "timestamp.not_integer" }],
    ["milliseconds", { ...signed(), timestamp: 100_000_000_000 }, { code: "timestamp.milliseconds" }],
    ["no signature", { ...signed(), signature: undefined }, { code: "signature.not_text" }],
  ])("is refused with %s, and nothing is asked", async (_, body, problem) => {
    const { refused, signed_for, ports } = await check(body);
    expect(refused).toEqual(["INVALID_REQUEST", expect.objectContaining(problem)]);
    expect({ signed_for, ports }).toEqual({ signed_for: null, ports: [] });
  });
});

describe("a sign-in (SPEC 4.1)", () => {
  it("takes the current and the previous secret, and says which one it was", async () => {
    const current = await check(signed());
    expect(current.verdict).toEqual({ user: SUZUKI, signedWithPreviousSecret: false });
    const previous = await check(signed(NOW, PREVIOUS));
    expect(previous.verdict).toEqual({ user: SUZUKI, signedWithPreviousSecret: true });
    expect(current.ports).toEqual([["find", "001234"]]);
  });

  it("with a wrong signature is refused before its time and its user are looked at", async () => {
    const wrong = { ...signed(NOW - 1_000), signature: signRequest(sharedSecret("x".repeat(64)), "001234", NOW) };
    expect(await check(wrong)).toEqual({
      refused: ["INVALID_SIGNATURE", { code: "signature.wrong" }],
      signed_for: null,
      ports: [],
    });
  });

  it.each([
    [-60, null],
    [-61, { code: "timestamp.ahead", max: 60 }],
    [0, null],
    [TOLERANCE, null],
    [TOLERANCE + 1, { code: "timestamp.old", max: TOLERANCE }],
  ])("that is %i s old", async (age, problem) => {
    const { verdict, refused, signed_for, ports } = await check(signed(NOW - age));
    if (problem === null) expect(verdict?.user).toEqual(SUZUKI);
    else {
      expect({ refused, signed_for }).toEqual({ refused: ["EXPIRED_TIMESTAMP", problem], signed_for: "001234" });
      // The service learns of a portal whose clock is wrong; the directory is not asked.
      expect(ports).toEqual([["clock", age]]);
    }
  });

  it("of an unknown user and of an inactive one get the same answer", async () => {
    const unknown = await check(signed(NOW, CURRENT, "999999"));
    const inactive = await check(signed(), { user: { ...SUZUKI, is_active: false } });
    const refused = ["USER_NOT_FOUND", { code: "user.unregistered" }];
    expect(unknown).toEqual({ refused, signed_for: "999999", ports: [["find", "999999"]] });
    expect(inactive).toEqual({ refused, signed_for: "001234", ports: [["find", "001234"]] });
  });

  it("is claimed for one token only with SSO_SINGLE_USE, until the request is too old anyway", async () => {
    const request = signed(NOW - 10);
    const claim = ["claim", request.signature, NOW - 10 + TOLERANCE];
    expect((await check(request, { isUsed: true })).verdict?.user).toEqual(SUZUKI);
    const first = await check(request, { singleUse: true });
    expect(first).toMatchObject({ verdict: { user: SUZUKI }, ports: [["find", "001234"], claim] });
    expect(await check(request, { singleUse: true, isUsed: true })).toEqual({
      refused: ["EXPIRED_TIMESTAMP", { code: "signature.used" }],
      signed_for: "001234",
      ports: [["find", "001234"], claim],
    });
    // Whoever may not sign in uses up no request.
    const inactive = await check(request, { singleUse: true, user: { ...SUZUKI, is_active: false } });
    expect(inactive.ports).toEqual([["find", "001234"]]);
  });
});
