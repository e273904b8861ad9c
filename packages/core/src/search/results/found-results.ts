import { sectionName, shownText } from "../../chunks/display.js";
import { scopeDepth } from "../../chunks/sections.js";
import type { SectionType, StructuredChunk, TextType } from "../../chunks/structured-chunk.js";
import { fittingRows } from "../../json-text.js";
import { CHUNK_ID } from "../../limits.js";
import { type FoundSection, SCORE_UNIT, type SearchFound } from "../ranking/search-found.js";
import { announcesItems } from "../text/announced-items.js";
import { Highlighter, type Range } from "./highlights.js";
import type { AskedHits, HitChunk, HitDocument } from "./hit-reader.js";
import { markedTerms } from "./marked-terms.js";

/** A chunk as a list of results shows it. */
export interface FoundPassage {
  readonly chunk_id: string;
  readonly text_type: TextType;
  readonly body_text: string | null;
  readonly body_md: string | null;
  /** UTF-16 ranges in body_text, or in body_md where that is null. */
  readonly highlights: readonly Range[];
  /** Whether the passage before announces it: its list or its table. */
  readonly goes_on: boolean;
}

export interface SectionResult {
  readonly score: number;
  /** The share of the question that the section covers, from 0 to 1. */
  readonly fit: number;
  readonly doc: { readonly id: string; readonly title: string; readonly version: string };
  readonly section: {
    readonly id: string;
    /** null outside every section of the document. */
    readonly type: SectionType | null;
    readonly label: string;
    readonly title: string;
    /** The sections around it; without the document's title and its own name. */
    readonly breadcrumb: readonly string[];
  };
  readonly chunk: StructuredChunk;
  /** UTF-16 ranges in display.body_text, or in display.body_md where that is null. */
  readonly highlights: readonly Range[];
  /** Up to three, each with the list or table that it announces, in document order; `chunk` is among them. */
  readonly passages: readonly FoundPassage[];
}

/**
 * How much shown text is read to mark highlights. Other requests wait for it, so it is counted in characters as search
 * makes them; one character of the source can become 18.
 */
const HIGHLIGHTED_MAX = 60_000;
/** Text outside every section is named by its beginning. */
const NAME = 20;

/** The places of the chunks that a result shows. */
export const shownPlaces = ({ best, passages, pairs, section_id, place }: FoundSection): number[] => [
  ...[best, ...passages, ...pairs.flat()],
  ...(isOutsideSections(section_id) ? [place] : []),
];

/** Chunks of sections, by document. */
export function chunksOf(
  sections: readonly FoundSection[],
  placesOf: (section: FoundSection) => readonly number[],
): AskedHits[] {
  const documents = new Map<string, { document_id: string; revision_id: string; places: Set<number> }>();
  for (const section of sections) {
    const { document_id, revision_id } = section;
    const asked = documents.get(document_id) ?? { document_id, revision_id, places: new Set() };
    documents.set(document_id, asked);
    for (const place of placesOf(section)) asked.places.add(place);
  }
  return [...documents.values()].map(({ places, ...asked }) => ({ ...asked, places: [...places] }));
}

/** Text outside every section has the address of its first chunk. */
const isOutsideSections = (section_id: string) => CHUNK_ID.test(section_id);

/**
 * The first sections that fit into one answer beside `others`, ready to show.
 *
 * @param documents with the chunks of {@link shownPlaces} and perhaps others; a section of a document that is not there is
 *   left out, and the answer ends before a section whose best chunk was not read
 */
export function resultsOf(
  found: Pick<SearchFound, "sections" | "terms">,
  documents: ReadonlyMap<string, HitDocument>,
  others: object,
): SectionResult[] {
  const { terms } = found;
  const unread = found.sections.findIndex(({ document_id, best }) => {
    const document = documents.get(document_id);
    return document !== undefined && !document.chunks.some(({ place }) => place === best);
  });
  const read = unread < 0 ? found.sections : found.sections.slice(0, unread);
  const shown = read.flatMap((section): Shown[] => {
    const document = documents.get(section.document_id);
    const at = (place: number) => document?.chunks.find((chunk) => chunk.place === place);
    const best = at(section.best);
    if (document === undefined || best === undefined) return [];
    const pairs = section.pairs.filter(([lead]) => announcesItems(textOf((at(lead) ?? best).chunk)));
    const places = new Set([...section.passages, ...pairs.flat()]);
    const passages = [...places].sort((a, b) => a - b).flatMap((place) => at(place) ?? []);
    const items = new Set(pairs.map(([, place]) => place));
    return [{ section, document, first: at(section.place) ?? best, best, passages, items }];
  });
  const marked = withHighlights(shown.map(resultOf), new Highlighter(markedTerms(terms), HIGHLIGHTED_MAX));
  return marked.slice(0, Math.max(1, fittingRows([others, ...marked]) - 1));
}

interface Shown {
  readonly section: FoundSection;
  readonly document: HitDocument;
  readonly first: HitChunk;
  readonly best: HitChunk;
  readonly passages: readonly HitChunk[];
  /** The places of the lists and tables that the passages before them announce. */
  readonly items: ReadonlySet<number>;
}

const textOf = ({ display }: StructuredChunk) => shownText(display);

function resultOf({ section, document: { document }, first, best, passages, items }: Shown): SectionResult {
  return {
    score: section.score / SCORE_UNIT,
    fit: section.fit,
    doc: { id: document.document_id, title: document.title, version: document.version },
    section: sectionOf(section, best.chunk, first.chunk, document.title),
    chunk: best.chunk,
    highlights: [],
    passages: passages.map(({ chunk: { chunk_id, text_type, display }, place }) => {
      const { body_text, body_md } = display;
      return { chunk_id, text_type, body_text, body_md, highlights: [], goes_on: items.has(place) };
    }),
  };
}

/**
 * How an answer names a section.
 * @param best any chunk of it
 * @param first its first chunk
 */
export function sectionOf(
  { section_id: id }: Pick<FoundSection, "section_id">,
  best: StructuredChunk,
  first: StructuredChunk,
  doc_title: string,
): SectionResult["section"] {
  const { section_path } = best.metadata;
  const depth = scopeDepth(section_path);
  const own = section_path[depth - 1];
  if (own === undefined) return { id, type: null, label: "", title: beginningOf(textOf(first)), breadcrumb: [] };
  const outer = section_path.slice(0, depth - 1).map(sectionName);
  const breadcrumb = outer.filter((name) => name !== doc_title && name !== sectionName(own));
  return { id, type: own.type, label: own.label, title: own.title, breadcrumb };
}

function beginningOf(text: string): string {
  const [line = ""] = text.trimStart().split("\n", 1);
  const characters = [...line.slice(0, 2 * NAME + 2)];
  return characters.length <= NAME ? characters.join("") : `${characters.slice(0, NAME).join("")}…`;
}

/** First the best chunks of all results, which pages show first. */
function withHighlights(results: readonly SectionResult[], highlighter: Highlighter): SectionResult[] {
  const marked = results.map((result) => ({ ...result, highlights: highlighter.in(textOf(result.chunk)) }));
  return marked.map((result) => ({
    ...result,
    passages: result.passages.map((passage) => ({
      ...passage,
      highlights: passage.chunk_id === result.chunk.chunk_id ? result.highlights : highlighter.in(shownText(passage)),
    })),
  }));
}
