import { describe, expect, it } from "@jest/globals";
import { isDocumentId } from "../../src/chunks/chunk-id.js";
import { documentIdOf } from "../../src/documents/media-types.js";

describe("the document id made from a file's name", () => {
  it.each([
    ["就業規則.docx", "就業規則"],
    ["旅費規程 (第2版).md", "旅費規程-第2版"],
    // As macOS writes the name: が in two characters.
    ["か\u3099いと\u3099.md", "がいど"],
    ["  _draft v1.2.PDF", "draft-v1.2"],
    ["report.2025-04.html", "report.2025-04"],
    ["._hidden file_.html", "hidden-file_"],
    [`${"長".repeat(200)}.md`, "長".repeat(128)],
    [`${"𠮷".repeat(200)}.md`, "𠮷".repeat(128)],
    // What Windows does not take at the end of a name, and what it takes for a device.
    ["rules. .md", "rules."],
    ["rules \u200B.md", "rules"],
    ["aux.md", "aux"],
    ["a\u202Efdp.md", "a-fdp"],
  ])("%j gives %j", (name, id) => {
    expect(documentIdOf(name)).toBe(id);
    expect(isDocumentId(id)).toBe(true);
  });

  it.each(["---.md", "（）.md", ".md", ""])("%j gives none", (name) => expect(documentIdOf(name)).toBe(""));
});
