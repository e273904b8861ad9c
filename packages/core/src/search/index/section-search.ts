import { TEXT_TYPES, type TextType } from "../../chunks/structured-chunk.js";
import { ChunkScores, type ScoredChunk } from "./chunk-scores.js";
import type { Corpus } from "./corpus.js";
import { titleCount } from "./counts.js";
import { foundDocuments } from "./found-documents.js";
import { fuse } from "./fusion.js";
import { sectionAt } from "./heads.js";
import type { HeldDocument } from "./held-document.js";
import { type HeldMeaning, unitOf } from "./held-meaning.js";
import { type Closeness, countParts, type MeaningScores } from "./meaning-scores.js";
import { nearestSections } from "./nearest-sections.js";
import { type Passages, passagesByMeaning, passagesOf, pointsOfBest } from "./passages.js";
import { unitsWithPhrases } from "./phrase-candidates.js";
import { orderPlaced } from "./placed-order.js";
import { planSearch, type SearchPlan } from "./plan.js";
import { pointsBy } from "./points.js";
import type { Question } from "./question.js";
import { compareSections, FirstSections, type RankedSection, Ranking, REFINED, type SectionTaker } from "./ranking.js";
import type { ReaderMask } from "./reader-masks.js";
import type { QuestionReader, TitleIndex } from "./reading.js";
import type { UnitScores } from "./scores.js";
import {
  type FoundSection,
  FUSED,
  type MeaningAsk,
  type PlacedSections,
  SCORE_UNIT,
  type SearchAsk,
  type SearchFound,
} from "./search-found.js";
import { unitsAt } from "./units-at.js";
import { postingsOf } from "./visible-postings.js";
import { isInVisibleSection } from "./visible-word.js";
import { widenedBy } from "./widened.js";

/** With more parts than these, only the sections that are best by words are compared with the question. */
export const MEANING_LIMITS = { parts: 300_000, sections: 2_000 };

const NOTHING_PLACED: PlacedSections = { shown: [], next: [], alone: 0, fits: false };

/** A section on its way into an answer. */
interface Entry {
  /** In the first phase; of one that was found by meaning alone the unit with its best part, with no score. */
  readonly section: RankedSection;
  readonly key: Omit<RankedSection, "unit">;
  readonly refined: boolean;
  readonly chunks?: readonly ScoredChunk[];
  readonly placed?: boolean;
  /** For a section that was found by meaning alone: the number of its best part. */
  readonly part?: number;
}

interface ReadQuestion extends ReturnType<QuestionReader["correct"]> {
  readonly question: Question;
  readonly names: ReturnType<TitleIndex["namedIn"]>;
}

/** One search. Its answer MUST be taken before the next search begins: they share the array of scores. */
export class SectionSearch {
  readonly #plan: SearchPlan;
  readonly #chunks: ChunkScores;
  /** A bit for each text_type asked for. */
  readonly #types: number | null;
  /** By the numbers of documents: whether the filter keeps them; null: all. */
  readonly #kept: Uint8Array | null;
  readonly #named: readonly HeldDocument[];
  /** 2 for the named article of a named document, 1 for a named document if nothing else is asked; null: none is named. */
  readonly #tiers: ((first: number, document: number) => number) | null;

  constructor(
    private readonly ask: SearchAsk,
    private readonly read: ReadQuestion,
    private readonly corpus: Corpus,
    private readonly mask: ReaderMask,
    private readonly scratch: { readonly words: UnitScores; readonly meaning: MeaningScores },
    private readonly limits: typeof MEANING_LIMITS,
    /** A section matches by its phrases, whatever terms these have. */
    isByPhrase: boolean,
  ) {
    this.#plan = planSearch(corpus, read.question, mask, ask.from?.weights ?? null);
    this.#types = typeBits(ask.text_types);
    this.#kept = ask.doc_ids === null ? null : this.#numbersOf(ask.doc_ids);
    const { mean_chunk_length } = this.#plan.weights;
    this.#chunks = new ChunkScores(corpus, this.#plan.terms, mean_chunk_length, isByPhrase);
    this.#named = read.names.document_ids.map((document_id) => corpus.documents.get(document_id) as HeldDocument);
    this.#tiers = this.#makeTiers();
  }

