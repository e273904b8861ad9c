import { describe, expect, it } from "@jest/globals";
import { sentenceOf } from "@retrieval/api/texts";
import { acceptDocument, type JobQueue, readStructuredUpload, readUploadedFile } from "@retrieval/core";
import { DocxReader, HtmlReader, IsolatedReader, MarkdownReader, PdfReader } from "@retrieval/ingest";
import { inJapanese } from "../../src/admin/documents/sentences-in-japanese.js";
import { HOLE, writtenSentences } from "./written-sentences.js";

/** Two words of an English sentence after one another; identifiers, codes and names of formats are none. */
const ENGLISH = /\b[a-z]+,? [a-z]+\b/;
const KANA = /[ぁ-んァ-ヶ]/;

const isJapanese = (text: string) => KANA.test(text) && !ENGLISH.test(text);
const bytes = (text: string) => new TextEncoder().encode(text);

/** What may stand in a sentence: numbers, names, lists of pages, what is quoted, and a place in brackets or none. */
const VALUES = ["7", "a", '"a"', "pages 2-5, 9", " (a)", ""];

/** The sentence with each choice of values. */
function* filled(sentence: string): Generator<string> {
  if (!sentence.includes(HOLE)) yield sentence;
  else for (const value of VALUES) yield* filled(sentence.replace(HOLE, value));
}

/** The sentences that stay English whatever is put into them. */
function untranslated(sentences: readonly string[]): string[] {
  return sentences
    .filter((sentence) => ![...filled(sentence)].some((said) => isJapanese(inJapanese(said))))
    .map((sentence) => sentence.replaceAll(HOLE, "…"));
}

describe("Every sentence in the sources has Japanese words", () => {
  it("of the readers", () => {
    const sentences = writtenSentences(["ingest/src"], ["ingest/src/html/elements.ts"]);
    expect(sentences.length).toBeGreaterThan(50);
    expect(untranslated(sentences)).toEqual([]);
  });

  it("of the worker", () => {
    const sentences = writtenSentences(["service/src/jobs/job-lane.ts"]);
    expect(sentences).toHaveLength(4);
    expect(untranslated(sentences)).toEqual([]);
  });

  it("of uploads, their chunks and their rules", () => {
    const sentences = writtenSentences(
      ["core/src/documents", "core/src/chunks", "core/src/access/rules.ts"],
      // For other engines; no page shows what these say.
      ["documents/write-embed-versions.ts", "documents/export-chunks.ts", "chunks/embed-version.ts"].map(
        (file) => `core/src/${file}`,
      ),
    );
    expect(sentences.length).toBeGreaterThan(40);
    expect(untranslated(sentences)).toEqual([]);
  });

  it("of the request that brings a file", () => {
    // For what else goes through these routes the pages have words of their own.
    const ofOtherCalls = /^(?:No such document|No draft of this document is waiting|cursor is not one .*)\.$/;
    const sentences = writtenSentences([
      "http/src/routes/documents.ts",
      "http/src/pipeline/body.ts",
      "http/src/pipeline/read-bytes.ts",
    ]).filter((sentence) => !ofOtherCalls.test(sentence));
    expect(sentences).toHaveLength(9);
    expect(untranslated(sentences)).toEqual([]);
  });
});

const markdown = new MarkdownReader();
const html = new HtmlReader();
const readers = { "text/markdown": markdown, "text/html": html, "application/pdf": new PdfReader() };

async function warningsOf(type: keyof typeof readers, file: string | Uint8Array): Promise<string[]> {
  const read = await readers[type].read(type, typeof file === "string" ? bytes(file) : file);
  return read.warnings.map(inJapanese);
}

async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => new Error("the file was read"),
    (thrown: Error) => thrown,
  );
  expect(error.name).toBe("UnreadableDocumentError");
  return inJapanese(error.message);
}

/** A PDF of so many pages with nothing on them. */
function emptyPages(count: number): Uint8Array {
  const ids = Array.from({ length: count }, (_, i) => i + 3);
  const page = (id: number) => `${id} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>\nendobj\n`;
  return bytes(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count ${count} /Kids [${ids
      .map((id) => `${id} 0 R`)
      .join(" ")}] >>\nendobj\n${ids.map(page).join("")}trailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  );
}

