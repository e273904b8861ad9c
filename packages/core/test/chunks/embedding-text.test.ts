import { describe, expect, it } from "@jest/globals";
import { problemsWithEmbedVersion } from "../../src/chunks/embed-version.js";
import { embeddingText } from "../../src/chunks/embedding-text.js";
import { structureDocument } from "../../src/chunks/structure-document.js";

const DOCUMENT = { document_id: "wage-rules", title: "賃金規程 2026年版" };
const CHUNKS = structureDocument(DOCUMENT, {
  children: [
    { kind: "paragraph", text: "この規程は賃金を定める。" },
    {
      kind: "section",
      type: "chapter",
      label: "第2章",
      title: "手当",
      heading: "第2章 手当",
      children: [
        {
          kind: "section",
          type: "article",
          label: "第16条",
          title: "家族手当",
          heading: "第16条（家族手当）",
          children: [
            { kind: "paragraph", text: "前項の規定により支給する。" },
            { kind: "list", text: "1. 配偶者\n2. 子", markdown: "1. 配偶者\n2. 子" },
            {
              kind: "table",
              table: { columns: ["続柄", "額"], rows: [["子", "5,000円"]] },
              markdown: "| 続柄 | 額 |\n| --- | --- |\n| 子 | 5,000円 |",
            },
          ],
        },
      ],
    },
  ],
});

describe("the text that an embedding is made of", () => {
  it("is the chunk's own text under the names of the sections around it, never the document's title", () => {
    expect(CHUNKS.map(embeddingText)).toEqual([
      "この規程は賃金を定める。",
      "第2章 手当",
      "第2章 手当\n第16条（家族手当）",
      "第2章 手当 > 第16条 家族手当\n前項の規定により支給する。",
      "第2章 手当 > 第16条 家族手当\n1. 配偶者\n2. 子",
      "第2章 手当 > 第16条 家族手当\n続柄: 子 / 額: 5,000円",
    ]);
  });

  it("is a table's Markdown if another ingestion left out the key:value text", () => {
    const table = { text_type: "table", content: null, content_md: "| a |", display: { breadcrumb: [] } } as const;
    expect(embeddingText(table)).toBe("| a |");
  });
});

describe("an embed_version", () => {
  it.each(["bge-m3@2026-01-31", "m@2024-02-29", "社内モデル@2026-01-31", `${"x".repeat(100)}@2026-01-31`])(
    "is a model's name and a day: %s",
    (given) => expect(problemsWithEmbedVersion("stale", given)).toEqual([]),
  );

  it.each([
    "",
    "bge-m3",
    "@2026-01-31",
    "bge-m3@",
    "a@b@2026-01-31",
    "bge m3@2026-01-31",
    "bge\u3000m3@2026-01-31",
    "a\u0001@2026-01-31",
    "a\ud800@2026-01-31",
    `${"x".repeat(101)}@2026-01-31`,
    "m@2026-1-31",
    "m@2026-01-31T00:00:00Z",
    "m@2026-01-31 ",
    "m@２０２６-01-31",
    null,
    undefined,
    7,
    ["m@2026-01-31"],
  ])("is not %j", (given) => {
    expect(problemsWithEmbedVersion("stale", given)[0]).toEqual({ code: "embed_version.ill_formed", field: "stale" });
  });

  it.each(["2026-02-30", "2025-02-29", "2026-13-01"])("has no other problem than its day: %s", (date) => {
    expect(problemsWithEmbedVersion("stale", `m@${date}`)).toEqual([{ code: "embed_version.no_such_day", date }]);
  });

  it.each([
    ["", { code: "embed_version.name_empty" }],
    ["x".repeat(101), { code: "embed_version.name_too_long", max: 100 }],
    ["a\u0001", { code: "embed_version.name_control_character" }],
    ["a\ud800", { code: "embed_version.name_ill_formed" }],
  ])("has no model's name %j", (name, problem) => {
    expect(problemsWithEmbedVersion("stale", `${name}@2026-01-31`)[1]).toEqual(problem);
  });
});
