import type { Reader } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import { shownText } from "../chunks/display.js";
import { scopeDepth } from "../chunks/sections.js";
import type { StructuredChunk } from "../chunks/structured-chunk.js";
import { isRefusal, type Refusal } from "../errors.js";
import type { RevisionKey } from "../search/index/index-source.js";
import type { SearchHits, SectionHit } from "../search/ranking/search-hits.js";
import { type ReadSections, readSections } from "../search/results/find-sections.js";
import { namedSection, type SectionResult } from "../search/results/section-results.js";
import type { FindDeps, HitChunk, HitDocument } from "../search/results/visible-hits.js";
import { ownReferenceTerm } from "../search/text/references.js";

/** How many sections an answer names at most. */
export const SECTIONS_MAX = 5;
/** Chunks read before and behind the best one of a section. */
const AROUND = 12;
/** The length of the text around the best chunk, in characters; a longer best chunk is read alone. */
const SOURCE_MAX = 4_000;

/** A section that was found and may be read, with the chunks around its best one. */
export interface Source extends Pick<SectionResult, "doc" | "section">, RevisionKey {
  /** Whether the question names this article. */
  readonly isNamed: boolean;
  /** The rule in force when it was read. */
  readonly access_rules: AccessRules;
  /** The chunk that answers best. */
  readonly best: string;
  /** Of the section, its document and what is around it. */
  readonly names: string;
  readonly chunks: readonly StructuredChunk[];
  /** As `PassageSource`. */
  readonly closeness: readonly (number | null)[];
  /** Before which of `chunks` the section has others; their number: after the last. */
  readonly gaps: readonly number[];
}

/** What one search found, with the sections that may answer. */
export interface FoundSources extends ReadSections {
  /** Best first. */
  readonly sources: readonly Source[];
}

/** The sections for a question, with the text around the best chunk of those that may answer. */
export async function findSources(
  search: Parameters<typeof readSections>[0],
  reader: Reader,
  deps: FindDeps,
): Promise<FoundSources | Refusal> {
  const read = await readSections(search, reader, deps, sourcePlaces);
  if (isRefusal(read)) return read;
  const { hits, documents } = read;
  const terms = new Set(hits.terms.map(({ text }) => text));
  const placesOf = sourcePlaces(hits);
  const sources = hits.sections.flatMap((section) => {
    const document = documents.get(section.document_id);
    return document === undefined ? [] : sourceOf(section, document, placesOf(section), terms);
  });
  return { hits, documents, sources };
}

/** Which chunks of a section an answer is chosen from: none where nothing fits, or where other sections fit better. */
function sourcePlaces({ fits, sections }: SearchHits) {
  const sources = new Set(fits ? sections.slice(0, SECTIONS_MAX) : []);
  return (section: SectionHit): readonly number[] => (sources.has(section) ? placesAround(section) : []);
}

function placesAround({ best, place, chunks }: SectionHit): number[] {
  const from = Math.max(place, best - AROUND);
  const end = Math.min(place + chunks, best + AROUND + 1);
  return [place, ...Array.from({ length: end - from }, (_, i) => from + i)];
}

function sourceOf(
  section: SectionHit,
  document: HitDocument,
  places: readonly number[],
  terms: ReadonlySet<string>,
): Source[] {
  const own = document.chunks.filter(({ place }) => places.includes(place));
  const at = own.findIndex(({ place }) => place === section.best);
  const found = namedSection(section, document);
  if (at < 0 || found === null) return [];
  const { doc, section: named, chunk: best } = found;
  const read = nearest(own, at);
  const order = [section.place - 1, ...read.map(({ place }) => place), section.place + section.chunks];
  return [
    {
      doc,
      section: named,
      isNamed: terms.has(ownReferenceTerm(sectionPathOf(best)) ?? ""),
      document_id: doc.id,
      revision_id: section.revision_id,
      access_rules: document.access_rules,
      best: best.chunk_id,
      names: [doc.title, ...named.breadcrumb, named.label, named.title].join(" "),
      chunks: read.map(({ chunk }) => chunk),
      closeness: read.map(({ place }) => {
        const parts = section.parts.filter((part) => part.place <= place && place < part.place + part.chunks);
        return parts.length === 0 ? null : Math.max(...parts.map((part) => part.closeness));
      }),
      gaps: order.slice(1).flatMap((place, i) => (place === (order[i] as number) + 1 ? [] : i)),
    },
  ];
}

const sectionPathOf = ({ metadata: { section_path } }: StructuredChunk) =>
  section_path.slice(0, scopeDepth(section_path));

const lengthOf = ({ chunk: { display } }: HitChunk) => shownText(display).length;

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

/** The text of one of its chunks, in which offsets count. */
export function bodyOf({ chunks }: Source, chunk_id: string): string {
  return shownText((chunks.find((chunk) => chunk.chunk_id === chunk_id) as StructuredChunk).display);
}
