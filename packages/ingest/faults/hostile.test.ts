import { describe, expect, test } from "@jest/globals";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { read } from "../test/read.js";

describe("hostile Markdown", () => {
  test("nested beyond reason is refused at once", async () => {
    for (const source of [
      `${"> ".repeat(10_000)}a`,
      `${"- ".repeat(10_000)}a`,
      `${"1. ".repeat(10_000)}a`,
      `${"*".repeat(2_000)}a${"*".repeat(2_000)}`,
      `${"<div>".repeat(10_000)}a`,
      `a ${"<b>".repeat(10_000)}`,
      Array.from({ length: 250 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
      Array.from({ length: 3_000 }, (_, i) => `${"  ".repeat(i)}${i}. a`).join("\n"),
    ]) {
      const reading = read(source);
      await expect(reading).rejects.toThrow(UnreadableDocumentError);
      await expect(reading).rejects.toThrow("file.nested_too_deep");
    }
  });

  test("that is long but plain is read", async () => {
    for (const source of [
      "あ".repeat(200_000),
      "[".repeat(50_000),
      "<".repeat(20_000),
      `${"- ".repeat(500)}\n\nb`,
      "a\n".repeat(10_000),
      "\\".repeat(50_000),
    ]) {
      expect((await read(source)).tree.children.length).toBeGreaterThan(0);
    }
  });
});
