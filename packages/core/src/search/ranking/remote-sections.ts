import { TEXT_TYPES } from "../../chunks/structured-chunk.js";
import { RESULTS_MAX } from "../../limits.js";
import type { VocabularyEntry } from "../../vocabulary/entry.js";
import type { Visibility } from "../index/directory.js";
import { addTotals, NO_TOTALS, type Totals } from "../index/held-document.js";
import type { IndexedRevision } from "../index/index-register.js";
import type { RevisionKey } from "../index/index-source.js";
import { contains } from "../index/number-sets.js";
import { headOf } from "../index/section-vectors.js";
import { termsOfWord } from "../index/visible-postings.js";
import { type CountedTerm, termOfWord, type VisibleStatistics } from "../index/visible-statistics.js";
import type { QuestionReader } from "../question/question-reader.js";
import { wideningsOf } from "../question/vocabulary.js";
import { foldLine } from "../text/folding.js";
import { type Candidate, CandidateSearch, type Candidates } from "./candidate-search.js";
import { byBegins, SAME_TITLES, suggestedWords, vocabularyWords } from "./listings.js";
import { standInsOf, type WeighedQuestion, weighQuestion } from "./prepared-search.js";
import type {
  Counted,
  Matching,
  Proposed,
  ProposedSection,
  ProposingIndex,
  VisibleRevisions,
} from "./proposing-index.js";
import type { SearchHits, SectionAsk } from "./search-hits.js";
import type { DirectoryView, SectionEngine, SuggestedText } from "./section-engine.js";
import type { IndexAnswers } from "./section-index.js";
import { PHRASE_CANDIDATES_MAX } from "./section-search.js";

/**
 * How many more sections are proposed by words than the answer shows, because the index knows their order less exactly:
 * of 1,000,000 chunks, the first ten are among the first 60 with a recall of 0.98 (docs/benchmarks.md). Beside meaning
 * all are proposed whose order by words counts.
 */
const SPARE = 50;
/** What is proposed without the filters only says whether the question fits. */
const FITTING = 50;
/** The documents with the most matches that may be listed: meaning may add to those of some. */
const LISTED = 20;
/** How many counts of one reader are kept, and how many lists of words. */
const COUNTS = 10_000;
/** Of how many readers' rights the counts are kept. */
const VIEWS = 1_024;
/** How many changes are known to views that were not used meanwhile. */
const CHANGES = 4_096;

/**
 * The engine of sections over an index outside the process: it counts and proposes sections, which are put in order
 * here. It is told which revisions the index has.
 */
export class RemoteSections implements SectionEngine<IndexedRevision> {
  readonly #search = new CandidateSearch();
  /** By document_id. */
  readonly #revisions = new Map<string, IndexedRevision>();
  /** By number. */
  readonly #numbered = new Map<number, IndexedRevision>();
  #totals = NO_TOTALS;
  /** Grows with each change of the revisions. */
  #position = 0;
  /** The last revisions that came or went, the newest last. */
  #changed: IndexedRevision[] = [];
  /** By rights, in the order of use. */
  readonly #views = new Map<string, View>();
  #words: ReturnType<typeof vocabularyWords> = [];

  constructor(
    private readonly questions: Pick<QuestionReader, "setVocabulary" | "read" | "correct">,
    private readonly index: ProposingIndex,
  ) {}

  put(revision: IndexedRevision): void {
    this.remove(revision.document_id);
    this.#revisions.set(revision.document_id, revision);
    this.#numbered.set(numberOf(revision), revision);
    this.#totals = addTotals(this.#totals, revision.totals, 1);
    this.#note(revision);
  }

  remove(document_id: string): void {
    const revision = this.#revisions.get(document_id);
    if (revision === undefined) return;
    this.#revisions.delete(document_id);
    this.#numbered.delete(numberOf(revision));
    this.#totals = addTotals(this.#totals, revision.totals, -1);
    this.#note(revision);
  }

