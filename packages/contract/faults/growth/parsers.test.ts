import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";
import {
  buildChunk,
  compareDocuments,
  referenceTo,
  relateChunks,
  type StructuredChunk,
  tableText,
  textHash,
} from "@retrieval/core/chunks";
import { problemWithKey, problemWithLine } from "@retrieval/core/limits";
import { EMPTY_VOCABULARY, highlightsIn, makeTermVectors, type Range } from "@retrieval/core/search";
import { IsolatedReader, readStructuredUpload, readUploadedFile } from "@retrieval/ingest";
import { exportedReaders } from "../../src/architecture/exported-readers.js";
import { growthOf, repeated } from "./growth.js";

const packages = fileURLToPath(new URL("../../..", import.meta.url));
const files = ["core/src", "api/src/csv", "ingest/src"].flatMap((folder) =>
  readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file)),
);
async function load(file: string): Promise<Record<string, Reader>> {
  const built = file.replace("/src/", "/dist/").replace(/ts$/, "js");
  return import(pathToFileURL(join(packages, built)).href);
}
type Reader = (...given: unknown[]) => unknown;

/** White space, brackets, digits and kanji numerals, and the beginnings of our parsers' patterns. */
const UNITS = [
  " ",
  "\t",
  "\n",
  "　",
  "(",
  "（",
  "[",
  "「",
  "1",
  "９",
  "一",
  "十",
  "第",
  "第1条",
  "第 ",
  "の1",
  "Article ",
];
const PREFIXES = ["", "別表"];
const TEXTS = UNITS.flatMap((unit) => PREFIXES.map((prefix) => repeated(unit, { prefix, end: "x" })));
/** Markup of Markdown and HTML too, for readers of whole files. */
const FILE_TEXTS = [...UNITS, "<", ">", "<b>", "&", "|", "|-", "#", "\\", "~", "a\n", "- a\n", "## 第1条\n"].map(
  (unit) => repeated(unit, { prefix: "別表", end: "x" }),
);
const MEASURE = { size: 4_000, floor: 4_000 };
/** Parsers of whole files take longer for each character. */
const FILE_MEASURE = { size: 3_000, floor: 40_000 };
const FILE_PARSERS = ["parseMarkdown", "readTable", "parseXml"];

/** Exported functions that take a text first and do not parse a document's text. */
const NOT_PARSERS: Readonly<Record<string, readonly string[]>> = {
  "a use case: it asks ports by an identifier, and what it reads is read by functions that are tried here": [
    "acceptDocument",
    "acceptStructuredChunks",
    "connectApplication",
    "listAccessTokens",
    "revokeAccessToken",
    "revokeAllAccessTokens",
    "changeRules",
    "chooseUnits",
    "readEntry",
    "putEntry",
    "deleteEntry",
    "changeUser",
    "couldRead",
    "explainAccess",
    "importUsers",
    "previewDepartments",
    "previewUserChange",
    "readDocument",
    "readOriginal",
    "readOutline",
    "readReference",
    "findReaders",
    "findReadable",
    "changeWebhook",
    "rotateWebhookSecret",
    "deleteWebhook",
    "testWebhook",
    "listDeliveries",
    "readRules",
    "readUser",
    "restoreRules",
    "signIn",
    "signOutUser",
    "eraseUser",
    "exportUser",
    "suggest",
    "synchroniseUser",
    "whoCouldRead",
    "meaningOf",
    "rerankerScores",
    "compareVersions",
    "readCertificate",
    "findVersion",
    "findAskedVersion",
    "remindReaders",
    "noticeOf",
    "readFacts",
    "findLife",
    "listHistory",
    "textFor",
  ],
  "of sign-in: its texts have at most some hundred characters": [
    "acceptClaims",
    "canonicalMessage",
    "checkSignIn",
    "isPseudonym",
    "issuedAhead",
    "sameText",
    "sharedSecret",
  ],
  "its text is one that the service wrote itself, or has a limit in the schema of its request": [
    "readChunkLines",
    "changeData",
    "readMoment",
    "startOfDay",
    "readOptions",
    "standInsOf",
    "readAccessQuestion",
    "undecided",
    "suggestedDocuments",
    "suggestedSections",
    "suggestedWords",
    "usageWords",
    "weighQuestion",
  ],
  "it reads fields, each of them by problemWithLine": [
    "entryFrom",
    "isDisplay",
    "readSynchronisationRecord",
    "readUserFields",
  ],
  "its word has at most 100 characters": ["editDistance", "isInVisibleSection"],
  "its bytes are those that makeTermVectors wrote": ["headOf", "holdDocument", "splitSections"],
  "it makes or looks up something": ["embeddingModel", "formatNumber", "readerOf", "unreadable"],
};

