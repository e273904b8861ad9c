import { describe, expect, test } from "@jest/globals";
import { structureDocument } from "@retrieval/core/chunks";
import { CSV, TXT } from "@retrieval/core/limits";
import { readerOf } from "../src/index.js";

async function shown(media_type: string, content: string | Uint8Array): Promise<string[]> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { tree, title } = await readerOf(media_type)(bytes);
  return structureDocument({ document_id: "d", title: title ?? "d" }, tree).map(
    ({ content_md, content: text }) => content_md ?? text ?? "",
  );
}

const JAPANESE =
  "この規程は、会社の業務のために出張する従業員に支給する旅費について必要な事項を定めるものとし、旅費の支給を適正に行うことを目的とする。";
const ENGLISH =
  "The purpose of this policy is to state which expenses the company pays for when employees travel on its business.";
const wrapped = (text: string, length: number) => (text.match(new RegExp(`.{1,${length}}`, "g")) ?? []).join("\n");

describe("plain text", () => {
  test("is a paragraph for each line, with articles; a form feed separates", async () => {
    const text = "\ufeff旅費規程\n\n第1条（目的）\n定める。\f別の段落。\r\n第2条　次のとおり。";
    expect(await shown(TXT, text)).toEqual([
      "旅費規程",
      "第1条（目的）",
      "定める。",
      "別の段落。",
      "第2条",
      "次のとおり。",
    ]);
    expect((await readerOf(TXT)(new TextEncoder().encode(text))).title).toBe("旅費規程");
  });

  test.each(["（目的）", "第1条　目的を定める", "目次", "次のとおりである。"])("has no title in %s", async (line) => {
    const bytes = new TextEncoder().encode(`${line}\n本文である。`);
    expect((await readerOf(TXT)(bytes)).title).toBeNull();
  });

  test("of one width is joined again, in Japanese without a space", async () => {
    const words = `${ENGLISH} ${ENGLISH}`.split(" ").reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < 40) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
      return lines;
    }, []);
    expect(
      await shown(TXT, `第1条（目的）\n${wrapped(JAPANESE, 20)}\n第2条（範囲）\n${wrapped(JAPANESE, 20)}`),
    ).toEqual(["第1条（目的）", JAPANESE, "第2条（範囲）", JAPANESE]);
    expect(await shown(TXT, words.join("\n"))).toEqual([`${ENGLISH} ${ENGLISH}`]);
    const rows = [
      "東京　03-1111-1111　千代田区千代田一丁目",
      "大阪　06-2222-2222　北区中之島一丁目一番",
      "札幌　011-333-3333　中央区北一条西二丁",
      "福岡　092-444-4444　中央区天神一丁目八",
    ];
    expect(await shown(TXT, rows.join("\n"))).toEqual(rows);
  });

  test("of very many lines is read", async () => {
    const texts = await shown(TXT, `${"短い行である。\n".repeat(20_000)}`);
    expect(texts).toHaveLength(20_000);
    expect(await shown(TXT, `一\n${"\n".repeat(100_000)}二`)).toEqual(["一", "二"]);
  });

  test("in CP932 is read, and bytes that are no text are refused", async () => {
    const sjis = new Uint8Array([0x8b, 0x4b, 0x92, 0xf6]);
    expect(await shown(TXT, sjis)).toEqual(["規程"]);
    await expect(shown(TXT, new Uint8Array([0xff, 0xfe, 0xfd]))).rejects.toMatchObject({
      problems: [{ code: "file.not_text" }],
    });
  });
});

describe("CSV", () => {
  test("is one table, whatever separates its cells", async () => {
    const table = "| 区分 | 額    |\n| ---- | ----- |\n| 日当 | 3,000 |\n| 宿泊 | 12000 |";
    for (const text of ['\ufeff区分,額\r\n日当,"3,000"\r\n\r\n宿泊,12000', "区分\t額\n日当\t3,000\n宿泊\t12000"]) {
      expect(await shown(CSV, text)).toEqual([table]);
    }
    expect(await shown(CSV, "a,b,c\n1,2,3\n")).toEqual(["| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |"]);
  });

  test("has the delimiter that divides its lines equally, or that it states", async () => {
    const table = "| 部署 | 人数 | 額    |\n| ---- | ---- | ----- |\n| 営業 | 5    | 1,000 |\n| 開発 | 7    | 2,000 |";
    const lines = ["部署\t人数\t額", "営業\t5\t1,000", "開発\t7\t2,000"];
    expect(await shown(CSV, `売上、費用,利益,人数,一覧\n\n${lines.join("\n")}`)).toEqual([
      "売上、費用,利益,人数,一覧",
      table,
    ]);
    const semicolons = lines.map((line) => line.replaceAll("\t", ";"));
    expect(await shown(CSV, `sep=;\n${semicolons.join("\n")}`)).toEqual([table]);
    expect(await shown(CSV, `SEP=|\r\n${lines.map((line) => line.replaceAll("\t", "|")).join("\r\n")}`)).toEqual([
      table,
    ]);
    expect(await shown(CSV, semicolons.slice(1).join("\n"))).toEqual([
      "|      |   |       |\n| ---- | - | ----- |\n| 営業 | 5 | 1,000 |\n| 開発 | 7 | 2,000 |",
    ]);
    expect(await shown(CSV, 'a,b,c\n1,"x;y\nz;w"\n3,4,5\n')).toEqual([
      "| a | b          | c |\n| - | ---------- | - |\n| 1 | x;y<br>z;w |   |\n| 3 | 4          | 5 |",
    ]);
  });

  test("with a quote that is never closed is refused with its line", async () => {
    await expect(shown(CSV, 'a,b\n"c,d\n')).rejects.toMatchObject({ problems: [{ code: "csv.open_quote" }] });
  });
});
