import { type AccessRules, audienceOf, decideAccess, type ReaderFilter } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import { UnavailableError } from "@retrieval/core/errors";
import type {
  Generation,
  HitDocument,
  HitPlaces,
  HitReader,
  ListAsk,
  ReadHits,
  SectionIndex,
  SectionRange,
} from "@retrieval/core/ports";
import { sectionsOf } from "../../../src/chunks/sections.js";
import type { SearchAsk, SearchHits, SectionHit } from "../../../src/search/ranking/search-hits.js";
import { fold } from "../../../src/search/text/folding.js";
import { phrasesIn } from "../../../src/search/text/phrases.js";
import { termsOf } from "../../../src/search/text/terms.js";

export interface SmallDocument {
  readonly document_id: string;
  readonly revision_id: string;
  readonly title: string;
  readonly published_at: number;
  readonly access_rules: AccessRules;
  readonly chunks: readonly StructuredChunk[];
}

type Documents = ReadonlyMap<string, SmallDocument>;

/** The truth: documents, and a number for each change. */
export class SmallWorld {
  generation: Generation = { number: 1, stamp: "stamp-1" };
  documents: Documents = new Map();

  put(document: SmallDocument): void {
    this.documents = new Map([...this.documents, [document.document_id, document]]);
    this.#count();
  }

  remove(document_id: string): void {
    this.documents = new Map([...this.documents].filter(([id]) => id !== document_id));
    this.#count();
  }

  #count(): void {
    const number = this.generation.number + 1;
    this.generation = { number, stamp: `stamp-${number}` };
  }
}

const isVisible = ({ access_rules }: SmallDocument, { unrestricted, principals }: ReaderFilter) =>
  unrestricted || audienceOf(access_rules).some((token) => principals.includes(token));

const textOf = ({ content, content_md }: StructuredChunk) => content ?? content_md ?? "";
const isHeading = ({ text_type }: StructuredChunk) => text_type === "heading" || text_type === "annex_title";
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
const compareSections = (a: SectionHit, b: SectionHit) =>
  b.tier - a.tier || b.score - a.score || compareText(a.document_id, b.document_id) || a.place - b.place;

/** An index of sections that counts words, in the state of the last question. */
export class SmallIndex implements SectionIndex {
  asked = 0;
  #generation: Generation;
  #documents: Documents;

  constructor(private readonly world: SmallWorld) {
    this.#generation = world.generation;
    this.#documents = world.documents;
  }

  async search(ask: SearchAsk, until: AbortSignal) {
    this.#catchUp(until);
    const all = this.#matches(ask).filter(
      ({ document_id, place }) =>
        !ask.accepted || ask.accepted.some((one) => one.document_id === document_id && one.place === place),
    );
    const counts = new Map<string, number>();
    for (const { document_id } of all) counts.set(document_id, (counts.get(document_id) ?? 0) + 1);
    const documents = [...counts].map(([document_id, sections]) => {
      const { title, revision_id } = this.#documents.get(document_id) as SmallDocument;
      return { document_id, revision_id, sections, named: ask.query.includes(title) };
    });
    documents.sort((a, b) => Number(b.named) - Number(a.named) || b.sections - a.sections);
    const terms = distinctTerms(ask.query);
    const found: SearchHits = {
      sections: all.slice(0, ask.limit),
      total: all.length,
      documents: documents.slice(0, 10),
      fits: all.length > 0,
      by_meaning: false,
      terms: terms.map((text) => ({
        ...{ text, prefix: false, significance: 1, origin: "typed", said: null, also: null, weight: 1 },
      })),
      widened: [],
      corrected: [],
    };
    return { ...found, generation: this.#generation };
  }

