import { TEXT_TYPES, type TextType } from "../../chunks/structured-chunk.js";
import { ChunkScores, type ScoredChunk } from "./chunk-scores.js";
import type { Corpus } from "./corpus.js";
import { titleCount } from "./counts.js";
import { foundDocuments } from "./found-documents.js";
import { headAt } from "./heads.js";
import type { HeldDocument } from "./held-document.js";
import { passagesOf, pointsOfBest } from "./passages.js";
import { unitsWithPhrases } from "./phrase-candidates.js";
import { planSearch, type SearchPlan } from "./plan.js";
import type { Question } from "./question.js";
import { compareSections, type RankedSection, Ranking } from "./ranking.js";
import type { ReaderMask } from "./reader-masks.js";
import type { QuestionReader, TitleIndex } from "./reading.js";
import type { UnitScores } from "./scores.js";
import { type FoundSection, SCORE_UNIT, type SearchAsk, type SearchFound } from "./search-found.js";
import { unitsAt } from "./units-at.js";
import { postingsOf } from "./visible-postings.js";
import { isInVisibleSection } from "./visible-word.js";
import { widenedBy } from "./widened.js";

/**
 * A search fits if its best section covers this share of the question: its own score over the weight of what was asked.
 * Where each term is once in the text of a section of mean length, the share is 1. Chosen so that one of ten questions
 * with an answer is refused (packages/bench, search-quality).
 */
const FITS_FROM = 0.62;

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

  constructor(
    private readonly ask: SearchAsk,
    private readonly read: ReadQuestion,
    private readonly corpus: Corpus,
    private readonly mask: ReaderMask,
    private readonly scores: UnitScores,
    /** A section matches by its phrases, whatever terms these have. */
    isByPhrase: boolean,
  ) {
    this.#plan = planSearch(corpus, read.question, mask, ask.from?.weights ?? null);
    this.#types = typeBits(ask.text_types);
    this.#kept = ask.doc_ids === null ? null : this.#numbersOf(ask.doc_ids);
    const { mean_chunk_length } = this.#plan.weights;
    this.#chunks = new ChunkScores(corpus, this.#plan.terms, mean_chunk_length, isByPhrase);
    this.#named = read.names.document_ids.map((document_id) => corpus.documents.get(document_id) as HeldDocument);
  }

  answer(): SearchFound {
    const { accepted } = this.ask;
    const { ranking, ...counted } = this.#rank(accepted ? unitsAt(this.corpus, accepted) : null);
    const { sections, more } = this.#page(ranking);
    const { terms, weights } = this.#plan;
    const named = this.#named.filter(({ number }) => this.#kept === null || this.#kept[number] === 1);
    return {
      sections,
      more,
      total: counted.total,
      documents: foundDocuments(this.corpus, counted.perDocument, named),
      fits: this.#share(counted.bestScore) >= FITS_FROM,
      terms: terms.map(({ term, weight }) => ({ ...term, weight })),
      widened: widenedBy(this.read.question.terms, (word) => isInVisibleSection(word, this.corpus, this.mask)),
      corrected: this.read.corrected,
      weights,
    };
  }

  /** The sections with all terms of the phrases. */
  candidates(): { readonly sections: readonly FoundSection[]; readonly more: boolean } {
    return this.#page(this.#rank(unitsWithPhrases(this.corpus, this.read.question)).ranking);
  }

  /** @param accepted 1 for the units that may be found; null: all */
  #rank(accepted: Uint8Array | null) {
    const { units, numbered } = this.corpus;
    const { document, part, place, types } = units;
    const { terms, weights } = this.#plan;
    const points = this.scores.of(this.corpus, terms, this.mask, weights.mean_section_length, accepted);
    const tiers = this.#tiers();
    const ranking = new Ranking(this.ask.limit, this.ask.from?.after ?? null);
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
          bestScore = Math.max(bestScore, score);
          if ((best < 0 || score > (points[best] as number)) && this.#keeps(unit, number, types[unit] as number))
            best = unit;
        }
        unit += 1;
      } while (unit < units.end && part[unit] === unit - first && part[unit] !== 0);
      if (best < 0) continue;
      total += 1;
      perDocument[number] = (perDocument[number] as number) + 1;
      const tier = tiers === null ? 0 : tiers(first, number);
      const score = points[best] as number;
      if (!ranking.mayTake(tier, score)) continue;
      const { document_id } = numbered[number] as HeldDocument;
      ranking.add({ unit: best, tier, score, document_id, place: place[first] as number });
    }
    return { ranking, perDocument, total, bestScore };
  }

  #keeps(unit: number, document: number, types: number): boolean {
    if (this.#kept !== null && this.#kept[document] !== 1) return false;
    if (this.#types === null) return true;
    if ((types & this.#types) === 0) return false;
    for (const { matches } of this.#chunks.of(unit, this.#types)) if (matches) return true;
    return false;
  }

  #page(ranking: Ranking): { readonly sections: readonly FoundSection[]; readonly more: boolean } {
    const { limit, from } = this.ask;
    const after = from?.after ?? null;
    const refined = after !== null && !after.refined ? [] : this.#refine(ranking.best);
    const following = after?.refined ? refined.filter((section) => compareSections(section.key, after) > 0) : refined;
    const rest = ranking.rest.map((section) => ({ section, key: section, refined: false }));
    const all = [...following.map((section) => ({ ...section, refined: true })), ...rest];
    return { sections: all.slice(0, limit).map((found) => this.#found(found)), more: all.length > limit };
  }

  /** Adds its best chunk to each section's score. */
  #refine(best: readonly RankedSection[]) {
    return best
      .map((section) => {
        const chunks = [...this.#chunks.of(section.unit)];
        return { section, chunks, key: { ...section, score: section.score + pointsOfBest(chunks) } };
      })
      .sort((a, b) => compareSections(a.key, b.key));
  }

  #found({
    section,
    key: { tier, score, document_id, place },
    refined,
    chunks = [...this.#chunks.of(section.unit)],
  }: {
    section: RankedSection;
    key: Omit<RankedSection, "unit">;
    refined: boolean;
    chunks?: readonly ScoredChunk[];
  }): FoundSection {
    const { units, documents } = this.corpus;
    const document = documents.get(document_id) as HeldDocument;
    const head = headAt(document, units.head[section.unit] as number);
    return {
      ...{ tier, refined, score, document_id, place },
      revision_id: document.revision_id,
      section_id: head.section_id,
      chunks: head.chunks,
      ...passagesOf(chunks, this.#types),
      fit: this.#share(section.score),
    };
  }

  /** The share of the question that a section with this score covers. */
  #share(score: number): number {
    const { asked } = this.#plan;
    if (score === 0) return 0;
    return asked === 0 ? 1 : Math.min(1, score / SCORE_UNIT / asked);
  }

  /** 2 for the named article of a named document, 1 for a named document if nothing else is asked. */
  #tiers(): ((unit: number, document: number) => number) | null {
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
    return (unit, document) => (!named.has(document) ? 0 : articles.has(unit) ? 2 : documentTier);
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

function typeBits(text_types: readonly TextType[] | null): number | null {
  if (text_types === null) return null;
  return text_types.reduce((bits, type) => bits | (1 << TEXT_TYPES.indexOf(type)), 0);
}