const MARKED = ["§article 36", "手当", "leave"].map((text) => ({ text, prefix: false, isPart: false }));

/** Arguments of a parser beside the text. */
const GIVEN: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  beginningOf: (text) => [text, 1_000_000],
  subjectsOf: (text) => [
    text,
    [{ text: "日当", prefix: false, significance: 1, origin: "vocabulary", said: text, also: "日当" }],
  ],
  compareTitles: (text) => ["d", text, `${text.replaceAll("1", "2")}。${text}`],
  classAt: (text) => [text, Math.floor(text.length / 2)],
  decodeAs: (text) => ["windows-1252", utf8(text)],
  compareCodePoints: (text) => [text, text],
  makeTermVectors: (text) => [text, [chunkOf(text, "paragraph")]],
  openOffice: (text) => [utf8(text), "xl/workbook.xml", "workbook"],
  problemWithDay: (text) => ["day", text],
  onCharacter: (text) => [text, Math.floor(text.length / 2)],
  embeddingParts: (text) => [text, [chunkOf(text, "paragraph")]],
  highlightsIn: (text) => [text, MARKED],
  paragraphsOf: (text) => [text, {}],
  problemWithKey: (text) => ["key", text, 1_000_000],
  problemWithLine: (text) => ["line", text, 1_000_000],
  problemWithTitle: (text) => ["title", text, 1_000_000],
  problemWithReason: (text) => ["reason", text],
  problemWithName: (text) => ["name", text, 1_000_000],
  problemWithNewKey: (text) => ["key", text],
  readQuestion: (text) => [text, EMPTY_VOCABULARY],
  runsOf: (text) => [text, true],
  sampleOf: (text) => [text, 3],
  wordRuns: (text) => [text, `${text.replaceAll("1", "2")}。${text}`],
  refuseOtherContent: (text) => ["text/plain", utf8(text)],
  tagInTable: (text) => [text, {}],
  readStructuredUpload: (text) => ["doc", json(text), () => null],
  widthAt: (text) => [text, Math.floor(text.length / 2)],
};

const utf8 = (text: string) => new TextEncoder().encode(text);
const json = (text: string) => utf8(JSON.stringify({ chunks: [{ text_type: "paragraph", content: text }] }));

async function grown(name: string, work: (text: string) => unknown, texts = TEXTS, measure = MEASURE) {
  const found: string[] = [];
  for (const textOf of texts) {
    const growth = await growthOf(work, textOf, measure);
    if (growth !== null) found.push(`${name} on ${JSON.stringify(textOf(12))}…: ${growth}`);
  }
  return found;
}

/** An exception is an answer too. */
function answer(read: Reader, given: readonly unknown[]): unknown {
  try {
    const answered = read(...given);
    return answered !== null && typeof answered === "object" && "next" in answered
      ? [...(answered as Generator)]
      : answered;
  } catch {
    return null;
  }
}

function chunkOf(text: string, text_type: "paragraph" | "table"): StructuredChunk {
  const body = { text_type, content: text, content_md: text_type === "table" ? text : null };
  return buildChunk({ document_id: "d", title: "d" }, "d::paragraph-1", body, { section_path: [], annex_title: null });
}

function articleOf(number: number, text: string): StructuredChunk {
  const section_path = [{ level: 1, type: "article" as const, label: `第${number}条`, title: "" }];
  const body = { text_type: "paragraph" as const, content: text, content_md: null };
  return buildChunk({ document_id: "d", title: "d" }, `d::art${number}::paragraph-1`, body, {
    section_path,
    annex_title: null,
  });
}