  /** Of all revisions that the index has. */
  get totals(): Totals {
    return this.#totals;
  }

  setVocabulary(entries: readonly VocabularyEntry[]): void {
    this.questions.setVocabulary(entries);
    this.#words = vocabularyWords(entries);
  }

  async search(ask: SectionAsk, view: DirectoryView, until: AbortSignal): Promise<SearchHits> {
    const visible = this.#viewOf(view.visibility);
    const [read, statistics] = await this.#settled(visible, until, (known) => {
      const weighed = weighQuestion(ask.query, this.questions, known, view);
      wideningsOf(weighed.question.terms, (word) => known.hasWord(word));
      return weighed;
    });
    const candidates = ask.accepted
      ? await this.#accepted(ask.accepted, read, visible, until)
      : await this.#proposed(ask, read, visible, until);
    return this.#search.search(ask, read, statistics, candidates);
  }

  async phraseCandidates(
    ask: SectionAsk,
    view: DirectoryView,
    until: AbortSignal,
  ): Promise<IndexAnswers["phraseCandidates"]["answer"]> {
    const visible = this.#viewOf(view.visibility);
    const [read, statistics] = await this.#settled(visible, until, (known) =>
      weighQuestion(ask.query, this.questions, known, view),
    );
    const matching = this.#matching(ask, read, visible);
    const required = [...new Set(read.question.phrases.flat())];
    const limit = PHRASE_CANDIDATES_MAX;
    const words = [{ ...matching, required, first: read.question.references, limit: limit + 1 }];
    const proposed = await this.index.propose(visible, { words, meaning: [], matching: null }, until);
    const sections = this.#visible(proposed.sections, view);
    const found = this.#search.phraseCandidates(ask, read, statistics, { sections, documents: [], matches: null });
    return { ...found, more: found.more || proposed.sections.length > limit };
  }

  async standIns(query: string, view: DirectoryView, until: AbortSignal) {
    const visible = this.#viewOf(view.visibility);
    const [words] = await this.#settled(visible, until, (known) => standInsOf(query, this.questions, known));
    return { words };
  }

  async suggest(query: string, limit: number, view: DirectoryView, until: AbortSignal) {
    const typed = foldLine(query);
    if (typed === "" || limit < 1) return [];
    const visible = this.#viewOf(view.visibility);
    const [[words], titles] = await Promise.all([
      this.#settled(visible, until, (known) => suggestedWords(typed, limit, known, this.#words)),
      this.index.titles(visible, typed, limit * SAME_TITLES, until),
    ]);
    const sections = titles.flatMap(({ begins, ...proposed }): SuggestedText[] =>
      this.#visible([proposed], view).map(({ document_id, revision_id, section }) => {
        const { title, chunk_id } = headOf(document_id, section);
        return { text: title, document_id, revision_id, chunk_id, begins };
      }),
    );
    return [...words, ...sections].sort(byBegins);
  }

  #note(revision: IndexedRevision): void {
    this.#position += 1;
    this.#changed.push(revision);
    if (this.#changed.length > 2 * CHANGES) this.#changed = this.#changed.slice(-CHANGES);
  }

  #viewOf(visibility: Visibility): View {
    const kept = this.#views.get(visibility.rights);
    const view = (kept?.visibility === visibility ? this.#followed(kept) : null) ?? this.#newView(visibility);
    this.#views.delete(visibility.rights);
    this.#views.set(visibility.rights, view);
    if (this.#views.size > VIEWS) this.#views.delete(this.#views.keys().next().value as string);
    return view;
  }

  /** A view as it is now: the same one, with its counts, if its reader sees none of the changes; null: too many. */
  #followed(view: View): View | null {
    const { visibility, numbers } = view;
    const documents = visibility.changedSince(view.directory);
    const came = this.#position - view.revisions;
    if (documents === null || came > this.#changed.length) return null;
    const ofDocuments = documents.flatMap((document_id) => this.#revisions.get(document_id) ?? []);
    const changed = [...ofDocuments, ...this.#changed.slice(this.#changed.length - came)];
    const touched = new Map(changed.map((revision) => [numberOf(revision), revision]));
    const added = new Set<number>();
    const gone = new Set<number>();
    let { totals } = view;
    for (const [number, revision] of touched) {
      const isSeen = this.#numbered.has(number) && visibility.sees(revision);
      if (isSeen === contains(numbers, number)) continue;
      (isSeen ? added : gone).add(number);
      totals = addTotals(totals, revision.totals, isSeen ? 1 : -1);
    }
    if (added.size + gone.size > 0)
      return this.#viewAt(visibility, totals, [...numbers.filter((number) => !gone.has(number)), ...added]);
    view.directory = visibility.position;
    view.revisions = this.#position;
    return view;
  }

  #newView(visibility: Visibility): View {
    const numbers: number[] = [];
    let totals = NO_TOTALS;
    for (const { document_id, revision_id } of visibility.revisions()) {
      const revision = this.#revisions.get(document_id);
      if (revision?.revision_id !== revision_id) continue;
      numbers.push(numberOf(revision));
      totals = addTotals(totals, revision.totals, 1);
    }
    return this.#viewAt(visibility, totals, numbers);
  }

  #viewAt(visibility: Visibility, totals: Totals, revisions: readonly number[]): View {
    const numbers = Uint32Array.from(revisions).sort();
    const [counts, words] = [new Map<string, number>(), new Map<string, readonly string[]>()];
    return { visibility, directory: visibility.position, revisions: this.#position, numbers, totals, counts, words };
  }

  /**
   * The result of work with statistics: it is done again until the index was asked for everything that it needs.
   *
   * @param work MUST depend on nothing else, and come to an end whatever it learns
   */
  async #settled<Result>(
    view: View,
    until: AbortSignal,
    work: (known: VisibleStatistics) => Result,
  ): Promise<readonly [Result, VisibleStatistics]> {
    if (view.counts.size > COUNTS) view.counts.clear();
    if (view.words.size > COUNTS) view.words.clear();
    for (;;) {
      const known = new KnownStatistics(view);
      const result = work(known);
      const counted = [...known.missing];
      if (counted.length > 0) {
        const counts = await this.index.counts(
          view,
          counted.map(([, query]) => query),
          until,
        );
        for (const [i, [key]] of counted.entries()) view.counts.set(key, counts[i] as number);
      } else if (known.unread.size > 0) {
        for (const [key, { kind, like }] of known.unread)
          view.words.set(key, await this.index.words(kind, like, until));
      } else return [result, known];
    }
  }

  #matching({ doc_ids, text_types }: SectionAsk, { plan }: WeighedQuestion, visible: View): Matching {
    return {
      terms: plan.terms,
      revisions: doc_ids && this.#indexed(doc_ids, visible).map(numberOf),
      types: text_types?.map((type) => TEXT_TYPES.indexOf(type)) ?? null,
    };
  }

  async #proposed(ask: SectionAsk, read: WeighedQuestion, visible: View, until: AbortSignal): Promise<Candidates> {
    const { question, names, plan } = read;
    const matching = this.#matching(ask, read, visible);
    const isFiltered = matching.revisions !== null || matching.types !== null;
    const everything = { terms: plan.terms, revisions: null, types: null };
    const named = this.#indexed(names.document_ids, visible);
    const ofNamed = { ...matching, revisions: named.map(numberOf) };
    const [required, first] = [null, question.references];
    const limit = ask.meaning === null ? Math.min(RESULTS_MAX, ask.limit + SPARE) : RESULTS_MAX;
    const words = [
      { ...matching, required, first: [], limit },
      ...(isFiltered ? [{ ...everything, required, first: [], limit: FITTING }] : []),
      ...(named.length > 0 ? [{ ...ofNamed, required, first, limit }] : []),
    ];
    const near = ask.meaning && { vector: ask.meaning.vector, limit: RESULTS_MAX };
    const meaning = near && question.terms.some(({ prefix }) => !prefix) ? [{ ...matching, ...near }] : [];
    const nearest = isFiltered ? meaning.map((own) => ({ ...own, ...everything, limit: 1 })) : [];
    const proposed = await this.index.propose(
      visible,
      { words: plan.terms.length > 0 ? words : [], meaning: [...meaning, ...nearest], matching },
      until,
    );
    return {
      sections: this.#visible(proposed.sections, visible),
      documents: [...named, ...this.#indexed(mostMatching(proposed), visible)],
      matches: { total: proposed.total, sections: proposed.documents },
    };
  }

  async #accepted(
    accepted: NonNullable<SectionAsk["accepted"]>,
    { names }: WeighedQuestion,
    visible: View,
    until: AbortSignal,
  ): Promise<Candidates> {
    const places = accepted.map(({ revision_id, place }) => ({ number: numberOf({ revision_id }), place }));
    const sections = places.length === 0 ? [] : await this.index.sectionsAt(places, until);
    const documents = this.#indexed(names.document_ids, visible);
    return { sections: this.#visible(sections, visible), documents, matches: null };
  }

  /** The visible documents in their visible revisions, where the index has these. */
  #indexed(document_ids: readonly string[], { visibility }: View): readonly IndexedRevision[] {
    const documents = [...new Set(document_ids)].flatMap((document_id) => this.#revisions.get(document_id) ?? []);
    return documents.filter((revision) => visibility.sees(revision));
  }

  /** As candidates. What the reader does not see any more goes. */
  #visible(sections: readonly ProposedSection[], { visibility }: Pick<View, "visibility">): Candidate[] {
    return sections.flatMap(({ number, section }) => {
      const revision = this.#numbered.get(number);
      if (revision === undefined || !visibility.sees(revision)) return [];
      return { document_id: revision.document_id, revision_id: revision.revision_id, section };
    });
  }
}