  answer(): SearchFound {
    const { accepted, from } = this.ask;
    const units = accepted ? unitsAt(this.corpus, accepted) : null;
    const placed = from?.placed ?? null;
    const meaning = (from?.after ?? null) === null ? this.ask.meaning : null;
    const parts = meaning === null ? 0 : countParts(this.corpus, meaning, this.mask);
    const compared = meaning === null || parts === 0 ? null : { meaning, parts };
    if (compared === null && (placed === null || (from?.after ?? null) !== null)) return this.#byWords(units, placed);
    return this.#withPlaced(units, placed ?? NOTHING_PLACED, compared);
  }

  /** The sections with all terms of the phrases. */
  candidates(): { readonly sections: readonly FoundSection[]; readonly more: boolean } {
    const ranking = new Ranking(this.ask.limit, null, new Set());
    this.#rank(unitsWithPhrases(this.corpus, this.read.question), ranking);
    return this.#page(this.#ordered(ranking));
  }

  #byWords(accepted: Uint8Array | null, placed: PlacedSections | null): SearchFound {
    const ranking = new Ranking(this.ask.limit, this.ask.from?.after ?? null, new Set(placed?.shown));
    const { total, perDocument, bestScore } = this.#rank(accepted, ranking);
    return this.#answer(this.#ordered(ranking), {
      total: total + (placed?.alone ?? 0),
      perDocument,
      fits: this.#fits(bestScore) || Boolean(placed?.fits),
      by_meaning: false,
    });
  }

  /** First what a model has placed, then what follows by words. */
  #withPlaced(
    accepted: Uint8Array | null,
    before: PlacedSections,
    compared: { readonly meaning: MeaningAsk; readonly parts: number } | null,
  ): SearchFound {
    const { limit } = this.ask;
    const isWide = compared !== null && compared.parts > this.limits.parts;
    const needed = before.shown.length + before.next.length + FUSED + REFINED + limit + 1;
    const first = new FirstSections(isWide ? Math.max(needed, this.limits.sections) : needed);
    const ranked = this.#rank(accepted, first);
    const { perDocument, bestScore } = ranked;
    const only = isWide
      ? new Set(first.items.slice(0, this.limits.sections).map(({ unit }) => this.#firstOf(unit)))
      : null;
    const closeness =
      compared === null
        ? null
        : this.scratch.meaning.of(this.corpus, compared.meaning, {
            ...{ mask: this.mask, accepted, only, kept: this.#kept, types: this.#types },
          });
    const fused =
      compared === null || closeness === null
        ? null
        : this.#fused(first.items, closeness, compared.meaning.words_share, ranked.points, accepted);

    const pool = fused ?? this.#refine(first.items.slice(0, FUSED));
    const { following, others, rest } = orderPlaced(pool, before, first.items, { all: fused !== null, limit });
    const placed = [...following, ...others].map((entry) => ({ ...entry, placed: true }));
    const refined = this.#refine(rest.slice(0, REFINED));
    const foundAlone = fused === null ? [] : fused.filter(({ part }) => part !== undefined);
    for (const { section } of foundAlone) {
      const number = this.corpus.units.document[section.unit] as number;
      perDocument[number] = (perDocument[number] as number) + 1;
    }
    return this.#answer([...placed, ...refined, ...rest.slice(REFINED).map(unrefined)], {
      total: ranked.total + (fused === null ? before.alone : foundAlone.length),
      perDocument,
      fits:
        before.fits ||
        this.#fits(bestScore) ||
        (compared !== null && closeness !== null && closeness.best / SCORE_UNIT >= compared.meaning.fits_from),
      by_meaning: fused !== null && placed.length > 0,
    });
  }

  /** The best of both rankers, in one order. */
  #fused(
    byWords: readonly RankedSection[],
    closeness: Closeness,
    words_share: number,
    points: Uint32Array,
    accepted: Uint8Array | null,
  ): readonly Entry[] {
    const found = new Map(byWords.slice(0, FUSED).map((section) => [this.#firstOf(section.unit), section]));
    for (const first of nearestSections(this.corpus, closeness, FUSED))
      if (!found.has(first))
        found.set(first, this.#bestByWords(first, points, accepted) ?? this.#alone(first, closeness));
    const entries = [...found].map(([first, section]) => {
      const isAlone = section.score === 0;
      const chunks = isAlone ? [] : this.#chunks.of(section.unit);
      const words = isAlone ? null : this.#withBest(section, chunks);
      const own = isAlone ? { part: closeness.partOf(first) } : { chunks };
      return { section, own, words, meaning: closeness.scoreOf(first) };
    });
    const scores = fuse(entries, words_share);
    return entries
      .map(({ section, own }, i) => ({
        section,
        key: { ...section, score: scores[i] as number },
        refined: false,
        ...own,
      }))
      .sort((a, b) => compareSections(a.key, b.key))
      .slice(0, FUSED);
  }

  /** A section in the first phase; null: no word of the question finds it. */
  #bestByWords(first: number, points: Uint32Array, accepted: Uint8Array | null): RankedSection | null {
    const { part, document, types } = this.corpus.units;
    const number = document[first] as number;
    const { first_unit, units } = this.corpus.numbered[number] as HeldDocument;
    let best: number | null = null;
    for (let unit = first; unit < first_unit + units && part[unit] === unit - first; unit += 1) {
      const score = points[unit] as number;
      if (score === 0 || (accepted !== null && accepted[unit] !== 1)) continue;
      if (best !== null && score <= (points[best] as number)) continue;
      if (this.#keeps(unit, number, types[unit] as number)) best = unit;
    }
    return best === null
      ? null
      : this.#ranked(best, first, pointsBy(this.corpus.units.around[best] as number, points[best] as number));
  }

  #alone(first: number, closeness: Closeness): RankedSection {
    const { units, numbered } = this.corpus;
    const document = numbered[units.document[first] as number] as HeldDocument;
    const { places } = document.meaning as HeldMeaning;
    const unit = unitOf(places[closeness.partOf(first)] as number, document, units) as number;
    return this.#ranked(unit, first, 0);
  }

  #ranked(unit: number, first: number, score: number): RankedSection {
    const { units, numbered } = this.corpus;
    const number = units.document[unit] as number;
    const { document_id } = numbered[number] as HeldDocument;
    return { unit, tier: this.#tiers?.(first, number) ?? 0, score, document_id, place: units.place[first] as number };
  }

  #firstOf(unit: number): number {
    return unit - (this.corpus.units.part[unit] as number);
  }

  /** @param accepted 1 for the units that may be found; null: all */
  #rank(accepted: Uint8Array | null, ranking: SectionTaker) {
    const { units, numbered } = this.corpus;
    const { document, part, types, around } = units;
    const { terms, weights } = this.#plan;
    const points = this.scratch.words.of(this.corpus, terms, this.mask, weights.mean_section_length, accepted);
    const tiers = this.#tiers;
    const perDocument = new Uint32Array(numbered.length);
    let total = 0;
    let bestScore = 0;
    for (let unit = 0; unit < units.end; ) {
      if (points[unit] === 0) {
        unit += 1;
        continue;
      }
      const first = unit - (part[unit] as number);
      const number = document[unit] as number;
      // The first best part, of all parts and of those that the filters keep.
      let best = -1;
      do {
        const score = points[unit] as number;
        if (score > 0 && (accepted === null || accepted[unit] === 1)) {
          bestScore = Math.max(bestScore, pointsBy(around[unit] as number, score));
          if ((best < 0 || score > (points[best] as number)) && this.#keeps(unit, number, types[unit] as number))
            best = unit;
        }
        unit += 1;
      } while (unit < units.end && part[unit] === unit - first && part[unit] !== 0);
      if (best < 0) continue;
      total += 1;
      perDocument[number] = (perDocument[number] as number) + 1;
      const score = pointsBy(around[best] as number, points[best] as number);
      if (ranking.mayTake(tiers?.(first, number) ?? 0, score)) ranking.add(this.#ranked(best, first, score));
    }
    return { points, perDocument, total, bestScore };
  }

  #keeps(unit: number, document: number, types: number): boolean {
    if (this.#kept !== null && this.#kept[document] !== 1) return false;
    if (this.#types === null) return true;
    if ((types & this.#types) === 0) return false;
    for (const { matches } of this.#chunks.of(unit, this.#types)) if (matches) return true;
    return false;
  }

  #answer(
    entries: readonly Entry[],
    { perDocument, ...counted }: Pick<SearchFound, "total" | "fits" | "by_meaning"> & { perDocument: Uint32Array },
  ): SearchFound {
    const { terms, weights } = this.#plan;
    const named = this.#named.filter(({ number }) => this.#kept === null || this.#kept[number] === 1);
    return {
      ...this.#page(entries),
      ...counted,
      documents: foundDocuments(this.corpus, perDocument, named),
      terms: terms.map(({ term, weight }) => ({ ...term, weight })),
      widened: widenedBy(this.read.question.terms, (word) => isInVisibleSection(word, this.corpus, this.mask)),
      corrected: this.read.corrected,
      weights,
    };
  }

  #page(entries: readonly Entry[]): { readonly sections: readonly FoundSection[]; readonly more: boolean } {
    const { limit } = this.ask;
    return { sections: entries.slice(0, limit).map((entry) => this.#found(entry)), more: entries.length > limit };
  }

  /** By words, after the last section of the page before. */
  #ordered(ranking: Ranking): readonly Entry[] {
    const after = this.ask.from?.after ?? null;
    const refined = after !== null && !after.refined ? [] : this.#refine(ranking.best);
    const following = after?.refined ? refined.filter((section) => compareSections(section.key, after) > 0) : refined;
    return [...following, ...ranking.rest.map(unrefined)];
  }

  /** Adds its best chunk to each section's score. */
  #refine(best: readonly RankedSection[]): readonly Entry[] {
    return best
      .map((section) => {
        const chunks = this.#chunks.of(section.unit);
        return { section, chunks, key: { ...section, score: this.#withBest(section, chunks) }, refined: true };
      })
      .sort((a, b) => compareSections(a.key, b.key));
  }

  #withBest({ unit, score }: RankedSection, chunks: readonly ScoredChunk[]): number {
    return score + pointsBy(this.corpus.units.around[unit] as number, pointsOfBest(chunks));
  }

  #found(entry: Entry): FoundSection {
    const { section, key, refined, placed = false, part } = entry;
    const { tier, score, document_id, place } = key;
    const { units, documents } = this.corpus;
    const document = documents.get(document_id) as HeldDocument;
    return {
      ...{ tier, refined, score, document_id, place },
      revision_id: document.revision_id,
      ...sectionAt(document, units.head[section.unit] as number),
      ...this.#passages(entry, document),
      fit: Math.min(1, this.#share(section.score)),
      placed,
      alone: part !== undefined,
    };
  }

  #passages({ section: { unit }, chunks = this.#chunks.of(unit), part }: Entry, document: HeldDocument): Passages {
    if (part === undefined) return passagesOf(chunks, this.#types);
    const { places, chunks: counts } = document.meaning as HeldMeaning;
    const place = places[part] as number;
    const end = place + (counts[part] as number);
    const { units } = this.corpus;
    const ofPart: ScoredChunk[] = [];
    for (let at = unit; at < document.first_unit + document.units && (units.place[at] as number) < end; at += 1)
      for (const chunk of this.#chunks.of(at)) if (chunk.place >= place && chunk.place < end) ofPart.push(chunk);
    return passagesByMeaning(ofPart, chunks, this.#types);
  }

  /** The share of the question that a section with this score covers. */
  #share(score: number): number {
    const { asked } = this.#plan.fit;
    if (score === 0) return 0;
    return asked === 0 ? Number.MAX_VALUE : score / SCORE_UNIT / asked;
  }

  #fits(bestScore: number): boolean {
    return this.#share(bestScore) >= this.#plan.fit.fits_from;
  }

  #makeTiers(): ((first: number, document: number) => number) | null {
    if (this.#named.length === 0) return null;
    const named = new Set(this.#named.map(({ number }) => number));
    const articles = new Set<number>();
    for (const reference of this.read.question.references) {
      postingsOf(this.corpus, reference).forEachRun((run, counts, from, to) => {
        for (let i = from; i < to; i += 1) {
          // The title of a section has the reference to the section itself, and no other.
          if (titleCount(counts[i] as number) > 0) articles.add((run[i] as number) >>> 1);
        }
      });
    }
    const documentTier = this.read.names.asks_more ? 0 : 1;
    return (first, document) => (!named.has(document) ? 0 : articles.has(first) ? 2 : documentTier);
  }

  #numbersOf(doc_ids: readonly string[]): Uint8Array {
    const kept = new Uint8Array(this.corpus.numbered.length);
    for (const document_id of doc_ids) {
      const document = this.corpus.documents.get(document_id);
      if (document !== undefined) kept[document.number] = 1;
    }
    return kept;
  }
}

const unrefined = (section: RankedSection): Entry => ({ section, key: section, refined: false });

function typeBits(text_types: readonly TextType[] | null): number | null {
  if (text_types === null) return null;
  return text_types.reduce((bits, type) => bits | (1 << TEXT_TYPES.indexOf(type)), 0);
}
