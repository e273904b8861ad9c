import { describe, expect, test } from "@jest/globals";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { read } from "./read.js";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("a file of Markdown", () => {
  test("may have a byte order mark, any line ends and NUL", async () => {
    const { tree } = await read(utf8("\uFEFF## 第1条\r\n\r\na\0b\r\nc\rd\r\n"));
    expect(tree.children).toMatchObject([{ heading: "第1条", children: [{ text: "a\uFFFDb\nc\nd" }] }]);
  });

  test("may be CP932, which a warning says", async () => {
    // 第1条, and ① and 髙, which only CP932 has.
    const bytes = Uint8Array.from([0x91, 0xe6, 0x31, 0x8f, 0xf0, 0x87, 0x40, 0xfb, 0xfc]);
    const { tree, warnings } = await read(bytes);
    expect(tree.children).toEqual([{ kind: "paragraph", text: "第1条①髙" }]);
    expect(warnings).toEqual([{ code: "text.read_as_cp932" }]);
  });

  test("in another encoding is refused with a reason", async () => {
    for (const bytes of [
      [0xff, 0xfe, 0x41, 0x00],
      [0xe3, 0x81, 0xff],
      [0x80, 0xa0],
    ]) {
      const reading = read(Uint8Array.from(bytes));
      await expect(reading).rejects.toThrow(UnreadableDocumentError);
      await expect(reading).rejects.toThrow("file.not_text");
    }
  });

  test("of nothing visible is an empty tree", async () => {
    for (const text of ["", "\n \n", "<!-- x -->", "---\na: b\n---\n", "***\n", "[a]: b\n"]) {
      expect((await read(text)).tree.children).toEqual([]);
    }
  });
});
