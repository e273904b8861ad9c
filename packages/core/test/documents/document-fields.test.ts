import { describe, expect, it } from "@jest/globals";
import { changedFields, NO_FIELDS, readDocumentFields } from "../../src/documents/document-fields.js";

const GIVEN = {
  number: "第12号",
  category: "人事/就業",
  owner: "人事部",
  contact: "人事部 労務係（内線 1234）",
  review_by: "2028-02-29",
  editors: ["900001"],
  source: "hr-rules",
  history: "readers",
} as const;

describe("the fields of a document", () => {
  it("are read as they are sent, and null clears one", () => {
    expect(readDocumentFields(GIVEN)).toEqual(GIVEN);
    const cleared = Object.fromEntries(Object.keys(GIVEN).map((name) => [name, null]));
    expect(readDocumentFields(cleared)).toEqual(NO_FIELDS);
    expect(readDocumentFields({ owner: undefined })).toEqual({});
  });

  it.each([
    [{ number: " 12" }, { code: "field.edge_space", field: "number" }],
    [{ number: "" }, { code: "field.empty", field: "number" }],
    [{ category: "人事//就業" }, { code: "field.empty", field: "category" }],
    [{ category: "人事/ 就業" }, { code: "field.edge_space", field: "category" }],
    [{ category: "/人事" }, { code: "field.empty", field: "category" }],
    [{ category: 1 }, { code: "field.not_text", field: "category" }],
    [{ owner: "HR\n" }, { code: "field.control_character", field: "owner" }],
    [{ contact: "x".repeat(513) }, { code: "field.too_long", field: "contact", max: 512 }],
    [{ review_by: "2027-02-29" }, { code: "field.not_day", field: "review_by" }],
    [{ review_by: "2027-4-1" }, { code: "field.not_day", field: "review_by" }],
    [{ review_by: 20_270_401 }, { code: "field.not_day", field: "review_by" }],
    [{ editors: "900001" }, { code: "field.not_texts", field: "editors" }],
    [{ editors: ["900001", ""] }, { code: "field.empty", field: "editors[1]" }],
    [{ editors: Array(101).fill("u") }, { code: "field.too_many_entries", field: "editors", max: 100 }],
    [{ history: "everyone" }, { code: "field.not_one_of", field: "history", values: ["admins", "readers"] }],
  ])("are refused if one is not valid: %j", (given, problem) => {
    expect(readDocumentFields({ ...GIVEN, ...given })).toEqual(problem);
  });

  it("change where another value is given", () => {
    const held = { ...NO_FIELDS, ...GIVEN };
    expect(changedFields(held, GIVEN)).toBeNull();
    expect(changedFields(held, { owner: "総務部", number: "第12号", editors: [] })).toEqual({
      before: { owner: "人事部", editors: ["900001"] },
      after: { owner: "総務部", editors: [] },
    });
  });
});
