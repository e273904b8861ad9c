import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Directory } from "../../../src/search/index/directory.js";
import { listDocuments } from "../../../src/search/ranking/listings.js";
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
    isVisible: fc.boolean(),
    isThere: fc.boolean(),
  }),
  { selector: ({ document_id }) => document_id, maxLength: 40 },
);

const READER = { unrestricted: false, principals: ["*"] };

function directoryOf(
  given: readonly { document_id: string; published_at: number; isVisible: boolean; isThere: boolean }[],
): Directory {
  const directory = new Directory();
  for (const { document_id, published_at, isVisible } of given)
    directory.put({
      ...{ document_id, published_at, title: "", version: "1", revision_id: "1" },
      audience: isVisible ? ["*"] : [],
    });
  for (const { document_id, isThere } of given) if (!isThere) directory.remove(document_id);
  return directory;
}

describe("the list of documents", () => {
  it.each(["id", "published"] as const)(
    "has every visible document once, in the order of %s, page by page",
    (order) => {
      fc.assert(
        fc.property(documents, fc.integer({ min: 1, max: 7 }), (given, limit) => {
          const directory = directoryOf(given);
          const expected = given
            .filter(({ isVisible, isThere }) => isVisible && isThere)
            .sort(
              (a, b) =>
                (order === "id" ? 0 : b.published_at - a.published_at) ||
                compareCodePoints(a.document_id, b.document_id),
            )
            .map(({ document_id }) => document_id);
          const listed: string[] = [];
          for (let after: { document_id: string; published_at: number } | null = null; ; ) {
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