describe("What a reader says", () => {
  it("of Markdown that it does not show as it was written", async () => {
    const text = "---\nauthor: a\ntags: b\n---\n# 規程\n\n## 第1条\n\n1. a\n3. b\n\n~~古い~~ ![](x.png) ~~b~~\n";
    expect(await warningsOf("text/markdown", text)).toEqual([
      "フロントマターの次の項目は取り込んでいません：author, tags",
      "「第1条」で、元の番号が 3 の項目が、Markdown の規則により 2 と表示されます。番号を確認してください。",
      "取り消し線の付いた文字を、通常の文字として取り込みました。現在も有効な内容か確認してください（2 か所）。",
      "代替テキストのない画像は取り込んでいません。",
    ]);
  });

  it("of a list whose numbers are others, before any heading", async () => {
    expect(await warningsOf("text/markdown", "1. a\n3. b\n")).toEqual([
      "元の番号が 3 の項目が、Markdown の規則により 2 と表示されます。番号を確認してください。",
    ]);
  });

  it("of HTML", async () => {
    const cells = "<table><tr><th>a<th>b<th>c<tr><td colspan=2>d<td>e</table>";
    const page = `<meta charset="x-unknown"><h1>${"長".repeat(600)}</h1><h1>b</h1>${cells}<video></video>`;
    expect((await warningsOf("text/html", page)).toSorted()).toEqual([
      "512 文字を超える見出しがあります。文書内の位置を示す欄には、先頭の部分だけを表示します。",
      "ファイルに指定された文字コードが内容と一致しません。文字化けがないか確認してください。",
      "動画は取り込んでいません。",
      "結合されたセルのある表があります。文字は先頭のセルに入れ、残りのセルには ← または ↑ を表示します。",
    ]);
  });

  it("of pages of a PDF", async () => {
    expect(await warningsOf("application/pdf", emptyPages(3))).toEqual(["1～3 ページには文字がありません。"]);
    expect(await warningsOf("application/pdf", emptyPages(1))).toEqual(["1 ページには文字がありません。"]);
  });

  it("of a file that it cannot read", async () => {
    const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    const broken = bytes("nothing");
    const said = await Promise.all([
      refusalOf(markdown.read("text/markdown", Uint8Array.of(0x93, 0xff, 0x41))),
      refusalOf(new PdfReader().read("application/pdf", broken)),
      refusalOf(new DocxReader().read(type, broken)),
      refusalOf(html.read("text/html", bytes("<script></script>"))),
      refusalOf(html.read("text/plain", broken)),
      refusalOf(readUploadedFile(RULES, "text/markdown", bytes("長".repeat(200_001)), markdown)),
      refusalOf(new IsolatedReader({ seconds: 0, heap_megabytes: 64 }).read(RULES, "text/markdown", broken)),
    ]);
    expect(said).toEqual([
      "文字コードが UTF-8 でも CP932（Shift_JIS）でもありません。UTF-8 で保存し直してから、もう一度アップロードしてください。",
      "PDF ファイルではありません。拡張子が内容と合っているか確認してください。",
      "Word 文書（.docx）ではありません。.docx 形式で保存し直してから、もう一度アップロードしてください。",
      "ページに表示される文字がありません。保存したページのファイルそのものを選択してください。",
      "ファイルの形式（text/plain）が正しくありません。text/html として送信してください。",
      "「長長長長長長長長長長長長長長長長長長長長」で始まる段落の長さ（200001 文字）が上限（200000 文字）を超えています。複数に分けてください。",
      "文書の読み取りが 0 秒以内に終わらないため、中止しました。文書を簡潔にするか、分割してください。",
    ]);
  });
});

const RULES = { document_id: "rules", title: null };
const upload = (body: unknown) => readStructuredUpload("rules", bytes(JSON.stringify(body)), () => null);

