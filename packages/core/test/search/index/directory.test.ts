import { describe, expect, it } from "@jest/globals";
import { Directory } from "../../../src/search/index/directory.js";

/** A document for the group of its audience. */
const aDocument = (document_id: string, group: string) => {
  return { document_id, title: "規程", version: "1", revision_id: document_id, published_at: 0, audience: [group] };
};
const reader = (group: string) => ({ unrestricted: false, principals: ["*", group] });

describe("Directory", () => {
  // A bulk change is longer than the memory of changes.
  it.each([1, 20, 20_000])("gives out views of the present state after %d changes that they did not see", (changes) => {
    const directory = new Directory();
    const groupOf = new Map<string, string>();
    const change = (document_id: string, group: string | null) => {
      if (group === null) directory.remove(document_id);
      else directory.put(aDocument(document_id, group));
      if (group === null) groupOf.delete(document_id);
      else groupOf.set(document_id, group);
    };
    const expectPresentState = () => {
      for (const group of ["g:a", "g:b"]) {
        const view = directory.viewOf(reader(group));
        const visible = [...groupOf.keys()].filter((document_id) => groupOf.get(document_id) === group);
        expect(Array.from(view.revisions(), ({ document_id }) => document_id).sort()).toEqual(visible.sort());
        expect(view.position).toBe(directory.position);
      }
    };
    for (const i of [1, 2, 3, 4]) change(`d${i}`, i % 2 === 0 ? "g:a" : "g:b");
    expectPresentState();
    // The new document gets the number of the removed one.
    change("d2", null);
    change("d5", "g:b");
    for (let i = 2; i < changes; i += 1) change("d1", i % 2 === 0 ? "g:a" : "g:b");
    expectPresentState();
    change("d5", null);
    expectPresentState();
  });

  it("hides a document also from a view that was given out before, though it has the number of a visible one", () => {
    const directory = new Directory();
    directory.put(aDocument("open", "g:a"));
    const view = directory.viewOf(reader("g:a"));
    directory.remove("open");
    directory.put(aDocument("secret", "g:b"));
    expect(view.hasDocument("secret")).toBe(false);
    expect(view.sees({ document_id: "secret", revision_id: "secret" })).toBe(false);
  });
});
