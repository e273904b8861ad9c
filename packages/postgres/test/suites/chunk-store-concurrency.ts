import { expect, it } from "@jest/globals";
import { ADMIN, anArticle, aParagraph, aRule, aVersion } from "@retrieval/contract";
import { CLOSED } from "@retrieval/core";
import type { DocumentTree } from "@retrieval/core/chunks";
import type { OpenDocuments } from "./open-documents.js";

/** A version whose texts all name the version. */
function stamped(stamp: number): DocumentTree {
  const texts = Array.from({ length: 12 + (stamp % 5) }, (_, i) => aParagraph(`${stamp}: ${i}`));
  return { children: [anArticle("第1条", `${stamp}`, ...texts)] };
}

/** Clauses that hold while many callers publish, delete and read one document concurrently. */
export function concurrencyClauses(opened: () => OpenDocuments, instances: "one" | "several" = "one"): void {
  const instance = (i: number) => (instances === "several" && i % 2 ? opened().elsewhere : undefined) ?? opened();
  const stampOf = (text: string | null | undefined) => Number.parseInt(text ?? "", 10);
  const published = async () => {
    const found = await opened().chunks.list("doc", { draft: false, limit: 1_000 });
    return [...new Set(found?.chunks.slice(1).map(({ content }) => stampOf(content)))];
  };
  const acceptMany = async (count: number) => {
    const accepted: number[] = [];
    for (let i = 0; i < count; i++) accepted.push(await opened().accept());
    return accepted;
  };
  const SHUFFLED = [3, 6, 0, 7, 2, 5, 1, 4];

  it.each(["new", "known"])(
    "the version accepted last wins when many of a %s document are published at once",
    async (age) => {
      if (age === "known") {
        await opened().chunks.publish(aVersion({ document_id: "doc", accepted: await opened().accept() }));
      }
      const accepted = await acceptMany(8);
      const answers = await Promise.all(
        SHUFFLED.map((nth, i) => {
          const number = accepted[nth] as number;
          const rule = aRule({ allowed_users: [`${nth}`] });
          return instance(i).chunks.publish(
            aVersion({ document_id: "doc", accepted: number, tree: stamped(nth), access_rules: rule }),
          );
        }),
      );
      expect(await published()).toEqual([7]);
      expect(answers[SHUFFLED.indexOf(7)]).not.toBe("superseded");
      expect((await opened().catalog.find("doc"))?.access_rules.allowed_users).toEqual(["7"]);
    },
  );

  it("concurrent versions, drafts and deletions end with the one accepted last", async () => {
    for (let round = 0; round < 5; round++) {
      const document_id = `doc${round}`;
      const [first, draft, second] = (await acceptMany(3)) as [number, number, number];
      await Promise.all([
        instance(0).chunks.publish(aVersion({ document_id, accepted: second, access_rules: CLOSED })),
        instance(1).chunks.saveDraft(aVersion({ document_id, accepted: draft })),
        instance(2).catalog.remove(document_id),
        instance(3).chunks.publish(aVersion({ document_id, accepted: first })),
        instance(1).chunks.publishDraft(document_id),
      ]);
      // Either the deletion found it and was later, or there was nothing to delete yet.
      const shown = await opened().catalog.find(document_id);
      const listed = await opened().chunks.list(document_id, { draft: false, limit: 10 });
      expect(shown === null).toBe(listed === null);
      if (shown !== null) expect(shown.access_rules).toEqual(CLOSED);
      expect(await opened().chunks.list(document_id, { draft: true, limit: 10 })).toBeNull();
    }
  });

  it("readers see whole versions only, and never one older than they have seen", async () => {
    const publish = async (stamp: number) => {
      const accepted = await opened().accept();
      const head = { document_id: "doc", title: `${stamp}`, version: `${stamp}`, tree: stamped(stamp) };
      await opened().chunks.publish(
        aVersion({ ...head, accepted, access_rules: aRule({ allowed_users: [`${stamp}`] }) }),
      );
    };
    await publish(0);
    let publishing = true;
    const seen = new Set<number>();
    const read = async (i: number) => {
      let latest = 0;
      while (publishing) {
        const found = await instance(i).chunks.find("doc", "doc::art1::paragraph-1", ADMIN, { related: 100 });
        const stamp = stampOf(found?.chunk.read().content);
        expect(stamp).toBeGreaterThanOrEqual(latest);
        latest = stamp;
        seen.add(stamp);
        expect(found?.document).toEqual({ document_id: "doc", title: `${stamp}`, version: `${stamp}` });
        expect(found?.access_rules.allowed_users).toEqual([`${stamp}`]);
        // The heading, then the other paragraphs.
        const [heading, ...paragraphs] = found?.related.read() ?? [];
        expect(heading?.display.title).toBe(`第1条 ${stamp}`);
        expect(paragraphs).toHaveLength(11 + (stamp % 5));
        expect(new Set(paragraphs.map(({ content }) => stampOf(content)))).toEqual(new Set([stamp]));

        const listed = await instance(i).chunks.list("doc", { draft: false, limit: 100 });
        const [, first, ...others] = listed?.chunks ?? [];
        expect(others).toHaveLength(11 + (stampOf(first?.content) % 5));
        expect(new Set(others.map(({ content }) => stampOf(content)))).toEqual(new Set([stampOf(first?.content)]));
      }
    };
    const writers = (async () => {
      try {
        for (let stamp = 1; stamp <= 12; stamp++) await publish(stamp);
      } finally {
        publishing = false;
      }
    })();
    await Promise.all([writers, ...[0, 1, 2, 3].map(read)]);
    expect(seen.size).toBeGreaterThan(5);
  });
}
