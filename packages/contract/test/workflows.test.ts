import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

const folder = new URL("../../../.github/workflows/", import.meta.url);

describe.each(readdirSync(folder))("the workflow %s", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");

  // A tag can be moved to other code, a commit cannot.
  it("names each action by its commit, and its version beside it", () => {
    const actions = [...text.matchAll(/^ *(?:- )?uses: (?!\.\/)(.*)$/gm)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ""))).toEqual([]);
  });

  it("may read the repository, and nothing else where a job does not name more", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  });

  it("keeps the token of the checkout from later steps", () => {
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
  });
});
