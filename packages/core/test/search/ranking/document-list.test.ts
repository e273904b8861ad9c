import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Directory } from "../../../src/search/index/directory.js";
import { listDocuments } from "../../../src/search/ranking/listings.js";
import type { ListPlace } from "../../../src/search/ranking/section-index.js";
import { compareCodePoints } from "../../../src/search/text/characters.js";

const ids = fc.string({
  unit: fc.constantFrom("a", "b", "0", "þ", "ÿ", "Ā", "規", "\uff21", "𠮷"),
  minLength: 1,
  maxLength: 9,
});
const documents = fc.uniqueArray(
  fc.record({
    document_id: ids,
    published_at: fc.integer({ min: 0, max: 3 }),
    title: fc.constantFrom("", "就業規則", "旅費規程"),
    shelf: fc.record({
      category: fc.constantFrom(null, "人事", "人事/就業", "総務"),
      number: fc.constantFrom(null, "第2号", "第12号"),
    }),
    isVisible: fc.boolean(),
    isThere: fc.boolean(),
  }),
  { selector: ({ document_id }) => document_id, maxLength: 40 },
);

const READER = { unrestricted: false, principals: ["*"] };

type Given = ListPlace & { readonly title: string; readonly isVisible: boolean; readonly isThere: boolean };

function directoryOf(given: readonly Given[]): Directory {
  const directory = new Directory();
  for (const { isVisible, isThere: _, ...place } of given)
    directory.put({ ...place, version: "1", revision_id: "1", audience: isVisible ? ["*"] : [] });
  for (const { document_id, isThere } of given) if (!isThere) directory.remove(document_id);
  return directory;
}

/** The place of a name among those that are drawn; none comes last. */
const NAMES = ["人事", "人事/就業", "総務", "第2号", "第12号", "", "就業規則", "旅費規程", null];
const byName = (a: string | null, b: string | null) => NAMES.indexOf(a) - NAMES.indexOf(b);

const ORDERS = {
  id: () => 0,
  published: (a: Given, b: Given) => b.published_at - a.published_at,
  category: (a: Given, b: Given) =>
    byName(a.shelf?.category ?? null, b.shelf?.category ?? null) ||
    byName(a.shelf?.number ?? null, b.shelf?.number ?? null) ||
    byName(a.title, b.title),
};

describe("the list of documents", () => {
  it.each(["id", "published", "category"] as const)(
    "has every visible document once, in the order of %s, page by page",
    (order) => {
      fc.assert(
        fc.property(documents, fc.integer({ min: 1, max: 7 }), (given, limit) => {
          const directory = directoryOf(given);
          const expected = given
            .filter(({ isVisible, isThere }) => isVisible && isThere)
            .sort((a, b) => ORDERS[order](a, b) || compareCodePoints(a.document_id, b.document_id))
            .map(({ document_id }) => document_id);
          const listed: string[] = [];
          for (let after: ListPlace | null = null; ; ) {
            const page = listDocuments(
              { query: "", limit, after, order, reader: READER },
              directory,
              directory.viewOf(READER),
            );
            listed.push(...page.documents.map(({ document_id }) => document_id));
            if (page.documents.length < limit) break;
            after = page.documents.at(-1) ?? null;
          }
          expect(listed).toEqual(expected);
        }),
      );
    },
  );
});
