import type { TestService } from "../harness.js";

/** Who may read each document, by document_id. */
export type SeenReaders = ReadonlyMap<string, ReadonlySet<string>>;

/** Who of these people may read these documents now, asked one by one as an administrator would. */
export async function seenReaders(
  t: TestService,
  admin: string,
  documents: readonly string[],
  people: readonly string[],
): Promise<SeenReaders> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const document_id of documents) {
    const may = new Set<string>();
    for (const user_id of people) {
      const answer = await t
        .http()
        .get(`/api/manage/documents/${document_id}/access?user_id=${user_id}`)
        .set("Authorization", `Bearer ${admin}`);
      if (answer.body.allowed === true) may.add(user_id);
    }
    found.set(document_id, may);
  }
  return found;
}

/** The documents whose readers changed, as the service foresees them. */
export function seenEffects(before: SeenReaders, after: SeenReaders) {
  return [...after]
    .map(([document_id, now]) => {
      const then = before.get(document_id) as ReadonlySet<string>;
      return { document_id, gained: without(now, then), lost: without(then, now) };
    })
    .filter(({ gained, lost }) => gained + lost > 0);
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...some].filter((one) => !others.has(one)).length;
}
