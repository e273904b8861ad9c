import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Passage, Section } from "../../src/chunks/document-tree.js";
import { sectionsOf } from "../../src/chunks/sections.js";
import type { StructuredChunk } from "../../src/chunks/structured-chunk.js";
import { type ComparedArticle, compareDocuments } from "../../src/comparison/compare.js";
import type { ComparedSide } from "../../src/comparison/rows.js";
import { wordRuns } from "../../src/comparison/word-runs.js";
import { article, documentOf, list, paragraph, section, table } from "./documents.js";

const SENTENCES = [
  "会社は、業務上必要がある場合に命ずることがある。",
  "従業員は、あらかじめ会社に届け出なければならない。",
  "日当は2,500円とする。",
  "日当は3,000円とする。",
  "Leave is 20 days a year.",
  "削除",
  "（1）住所",
  "２　前項の規定にかかわらず、別に定める。",
];
const sentence = fc.oneof(fc.constantFrom(...SENTENCES), fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }));
const line = sentence.map((text) => text.replace(/[\r\n\v\f\u0085\u2028\u2029]/g, " "));
const cell = line.map((text) => text.replace(/[|\\<←↑]/g, " ").trim());
const passage: fc.Arbitrary<Passage> = fc.oneof(
  line.map(paragraph),
  fc
    .array(fc.tuple(line, fc.nat(2)), { minLength: 1, maxLength: 6 })
    .map((lines) => list(...lines.map(([text, depth], i) => `${"   ".repeat(depth)}${i + 1}. ${text}`))),
  fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }).map((rows) => table(["区分", "額"], ...rows)),
);
const passages = fc.array(passage, { maxLength: 4 });
const child: fc.Arbitrary<Section | Passage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ n: fc.integer({ min: 1, max: 9 }), title: fc.constantFrom("", "目的", "旅費", "削除"), own: passages })
      .map(({ n, title, own }) => article(n, title, ...own)),
  },
  { weight: 1, arbitrary: passages.map((own) => section("annex", "別表第1", "額", ...own)) },
  { weight: 1, arbitrary: passages.map((own) => section("supplement", "附則", "", ...own)) },
  { weight: 1, arbitrary: passage },
);
const document = fc.array(child, { maxLength: 8 });

/** Two versions: the later one has the children of the earlier one with some left out, put in, edited or moved. */
const versions = fc
  .oneof(
    fc.tuple(document, document),
    document.chain((before) =>
      fc
        .array(
          fc.tuple(
            fc.nat(Math.max(0, before.length - 1)),
            fc.constantFrom("keep", "drop", "move"),
            child,
            fc.boolean(),
          ),
          { maxLength: 4 },
        )
        .map((edits): [typeof before, typeof before] => {
          const after = [...before];
          for (const [place, edit, added, adds] of edits) {
            const [taken] = edit === "keep" ? [] : after.splice(place, 1);
            if (edit === "move" && taken !== undefined) after.unshift(taken);
            if (adds) after.splice(place, 0, added);
          }
          return [before, after];
        }),
    ),
  )
  .map(([before, after]) => [documentOf(...before), documentOf(...after)] as const);

/** The lines and rows of each section as its chunks have them, by its address, and all of one outside of sections. */
function linesOf(chunks: readonly StructuredChunk[]): { id: string; lines: string[] }[] {
  const sections: { id: string; outside: boolean; lines: string[]; head: string | null }[] = [];
  for (const { id, first, end } of sectionsOf(chunks)) {
    const outside = chunks[first]?.metadata.section_path.length === 0;
    const last = sections.at(-1);
    const own = outside && last?.outside ? last : { id, outside, lines: [], head: null };
    if (own !== last) sections.push(own);
    own.head = null;
    for (const { text_type, content, content_md } of chunks.slice(first, end)) {
      if (text_type !== "table") {
        own.head = null;
        own.lines.push(
          ...(content ?? "")
            .split("\n")
            .map((text) => text.trim())
            .filter((text) => text !== ""),
        );
        continue;
      }
      const [head = "", , ...rows] = (content_md ?? "").split("\n").map((text) =>
        text
          .slice(1, -1)
          .split("|")
          .map((each) => each.trim())
          .join("|"),
      );
      own.lines.push(...(own.head === head ? rows : [head, ...rows]));
      own.head = head;
    }
  }
  return sections;
}

