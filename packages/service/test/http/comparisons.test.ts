import { beforeEach, describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { DOCX } from "@retrieval/core/limits";
import JSZip from "jszip";
import { type Call, callAs, useTestService } from "../harness.js";

const text = (scope: string, days: number) =>
  `# 規程\n\n## 第1条（範囲）\n\n${scope}に適用する。\n\n## 第2条（期限）\n\n${days}日とする。\n`;

describe("the comparison of two versions", () => {
  const t = useTestService();
  let count = 0;
  let id = "";
  beforeEach(() => {
    count += 1;
    id = `rules-${count}`;
  });
  const call = (...asked: Call) => callAs(t, t.admin, ...asked);
  const put = (markdown: string, query = "", rules: object = EVERYONE, title = "規程") =>
    call(
      "put",
      `/api/manage/documents/${id}?wait=true&title=${encodeURIComponent(title)}&access_rules=${encodeURIComponent(JSON.stringify(rules))}${query}`,
      markdown,
      { "Content-Type": "text/markdown" },
    );
  /** Sets what a version says of its life. */
  const dated = (number: number, effective_from: string, notice = "none", withdrawn: object | null = null) =>
    t.database.pool.query(
      "UPDATE revisions SET effective_from = $2, notice = $3, withdrawn = $4, note = '改正のため。' WHERE document_id = $5 AND number = $1",
      [number, effective_from, notice, withdrawn && JSON.stringify(withdrawn), id],
    );
  const published = async (rules: object = EVERYONE) => {
    await put(text("従業員", 7), "&version=A", rules);
    await put(text("正社員", 7), "&version=B", rules);
    await put(text("正社員", 10), "&version=C", rules);
    for (const [number, day] of [
      [1, "2020-04-01"],
      [2, "2021-04-01"],
      [3, "2022-04-01"],
    ] as const)
      await dated(number, day);
  };
  const get = (token: string, query = "", headers = {}) =>
    callAs(t, token, "get", `/api/documents/${id}/comparison${query}`, undefined, headers);
  const answered = async (token: string, query = "") => {
    const { status, body } = await get(token, query);
    if (status !== 200) return body.error.problems[0].code;
    const kinds = body.articles.map(
      (each: { kind: string; section_after: { label: string } }) => `${each.kind} ${each.section_after.label}`,
    );
    return [body.from?.number ?? null, body.to.number, ...kinds];
  };

  it("says what differs, with the words that changed", async () => {
    await published();
    const { status, body } = await get(t.admin, "?from=1&to=2");
    expect(status).toBe(200);
    const runs = (word: string) => [
      [
        { text: word, changed: true },
        { text: "に適用する。", changed: false },
      ],
    ];
    const heading = { depth: 0, cells: [[{ text: "第1条（範囲）", changed: false }]] };
    const section = { id: `${id}::art1`, type: "article", label: "第1条", title: "範囲" };
    expect(body).toEqual({
      document_id: id,
      from: { number: 1, title: "規程", version: "A", effective_from: "2020-04-01", in_force: false },
      to: { number: 2, title: "規程", version: "B", effective_from: "2021-04-01", note: "改正のため。" },
      articles: [
        {
          section_before: section,
          section_after: section,
          kind: "changed",
          rows: [
            { kind: "heading", before: heading, after: heading, lines: 1 },
            {
              kind: "text",
              before: { depth: 0, cells: runs("従業員") },
              after: { depth: 0, cells: runs("正社員") },
              lines: 1,
            },
          ],
        },
      ],
    });
  });

  it("names both titles, and shows first that a document was renamed", async () => {
    await put(text("従業員", 7));
    await put(text("従業員", 7), "", EVERYONE, "国内規程");
    await put(text("従業員", 7), "", EVERYONE, "出張規程");
    const { body } = await get(t.admin, "?from=1&to=2");
    const section = (title: string) => ({ id, type: null, label: "", title });
    const side = (...texts: string[]) => ({
      depth: 0,
      cells: [texts.map((text) => ({ text, changed: text === "国内" }))],
    });
    expect([body.from.title, body.to.title]).toEqual(["規程", "国内規程"]);
    expect(body.articles).toEqual([
      {
        ...{ section_before: section("規程"), section_after: section("国内規程"), kind: "changed" },
        rows: [{ kind: "heading", before: side("規程"), after: side("国内", "規程"), lines: 1 }],
      },
    ]);
    const { text: csv } = await get(t.admin, "?from=1&to=2&format=csv");
    expect(csv).toContain("\r\nChanged,規程,国内規程,規程,国内規程,");
  });

  it("is of any two versions for administrators and developers; without numbers, of the last two", async () => {
    await published();
    for (const token of [t.admin, await t.signedIn("dev", { role: "developer" })]) {
      expect(await answered(token)).toEqual([2, 3, "changed 第2条"]);
      expect(await answered(token, "?from=1&to=3")).toEqual([1, 3, "changed 第1条", "changed 第2条"]);
      expect(await answered(token, "?from=3&to=1")).toEqual([1, 3, "changed 第1条", "changed 第2条"]);
      expect(await answered(token, "?to=2")).toEqual([1, 2, "changed 第1条"]);
      expect(await answered(token, "?to=1")).toEqual([null, 1, "added 第1条", "added 第2条"]);
      expect(await answered(token, "?to=4")).toBe("version.unknown");
      expect(await answered(token, "?from=9&to=2")).toBe("version.unknown");
    }
  });

  it("has the draft for administrators in a session, and says so in the audit log", async () => {
    await published();
    await put(text("全員", 10), "&publish=false");
    expect(await answered(t.admin, "?to=draft")).toEqual([3, null, "changed 第1条"]);
    for (const role of ["developer", "user"] as const)
      expect(await answered(await t.signedIn(`r-${role}`, { role }), "?to=draft")).toBe("version.unknown");
    const { body } = await call("get", `/api/manage/audit?kind=draft-read&document_id=${id}`);
    expect(body.items).toHaveLength(1);
  });

  describe("for a reader of the document", () => {
    const NEXT_YEAR = "2099-04-01";

    it("has nothing of a past version", async () => {
      await published();
      const reader = await t.signedIn("reader");
      for (const query of ["", "?to=3", "?from=2&to=3", "?to=2", "?from=1&to=2"])
        expect(await answered(reader, query)).toBe("version.unknown");
    });

    it("has the version in force and the one to come", async () => {
      await published();
      await dated(3, NEXT_YEAR);
      expect(await answered(await t.signedIn("reader"))).toEqual([2, 3, "changed 第2条"]);
    });

    it("has past versions if the history of the document is for readers", async () => {
      await published();
      await t.database.pool.query("UPDATE documents SET history = 'readers' WHERE document_id = $1", [id]);
      expect(await answered(await t.signedIn("reader"), "?from=1&to=2")).toEqual([1, 2, "changed 第1条"]);
    });

    it.each(["tell", "confirm"])("has the version before one with a notice (%s), beside it alone", async (notice) => {
      await published();
      await dated(3, "2022-04-01", notice);
      const reader = await t.signedIn("reader");
      expect(await answered(reader)).toEqual([2, 3, "changed 第2条"]);
      expect(await answered(reader, "?from=1&to=3")).toBe("version.unknown");
      expect(await answered(reader, "?from=3&to=2")).toEqual([2, 3, "changed 第2条"]);
    });

    it("has the corrected text of a version with a notice, before its day and after it", async () => {
      await published();
      await dated(2, NEXT_YEAR, "tell");
      await dated(3, NEXT_YEAR);
      const reader = await t.signedIn("reader");
      const corrected = [1, 3, "changed 第1条", "changed 第2条"];
      for (const query of ["", "?to=3", "?to=2", "?from=1&to=2", "?from=1&to=3"])
        expect(await answered(reader, query)).toEqual(corrected);
      expect(await answered(reader, "?from=2&to=3")).toBe("version.unknown");
      await dated(2, "2022-04-01", "tell");
      await dated(3, "2022-04-01");
      for (const query of ["", "?to=2", "?from=1&to=3"]) expect(await answered(reader, query)).toEqual(corrected);
      await dated(1, "2022-04-01", "none", { at: "2026-01-01T00:00:00Z", by_user: null, reason: "wrong file" });
      expect(await answered(reader)).toEqual([null, 3, "added 第1条", "added 第2条"]);
    });

    it("has no withdrawn version", async () => {
      await published();
      await t.database.pool.query("UPDATE documents SET history = 'readers' WHERE document_id = $1", [id]);
      await dated(3, "2022-04-01", "tell");
      await dated(2, "2021-04-01", "none", { at: "2026-01-01T00:00:00Z", by_user: null, reason: "wrong file" });
      const reader = await t.signedIn("reader");
      for (const query of ["?from=2&to=3", "?to=2"]) expect(await answered(reader, query)).toBe("version.unknown");
      expect(await answered(reader)).toEqual([1, 3, "changed 第1条", "changed 第2条"]);
    });

    it("of an abolished document is answered as its text is", async () => {
      await published();
      const abolished = { effective_on: "2023-04-01", reason: "統合のため。", replaced_by: null };
      await call("post", `/api/manage/documents/${id}/abolish`, abolished);
      const reader = await t.signedIn("reader");
      for (const query of ["", "?from=2&to=3", "?to=9"]) {
        const { status, body } = await get(reader, query);
        const read = await callAs(t, reader, "get", `/api/documents/${id}/chunks`);
        expect([status, body.error.problems]).toEqual([410, read.body.error.problems]);
        expect(body.error.problems).toMatchObject([{ code: "document.abolished", ...abolished }]);
      }
      expect(await answered(t.admin)).toEqual([2, 3, "changed 第2条"]);
    });

    it("of an abolished document with a revival to come is beside its last version, for readers with a notice", async () => {
      await published();
      const abolished = { effective_on: "2023-04-01", reason: "統合のため。" };
      await call("post", `/api/manage/documents/${id}/abolish`, abolished).expect(204);
      await put(text("正社員", 14), `&version=D&effective_from=${NEXT_YEAR}`);
      const reader = await t.signedIn("reader");
      expect(await answered(t.admin)).toEqual([3, 4, "changed 第2条"]);
      expect(await answered(reader)).toBe("version.unknown");
      await dated(4, NEXT_YEAR, "tell");
      expect(await answered(reader)).toEqual([3, 4, "changed 第2条"]);
    });

    it("of another document is answered as if it did not exist, in every form", async () => {
      await published(CLOSED);
      const reader = await t.signedIn("reader");
      for (const query of ["", "?from=1&to=2", "?to=9", "?to=draft", "?format=docx", "?format=csv"]) {
        const hidden = await get(reader, query);
        const absent = await callAs(t, reader, "get", `/api/documents/absent/comparison${query}`);
        expect([hidden.status, hidden.body]).toEqual([404, absent.body]);
      }
    });
  });

  it("shows no text that was destroyed since it was made", async () => {
    await published();
    const compared = async () => JSON.stringify((await get(t.admin, "?from=1&to=2")).body);
    expect(await compared()).toContain("従業員");
    await call("post", `/api/manage/documents/${id}/versions/1/withdraw`, { reason: "誤り" }).expect(204);
    expect(await compared()).toContain("従業員");
    await call("post", `/api/manage/documents/${id}/destroy`, { legal_order: "命令第1号", version: 1 }).expect(200);
    expect(await compared()).not.toContain("従業員");
  });

  it("is a table of two columns for Word, with what changed underlined", async () => {
    await published();
    for (const [query, headers] of [
      ["&format=docx", {}],
      ["", { Accept: DOCX }],
    ] as const) {
      const file = await get(t.admin, `?from=1&to=2${query}`, { "Accept-Language": "ja", ...headers })
        .buffer(true)
        .parse(bytesOf);
      expect(file.headers).toMatchObject({
        "content-type": DOCX,
        "content-disposition": `attachment; filename="${id}-comparison.docx"; filename*=UTF-8''${encodeURIComponent("規程 新旧対照表.docx")}`,
      });
      const xml = (await (await JSZip.loadAsync(file.body)).file("word/document.xml")?.async("text")) ?? "";
      const underlined = [...xml.matchAll(/<w:rPr>[^/]*<w:u w:val="single"\/><\/w:rPr><w:t[^>]*>([^<]*)/g)].map(
        ([, word]) => word,
      );
      expect(underlined).toEqual(["従業員", "正社員"]);
      expect(xml.replaceAll(/<[^>]+>/g, " ").replaceAll(/ +/g, " ")).toContain(
        "改定前 　2020年4月1日施行 改定後 　2021年4月1日施行",
      );
    }
  });

  it("is CSV in the language of the request", async () => {
    await published();
    const { text: csv, headers } = await get(t.admin, "?from=1&to=2", { "Accept-Language": "ja", Accept: "text/csv" });
    expect(headers["content-disposition"]).toBe('attachment; filename="comparison.csv"');
    expect(csv).toBe(
      "\uFEFFkind,section_before,section_after,before,after," +
        "document_id,from_version,from_effective_from,to_version,to_effective_from,note\r\n" +
        `変更,第1条 範囲,第1条 範囲,第1条（範囲）,第1条（範囲）,${id},A,2020-04-01,B,2021-04-01,改正のため。\r\n` +
        `変更,第1条 範囲,第1条 範囲,従業員に適用する。,正社員に適用する。,${id},A,2020-04-01,B,2021-04-01,改正のため。\r\n`,
    );
  });
});

function bytesOf(answer: unknown, done: (error: Error | null, body: Buffer) => void) {
  const response = answer as NodeJS.ReadableStream;
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => parts.push(part));
  response.on("end", () => done(null, Buffer.concat(parts)));
}
