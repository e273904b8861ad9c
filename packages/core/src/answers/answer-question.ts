import { type Reader, readerFilter } from "../access/audience.js";
import { referencesIn } from "../chunks/section-label.js";
import { scopeDepth } from "../chunks/sections.js";
import type { StructuredChunk, TextType } from "../chunks/structured-chunk.js";
import { isRefusal, type Refusal } from "../errors.js";
import type { HitChunk, HitDocument } from "../ports/hit-reader.js";
import { chunksOf, type SectionResult, sectionOf } from "../search/found-results.js";
import type { FoundSection, SearchFound } from "../search/index/search-found.js";
import { type FindDeps, inOneState } from "../search/one-state.js";
import { ownReferenceTerm } from "../search/references.js";
import { extractFrom, type Quote } from "./extract.js";
import { unitsOf } from "./units.js";
import { wantedIn } from "./wanted.js";

export interface AskedQuestion {
  readonly question: string;
  readonly doc_ids: readonly string[] | null;
  readonly text_types: readonly TextType[] | null;
}

/** A section that an answer cites. */
export interface AnswerSource extends Pick<SectionResult, "doc" | "section"> {
  /** From 1. */
  readonly number: number;
  /** Where the first quote from it is. */
  readonly chunk_id: string;
}

export interface AnswerSentence {
  readonly text: string;
  /** UTF-16 offsets in display.body_text of these chunks, or in display.body_md where that is null. */
  readonly citations: readonly { readonly chunk_id: string; readonly start: number; readonly end: number }[];
}

export interface QuestionAnswer {
  /** extract: the sentences are the documents' own. nothing_found: nothing that the reader may see fits well enough. */
  readonly outcome: "extract" | "nothing_found";
  readonly sources: readonly AnswerSource[];
  readonly sentences: readonly AnswerSentence[];
}

/** How many sections may answer, and how many of an annex that the best of them names. */
const SECTIONS = { found: 5, annex: 2 };
/** Chunks read before and behind the best one of a section. */
const AROUND = 12;
/** The length of the text around the best chunk, in characters; a longer best chunk is read alone. */
const SOURCE_MAX = 4_000;
/** The most text that is read of one chunk. */
const CHUNK_MAX = 20_000;

/** How much of a named article is quoted when the question says no more. */
const BEGINNING = 2;

const NOTHING: QuestionAnswer = { outcome: "nothing_found", sources: [], sentences: [] };

/**
 * Answers a question in the words of the documents that this reader may see. The search that finds them, and the rule in
 * force when they are read, decide as for every search, so an answer depends on nothing that the reader may not see.
 */
export async function answerQuestion(
  asked: AskedQuestion,
  reader: Reader,
  deps: FindDeps,
): Promise<QuestionAnswer | Refusal> {
  const found = await sourcesOf(asked, SECTIONS.found, reader, deps);
  if (isRefusal(found)) return found;
  if (!found.fits || found.sources.length === 0) return NOTHING;
  const annex = await annexNamedBy(asked, found, reader, deps);
  if (isRefusal(annex)) return annex;
  const promoted = new Set(annex.map(({ section }) => section.id));
  const sources = [...annex, ...found.sources.filter(({ section }) => !promoted.has(section.id))];
  const quotes = extractFrom(asked.question, found.terms, sources);
  return answerFrom(quotes.length > 0 ? quotes : beginningOfNamed(sources), sources);
}

/** A section that was found and may be read, with the chunks around its best one. */
interface Source extends Pick<SectionResult, "doc" | "section"> {
  /** Whether the question names this article. */
  readonly isNamed: boolean;
  readonly score: number;
  readonly names: string;
  readonly chunks: readonly StructuredChunk[];
}

interface FoundSources extends Pick<SearchFound, "fits" | "terms"> {
  /** Best first. */
  readonly sources: readonly Source[];
}

async function sourcesOf(
  { question, ...filters }: AskedQuestion,
  limit: number,
  reader: Reader,
  deps: FindDeps,
): Promise<FoundSources | Refusal> {
  const { index, deadline } = deps;
  const ask = { query: question, reader: readerFilter(reader), limit, from: null, ...filters };
  const state = await inOneState(
    (at_least) => index.search(ask, at_least, deadline.signal),
    ({ fits, sections }) => (fits ? chunksOf(sections, placesAround) : []),
    () => CHUNK_MAX,
    reader,
    deps,
  );
  if (isRefusal(state)) return state;
  const { answer, documents } = state;
  const asked = new Set(answer.terms.map(({ text }) => text));
  const sources = answer.sections.flatMap((section) => {
    const document = documents.get(section.document_id);
    return document === undefined ? [] : sourceOf(section, document, asked);
  });
  return { fits: answer.fits, terms: answer.terms, sources };
}