describe("every exported parser of core and ingest, and of CSV", () => {
  it("takes at most three times as long for twice the text", async () => {
    const { Warnings } = (await load("ingest/src/warnings.ts")) as unknown as { Warnings: new () => unknown };
    const excepted = new Set(Object.values(NOT_PARSERS).flat());
    const tried: string[] = [];
    const found: string[] = [];
    for (const file of files) {
      for (const { name, first, others } of exportedReaders(readFileSync(join(packages, file), "utf8"))) {
        if (excepted.delete(name)) continue;
        const given = GIVEN[name];
        const isKnown = given !== undefined || others.every((type) => type === "Warnings");
        // Add a new function that takes a text above: how to call it, or why it is not a parser.
        if (!isKnown) throw new Error(`${file}: ${name}(${[first, ...others].join(", ")}) is not named in this test`);
        const read = (await load(file))[name] as Reader;
        const work = (text: string) => {
          const own = [first === "Uint8Array" ? utf8(text) : text, ...others.map(() => new Warnings())];
          return answer(read, given?.(text) ?? own);
        };
        tried.push(name);
        found.push(...(await grown(name, work, TEXTS, FILE_PARSERS.includes(name) ? FILE_MEASURE : MEASURE)));
      }
    }
    expect(found).toEqual([]);
    expect([...excepted]).toEqual([]);
    expect(tried).toEqual(expect.arrayContaining(["termsOf", "findReferences", "readSectionHeading", "parseMarkdown"]));
  });

  it.each<[string, (text: string) => unknown]>([
    ["term vectors of a table", (text) => makeTermVectors("d", [chunkOf(text, "table")])],
    ["relations", (text) => relateChunks([chunkOf(text, "paragraph")])],
    ["hash", (text) => textHash(chunkOf(text, "paragraph"))],
    ["reference to a label", (text) => referenceTo("annex", text)],
    ["text of a table", (text) => tableText({ columns: [text], rows: [[text]] })],
    ["name", (text) => [problemWithLine("name", text, 1_000_000), problemWithKey("name", text, 1_000_000)]],
    ["highlights", (text): Range[] => highlightsIn(text, MARKED)],
    ["structured upload", (text) => readStructuredUpload("d", json(text), () => null)],
  ])("%s: the same", async (name, work) => {
    expect(await grown(name, work)).toEqual([]);
  });

  it.each<[string, (size: number) => (place: number) => readonly [before: string, after: string]]>([
    ["with an edit in each", () => (place) => [`第${place}の事項は会社が定める。`, `第${place}の事項は別に定める。`]],
    ["all different", () => (place) => [`${place * 7919}`.repeat(5), `${place * 7907}`.repeat(5)]],
    [
      "nearly all the same",
      (size) => (place) => ["会社が定める。", `会社が${place % 9}定める。${place === size ? "x" : ""}`],
    ],
  ])("comparison of articles, %s: the same", async (_, textsIn) => {
    const articles = (size: number, side: 0 | 1) =>
      Array.from({ length: size / 4 }, (_, place) => articleOf(place + side, textsIn(size)(place)[side]));
    const documents = new Map(
      [1, 2, 4].map((times) => [
        times * MEASURE.size,
        [0, 1].map((side) => articles(times * MEASURE.size, side as 0 | 1)),
      ]),
    );
    const work = (size: string) => {
      const [before = [], after = []] = documents.get(Number(size)) ?? [];
      return [...compareDocuments(before, after)];
    };
    expect(await growthOf(work, String, { ...MEASURE, floor: 40_000 })).toBeNull();
  });

  it("quotes of an answer: the same", async () => {
    const bestPassage = (await load("core/src/answers/passage.ts")).bestPassage as Reader;
    const factAskedBy = (await load("core/src/answers/fact.ts")).factAskedBy as Reader;
    const terms = [{ text: "日当", prefix: false, origin: "typed", weight: 1 }];
    const work = (text: string) => {
      const chunks = [chunkOf(`日当 ${text}`, "paragraph"), chunkOf(`|日当|\n|-|\n|${text}|`, "table")];
      return bestPassage(
        { terms, fact: factAskedBy("日当はいくらですか") },
        { names: text, chunks, closeness: [] },
        false,
      );
    };
    expect(await grown("bestPassage", work)).toEqual([]);
  });
});

describe("the reader of", () => {
  const readFile = (type: string, bytes: Uint8Array) =>
    readUploadedFile({ document_id: "d", title: null }, type, bytes);

  it.each([
    ["text/markdown", (text: string) => text],
    ["text/html", (text: string) => `<p>${text}</p>`],
    ["text/html", (text: string) => `<p>${text.replaceAll("<", "&lt;")}</p><h2>${text.replaceAll("<", "&lt;")}</h2>`],
  ])("%s takes at most three times as long for twice the text (%p)", async (type, around) => {
    expect(await grown(type, (text) => readFile(type, utf8(around(text))), FILE_TEXTS, FILE_MEASURE)).toEqual([]);
  });
});

/**
 * The exception: libraries that read HTML (hast-util-minify-whitespace) and Markdown (micromark) do not meet the demand
 * on our parsers. On these texts, which no test above has, their time grows with the square of the text or faster, and
 * only the limits of the thread end them.
 */
const LIBRARIES_GROW: readonly [type: string, unit: string, size: number][] = [
  ["text/html", "<a href=x>", 64_000],
  ["text/markdown", "[^a]", 240_000],
  ["text/markdown", "[a](", 960_000],
];

describe("a library that takes longer than in proportion", () => {
  it.each(LIBRARIES_GROW)("is ended by the limit of its thread: %s, %s", async (type, unit, size) => {
    const reader = new IsolatedReader({ seconds: 2, elapsed_seconds: 60, heap_megabytes: 1_024 });
    const bytes = utf8(repeated(unit)(size));
    await expect(reader.read({ document_id: "d", title: null }, type, bytes)).rejects.toThrow(
      /^file\.(?:slow|large)_to_read$/,
    );
  });
});
