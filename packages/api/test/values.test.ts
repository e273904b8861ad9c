import { describe, expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { isChunkId, isDocumentId } from "@retrieval/core/chunks";
import {
  KEY_MAX,
  NAME_MAX,
  problemWithKey,
  problemWithLine,
  problemWithName,
  problemWithTitle,
} from "@retrieval/core/limits";
import { readMoment } from "@retrieval/core/use-cases";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { ChunkId, DocumentId, key, line, Moment, name, title } from "../src/parts/values.js";

describe("the documented form of", () => {
  const ajv = new Ajv2020({ strict: true });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(
        "a",
        "規",
        "1",
        " ",
        "　",
        "\n",
        "\u0085",
        "\u2028",
        "\u202a",
        "\u202e",
        "\u2066",
        "\u200f",
        ":",
        "::",
        "~",
        "-",
        ".",
        "_",
        "paragraph-1",
        "𠮷",
        "\ud800",
        "",
      ),
      maxLength: 12,
    }),
    fc.string({ unit: "grapheme", minLength: 120, maxLength: 135 }),
  );
  const agrees = (schema: object, isGood: (value: string) => boolean) => {
    const validate = ajv.compile(schema);
    fc.assert(
      fc.property(text, (value) => validate(value) === isGood(value)),
      { numRuns: propertyRuns(2_000) },
    );
  };

  it("a key is core's", () => agrees(key(KEY_MAX), (value) => problemWithKey("key", value, KEY_MAX) === null));
  it("a line is core's", () => agrees(line(NAME_MAX), (value) => problemWithLine("line", value, NAME_MAX) === null));
  it("a title is core's", () =>
    agrees(title(NAME_MAX), (value) => problemWithTitle("title", value, NAME_MAX) === null));
  it("a name is core's", () => agrees(name(NAME_MAX), (value) => problemWithName("name", value, NAME_MAX) === null));
  it("a document_id is core's", () => agrees(DocumentId, isDocumentId));
  it("a chunk_id is core's", () => agrees(ChunkId, isChunkId));
  it("a moment accepts every moment that core can read", () => {
    const validate = ajv.compile(Moment);
    for (const moment of ["2026-01-31", "2026-01-31T09:00Z", "2026-01-31T09:00:00.123+09:00"])
      expect([moment, validate(moment), readMoment(moment, "ends") !== null]).toEqual([moment, true, true]);
    for (const moment of ["", "yesterday", "2026-1-31", "2026-01-31T09:00:00", "2026-01-31 09:00Z"])
      expect([moment, validate(moment), readMoment(moment, "ends") !== null]).toEqual([moment, false, false]);
  });
});
