import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type AccessRules, CLOSED, EVERYONE, type Reader } from "@retrieval/core";
import type { DocumentTree } from "@retrieval/core/chunks";
import { isRefusal } from "@retrieval/core/errors";
import type { SearchIndex } from "@retrieval/core/ports";
import { EMPTY_VOCABULARY } from "@retrieval/core/search";
import { type SearchAnswer, type SearchRequest, search } from "@retrieval/core/use-cases";
import { anArticle, aParagraph, aReader, aRule, aVersion, WORK_RULES } from "../document-builders.js";
import type { OpenDocuments } from "./open-documents.js";

export interface OpenSearch extends OpenDocuments {
  readonly index: SearchIndex;
}

/**
 * The contract of {@link SearchIndex}, tested through the use case that every answer passes.
 * @param open an index without documents
 */
export function searchIndexContract(name: string, open: () => Promise<OpenSearch>): void {
  describe(`${name} keeps the contract of SearchIndex`, () => {
    let opened: OpenSearch;
    let mismatches: string[];
    beforeEach(async () => {
      opened = await open();
      mismatches = [];
    });
    afterEach(() => {
      expect(mismatches).toEqual([]);
      return opened.close();
    });

    const publish = async (document_id: string, tree: DocumentTree, access_rules: AccessRules = EVERYONE) => {
      const accepted = await opened.accept();
      await opened.chunks.publish(aVersion({ document_id, title: document_id, tree, access_rules, accepted }));
    };
    const texts = (...given: string[]): DocumentTree => ({ children: given.map(aParagraph) });
    const ask = async (query: string, fields: Partial<SearchRequest> = {}, reader: Reader = aReader()) => {
      const request = { query, limit: 10, cursor: null, doc_ids: null, text_types: null, ...fields };
      const onAccessMismatch = (document_id: string) => void mismatches.push(document_id);
      const answer = await search(request, reader, {
        index: opened.index,
        vocabulary: EMPTY_VOCABULARY,
        onAccessMismatch,
      });
      if (isRefusal(answer)) throw new Error(answer.problems.map(({ code }) => code).join());
      return answer;
    };
    const contents = ({ results }: SearchAnswer) => results.map(({ chunk }) => chunk.content);
    const found = async (query: string, fields?: Partial<SearchRequest>, reader?: Reader) =>
      contents(await ask(query, fields, reader));

    describe("finds", () => {
      it("a word inside a sentence without spaces, and nothing that only looks like it", async () => {
        await publish("a", texts("東京特許許可局の日東電工とヴィーガンの訓練データ", "健康", "見学", "京都の東"));
        for (const word of [
          "東京",
          "特許許可",
          "日東電工",
          "ヴィーガン",
          "ゔぃーがん",
          "ｳﾞｨｰｶﾞﾝ",
          "訓練データ",
          "局の",
        ]) {
          expect([word, (await ask(word)).total]).toEqual([word, 1]);
        }
        expect(await found("健")).toEqual(["健康"]);
        expect(await found("康")).toEqual(["健康"]);
        expect(await found("東")).toHaveLength(2);
        expect(await found("許可証")).toEqual([expect.stringContaining("許可局")]);
        expect(await found('"許可証"')).toEqual([]);
      });

      it("words regardless of case, width and number", async () => {
        await publish("a", texts("The Controller shall inform Data Subjects within 30 days.", "Ｗｉ－Ｆｉ 12,000円"));
        for (const query of ["CONTROLLER", "data subject", "ｄａｔａ", "days 30"])
          expect((await ask(query)).total).toBe(1);
        for (const query of ["12000", "１２，０００円", "wi-fi"]) expect((await ask(query)).total).toBe(1);
        for (const query of ["control", "3", "ubject"]) expect((await ask(query)).total).toBe(0);
      });

      it("phrases in quotes only if their words follow each other", async () => {
        await publish(
          "a",
          texts("the right to erasure of data", "erasure is a right", "通勤手当の上限", "通勤する手当"),
        );
        expect(await found('"right to erasure"')).toEqual(["the right to erasure of data"]);
        expect(await found("「通勤手当」")).toEqual(["通勤手当の上限"]);
        expect(await found('"通勤手当" "上限"')).toEqual(["通勤手当の上限"]);
        expect(await found('"erasure right"')).toEqual([]);
      });

      it("an article by any spelling of its number, the article itself before those that name it", async () => {
        const tree = {
          children: [
            anArticle("第5条", "適用", aParagraph("在宅勤務は、第36条の2に定める。")),
            anArticle("第三十六条の二", "在宅勤務", aParagraph("申し出による。")),
            anArticle("第36条", "休職", aParagraph("会社が命ずる。")),
          ],
        };
        await publish("a", tree);
        for (const query of ["第36条の2", "三十六条の二", "３６条の２"]) {
          const answer = await ask(query);
          expect([query, contents(answer)]).toEqual([
            query,
            ["申し出による。", "第三十六条の二（在宅勤務）", "在宅勤務は、第36条の2に定める。"],
          ]);
        }
        await publish("b", { children: [anArticle("Article 12", "Records", aParagraph("Kept for a year."))] });
        for (const query of ["Article 12(1)", "art. 12"]) expect((await found(query))[0]).toBe("Kept for a year.");
      });

      it("matches in the title before those in the breadcrumb or the text", async () => {
        await publish("a", {
          children: [
            anArticle("第1条", "慶弔休暇", aParagraph("三日とする。")),
            anArticle("第2条", "その他", aParagraph("慶弔休暇は、")),
          ],
        });
        expect((await found("慶弔休暇"))[0]).toBe("三日とする。");
      });

      it("terms that look like the database's query language as plain texts", async () => {
        const hostile = [
          "it's",
          "a & b",
          "a|b",
          "!x",
          "(y",
          "back\\slash",
          "co:*lon",
          "a <-> b",
          "''",
          "\\'",
          "\0",
          "\uD800",
        ];
        await publish("a", texts("it s a b x y back slash co lon"));
        for (const query of hostile) expect((await ask(query)).total).toBeLessThan(2);
      });

      it("text of any length, in a title too", async () => {
        const long = Array.from({ length: 90_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7) % 20_000))).join(
          "",
        );
        await publish("a", texts(long, "x".repeat(5_000), "短い"));
        expect((await ask(long.slice(0, 40))).total).toBe(1);
        expect((await ask("x".repeat(5_000))).total).toBe(1);
        expect((await ask("短い")).total).toBe(1);
      });

      it("nothing for a query without words, or when there is nothing", async () => {
        expect(await ask("東京")).toEqual({ results: [], total: 0, cursor: null });
        await publish("a", texts("東京"));
        for (const query of ["", "。、", "🎉"]) expect((await ask(query)).total).toBe(0);
      });
    });

    describe("who may see what", () => {
      const reader = aReader({ user_id: "5", department_code: "D1", permission_groups: ["g"] });

      it("decides inside the query: hits, totals and scores are as if the rest did not exist", async () => {
        await publish("open", texts("東京の規程", "大阪の規程"));
        const alone = await ask("東京の規程", {}, reader);
        for (const i of [1, 2, 3]) await publish(`hidden${i}`, texts("東京", "東京の規程", "東京", "規程"), CLOSED);
        expect(await ask("東京の規程", {}, reader)).toEqual(alone);
        expect((await ask("東京の規程", {}, aReader({ role: "admin" }))).total).toBeGreaterThan(alone.total);
      });

      it("follows a change of the rule, a new version and a deletion immediately", async () => {
        await publish("a", texts("東京"), aRule({ allowed_users: ["5"] }));
        const totals = async () => [
          (await ask("東京", {}, reader)).total,
          (await ask("東京", {}, aReader({ user_id: "6" }))).total,
        ];
        expect(await totals()).toEqual([1, 0]);
        await opened.catalog.changeRules("a", aRule({ allowed_users: ["6"] }), null);
        expect(await totals()).toEqual([0, 1]);
        await publish("a", texts("東京", "東京"), aRule({ allowed_department_codes: ["D1"] }));
        expect(await totals()).toEqual([2, 0]);
        await publish("a", texts("大阪"), EVERYONE);
        expect(await totals()).toEqual([0, 0]);
        expect((await ask("大阪")).total).toBe(1);
        await opened.catalog.remove("a");
        expect((await ask("大阪")).total).toBe(0);
      });

      describe("a long rule of a document", () => {
        const CHUNKS = 300;
        const tree = texts(...Array.from({ length: CHUNKS }, (_, i) => `東京 ${i}`));
        /** Enough names on chunks that the rule is not copied onto each. */
        const long = (name: string) =>
          aRule({
            allowed_users: Array.from({ length: 600 }, (_, i) => `${name}-user-${i}`),
            allowed_groups: Array.from({ length: 400 }, (_, i) => `${name}-group-${i}`),
          });
        /** The readers by the last user, and by the last group, that the rule names. */
        const namedIn = (name: string) => [
          aReader({ user_id: `${name}-user-599` }),
          aReader({ user_id: "x", permission_groups: [`${name}-group-399`] }),
        ];
        const others = aReader({ user_id: "6" });
        /** The hits of each reader: how many, and on which page length. */
        const totals = async (...readers: Reader[]) => {
          const answers = await Promise.all(readers.map((one) => ask("東京", {}, one)));
          return answers.map(({ total }) => total);
        };
        beforeEach(async () => {
          await publish("open", texts("東京の規程", "東京"));
          await publish("large", tree, aRule({ allowed_users: ["5"] }));
          await opened.catalog.changeRules("large", long("first"), null);
        });

        it("applies from its change on, and the rest is found as if the document did not exist", async () => {
          const unseen = await ask("東京の規程", {}, others);
          expect(await totals(reader, others, ...namedIn("first"), ...namedIn("second"))).toEqual([
            2,
            2,
            CHUNKS + 2,
            CHUNKS + 2,
            2,
            2,
          ]);
          expect((await ask("東京", {}, aReader({ role: "admin" }))).total).toBe(CHUNKS + 2);
          await opened.catalog.remove("large");
          expect(await ask("東京の規程", {}, others)).toEqual(unseen);
        });

        it("gives way to the rule stated after it, long or short, and to one that is restored", async () => {
          await opened.catalog.changeRules("large", long("second"), null);
          expect(await totals(reader, ...namedIn("first"), ...namedIn("second"))).toEqual([
            2,
            2,
            2,
            CHUNKS + 2,
            CHUNKS + 2,
          ]);
          await opened.catalog.changeRules("large", aRule({ allowed_users: ["6"] }), null);
          expect(await totals(others, reader, ...namedIn("first"), ...namedIn("second"))).toEqual([
            CHUNKS + 2,
            2,
            2,
            2,
            2,
            2,
          ]);
          const restored = (await opened.catalog.rulesHistory("large", { limit: 1, version: 2 }))[0];
          await opened.catalog.changeRules("large", restored?.after as AccessRules, null, {
            by_user: null,
            cause: "restore",
          });
          expect(await totals(others, reader, ...namedIn("first"), ...namedIn("second"))).toEqual([
            2,
            2,
            CHUNKS + 2,
            CHUNKS + 2,
            2,
            2,
          ]);
        });

        it("stays with a new version, comes with one, and goes with the document", async () => {
          const version = async (fields: object = {}) =>
            aVersion({ document_id: "large", title: "large", tree, accepted: await opened.accept(), ...fields });
          await opened.chunks.publish(await version());
          expect(await totals(reader, ...namedIn("first"))).toEqual([2, CHUNKS + 2, CHUNKS + 2]);
          await opened.chunks.publish(await version({ access_rules: long("second") }));
          expect(await totals(reader, ...namedIn("first"), ...namedIn("second"))).toEqual([
            2,
            2,
            2,
            CHUNKS + 2,
            CHUNKS + 2,
          ]);
          await opened.chunks.publish(await version({ tree: texts("東京"), access_rules: null }));
          expect(await totals(reader, ...namedIn("first"), ...namedIn("second"))).toEqual([2, 2, 2, 3, 3]);
          await opened.catalog.remove("large");
          expect(await totals(reader, ...namedIn("second"))).toEqual([2, 2, 2]);
          await opened.chunks.publish(await version());
          expect(await totals(reader, ...namedIn("second"))).toEqual([2, CHUNKS + 2, CHUNKS + 2]);
          await opened.chunks.saveDraft(await version({ access_rules: aRule({ allowed_users: ["5"] }) }));
          expect(await totals(reader, ...namedIn("second"))).toEqual([2, CHUNKS + 2, CHUNKS + 2]);
          await opened.chunks.publishDraft("large");
          expect(await totals(reader, ...namedIn("second"))).toEqual([CHUNKS + 2, 2, 2]);
        });
      });

      it("leaves drafts out until they are published", async () => {
        const draft = async () => aVersion({ document_id: "a", tree: texts("東京"), accepted: await opened.accept() });
        await opened.chunks.saveDraft(await draft());
        expect((await ask("東京", {}, aReader({ role: "admin" }))).total).toBe(0);
        await opened.chunks.publishDraft("a");
        expect((await ask("東京")).total).toBe(1);
      });

      it("returns full pages to every kind of reader", async () => {
        const rules = [
          EVERYONE,
          aRule({ allowed_department_codes: ["D1"] }),
          aRule({ allowed_groups: ["g"] }),
          aRule({ allowed_users: ["5"] }),
          CLOSED,
        ];
        for (let i = 0; i < 25; i += 1) await publish(`d${i}`, texts("東京", "東京都"), rules[i % 5]);
        expect(await found("東京", { limit: 50 }, reader)).toHaveLength(40);
        expect(await found("東京", { limit: 10 }, aReader({ user_id: "9" }))).toHaveLength(10);
        expect(await found("東京", { limit: 50 }, aReader({ role: "developer" }))).toHaveLength(50);
      });
    });

    describe("pages", () => {
      it("neither repeat nor skip results, regardless of their size, and all have the same total", async () => {
        for (const id of ["b", "a", "c"]) {
          await publish(id, texts(...Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? "東京 東京" : "東京"))));
        }
        const whole = await ask("東京", { limit: 50 });
        expect(whole).toMatchObject({ total: 36, cursor: null });
        const ids = (answer: SearchAnswer) => answer.results.map(({ chunk }) => chunk.chunk_id);
        for (const limit of [1, 5, 36]) {
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const page: SearchAnswer = await ask("東京", { limit, cursor });
            expect(page.total).toBe(36);
            seen.push(...ids(page));
            cursor = page.cursor;
          } while (cursor !== null);
          expect(seen).toEqual(ids(whole));
        }
      });

      it("stay consistent while other documents come and go", async () => {
        await publish("m", texts(...Array.from({ length: 9 }, (_, i) => "東京の規程".repeat((i % 4) + 1))));
        const whole = await ask("東京の規程", { limit: 50 });
        const first = await ask("東京の規程", { limit: 4 });
        await publish("z", texts("東京の規程東京の規程", "規程", "東京"));
        const rest = await ask("東京の規程", { limit: 50, cursor: first.cursor });
        const fromM = [...first.results, ...rest.results].filter(({ doc }) => doc.id === "m");
        expect(fromM).toEqual(whole.results);
      });

      it("belong to their query, filters included", async () => {
        await publish("a", texts("東京", "東京", "大阪"));
        const { cursor } = await ask("東京", { limit: 1 });
        const refused = [
          ask("大阪", { cursor }),
          ask("東京", { cursor, doc_ids: ["a"] }),
          ask("東京", { cursor: "[]" }),
          ask("東京", { cursor: "x" }),
          ask("東京", { cursor: (cursor as string).replace("[", "{") }),
          // Impossible weights, with which a database could not calculate.
          ...["5e-324", "-1", "1e11", "null"].map((weight) =>
            ask("東京", { cursor: (cursor as string).replace(/^(\["\w+",)\[[^\]]*\]/, `$1[${weight}]`) }),
          ),
        ];
        for (const answer of refused) await expect(answer).rejects.toThrow("search.other_cursor");
      });
    });

    it("filters by document and by type of text, and counts the rest", async () => {
      await publish("work-rules", WORK_RULES);
      await publish("other", WORK_RULES);
      const all = (await ask("手当", { limit: 50 })).total;
      const one = await ask("手当", { limit: 50, doc_ids: ["other", "unknown"] });
      expect(one.total).toBe(all / 2);
      expect(new Set(one.results.map(({ doc }) => doc.id))).toEqual(new Set(["other"]));
      const tables = await ask("課長", { text_types: ["table"], doc_ids: ["other"] });
      expect(tables.results.map(({ chunk }) => chunk.text_type)).toEqual(["table"]);
      expect(tables.results[0]?.highlights).toEqual([[expect.any(Number), expect.any(Number)]]);
      expect((await ask("課長", { text_types: ["list"] })).total).toBe(0);
      expect((await ask("課長", { doc_ids: ["unknown"] })).total).toBe(0);
    });
  });
}
