import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { signatureMatches } from "@retrieval/core";
import { canonicalMessage, sharedSecret, signSsoRequest } from "@retrieval/portal";

interface Vector {
  readonly name: string;
  readonly user_id: string;
  readonly timestamp: number;
  readonly secret: string;
  readonly message: string;
  readonly signature: string;
}

const { vectors } = JSON.parse(readFileSync(new URL("../vectors/sign-in.json", import.meta.url), "utf8")) as {
  vectors: readonly Vector[];
};

describe("the golden signatures", () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s", (_, vector) => {
    const { user_id, timestamp, secret, message, signature } = vector;
    expect(canonicalMessage(user_id, timestamp)).toBe(message);
    expect(signSsoRequest({ secret, user_id, timestamp })).toEqual({ user_id, timestamp, signature });
    expect(signatureMatches(sharedSecret(secret), user_id, timestamp, signature)).toBe(true);
  });

  it("are all different, and so are their names", () => {
    expect(new Set(vectors.map(({ signature }) => signature)).size).toBe(vectors.length);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });

  it("can be sent to any program line by line", () => {
    for (const { user_id, secret } of vectors) expect(`${user_id}${secret}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  });
});

describe("signSsoRequest", () => {
  it("takes a prepared secret as well as its text", () => {
    const [{ secret, user_id, timestamp }] = vectors as [Vector];
    expect(signSsoRequest({ secret: sharedSecret(secret), user_id, timestamp })).toEqual(
      signSsoRequest({ secret, user_id, timestamp }),
    );
  });
});

describeWithRealData("naughty strings", () => {
  const file = join(realDataDir, "vectors/blns.json");
  const strings = () => JSON.parse(readFileSync(file, "utf8")) as string[];
  const secret = "s".repeat(64);

  it("as user_id: the signed bytes are the sent bytes", () => {
    for (const user_id of strings()) {
      const sent = JSON.parse(JSON.stringify(signSsoRequest({ secret, user_id, timestamp: 1_767_225_600 })));
      const signed = createHmac("sha256", secret).update(Buffer.from(`${sent.user_id}:${sent.timestamp}`, "utf8"));
      expect(sent.signature).toBe(signed.digest("hex"));
    }
  });

  it("as secret: every text signs as its UTF-8 bytes", () => {
    for (const text of strings()) {
      const key = text.padEnd(64, "x");
      const { signature } = signSsoRequest({ secret: key, user_id: "10234", timestamp: 1 });
      expect(signature).toBe(createHmac("sha256", Buffer.from(key, "utf8")).update("10234:1").digest("hex"));
    }
  });
});
