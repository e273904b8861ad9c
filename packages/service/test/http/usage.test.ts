import { beforeAll, describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { callAs, useTestService } from "../harness.js";
import { cellsOf } from "./record.js";
import { upload } from "./travel-expenses.js";

const USAGE = "/api/manage/usage";
/** A section fits it, which says nothing. */
const UNANSWERED = "慶弔見舞金はいくらですか";
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

describe("usage", () => {
  const t = useTestService();
  /** Three who share what they do, and three others. */
  const tokens: string[] = [];
  const others: string[] = [];
  const uncounted: string[] = [];
  beforeAll(async () => {
    uncounted.push(t.admin, await t.signedIn("900001", { role: "developer" }));
    for (const user_id of ["100001", "100002", "100003"]) tokens.push(await t.signedIn(user_id));
    for (const user_id of ["200001", "200002", "200003"]) others.push(await t.signedIn(user_id));
    const metadata = { section_path: [{ level: 1, type: "article", label: "第5条", title: "日当" }] };
    const chunks = [
      { text_type: "heading", content: "第5条（日当）", metadata },
      { text_type: "paragraph", content: "出張の日当は、1日につき3,000円とする。請求は月末までに行う。", metadata },
    ];
    await upload(t, t.admin, "allowance", { title: "旅費規程", access_rules: EVERYONE, chunks });
    const section_path = [{ level: 1, type: "article", label: "第9条", title: "慶弔見舞金" }];
    await upload(t, t.admin, "condolence", {
      title: "慶弔規程",
      access_rules: EVERYONE,
      chunks: [{ text_type: "paragraph", content: "未定。", metadata: { section_path } }],
    });
    await upload(t, t.admin, "secret", {
      title: "秘密",
      access_rules: { ...CLOSED, allowed_users: ["100001"] },
      chunks,
    });
  });

  const written = () => {
    t.service.deps.questions.end();
    return t.service.deps.usage.log && (t.service.deps.usage.log as unknown as { stop(): Promise<void> }).stop();
  };
  /** As an administrator asks later. */
  const later = async (seconds: number, query = "") => {
    await written();
    t.clock.seconds += seconds;
    const answer = await callAs(t, await t.signedIn("000002", { role: "admin" }), "get", USAGE + query);
    t.clock.seconds -= seconds;
    return answer;
  };
  const report = async (seconds = DAY + MINUTE) => {
    const { status, body } = await later(seconds);
    expect(status).toBe(200);
    return body.entries as { kind: string; word: string | null; document_id: string | null; users: number }[];
  };
  const search = (token: string, query: string, more: object = {}) =>
    callAs(t, token, "post", "/api/search", { query, ...more }).expect(200);
  const ask = async (token: string, question: string) =>
    (await callAs(t, token, "post", "/api/answer", { question }, { Accept: "application/json" })).body;

  it("reports unmet searches and unanswered questions by their words, from the third user on, beside three others", async () => {
    const question = "ペンギン飼育のしかたを教えて";
    for (const token of tokens.slice(0, 2)) {
      for (let i = 0; i < 3; i += 1) await search(token, question);
      expect((await ask(token, question)).outcome).toBe("nothing_found");
    }
    for (const token of uncounted) {
      await search(token, question);
      await ask(token, question);
    }
    expect(await report()).toEqual([]);
    await search(tokens[2] as string, "別の話題", { filters: { doc_ids: ["allowance"] } });
    expect(await report()).toEqual([]);
    // A question that nothing fits is one miss with the search for it.
    await ask(tokens[2] as string, `${question}？`);
    expect(await report()).toEqual([]);
    for (const [i, animal] of ["アザラシ", "ラッコ", "ヤドカリ"].entries()) {
      // The audit log names all who got no answer; the report does not say which of them have the word.
      expect(await report()).toEqual([]);
      await ask(others[i] as string, animal);
    }
    const unmet = { kind: "search-unmet", word: "ペンギン飼育", users: 3 };
    expect(await report()).toMatchObject([unmet]);
    for (const token of [...tokens, ...others])
      expect(await ask(token, UNANSWERED)).toMatchObject({ outcome: "nearest" });
    // Six of six: the number leaves three out.
    expect(await report()).toMatchObject([{ kind: "question-unanswered", word: "慶弔見舞金", users: 3 }, unmet]);
  });

  it("reports no day before it is over, so that nobody sees a number rise with one user's question", async () => {
    expect(await report(0)).toEqual([]);
    // The last marks of a day are written after its end.
    expect(await report(DAY + MINUTE - 1)).toEqual([]);
    expect(await report(DAY + MINUTE)).toMatchObject([{ word: "慶弔見舞金" }, { word: "ペンギン飼育" }]);
  });

  it("reports documents that three users opened, and answers that three found wrong", async () => {
    for (const token of [...tokens, ...uncounted]) {
      await callAs(t, token, "get", "/api/documents/allowance/chunks").expect(200);
      await callAs(t, token, "get", "/api/documents/secret/chunks");
      const { answer_id, outcome } = await ask(token, "出張の日当はいくら");
      expect(outcome).not.toBe("nothing_found");
      await callAs(t, token, "post", "/api/answer/feedback", { answer_id, good: false }).expect(204);
    }
    const wrongWords = async () => (await report()).filter(({ kind }) => kind === "answer-wrong");
    expect(await wrongWords()).toEqual([]);
    for (const token of others) {
      const { answer_id } = await ask(token, "出張の日当はいくら");
      await callAs(t, token, "post", "/api/answer/feedback", { answer_id, good: false }).expect(204);
    }
    const entries = (await report()).filter(({ kind }) => !/unmet|unanswered/.test(kind));
    expect(entries.map(({ users }) => users)).toEqual([3, 3, 6, 3]);
    const facts = entries.map(({ kind, word, document_id }) => [kind, word ?? document_id]);
    expect(facts).toEqual([
      ["answer-wrong", "出張"],
      ["answer-wrong", "日当"],
      ["answer-wrong-in", "allowance"],
      ["document-read", "allowance"],
    ]);
    expect(entries.at(-1)).toMatchObject({ title: "旅費規程", users: 3, days: 1 });
  });

  it("stores no user, no sentence and no time", async () => {
    const { rows } = await t.database.pool.query("SELECT * FROM usage_marks");
    expect(Object.keys(rows[0])).toEqual(["kind", "day", "subject", "user_hash"]);
    const text = JSON.stringify(rows.map((row) => ({ ...row, user_hash: row.user_hash.toString("hex") })));
    expect(text).not.toMatch(/10000[123]|教えて|のしかた/);
    expect(rows.filter(({ subject }) => subject === "secret")).toHaveLength(1);
  });

  it("is for administrators, also as CSV", async () => {
    await callAs(t, tokens[0] as string, "get", USAGE).expect(403);
    const csv = await later(DAY + MINUTE, "?format=csv&days=1");
    const [header, ...lines] = cellsOf(csv.text);
    expect(header).toEqual(["kind", "word", "document_id", "title", "users", "days"]);
    expect(lines.find(([kind]) => kind === "document-read")).toEqual([
      "document-read",
      "",
      "allowance",
      "旅費規程",
      "3",
      "1",
    ]);
    await callAs(t, t.admin, "get", `${USAGE}?days=91`).expect(400);
  });
});

describe("usage that is switched off", () => {
  const t = useTestService({ env: { USAGE: "false" } });

  it("stores nothing, and what was stored is deleted", async () => {
    const { store, log } = t.service.deps.usage;
    expect(log).toBeNull();
    const day = new Date(t.clock.seconds * 1000).toISOString().slice(0, 10);
    await store.add([{ day, kind: "search-unmet", subject: "忌引", user_hash: "00".repeat(16) }]);
    await callAs(t, await t.signedIn("100001"), "post", "/api/search", { query: "ペンギン" }).expect(200);
    for (const retention of t.service.retentions) await retention.forgetOld();
    expect((await t.database.pool.query("SELECT FROM usage_marks")).rowCount).toBe(0);
    expect((await callAs(t, t.admin, "get", USAGE)).body).toMatchObject({ is_on: false, entries: [] });
  });
});
