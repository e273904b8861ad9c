import { describe, expect, it } from "@jest/globals";
import type { Reader } from "../../src/access/audience.js";
import { proveCitations } from "../../src/reference/prove-citations.js";
import { readDocument } from "../../src/reference/read-document.js";
import { readOriginal } from "../../src/reference/read-original.js";
import { readOutline } from "../../src/reference/read-outline.js";
import { readReference } from "../../src/reference/read-reference.js";

const READER: Reader = { user_id: "100001", role: "user", department_code: "D100", permission_groups: [] };
const CLOSED = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };

const PASSAGE = { chunk_id: "d::paragraph-1", document_id: "d", texts: ["a"] };

/** A store that finds the same whatever the filter is. */
function finding(found: unknown) {
  const find = async () => found;
  const mismatches: string[][] = [];
  const deps = {
    chunks: { read: find, outline: find, find, findPassages: async () => [found].flatMap((one) => one ?? []) },
    originals: { find },
    lives: { find: async () => null },
    onAccessMismatch: (...mismatch: string[]) => void mismatches.push(mismatch),
  } as never;
  return { deps, mismatches };
}

describe("A document that the store returns against its rule", () => {
  it.each([
    [
      "readDocument",
      (deps: never) =>
        readDocument("d", { around: null, limit: 1, cursor: null, as_of: null, version: null }, READER, deps),
    ],
    ["readOutline", (deps: never) => readOutline("d", { as_of: null, version: null }, READER, deps)],
    ["readOriginal", (deps: never) => readOriginal("d", READER, deps)],
    ["readReference", (deps: never) => readReference({ docId: "d", chunkId: "d::paragraph-1" }, READER, deps)],
    ["proveCitations", (deps: never) => proveCitations([{ chunk_id: "d::paragraph-1", quote: "a" }], READER, deps)],
  ])("is reported and answered like none by %s", async (_, read) => {
    const none = finding(null);
    const hidden = finding({ access_rules: CLOSED, original_for: "readers", ...PASSAGE });
    expect(await read(hidden.deps)).toEqual(await read(none.deps));
    expect(hidden.mismatches).toEqual([["d", "100001"]]);
    expect(none.mismatches).toEqual([]);
  });
});
