import type { Reader } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import { UnavailableError } from "../errors.js";
import type { HitReader } from "../search/results/hit-reader.js";
import type { Source } from "./sources.js";

/** What tells whether a passage may be shown at this moment. */
export interface Moment {
  /** The asker's record of this moment; null for a user who is no longer active or was signed out. */
  readonly currentReader: () => Promise<Reader | null>;
  readonly hits: Pick<HitReader, "read">;
}

/** How long a look at the rules of this moment may take, in milliseconds. */
const LOOK_WITHIN = 2_000;

/**
 * Of these sources, those that the reader may read at this moment, in the revision that was quoted.
 *
 * @returns null if the database does not answer in time
 */
export async function readableNow<Read extends { readonly doc: { readonly id: string }; readonly revision_id: string }>(
  sources: readonly Read[],
  { currentReader, hits }: Moment,
): Promise<readonly Read[] | null> {
  if (sources.length === 0) return [];
  const revisions = new Map(sources.map(({ doc, revision_id }) => [doc.id, revision_id]));
  const asked = [...revisions].map(([document_id, revision_id]) => ({ document_id, revision_id, places: [] }));
  const look = hits.read(asked, { timeout_ms: LOOK_WITHIN });
  const [reader, read] = await Promise.all([currentReader(), look]);
  if (read === null) return null;
  if (reader === null) return [];
  const held = new Map(read.documents.map((document) => [document.document_id, document]));
  return sources.filter(({ doc, revision_id }) => {
    const document = held.get(doc.id);
    return document?.revision_id === revision_id && decideAccess(reader, document.access_rules).allowed;
  });
}

/** The same in the middle of an answer: none if the database does not answer. */
export async function stillReadable(sources: readonly Source[], moment: Moment): Promise<readonly Source[]> {
  try {
    return (await readableNow(sources, moment)) ?? [];
  } catch (error) {
    if (error instanceof UnavailableError) return [];
    throw error;
  }
}
