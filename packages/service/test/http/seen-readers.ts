import { explainDecision } from "@retrieval/core";
import type { TestService } from "../harness.js";

/** The readers of each document, by document_id. */
export type SeenReaders = ReadonlyMap<string, ReadonlySet<string>>;

/** Which of these users may read these documents now, by the rule in memory. */
export async function seenReaders(
  t: TestService,
  documents: readonly string[],
  user_ids: readonly string[],
): Promise<SeenReaders> {
  const { users, documents: catalog } = t.service.deps;
  const records = (await Promise.all(user_ids.map((user_id) => users.find(user_id)))).filter((user) => user !== null);
  const found = new Map<string, ReadonlySet<string>>();
  for (const document_id of documents) {
    const document = await catalog.find(document_id);
    if (document === null) throw new Error(`there is no document ${document_id}`);
    const may = records.filter((user) => explainDecision(user, document.access_rules).allowed);
    found.set(document_id, new Set(may.map(({ user_id }) => user_id)));
  }
  return found;
}

/** The documents whose readers changed, in the form of the service's preview. */
export function seenEffects(before: SeenReaders, after: SeenReaders) {
  return [...after]
    .map(([document_id, now]) => {
      const then = before.get(document_id) as ReadonlySet<string>;
      return { document_id, title: document_id, gained: without(now, then), lost: without(then, now) };
    })
    .filter(({ gained, lost }) => gained + lost > 0);
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...some].filter((one) => !others.has(one)).length;
}
