import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { describeUnless, realDataDir } from "@retrieval/contract";
import { callAs, useTestService } from "../harness.js";

const run = promisify(execFile);
const RULES = join(realDataDir, "handbook-ja/002_賃金規程.md");
const REASON = !existsSync("/usr/bin/soffice")
  ? "LibreOffice is not installed"
  : existsSync(RULES)
    ? undefined
    : `${realDataDir} is missing`;

/** Kinds of edits that happen: a number in a table, words, an article in between with new numbers after it, 附則. */
function edited(text: string): string {
  const renumbered = text.replaceAll(/^### 第(\d+)条/gm, (head, n) =>
    Number(n) > 9 ? `### 第${Number(n) + 1}条` : head,
  );
  return renumbered
    .replace("| 355円             |", "| 400円             |")
    .replace(
      "本規程は、就業規則第2条に定める従業員に対して適用する。",
      "本規程は、就業規則第2条に定める全ての従業員に対して適用する。",
    )
    .replace("## 第2章", "### 第10条　手当の見直し\n\n1. 手当は、毎年4月に見直す。\n\n## 第2章")
    .replace(/\s*$/, "\n* 本規則は、2026年4月1日より改訂施行する。\n");
}

describeUnless(REASON, "the comparison of real rules, opened by LibreOffice", () => {
  const t = useTestService();

  it("has two columns in order, with what changed underlined, on A4 across", async () => {
    const text = await readFile(RULES, "utf8");
    const versions = [
      [text, { effective_from: "2023-08-11" }],
      [edited(text), { effective_from: "2026-04-01", note: "通勤手当の見直しのため" }],
    ] as const;
    for (const [version, dated] of versions) {
      const choices = new URLSearchParams({ wait: "true", title: "賃金規程", ...dated });
      const type = { "Content-Type": "text/markdown" };
      await callAs(t, t.admin, "put", `/api/manage/documents/wages?${choices}`, version, type).expect(200);
    }
    const path = "/api/documents/wages/comparison?format=docx";
    const { body } = await callAs(t, t.admin, "get", path, undefined, { "Accept-Language": "ja" })
      .buffer(true)
      .parse(bytesOf);
    const { html, pdf } = await opened(body);
    expect(pdf.match(/\/MediaBox\s*\[([\d. ]+)\]/)?.[1]).toMatch(/^0 0 841\.\d+ 595\.\d+$/);
    // The head of the table is repeated on each page.
    expect(html.match(/<thead>[\s\S]*?<\/thead>/)?.[0].replaceAll(/<[^>]*>|\s/g, "")).toBe(
      "現行2023年8月11日施行改定後2026年4月1日施行",
    );
    const written = html.replaceAll(/<(?!\/?u>)[^>]*>|\s/g, "");
    const inOrder = [
      ...["賃金規程新旧対照表", "改定の理由：通勤手当の見直しのため", "現行", "改定後"],
      ...["条に定める従業員に対して", "条に定める<u>全ての</u>従業員に対して"],
      ...["（新設）", "<u>第10条手当の見直し</u><u>1.手当は、毎年4月に見直す。</u>"],
      ...["第<u>10</u>条本章の適用範囲1.（略）", "第<u>11</u>条本章の適用範囲1.（略）"],
      ...["10km以上15km未満<u>355</u>円", "10km以上15km未満<u>400</u>円"],
      ...["附則", "（新設）", "附則", "<u>・本規則は、2026年4月1日より改訂施行する。</u>"],
    ];
    let from = 0;
    for (const part of inOrder) {
      const at = written.indexOf(part, from);
      expect([part, at >= from ? part : written.slice(from, from + 200)]).toEqual([part, part]);
      from = at + part.length;
    }
  });
});

/** The file as LibreOffice reads it, and as it prints it. */
async function opened(file: Buffer): Promise<{ readonly html: string; readonly pdf: string }> {
  const folder = await mkdtemp(join(tmpdir(), "retrieval-comparison-"));
  try {
    await writeFile(join(folder, "comparison.docx"), file);
    const options = [`-env:UserInstallation=file://${folder}/profile`, "--headless", "--convert-to"];
    for (const form of ["html", "pdf"]) await run("soffice", [...options, form, "comparison.docx"], { cwd: folder });
    return {
      html: await readFile(join(folder, "comparison.html"), "utf8"),
      pdf: await readFile(join(folder, "comparison.pdf"), "latin1"),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function bytesOf(answer: unknown, done: (error: Error | null, body: Buffer) => void) {
  const response = answer as NodeJS.ReadableStream;
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => parts.push(part));
  response.on("end", () => done(null, Buffer.concat(parts)));
}