/** What the index knows a revision by. */
export const numberOf = ({ revision_id }: Pick<RevisionKey, "revision_id">): number => Number(revision_id);

const mostMatching = ({ documents }: Proposed) =>
  [...documents]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LISTED)
    .map(([document_id]) => document_id);

/** What one reader sees of the index, with what is known of it, as long as nothing changes. */
interface View extends VisibleRevisions {
  readonly visibility: Visibility;
  /** Where it followed the directory and the revisions to. */
  directory: number;
  revisions: number;
  readonly totals: Totals;
  readonly counts: Map<string, number>;
  readonly words: Map<string, readonly string[]>;
}

/** What is known of the index so far. What is not known counts as 0, and is noted. */
class KnownStatistics implements VisibleStatistics {
  readonly missing = new Map<string, Counted>();
  readonly unread = new Map<string, { readonly kind: "latin" | "katakana"; readonly like: string }>();

  constructor(private readonly view: View) {}

  get totals(): Totals {
    return this.view.totals;
  }

  countOf({ text, prefix }: CountedTerm): number {
    return prefix ? this.#count(`prefix ${text}`, { prefix: text }) : this.#count(`term ${text}`, { all: [text] });
  }

  countOfWord(kind: "latin" | "katakana", word: string): number {
    return this.countOf({ text: termOfWord(kind, word), prefix: false });
  }

  words(kind: "latin" | "katakana", like: string): readonly string[] {
    const known = this.view.words.get(`${kind} ${like}`);
    if (known === undefined) this.unread.set(`${kind} ${like}`, { kind, like });
    return known ?? [];
  }

  hasWord(word: string): boolean {
    const terms = termsOfWord(word);
    return terms.length > 0 && this.#count(`word ${word}`, { all: terms }) > 0;
  }

  #count(key: string, query: Counted): number {
    const known = this.view.counts.get(key);
    if (known === undefined) this.missing.set(key, query);
    return known ?? 0;
  }
}
