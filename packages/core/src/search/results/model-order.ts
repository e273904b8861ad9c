import { type Reader, readerFilter } from "../../access/audience.js";
import { decideAccess } from "../../access/decision.js";
import { shownText } from "../../chunks/display.js";
import { CHUNK_TEXT_MAX, type StructuredChunk } from "../../chunks/structured-chunk.js";
import { UnavailableError } from "../../errors.js";
import { isModelFailure } from "../../model-failure.js";
import type { MeaningAsk, SearchHits, SectionHit } from "../ranking/search-hits.js";
import { onCharacter } from "../text/characters.js";
import { beginningOf, fold } from "../text/folding.js";
import { chunksOf, namedSection } from "./section-results.js";
import type { FindDeps, HitDocument } from "./visible-hits.js";

/** How many sections a reranker orders. */
export const RERANKED = 40;

/**
 * What is embedded of a question, in characters as search makes them: a long question would be late, and a late model
 * pauses for all readers.
 */
const QUESTION_MAX = 200;

/** What a reranker reads of a section, in characters. */
const PASSAGE_MAX = 1_200;

/** No model takes more than this share of the time that is left: the search comes after it. */
const SHARE_OF_TIME = 1 / 2;

/**
 * The meaning of the beginning of a question, with words of the vocabulary that stand for its words: they bring the rules'
 * words and the other language into its vector. null without a model, and if it does not answer in time.
 */
export async function meaningOf(
  question: string,
  reader: Reader,
  { meaning, index, deadline }: Pick<FindDeps, "meaning" | "index" | "deadline">,
): Promise<MeaningAsk | null> {
  if (meaning === null) return null;
  const { embedder, words_share, embedWithin } = meaning;
  const signal = signalWithin(embedWithin, deadline);
  const ask = { query: question, reader: readerFilter(reader) };
  // An index that is not there fails the search itself.
  const { words } = await index.standIns(ask, signal).catch(whenUnavailable);
  const vectors = await embedder.embed(
    "query",
    [[beginningOf(question, QUESTION_MAX).text, ...words].join(" ")],
    signal,
  );
  const vector = isModelFailure(vectors) ? undefined : vectors[0];
  return vector === undefined || embedder.similarity === null
    ? null
    : { vector, words_share, similarity: embedder.similarity };
}

function whenUnavailable(error: unknown): { readonly words: readonly string[] } {
  if (error instanceof UnavailableError) return { words: [] };
  throw error;
}

function signalWithin(milliseconds: number, deadline: FindDeps["deadline"]): AbortSignal {
  return deadline.within(Math.min(milliseconds, deadline.left() * SHARE_OF_TIME));
}

/**
 * How well each of the best passages answers the question, by a model that reads the two together: by section_id. Only
 * passages of documents that the reader may see, and that may be sent to the model, have a score; none has one if the
 * model fails.
 */
export async function rerankerScores(
  question: string,
  { sections, terms }: Pick<SearchHits, "sections" | "terms">,
  reader: Reader,
  { reranker: search, hits, deadline }: Pick<FindDeps, "reranker" | "hits" | "deadline">,
): Promise<ReadonlyMap<string, number>> {
  const best = sections.slice(0, RERANKED);
  const timeout_ms = Math.ceil(deadline.left() * SHARE_OF_TIME);
  if (search === null || best.length < 2 || timeout_ms === 0) return NO_SCORES;
  const read = await hits.read(chunksOf(best, placesBeside), { timeout_ms });
  const { reranker, within, maySend } = search;
  const documents = new Map(
    read?.documents
      .filter(({ access_rules }) => decideAccess(reader, access_rules).allowed && maySend(access_rules))
      .map((document) => [document.document_id, document]),
  );
  const passages = best.flatMap((section) => {
    const document = documents.get(section.document_id);
    const text = document === undefined ? null : passageOf(section, document, terms);
    return text === null ? [] : [{ section_id: section.section_id, text }];
  });
  if (passages.length < 2) return NO_SCORES;
  const texts = passages.map(({ text }) => text);
  const scores = await reranker.rerank(question, texts, signalWithin(within, deadline));
  if (isModelFailure(scores)) return NO_SCORES;
  return new Map(passages.map(({ section_id }, i) => [section_id, scores[i] as number]));
}

/** The sections with a score in its order; the others keep their places. Sections of named documents stay first. */
export function orderedBy(scores: ReadonlyMap<string, number>, sections: readonly SectionHit[]): readonly SectionHit[] {
  const scoreOf = ({ section_id }: SectionHit) => scores.get(section_id);
  const scored = sections.filter((section) => scoreOf(section) !== undefined);
  const next = scored.toSorted((a, b) => b.tier - a.tier || (scoreOf(b) as number) - (scoreOf(a) as number)).values();
  return sections.map((section) => (scoreOf(section) === undefined ? section : (next.next().value as SectionHit)));
}

const NO_SCORES: ReadonlyMap<string, number> = new Map();

const placesBeside = ({ best, place, chunks }: SectionHit): number[] => [
  ...new Set([place, Math.max(place, best - 1), best, Math.min(place + chunks - 1, best + 1)]),
];

/** A section's names, its best chunk around the best match, and the chunks beside it as far as there is room. */
function passageOf(section: SectionHit, { document, chunks }: HitDocument, terms: SearchHits["terms"]): string | null {
  const at = (place: number) => chunks.find((chunk) => chunk.place === place);
  const named = namedSection(section, { document, chunks });
  if (named === null) return null;
  const { label, title, breadcrumb } = named.section;
  const names = [document.title, ...breadcrumb, `${label} ${title}`.trim()].join(" ");
  let text = bestPart(named.chunk, terms);
  for (const [beside, isBefore] of [
    [at(section.best + 1), false],
    [at(section.best - 1), true],
  ] as const) {
    const room = PASSAGE_MAX - text.length;
    if (beside === undefined || room <= 0) continue;
    const whole = shownText(beside.chunk.display);
    text = isBefore ? `${whole.slice(-room)}\n${text}` : `${text}\n${whole.slice(0, room)}`;
  }
  return `${names}\n${text}`;
}

/** Of a long chunk, the part whose terms together weigh most. */
function bestPart({ content, display }: StructuredChunk, terms: SearchHits["terms"]): string {
  // The rows of a table name its columns there.
  const text = content ?? shownText(display);
  let best = { part: "", weight: -1 };
  for (let at = 0; at === 0 || at + PASSAGE_MAX / 2 < Math.min(text.length, CHUNK_TEXT_MAX); at += PASSAGE_MAX / 2) {
    const part = text.slice(onCharacter(text, at), onCharacter(text, at + PASSAGE_MAX));
    const folded = fold(part).replaceAll(",", "");
    const weight = terms.reduce((sum, term) => sum + (folded.includes(term.text) ? term.weight : 0), 0);
    if (weight > best.weight) best = { part, weight };
  }
  return best.part;
}