  async phraseCandidates(ask: SearchAsk, until: AbortSignal) {
    this.#catchUp(until);
    const needed = phrasesIn(ask.query).flatMap(distinctTerms);
    const sections = this.#matches(ask).filter((section) => {
      const texts = this.#chunksOf(section).flatMap(termsIn);
      return needed.every((term) => texts.includes(term));
    });
    return { sections: sections.slice(0, 500), more: sections.length > 500, generation: this.#generation };
  }

  async standIns(_: Parameters<SectionIndex["standIns"]>[0]) {
    return { words: [] as readonly string[], generation: this.#generation };
  }

  async suggest({ query, reader, limit }: Parameters<SectionIndex["suggest"]>[0], until: AbortSignal) {
    this.#catchUp(until);
    const suggestions = [...this.#documents.values()]
      .filter((document) => isVisible(document, reader) && fold(document.title).includes(fold(query)))
      .map(({ document_id, revision_id, title }) => ({ text: title, document_id, revision_id, chunk_id: null }));
    return { suggestions: suggestions.slice(0, limit), generation: this.#generation };
  }

  async list({ query, reader, limit, after, order }: ListAsk, until: AbortSignal) {
    this.#catchUp(until);
    type Key = Pick<SmallDocument, "document_id" | "published_at">;
    const compare = (a: Key, b: Key) =>
      (order === "published" ? b.published_at - a.published_at : 0) || compareText(a.document_id, b.document_id);
    const documents = [...this.#documents.values()]
      .filter((one) => isVisible(one, reader) && one.title.includes(query))
      .sort(compare)
      .filter((one) => after === null || compare(after, one) < 0)
      .map((one) => ({ ...one, version: "1" }));
    return { documents: documents.slice(0, limit), generation: this.#generation };
  }

  state(): never {
    throw new Error("not asked");
  }

  #catchUp(until: AbortSignal): void {
    this.asked += 1;
    if (until.aborted) throw new UnavailableError("the time is over");
    this.#generation = this.world.generation;
    this.#documents = this.world.documents;
  }

  #chunksOf({ document_id, place, chunks }: SectionHit): readonly StructuredChunk[] {
    return this.#documents.get(document_id)?.chunks.slice(place, place + chunks) ?? [];
  }

  #matches({ query, reader, doc_ids, text_types }: SearchAsk): SectionHit[] {
    const terms = distinctTerms(query);
    const found: SectionHit[] = [];
    for (const document of this.#documents.values()) {
      const { document_id, revision_id, chunks } = document;
      if (!isVisible(document, reader) || (doc_ids !== null && !doc_ids.includes(document_id))) continue;
      for (const { id, first, end } of sectionsOf(chunks)) {
        const scores = chunks.slice(first, end).map((chunk, i) => {
          const has = termsIn(chunk);
          return { place: first + i, chunk, score: terms.filter((term) => has.includes(term)).length };
        });
        const matching = scores.filter(
          ({ score, chunk }) => score > 0 && (text_types === null || text_types.includes(chunk.text_type)),
        );
        const texts = matching.filter(({ chunk }) => !isHeading(chunk));
        const best = [...(texts.length > 0 ? texts : matching)].sort((a, b) => b.score - a.score);
        if (best[0] === undefined) continue;
        found.push({
          ...{ tier: 0, document_id, revision_id, section_id: id, place: first, chunks: end - first },
          score: scores.reduce((sum, { score }) => sum + score, 0),
          best: best[0].place,
          fit: Math.max(...scores.map(({ score }) => score)) / terms.length,
          parts: [],
        });
      }
    }
    return found.sort(compareSections);
  }
}

const distinctTerms = (text: string) => [...new Set(termsOf(text).map((term) => term.text))];
/** Chunks of one test often have the same text. */
const termsOfTexts = new Map<string, readonly string[]>();

function termsIn(chunk: StructuredChunk): readonly string[] {
  const text = textOf(chunk);
  const terms = termsOfTexts.get(text) ?? distinctTerms(text);
  termsOfTexts.set(text, terms);
  return terms;
}

/** Reads the world as it is when it is asked. */
export class SmallHits implements HitReader {
  /** Runs before each read. */
  before: () => void = () => undefined;
  beforeTexts: () => void = () => undefined;
  reads = 0;
  /** How many chunks of a document one read has. */
  chunksMax = Infinity;

  constructor(private readonly world: SmallWorld) {}

  async read(asked: readonly HitPlaces[]): Promise<ReadHits> {
    this.before();
    this.reads += 1;
    const documents = asked.flatMap(({ document_id, revision_id, places }) => {
      const held = this.world.documents.get(document_id);
      if (held?.revision_id !== revision_id) return [];
      const { title, access_rules, chunks } = held;
      return [
        {
          ...{ document_id, revision_id, access_rules },
          document: { document_id, title, version: "1" },
          facts: FACTS,
          chunks: places
            .slice(0, this.chunksMax)
            .sort((a, b) => a - b)
            .map((place) => ({ place, chunk: chunks[place] as StructuredChunk })),
        },
      ];
    });
    return { generation: this.world.generation, documents };
  }

  async isChanged(): Promise<boolean> {
    return true;
  }

  async texts(asked: readonly SectionRange[]): Promise<readonly (readonly string[] | null)[]> {
    this.beforeTexts();
    let left = 2_000;
    return asked.map(({ document_id, revision_id, place, chunks }, i) => {
      const held = this.world.documents.get(document_id);
      if (held?.revision_id !== revision_id) return null;
      const texts = held.chunks.slice(place, place + chunks).map(textOf);
      left -= texts.join("").length;
      if (left < 0 && i > 0) left = Number.NEGATIVE_INFINITY;
      return left < 0 && i > 0 ? null : texts;
    });
  }
}

/** Of each of its documents. */
export const FACTS: HitDocument["facts"] = {
  ...{ number: null, category: null, owner: null, contact: null },
  ...{ effective_from: "2026-04-01", version_number: 1, life: null },
};

/** Whether a reader may see a document of the world as it is now. */
export const maySee = (world: SmallWorld, document_id: string, reader: Parameters<typeof decideAccess>[0]) => {
  const held = world.documents.get(document_id);
  return held !== undefined && decideAccess(reader, held.access_rules).allowed;
};
