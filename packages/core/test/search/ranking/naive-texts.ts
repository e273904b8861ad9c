import { sectionName } from "../../../src/chunks/display.js";
import { sectionsOf } from "../../../src/chunks/sections.js";
import type { StructuredChunk } from "../../../src/chunks/structured-chunk.js";
import type { DocumentMeaning } from "../../../src/search/index/index-source.js";
import { fold } from "../../../src/search/text/folding.js";
import { ownReferenceTerm, referenceTermsOf } from "../../../src/search/text/references.js";
import { termsOf } from "../../../src/search/text/terms.js";

/** A document, as its last publication and its last rule left it. */
export interface NaiveDocument {
  readonly document_id: string;
  /** As it is now. */
  readonly title: string;
  /** When the revision was published. */
  readonly published_title: string;
  readonly revision_id: string;
  readonly audience: readonly string[];
  readonly chunks: readonly StructuredChunk[];
  readonly meaning: DocumentMeaning | null;
}

/** How often a term is in each field of a text. */
export interface Fields {
  title: number;
  breadcrumb: number;
  body: number;
}

export type Vector = Map<string, Fields>;

export interface NaiveChunk {
  readonly place: number;
  readonly chunk: StructuredChunk;
  readonly vector: Vector;
  readonly length: number;
}

export interface NaivePart {
  readonly chunks: readonly NaiveChunk[];
  readonly vector: Vector;
  readonly length: number;
}

export interface NaiveSection {
  readonly document: NaiveDocument;
  readonly id: string;
  readonly first: number;
  readonly size: number;
  readonly parts: readonly NaivePart[];
  /** Outside every section of a document that has sections. */
  readonly isAround: boolean;
}

export const isHeading = ({ text_type }: StructuredChunk) => text_type === "heading" || text_type === "annex_title";
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The terms of a text: the tokeniser's, with each kanji by itself. */
function wordsOf(text: string): string[] {
  const isSingle = (word: string) => /^\p{Unified_Ideograph}$/u.test(word);
  const terms = termsOf(text).map((term) => term.text);
  const signs = [...fold(text)];
  return [...terms.filter((word) => !isSingle(word)), ...signs.filter(isSingle)];
}

function count(vector: Vector, words: readonly string[], field: keyof Fields): void {
  for (const word of words) {
    const fields = vector.get(word) ?? { title: 0, breadcrumb: 0, body: 0 };
    fields[field] += 1;
    vector.set(word, fields);
  }
}

/** The sections that search finds: those with text, each in one part or several. */
function makeSections(document: NaiveDocument): NaiveSection[] {
  const { chunks, published_title } = document;
  const hasSections = chunks.some(({ metadata }) => metadata.section_path.length > 0);
  return sectionsOf(chunks).flatMap(({ id, first, parts, end }): NaiveSection[] => {
    const own = chunks.slice(first, end);
    if (own.every(isHeading)) return [];
    const [head] = own as [StructuredChunk];
    const path = head.metadata.section_path;
    const deepest = path.findLastIndex(({ type }) => ["article", "annex", "supplement"].includes(type));
    const scope = deepest < 0 ? path : path.slice(0, deepest + 1);
    const element = scope.at(-1);
    const name =
      element === undefined
        ? own
            .filter(isHeading)
            .map((chunk) => chunk.content?.trim())
            .join(" ")
        : sectionName(element);
    const annex = head.metadata.annex_title;
    const title = annex === null || annex === name ? name : `${name}\n${annex}`;
    const reference = ownReferenceTerm(scope);
    const addTitles = (vector: Vector, shown: string, around: readonly string[]) => {
      count(vector, [...wordsOf(shown), ...(reference === null ? [] : [reference])], "title");
      count(vector, wordsOf([...around, published_title].join("\n")), "breadcrumb");
    };
    const madeParts = parts.map((from, i): NaivePart => {
      const inside = chunks.slice(from, parts[i + 1] ?? end).map((chunk, n): NaiveChunk => {
        const vector: Vector = new Map();
        const { section_path, annex_title } = chunk.metadata;
        const isOwn = section_path.length === scope.length && annex_title === annex;
        addTitles(vector, isOwn ? title : chunk.display.title, section_path.slice(0, -1).map(sectionName));
        const body = isHeading(chunk) ? "" : (chunk.content ?? chunk.content_md ?? "");
        count(vector, [...wordsOf(body), ...referenceTermsOf(body).map(({ text }) => text)], "body");
        return { place: from + n, chunk, vector, length: termsOf(body).length };
      });
      const vector: Vector = new Map();
      addTitles(vector, title, scope.slice(0, -1).map(sectionName));
      for (const chunk of inside)
        for (const [word, { body }] of chunk.vector) count(vector, new Array<string>(body).fill(word), "body");
      for (const chunk of inside)
        for (const word of chunk.vector.keys()) if (!vector.has(word)) count(vector, [word], "body");
      return { chunks: inside, vector, length: sum(inside.map(({ length }) => length)) };
    });
    return [{ document, id, first, size: end - first, parts: madeParts, isAround: hasSections && scope.length === 0 }];
  });
}

const made = new WeakMap<NaiveDocument, NaiveSection[]>();

export function naiveSections(document: NaiveDocument): NaiveSection[] {
  const sections = made.get(document) ?? makeSections(document);
  made.set(document, sections);
  return sections;
}
