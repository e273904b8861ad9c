import { createHash, createSecretKey } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { isRefusal } from "@retrieval/core/errors";
import { Cursors } from "@retrieval/http";

const keyOf = (text: string) => createSecretKey(createHash("sha256").update(text).digest());
const [CURRENT, PREVIOUS, FOREIGN] = [keyOf("current"), keyOf("previous"), keyOf("foreign")];
const REQUEST = {
  operation: "get /api/manage/documents/:document_id/chunks",
  params: { document_id: "規程" },
  query: { limit: 50, draft: false, cursor: undefined },
  user_id: "000001",
};
const KEYS = ["", "12", "規程 1\u0000", '{"a":[1.5]}', "x".repeat(1_000)];

describe("a cursor", () => {
  const cursors = new Cursors([CURRENT], REQUEST);

  it("comes back as it was written, for the same list", () => {
    for (const key of KEYS) expect(cursors.read(cursors.write(key))).toBe(key);
    expect(cursors.read(undefined)).toBeUndefined();
    expect(cursors.read(null)).toBeUndefined();
    const nextPage = { ...REQUEST, query: { draft: false, limit: 1, cursor: "x", format: "json" } };
    expect(new Cursors([CURRENT], nextPage).read(cursors.write("12"))).toBe("12");
  });

  it("is refused for another list, other filters or another user", () => {
    const cursor = cursors.write("12");
    for (const other of [
      { operation: "get /api/manage/users" },
      { params: { document_id: "other" } },
      { query: { ...REQUEST.query, draft: true } },
      { query: { ...REQUEST.query, query: "x" } },
      { user_id: "000002" },
    ])
      expect({ other, read: new Cursors([CURRENT], { ...REQUEST, ...other }).read(cursor) }).toEqual({
        other,
        read: expect.objectContaining({
          code: "INVALID_REQUEST",
          problems: [{ code: "cursor.other_list" }],
        }),
      });
  });

  it("is refused unless this service wrote it: no bit of it can be changed, and none can be made", () => {
    const cursor = cursors.write("12");
    const bytes = Buffer.from(cursor, "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect([bit, isRefusal(cursors.read(changed.toString("base64url")))]).toEqual([bit, true]);
    }
    const unsigned = Buffer.from("1:12", "utf8").toString("base64url");
    const ofAnotherKey = new Cursors([FOREIGN], REQUEST).write("12");
    for (const made of [
      "",
      "x",
      "made-up",
      unsigned,
      ofAnotherKey,
      cursor.slice(0, 20),
      `${cursor}AAAA`,
      "AAAA".repeat(8),
    ])
      expect([made, isRefusal(cursors.read(made))]).toEqual([made, true]);
  });

  it("outlives a change of the secret, on instances that know both", () => {
    const before = new Cursors([PREVIOUS], REQUEST);
    const during = new Cursors([CURRENT, PREVIOUS], REQUEST);
    expect(during.read(before.write("12"))).toBe("12");
    expect(cursors.read(during.write("12"))).toBe("12");
    expect(isRefusal(cursors.read(before.write("12")))).toBe(true);
  });
});