/** Why an upload of these chunks is refused, as the service sends it. */
async function refusedUpload(body: unknown): Promise<string> {
  const read = await upload(body);
  if (typeof read === "string") return inJapanese(`${read}.`);
  if (!("code" in read)) throw new Error("the upload was taken");
  return inJapanese(sentenceOf([read], "en"));
}

describe("What the service says of structured chunks", () => {
  const paragraph = { text_type: "paragraph", content: "本文" };

  it.each([
    ["a field that is unknown", { chunk: [] }, 'ファイルの内容に、使用できない項目 "chunk" があります。'],
    ["a title with a line break", { title: "a\nb", chunks: [] }, "題名に改行や制御文字が含まれています。"],
    [
      "a rule with a field that is unknown",
      { access_rules: { everyone: true }, chunks: [] },
      'access_rules に、使用できない項目 "everyone" があります。使用できる項目：allow_all, allowed_department_codes, allowed_groups, allowed_users',
    ],
    [
      "a group that is empty",
      { access_rules: { allow_all: false, allowed_groups: [""] }, chunks: [] },
      "access_rules.allowed_groups[0] が空です。",
    ],
    [
      "no chunks",
      { chunks: [] },
      "chunks が空です。文書が空になるため、何も変更していません。文書を取り除く場合は、削除してください。",
    ],
    [
      "a text that is too long",
      { chunks: [{ ...paragraph, content: "x".repeat(200_001) }] },
      "chunks[0]：content の長さ（200001 文字）が上限（200000 文字）を超えています。チャンクを分割してください。",
    ],
    [
      "a chunk that is none",
      { chunks: [paragraph, { ...paragraph, text_type: "poem" }] },
      "chunks[1]：text_type は、次のいずれかを指定してください：paragraph, table, list, heading, annex_title",
    ],
    [
      "a chunk_id that stands twice",
      { chunks: Array(2).fill({ ...paragraph, chunk_id: "rules::paragraph-1" }) },
      "chunks[1]：同じ chunk_id（rules::paragraph-1）が chunks[0] にあります。",
    ],
    [
      "a section without its kind",
      { chunks: [{ ...paragraph, metadata: { section_path: [1] } }] },
      "chunks[0]：metadata.section_path[0] は、オブジェクトで指定してください。",
    ],
  ])("that have %s", async (_what, body, words) => {
    expect(await refusedUpload(body)).toBe(words);
  });

  it("that were taken with something computed anew, the first ten of them by their places", async () => {
    const read = await upload({ chunks: Array(13).fill({ ...paragraph, metadata: { text_hash: "x" } }) });
    if (typeof read === "string" || "code" in read) throw new Error(JSON.stringify(read));
    const said = read.options.warnings.map(inJapanese);
    expect(said[0]).toBe("chunks[0]：指定された text_hash が本文と一致しないため、計算し直しました。");
    expect(said.at(-1)).toBe("ほか 3 件");
  });
});

describe("What the service says of a request or a job", () => {
  const none = {
    jobs: {} as JobQueue,
    documents: { find: async () => null, nextRules: async () => null },
  };

  it("that was refused at sight", async () => {
    const file = { media_type: "text/markdown", bytes: bytes("a") };
    const messages = await Promise.all([
      acceptDocument("-", file, null, none),
      acceptDocument("就\u3164", file, null, none),
      acceptDocument("rules", { ...file, bytes: bytes("") }, null, none),
      acceptDocument("rules", { ...file, title: "あ".repeat(513) }, null, none),
    ]);
    expect(
      messages.map((refusal) => inJapanese("problems" in refusal ? sentenceOf(refusal.problems, "en") : "")),
    ).toEqual([
      "文書 ID は、文字または数字で始め、文字、数字、「.」「_」「-」だけを 128 文字以内で指定してください。",
      "文書 ID の 2 文字目に、見えない文字（U+3164）が含まれています。別の文書 ID を指定してください。",
      "ファイルが空です。内容のあるファイルを選択してください。",
      "題名は、512 文字以内にしてください。",
    ]);
  });

  it("stays as it is where it is not known", () => {
    for (const said of ["something new happened.", "chunks[3]: something new (2 times)"]) {
      expect(inJapanese(said)).toBe(said);
    }
  });
});