function placesAround({ best, place, chunks }: FoundSection): number[] {
  const from = Math.max(place, best - AROUND);
  const end = Math.min(place + chunks, best + AROUND + 1);
  return [place, ...Array.from({ length: end - from }, (_, i) => from + i)];
}

function sourceOf(section: FoundSection, { document, chunks }: HitDocument, asked: ReadonlySet<string>): Source[] {
  const own = chunks.filter(({ place }) => place >= section.place && place < section.place + section.chunks);
  const at = own.findIndex(({ place }) => place === section.best);
  const [best, first] = [own[at], own[0]];
  if (best === undefined || first === undefined) return [];
  const { document_id: id, title, version } = document;
  const named = sectionOf(section, best.chunk, first.chunk, title);
  return [
    {
      doc: { id, title, version },
      section: named,
      isNamed: asked.has(ownReferenceTerm(sectionPathOf(best.chunk)) ?? ""),
      score: section.score,
      names: [title, ...named.breadcrumb, named.label, named.title].join(" "),
      chunks: nearest(own, at).map(({ chunk }) => chunk),
    },
  ];
}

const sectionPathOf = ({ metadata: { section_path } }: StructuredChunk) =>
  section_path.slice(0, scopeDepth(section_path));

const lengthOf = ({ chunk: { display } }: HitChunk) => (display.body_text ?? display.body_md ?? "").length;

/** The chunks around one of them that have room together with it. */
function nearest(chunks: readonly HitChunk[], at: number): readonly HitChunk[] {
  let [from, end] = [at, at + 1];
  let left = SOURCE_MAX - lengthOf(chunks[at] as HitChunk);
  for (let hasRoom = true; hasRoom; ) {
    hasRoom = false;
    const [behind, before] = [chunks[end], chunks[from - 1]];
    if (behind !== undefined && lengthOf(behind) <= left) {
      left -= lengthOf(behind);
      end += 1;
      hasRoom = true;
    }
    if (before !== undefined && lengthOf(before) <= left) {
      left -= lengthOf(before);
      from -= 1;
      hasRoom = true;
    }
  }
  return chunks.slice(from, end);
}

/** If the best section leaves what is asked for to an annex, the sections of that annex, as good as the best one. */
async function annexNamedBy(
  asked: AskedQuestion,
  { terms, sources }: FoundSources,
  reader: Reader,
  deps: FindDeps,
): Promise<readonly Source[] | Refusal> {
  const [best] = sources;
  if (best === undefined || wantedIn(asked.question) === null) return [];
  if (extractFrom(asked.question, terms, sources)[0]?.isWanted) return [];
  const sentence = best.chunks.flatMap(unitsOf).find(({ text }) => annexIn(text) !== null)?.text ?? "";
  const annex = annexIn(sentence);
  if (annex === null) return [];
  const question = `${annex} ${asked.question}`;
  const found = await sourcesOf({ ...asked, question, doc_ids: [best.doc.id] }, SECTIONS.annex, reader, deps);
  if (isRefusal(found)) return found;
  return found.sources
    .filter(({ section }) => section.type === "annex")
    .map((source) => ({ ...source, score: best.score, names: `${source.names} ${best.names} ${sentence}` }));
}

function annexIn(text: string): string | null {
  for (const { kind, start, end } of referencesIn(text)) if (kind !== "article") return text.slice(start, end);
  return null;
}

function answerFrom(quotes: readonly Quote[], sources: readonly Source[]): QuestionAnswer {
  if (quotes.length === 0) return NOTHING;
  const cited = [...new Set(quotes.map(({ source }) => source))];
  const inOrder = quotes.toSorted((a, b) => orderOf(a, sources) - orderOf(b, sources) || a.start - b.start);
  return {
    outcome: "extract",
    sources: cited.map((nth, i) => {
      const { doc, section } = sources[nth] as Source;
      const { chunk_id } = inOrder.find(({ source }) => source === nth) as Quote;
      return { number: i + 1, doc, section, chunk_id };
    }),
    sentences: inOrder.map(({ chunk_id, text, start, end }) => ({
      text,
      citations: [{ chunk_id, start, end }],
    })),
  };
}

/** 第16条 alone asks what the article says. */
function beginningOfNamed(sources: readonly Source[]): Quote[] {
  const source = sources.findIndex(({ isNamed }) => isNamed);
  const units = sources[source]?.chunks.flatMap((chunk) =>
    unitsOf(chunk).map((unit) => ({ source, chunk_id: chunk.chunk_id, ...unit, score: 1, isWanted: true })),
  );
  return units?.slice(0, BEGINNING) ?? [];
}

const orderOf = ({ source, chunk_id }: Quote, sources: readonly Source[]) =>
  (sources[source] as Source).chunks.findIndex((chunk) => chunk.chunk_id === chunk_id);
