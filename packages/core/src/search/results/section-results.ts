import { sectionName, shownText } from "../../chunks/display.js";
import { scopeDepth } from "../../chunks/sections.js";
import type { SectionType, StructuredChunk } from "../../chunks/structured-chunk.js";
import { fittingRows } from "../../json-text.js";
import { CHUNK_ID } from "../../limits.js";
import { SCORE_UNIT, type SearchHits, type SectionHit } from "../ranking/search-hits.js";
import { Highlighter, markedTerms, type Range } from "./highlights.js";
import type { HitDocument, HitPlaces } from "./visible-hits.js";

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
}

/**
 * How much shown text is read to mark highlights. Other requests wait for it, so it is counted in characters as search
 * makes them; one character of the source can become 18.
 */
const HIGHLIGHTED_MAX = 60_000;
/** Text outside every section is named by its beginning. */
const NAME = 20;

/** The places of the chunks that a result shows. */
export const shownPlaces = ({ best, section_id, place }: SectionHit): number[] =>
  isOutsideSections(section_id) ? [best, place] : [best];

/** Chunks of sections, by document. */
export function chunksOf(
  sections: readonly SectionHit[],
  placesOf: (section: SectionHit) => readonly number[],
): HitPlaces[] {
  const documents = new Map<string, { document_id: string; revision_id: string; places: Set<number> }>();
  for (const section of sections) {
    const { document_id, revision_id } = section;
    const hits = documents.get(document_id) ?? { document_id, revision_id, places: new Set() };
    documents.set(document_id, hits);
    for (const place of placesOf(section)) hits.places.add(place);
  }
  return [...documents.values()].map(({ places, ...revision }) => ({ ...revision, places: [...places] }));
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
  found: Pick<SearchHits, "sections" | "terms">,
  documents: ReadonlyMap<string, HitDocument>,
  others: object,
): SectionResult[] {
  const { terms } = found;
  const unread = found.sections.findIndex(({ document_id, best }) => {
    const document = documents.get(document_id);
    return document !== undefined && !document.chunks.some(({ place }) => place === best);
  });
  const read = unread < 0 ? found.sections : found.sections.slice(0, unread);
  const highlighter = new Highlighter(markedTerms(terms), HIGHLIGHTED_MAX);
  const results = read.flatMap((section): SectionResult[] => {
    const document = documents.get(section.document_id);
    const named = document && namedSection(section, document);
    if (!named) return [];
    const { chunk, ...names } = named;
    const { score, fit } = section;
    return [{ score: score / SCORE_UNIT, fit, ...names, chunk, highlights: highlighter.in(textOf(chunk)) }];
  });
  return results.slice(0, Math.max(1, fittingRows([others, ...results]) - 1));
}

const textOf = ({ display }: StructuredChunk) => shownText(display);

/** How an answer names a section and its document, with the chunk that answers best; null: that chunk was not read. */
export function namedSection(hit: SectionHit, { document, chunks }: Pick<HitDocument, "document" | "chunks">) {
  const at = (place: number) => chunks.find((chunk) => chunk.place === place)?.chunk;
  const chunk = at(hit.best);
  if (chunk === undefined) return null;
  const { document_id: id, title, version } = document;
  return { doc: { id, title, version }, section: sectionOf(hit, chunk, at(hit.place) ?? chunk, title), chunk };
}

/**
 * @param best any chunk of the section
 * @param first its first chunk
 */
function sectionOf(
  { section_id: id }: Pick<SectionHit, "section_id">,
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
