import { describe, expect, test } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { chunksOf } from "./read.js";

interface Article {
  readonly number: number;
  readonly clauses: readonly string[];
}

const clause = fc.constantFrom(
  "甲は乙に届け出る。",
  "前項の規定にかかわらず、丙とする。",
  "次の表による。",
  "別に定める。",
);
const clauses = fc.array(clause, { minLength: 1, maxLength: 4 });
const articles = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 10 })
  .chain((numbers) =>
    fc.tuple(
      ...[...numbers]
        .sort((a, b) => a - b)
        .map((number) => clauses.map((list): Article => ({ number, clauses: list }))),
    ),
  );

function rules(list: readonly Article[], gap = "\n\n", bullet = "1."): string {
  const body = list.map((article) => {
    const items = article.clauses.map((text, i) => `${bullet === "1." ? `${i + 1}.` : bullet} ${text}`).join("\n");
    return `### 第${article.number}条（題名）${gap}本文である。${gap}${items}`;
  });
  return ["# 規則", "## 第1章 総則", ...body, "## 附則", "この規則は、公布の日から施行する。"].join(gap);
}

const identities = async (markdown: string) =>
  new Map((await chunksOf(markdown)).map(({ chunk_id, metadata }) => [chunk_id, metadata.text_hash]));

describe("chunk ids", () => {
  test("stay, with their hashes, when an article is put in elsewhere", async () => {
    await fc.assert(
      fc.asyncProperty(articles, fc.nat(), clauses, async (list, at, added) => {
        const place = at % (list.length + 1);
        const longer = [...list.slice(0, place), { number: 99, clauses: added }, ...list.slice(place)];
        const [before, after] = [await identities(rules(list)), await identities(rules(longer))];
        for (const [id, hash] of before) expect(after.get(id)).toBe(hash);
        expect([...after.keys()].filter((id) => !before.has(id)).every((id) => id.includes("::art99::"))).toBe(true);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  test("stay when an article is edited, and only its own hashes change", async () => {
    await fc.assert(
      fc.asyncProperty(articles, fc.nat(), async (list, at) => {
        const edited = list.map((article, i) =>
          i === at % list.length ? { ...article, clauses: [...article.clauses, "新しい項である。"] } : article,
        );
        const [before, after] = [await identities(rules(list)), await identities(rules(edited))];
        const number = list[at % list.length]?.number;
        expect([...after.keys()]).toEqual([...before.keys()]);
        const changed = [...before].filter(([id, hash]) => after.get(id) !== hash).map(([id]) => id);
        expect(changed).toEqual([`rules::ch1::art${number}::list-1`]);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  test("and hashes stay when only white space, line ends and markers of the source change", async () => {
    await fc.assert(
      fc.asyncProperty(articles, async (list) => {
        const before = await identities(rules(list, "\n\n", "-"));
        expect(await identities(rules(list, "\n\n\n\n", "*"))).toEqual(before);
        expect(await identities(rules(list, "\n \t\n\n", "+").replaceAll("\n", "\r\n"))).toEqual(before);
        expect(await identities(`<!-- memo -->\n\n${rules(list, "\n\n", "-")}\n\n<!-- memo -->\n`)).toEqual(before);
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});
