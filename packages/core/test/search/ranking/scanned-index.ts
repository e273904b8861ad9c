import type { IndexedRevision } from "../../../src/search/index/index-register.js";
import type { RevisionText } from "../../../src/search/index/index-source.js";
import { type IndexedSection, splitSections } from "../../../src/search/index/section-vectors.js";
import { KATAKANA_MARK } from "../../../src/search/index/term-vectors.js";
import type {
  Counted,
  Matching,
  Proposed,
  ProposedSection,
  ProposingIndex,
  VisibleRevisions,
  WordProposal,
} from "../../../src/search/ranking/proposing-index.js";
import { numberOf } from "../../../src/search/ranking/remote-sections.js";

interface Row extends ProposedSection {
  readonly document_id: string;
  readonly section: IndexedSection;
}

const has = ({ section }: Row, counted: Counted) =>
  "all" in counted
    ? counted.all.every((term) => section.terms.has(term))
    : [...section.terms.keys()].some((term) => term.startsWith(counted.prefix));

/** The definition of a proposing index: it looks at each section for each question. */
export class ScannedIndex implements ProposingIndex {
  #rows: readonly Row[] = [];

  async counts(visible: VisibleRevisions, queries: readonly Counted[]) {
    return queries.map((query) => this.#of(visible).filter((row) => has(row, query)).length);
  }

  async propose(
    visible: VisibleRevisions,
    { words, meaning, matching }: Parameters<ProposingIndex["propose"]>[1],
  ): Promise<Proposed> {
    const rows = this.#of(visible).filter(({ section }) => section.terms.size > 0);
    const proposed = words.flatMap((proposal) =>
      rows
        .filter((row) => matches(row, proposal))
        .map((row) => ({ row, score: scoreOf(row, proposal) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, proposal.limit)
        .map(({ row }) => row),
    );
    // All of them are near enough.
    const nearest = meaning.flatMap(({ revisions }) =>
      rows.filter(({ number }) => revisions?.includes(number) ?? true),
    );
    const matched = matching === null ? [] : rows.filter((row) => matches(row, { ...matching, required: null }));
    const documents = new Map<string, number>();
    for (const { document_id } of matched) documents.set(document_id, (documents.get(document_id) ?? 0) + 1);
    return { sections: [...new Set([...proposed, ...nearest])], total: matched.length, documents };
  }

  async sectionsAt(places: readonly { readonly number: number; readonly place: number }[]) {
    return this.#rows.filter((row) =>
      places.some(({ number, place }) => row.number === number && row.section.place === place),
    );
  }

  async words(kind: "latin" | "katakana") {
    const words = new Set(this.#rows.flatMap(({ section }) => [...section.terms.keys()]));
    if (kind === "latin") return [...words].filter((word) => /^\p{Script=Latin}{4,100}$/u.test(word));
    return [...words].filter((word) => word.startsWith(KATAKANA_MARK)).map((word) => word.slice(KATAKANA_MARK.length));
  }

  async titles(visible: VisibleRevisions, typed: string, limit: number) {
    const begins = (title: string) => title.startsWith(typed) || title.includes(` ${typed}`);
    return this.#of(visible)
      .filter(({ section }) => section.title.includes(typed))
      .map((row) => ({ ...row, begins: begins(row.section.title) }))
      .sort((a, b) => Number(b.begins) - Number(a.begins) || (a.document_id < b.document_id ? -1 : 1))
      .slice(0, limit);
  }

  /** Adds all sections of a revision; those of others stay, as in any index. */
  put({ vectors, meaning, ...revision }: RevisionText): IndexedRevision {
    if (vectors === null) throw new Error("a text needs its vectors");
    const number = numberOf(revision);
    const { totals, sections } = splitSections(vectors, meaning);
    const rows = sections.map((section) => ({ number, document_id: revision.document_id, section }));
    this.#rows = [...this.#rows.filter((row) => row.number !== number), ...rows];
    return { ...revision, totals };
  }

  #of({ numbers }: VisibleRevisions): Row[] {
    return this.#rows.filter(({ number }) => numbers.includes(number));
  }
}

function matches(row: Row, { terms, revisions, types, required }: Matching & Pick<WordProposal, "required">): boolean {
  if (revisions !== null && !revisions.includes(row.number)) return false;
  if (required !== null) return has(row, { all: required });
  return terms.some(({ term: { text, prefix }, matches: isMatching }) => {
    if (!isMatching) return false;
    const texts = types === null ? [row.section.terms.keys()] : types.map((type) => row.section.byType.get(type) ?? []);
    return texts.some((of) => [...of].some((own) => (prefix ? own.startsWith(text) : own === text)));
  });
}

function scoreOf({ section }: Row, { terms, first }: WordProposal): number {
  const byTerm = terms.map(({ term: { text }, weight }) => weight * (section.terms.get(text) ?? 0));
  return byTerm.reduce((sum, points) => sum + points, first.some((term) => section.terms.has(term)) ? 1_000 : 0);
}
