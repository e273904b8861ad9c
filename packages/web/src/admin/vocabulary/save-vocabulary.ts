import type { JsonOf } from "@retrieval/api/client";
import type { Api } from "../../api/client.js";
import { isRefusal } from "../../api/errors.js";
import type { SaveOutcome } from "../use-draft.js";
import { type Entries, sameEntries, type VocabularyRead } from "./entries.js";
import { readVocabulary, withTag } from "./queries.js";

/** Another user changed the vocabulary between our reading and saving. */
export interface LostRace {
  readonly theirs: VocabularyRead;
  /** Who changed it, and when. */
  readonly newest: JsonOf<"listAuditEntries">["items"][number] | null;
}

/** Saves entries that are based on the version with this tag, or returns the change that came in between. */
export async function saveVocabulary(
  api: Api,
  mine: Entries,
  etag: string,
): Promise<SaveOutcome<VocabularyRead, LostRace>> {
  try {
    const body = { entries: [...mine.values()] };
    return { kind: "saved", read: withTag(await api.client.replaceVocabulary({ ifMatch: etag, body })) };
  } catch (error) {
    if (!isRefusal(error, "PRECONDITION_FAILED")) throw error;
    const theirs = await readVocabulary(api);
    // The same entries are no conflict: often it is our own call, whose answer was lost.
    if (sameEntries(theirs.entries, mine)) return { kind: "saved", read: theirs };
    const { body } = await api.client.listAuditEntries({ kind: "vocabulary-changed", limit: 1 });
    const { items } = body as JsonOf<"listAuditEntries">;
    return { kind: "lost", race: { theirs, newest: items[0] ?? null } };
  }
}
