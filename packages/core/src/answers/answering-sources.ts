import type { Reader } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import { isRefusal } from "../errors.js";
import type { RevisionKey } from "../search/index/index-source.js";
import type { SectionSearch } from "../search/results/find-sections.js";
import { documentsAmong, type FindDeps, type HitReader } from "../search/results/visible-hits.js";
import { factAskedBy, isKeyword } from "./fact.js";
import { type Ask, bestPassage, type Passage, SURE } from "./passage.js";
import { type FoundSources, findSources, type Source } from "./sources.js";

/** What a search found, and the passage that answers best. */
export interface AnsweringSources extends FoundSources {
  /** null: the question only names a subject, and no passage answers it. */
  readonly ask: Ask | null;
  /** Of the first source; null: it has none. */
  readonly passage: Passage | null;
}

export function withPassage(found: FoundSources, question: string): AnsweringSources {
  const ask = isKeyword(question) ? null : { terms: found.hits.terms, fact: factAskedBy(question) };
  const [best] = found.sources;
  return { ...found, ask, passage: ask && best ? bestPassage(ask, best, true) : null };
}

/** The same with only these of its sources, in their order. */
export function among(sources: readonly Source[], found: AnsweringSources): AnsweringSources {
  const { ask, passage } = found;
  const [first] = sources;
  if (first === found.sources[0] || first === undefined || ask === null) return { ...found, sources, passage };
  return { ...found, sources, passage: bestPassage(ask, first, false) };
}

/** How many sections of an annex may have the row that is meant. */
const ANNEX_SECTIONS = 2;

/**
 * If the passage leaves the fact to an annex (日当は、別表第1に定める), the passage of the annex that the reference means; the
 * annex is the first source then.
 *
 * @returns the same object if no annex was looked up
 */
export async function withAnnex(
  found: AnsweringSources,
  { query, text_types }: Pick<SectionSearch, "query" | "text_types">,
  reader: Reader,
  deps: FindDeps,
): Promise<AnsweringSources> {
  const { ask, passage } = found;
  const [best] = found.sources;
  if (!ask || !best || !passage?.annex || passage.score < SURE) return found;
  // Its name finds an annex, in the document that names it.
  const byName = { query: `${passage.annex} ${query}`, doc_ids: [best.doc.id], text_types, limit: ANNEX_SECTIONS };
  const named = await findSources(byName, reader, { ...deps, meaning: null, reranker: null });
  const annex = isRefusal(named) ? undefined : named.sources.find(({ section }) => section.type === "annex");
  const rows = annex && bestPassage(ask, annex, false);
  if (annex === undefined || !rows?.hasFact)
    return { ...found, passage: ask.fact ? bestPassage(ask, best, false) : passage };
  const others = found.sources.filter(({ section }) => section.id !== annex.section.id);
  // The reader did not name the annex.
  return { ...found, sources: [{ ...annex, isNamed: false }, ...others], passage: { ...rows, score: passage.score } };
}

/** What tells whether a passage may be shown at this moment. */
export interface Moment {
  /** The asker's record of this moment; null for a user who is no longer active or was signed out. */
  readonly currentReader: () => Promise<Reader | null>;
  readonly hits: Pick<HitReader, "read" | "isChanged">;
}

/** How long a look at the rules of this moment may take, in milliseconds. */
const LOOK_WITHIN = 2_000;

/**
 * The same with only what the reader may read at this moment, in the revision that was found.
 *
 * @returns null if the database does not answer in time
 */
export async function stillReadable(
  found: AnsweringSources,
  { currentReader, hits }: Moment,
): Promise<AnsweringSources | null> {
  const { sources, documents } = found;
  if (sources.length === 0) return found;
  const look = hits.read(documentsAmong([...sources, ...documents.values()]), { timeout_ms: LOOK_WITHIN });
  const [reader, read] = await Promise.all([currentReader(), look]);
  if (read === null) return null;
  const open = read.documents.filter(({ access_rules }) => reader && decideAccess(reader, access_rules).allowed);
  const isOpen = ({ document_id, revision_id }: RevisionKey) =>
    open.some((document) => document.document_id === document_id && document.revision_id === revision_id);
  return {
    ...among(sources.filter(isOpen), found),
    documents: new Map([...documents].filter(([, document]) => isOpen(document))),
  };
}
