import { createHmac, createSecretKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import {
  canonicalMessage,
  hmacSha256,
  sameText,
  sharedSecret,
  signatureMatches,
  signRequest,
} from "../../src/sign-in/signature.js";

const SECRET = sharedSecret("0123456789abcdef".repeat(4));

describe("the signature of a sign-in request (SPEC 5.1)", () => {
  it("is the HMAC-SHA256 of <user_id>:<timestamp> in lowercase hex", () => {
    expect(canonicalMessage("001234", 1_700_000_000)).toBe("001234:1700000000");
    // printf '001234:1700000000' | openssl dgst -sha256 -hmac 0123456789abcdef0123…
    const expected = createHmac("sha256", "0123456789abcdef".repeat(4)).update("001234:1700000000").digest("hex");
    expect(signRequest(SECRET, "001234", 1_700_000_000)).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  it("takes ids and secrets as UTF-8", () => {
    const secret = "秘密の鍵".repeat(16);
    const expected = createHmac("sha256", Buffer.from(secret, "utf8"))
      .update(Buffer.from("髙﨑𠮷:1", "utf8"))
      .digest("hex");
    expect(signRequest(sharedSecret(secret), "髙﨑𠮷", 1)).toBe(expected);
  });

  it("matches itself and no other text", () => {
    const signature = signRequest(SECRET, "001234", 5);
    expect(signatureMatches(SECRET, "001234", 5, signature)).toBe(true);
    for (const other of [
      "",
      signature.toUpperCase(),
      ` ${signature}`,
      `${signature}\n`,
      signature.slice(0, 63),
      "\ud800",
      "0".repeat(1_000_000),
    ]) {
      expect(signatureMatches(SECRET, "001234", 5, other)).toBe(false);
    }
  });

  it("distinguishes an id that ends in digits and a colon from another timestamp", () => {
    expect(signRequest(SECRET, "a:1", 2)).not.toBe(signRequest(SECRET, "a", 12));
  });
});

describeWithRealData("Wycheproof's HMAC-SHA256", () => {
  interface Vectors {
    testGroups: {
      keySize: number;
      tagSize: number;
      tests: { tcId: number; key: string; msg: string; tag: string; result: string }[];
    }[];
  }

  it("gives the published results for vectors with whole tags", () => {
    const { testGroups } = JSON.parse(
      readFileSync(join(realDataDir, "vectors/hmac_sha256_test.json"), "utf8"),
    ) as Vectors;
    let judged = 0;
    for (const { tagSize, tests } of testGroups) {
      for (const { tcId, key, msg, tag, result } of tests) {
        const made = hmacSha256(createSecretKey(Buffer.from(key, "hex")), Buffer.from(msg, "hex"));
        // A truncated tag is never accepted here.
        expect({ tcId, same: sameText(made, tag) }).toEqual({ tcId, same: result === "valid" && tagSize === 256 });
        judged += 1;
      }
    }
    expect(judged).toBe(174);
  });
});

describeWithRealData("the big list of naughty strings", () => {
  it("signs every text that is a possible user_id, each to its own signature", () => {
    const texts = JSON.parse(readFileSync(join(realDataDir, "vectors/blns.json"), "utf8")) as string[];
    const signatures = new Set(texts.map((text) => signRequest(SECRET, text, 1)));
    expect(signatures.size).toBe(new Set(texts).size);
    for (const text of texts) expect(signatureMatches(SECRET, text, 1, signRequest(SECRET, text, 1))).toBe(true);
  });
});
