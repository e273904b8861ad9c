import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DraftReader, draftsIn, LINE_MAX, OUTPUT_MAX } from "../../src/answers/drafts.js";

const DRAFT = { text: "日当は3,000円です。", source: 1, quote: "日当は3,000円とする。" };
const LINE = JSON.stringify(DRAFT);

function read(...pieces: string[]) {
  const reader = new DraftReader();
  const drafts = [...pieces.flatMap((piece) => reader.take(piece)), ...reader.end()];
  return { drafts, malformed: reader.malformed, isFull: reader.isFull };
}

describe("the lines of a model", () => {
  it("are sentences as soon as their line ends", () => {
    const reader = new DraftReader();
    expect(reader.take(LINE.slice(0, 10))).toEqual([]);
    expect(reader.take(`${LINE.slice(10)}\n${LINE.slice(0, 5)}`)).toEqual([DRAFT]);
    expect(reader.take(LINE.slice(5))).toEqual([]);
    expect(reader.end()).toEqual([DRAFT]);
    expect(reader.end()).toEqual([]);
  });

  it("may stand between fences and blank lines", () => {
    const { drafts, malformed } = read(`\`\`\`json\r\n\n${LINE}\r\n  \n${LINE}\n\`\`\``);
    expect([drafts, malformed]).toEqual([[DRAFT, DRAFT], 0]);
  });

  it.each([
    "日当は3,000円です。",
    "[",
    `[${LINE}]`,
    "null",
    "1",
    '"text"',
    "{}",
    '{"text":"a","source":1}',
    '{"text":"a","source":"1","quote":"b"}',
    '{"text":"a","source":1.5,"quote":"b"}',
    '{"text":"a","source":1e400,"quote":"b"}',
    '{"text":["a"],"source":1,"quote":"b"}',
    '{"text":"a","source":1,"quote":null}',
    `${LINE},`,
    LINE.slice(0, -1),
    "[".repeat(LINE_MAX),
  ])("count as malformed: %s", (line) => {
    expect(read(`${line}\n${LINE}\n`)).toEqual({ drafts: [DRAFT], malformed: 1, isFull: false });
  });

  it("have no other fields than a sentence has", () => {
    const { drafts } = read('{"text":"a","source":1,"quote":"b","__proto__":{"x":1},"citations":[]}');
    expect(drafts).toEqual([{ text: "a", source: 1, quote: "b" }]);
    expect(Object.keys(drafts[0] ?? {})).toEqual(["text", "source", "quote"]);
  });

  it("are left out if they are longer than 8 kB, and the next one is read", () => {
    const long = JSON.stringify({ ...DRAFT, text: "あ".repeat(LINE_MAX / 3) });
    const pieces = long.match(/.{1,100}/g) ?? [];
    expect(read(...pieces, "\n", LINE)).toEqual({ drafts: [DRAFT], malformed: 1, isFull: false });
    const longest = JSON.stringify({ ...DRAFT, text: "" });
    const fits = JSON.stringify({ ...DRAFT, text: "a".repeat(LINE_MAX - new TextEncoder().encode(longest).length) });
    expect(read(fits).drafts).toHaveLength(1);
    expect(read(` ${fits}`)).toMatchObject({ drafts: [], malformed: 1 });
    expect(read(" ".repeat(LINE_MAX + 1))).toMatchObject({ malformed: 1 });
  });

  it("are read up to 64 kB, and a line that is cut there is left out", () => {
    const size = new TextEncoder().encode(`${LINE}\n`).length;
    const { drafts, isFull } = read(...Array<string>(2_000).fill(`${LINE}\n`));
    expect(isFull).toBe(true);
    expect(drafts.length).toBeGreaterThanOrEqual(Math.floor(OUTPUT_MAX / size) - 1);
    expect(drafts.length).toBeLessThanOrEqual(Math.ceil(OUTPUT_MAX / size));
    expect(read(`${LINE}\n`.repeat(2_000)).drafts).toHaveLength(drafts.length);
    expect(read("a".repeat(10 * OUTPUT_MAX), LINE)).toEqual({ drafts: [], malformed: 1, isFull: true });
  });

  it("end the reading of the model when they are too much", async () => {
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked += 1;
        yield `${LINE}\n`;
      }
    }
    const reader = new DraftReader();
    const drafts = [];
    for await (const draft of draftsIn(endless(), reader)) drafts.push(draft);
    expect(drafts.length).toBeLessThanOrEqual(asked);
    expect(reader.isFull).toBe(true);
  });

  it("are the same however they are cut into pieces, and no text makes the reader throw", () => {
    const sign = fc.constantFrom(
      "{",
      "}",
      "[",
      '"',
      "\\",
      "\n",
      "\r\n",
      "```",
      "\u2028",
      "\ud800",
      "あ",
      "\0",
      LINE,
      `${LINE}\n`,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(sign, fc.string()), { maxLength: 40 }), (parts) => {
        expect(read(...parts)).toEqual(read(parts.join("")));
      }),
    );
  });
});