const textOf = ({ cells }: ComparedSide) => cells.map((runs) => runs.map(({ text }) => text).join("")).join("|");

function expectWhole(chunks: readonly StructuredChunk[], articles: readonly ComparedArticle[], of: "before" | "after") {
  const sections = linesOf(chunks);
  const listed = articles.filter((each) => each[`section_${of}`] !== null);
  const omitted: string[] = [];
  expect(new Set(listed.map((each) => each[`section_${of}`]?.id)).size).toBe(listed.length);
  for (const { rows, [`section_${of}` as const]: side } of listed) {
    const lines = [...(sections.find(({ id }) => id === side?.id)?.lines ?? [])];
    for (const row of rows) {
      if (row.kind.startsWith("omitted")) omitted.push(...lines.splice(0, row.lines).map(behindNumber));
      else if (row[of] !== null) expect(textOf(row[of]).trim()).toBe(lines.shift()?.trim());
    }
    expect(lines).toEqual([]);
  }
  const unlisted = sections.filter(({ id }) => !listed.some((each) => each[`section_${of}`]?.id === id));
  return { omitted, unlisted: unlisted.map(({ lines }) => lines) };
}

/** What is left out may have another number. */
const behindNumber = (text: string) => text.replace(/^[^\p{Script=Han}\p{Script=Hiragana}A-Z]*/u, "");

const swappedKinds = {
  added: "removed",
  removed: "added",
  changed: "changed",
  moved: "moved",
  renumbered: "renumbered",
};

/** What is shown of each section, and how many lines are left out, in any order. */
function summary(articles: readonly ComparedArticle[], isSwapped: boolean) {
  const sides = <T>({ before, after }: { before: T; after: T }) => (isSwapped ? [after, before] : [before, after]);
  return articles
    .map(({ section_before: before, section_after: after, kind, rows }) => {
      const shown = rows.filter((row) => !row.kind.startsWith("omitted"));
      return JSON.stringify({
        ids: sides({ before: before?.id, after: after?.id }),
        kind: isSwapped ? swappedKinds[kind] : kind,
        shown: shown.map((row) => JSON.stringify([row.kind, ...sides(row)])).sort(),
        lines: rows.reduce((lines, row) => lines + row.lines, 0),
      });
    })
    .sort();
}

describe("a comparison of any two versions", () => {
  it("has each line and row of both once, in order, shown or left out", () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        const articles = [...compareDocuments(before, after)].flat();
        expect(expectWhole(before, articles, "before")).toEqual(expectWhole(after, articles, "after"));
      }),
      { numRuns: 150 },
    );
  });

  it("leaves out only what both have, and marks only what one lacks", () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        for (const { rows } of [...compareDocuments(before, after)].flat())
          for (const row of rows) {
            if (row.before === null || row.after === null) {
              const all = (row.before ?? row.after)?.cells.flat() ?? [];
              expect(all.every(({ changed }) => changed)).toBe(true);
            } else {
              const same = (side: ComparedSide) =>
                side.cells
                  .flat()
                  .filter(({ changed }) => !changed)
                  .map(({ text }) => text)
                  .join("");
              expect(same(row.before)).toBe(same(row.after));
            }
          }
      }),
      { numRuns: 150 },
    );
  });

  it("is empty for a version and itself", () => {
    fc.assert(
      fc.property(document, (own) =>
        expect([...compareDocuments(documentOf(...own), documentOf(...own))].flat()).toEqual([]),
      ),
    );
  });

  it("of swapped sides is the same with the sides and the kinds swapped", () => {
    fc.assert(
      fc.property(versions, ([before, after]) => {
        expect(summary([...compareDocuments(after, before)].flat(), true)).toEqual(
          summary([...compareDocuments(before, after)].flat(), false),
        );
      }),
      { numRuns: 150 },
    );
  });

  it("of two texts gives back each", () => {
    const word = fc.constantFrom(
      "会社",
      "は",
      "、",
      "20",
      "２０",
      "日",
      "二十",
      "leave ",
      "休暇",
      "。",
      "👩‍👩‍👧",
      "が\u3099",
    );
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { before, after } = wordRuns(one, other);
        expect([before, after].map((runs) => runs.map((run) => run.text).join(""))).toEqual([one, other]);
        expect(wordRuns(other, one)).toEqual({ before: after, after: before });
      }),
    );
  });
});
