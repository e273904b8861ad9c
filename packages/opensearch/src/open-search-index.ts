import type { Client } from "@opensearch-project/opensearch";
import type {
  Counted,
  Matching,
  MeaningProposal,
  ProposalAsk,
  Proposed,
  ProposedSection,
  ProposingIndex,
  VisibleRevisions,
  WordProposal,
} from "@retrieval/core/ports";
import { RoaringBitmap32, roaringLibraryInitialize } from "roaring-wasm";
import { answerOf } from "./answer.js";
import { type AnsweredError, failureOfStatus, OpenSearchAwayError, RefusedRequestError } from "./failures.js";
import {
  HIT_FIELDS,
  type Hit,
  type IndexLayout,
  idOf,
  indexDefinition,
  readHit,
  typedTerm,
} from "./index-definition.js";

type Query = Readonly<Record<string, unknown>>;

/** What one search answers. */
interface Found {
  readonly status: number;
  readonly error?: AnsweredError;
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: {
    readonly documents?: { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
    readonly revisions?: {
      readonly buckets: readonly { readonly key: { readonly revision: number }; readonly doc_count: number }[];
      readonly after_key?: object;
    };
  };
  readonly suggest?: { readonly near: readonly { readonly options: readonly { readonly text: string }[] }[] };
}

/** Of how many documents the matching sections are counted: an answer lists ten. */
const COUNTED_DOCUMENTS = 1_000;
/** A search that only counts. */
const COUNTED = { size: 0, track_total_hits: true } as const;
/** Before scores by words, which are at most 4 · 32 terms · about 15. */
const BEFORE_ALL = 2_000;
/** How many times the sections of a proposal are weighed by the terms that make no match. */
const WEIGHED = 10;
const PART_REVISION = "parts.revision";
/** Words that may be near to a mistyped one. */
const NEAR_WORDS = 50;
/** What the index is called behind its name, which is an alias: so that a write never makes an index that was deleted. */
const BEHIND_ALIAS = "-sections";
/** How many revisions' sections are counted in one request. */
const COUNTED_REVISIONS = 1_000;

/** A revision whose sections may go into an index: no other history of the database has given out its number. */
export interface Claim {
  readonly number: number;
  /** A UUID. */
  readonly claim: string;
}

/**
 * Sections in one index of OpenSearch.
 *
 * @throws MissingIndexError if it is not there, for all but {@link exists}
 */
export class OpenSearchIndex implements ProposingIndex {
  readonly #bitmaps = new WeakMap<VisibleRevisions, string>();

  constructor(
    private readonly client: Client,
    /** Of the index. */
    readonly name: string,
    readonly layout: IndexLayout,
  ) {}

  /** Makes the index, without sections. */
  async create(until: AbortSignal): Promise<void> {
    const body = { ...indexDefinition(this.layout), aliases: { [this.name]: {} } } as never;
    await answerOf(this.client.indices.create({ index: `${this.name}${BEHIND_ALIAS}`, body }), until);
  }

  /** Does nothing if it is not there. */
  async delete(until: AbortSignal): Promise<void> {
    const options = { index: `${this.name}${BEHIND_ALIAS}`, ignore_unavailable: true };
    await answerOf(this.client.indices.delete(options), until);
  }

  async counts(visible: VisibleRevisions, queries: readonly Counted[], until: AbortSignal): Promise<readonly number[]> {
    const within = await this.#within(visible);
    // One search each: an aggregation by filters would try each of them on every visible section.
    const searches = queries.map((counted) => ({ ...COUNTED, query: bool([within, countedQuery(counted)]) }));
    return (await this.#searches(searches, until)).map(({ hits }) => hits.total?.value ?? 0);
  }

  async propose(
    visible: VisibleRevisions,
    { words, meaning, matching }: ProposalAsk,
    until: AbortSignal,
  ): Promise<Proposed> {
    const within = await this.#within(visible);
    const counted = matching === null ? [] : [countedMatches(within, matching)];
    const parts = await this.#within(visible, PART_REVISION);
    const compared = meaning.filter(({ vector }) => vector.length === this.layout.dimensions);
    const searches = [
      ...words.map((proposal) => proposalOf(within, proposal)),
      ...compared.map((proposal) => nearestTo(parts, proposal)),
      ...counted,
    ];
    const found = await this.#searches(searches, until);
    const counts = matching === null ? undefined : found.at(-1);
    const documents = counts?.aggregations?.documents?.buckets ?? [];
    return {
      sections: distinct(found.flatMap(({ hits }) => hits.hits.map(readHit))),
      total: counts?.hits.total?.value ?? 0,
      documents: new Map(documents.map(({ key, doc_count }) => [key, doc_count])),
    };
  }

  async sectionsAt(
    places: readonly { readonly number: number; readonly place: number }[],
    until: AbortSignal,
  ): Promise<readonly ProposedSection[]> {
    const query = { ids: { values: places.map(({ number, place }) => idOf(number, place)) } };
    const { hits } = await this.#search({ size: places.length, query, ...HIT_FIELDS }, until);
    return hits.hits.map(readHit);
  }

  async words(kind: "latin" | "katakana", like: string, until: AbortSignal): Promise<readonly string[]> {
    const isLatin = kind === "latin";
    const term = {
      ...{ field: isLatin ? "terms" : "katakana", analyzer: "keyword", size: NEAR_WORDS, shard_size: 2 * NEAR_WORDS },
      ...{ suggest_mode: "always", max_edits: 2, prefix_length: 1, min_word_length: 3, accuracy: 0.3 },
    };
    const related = { terms: { field: "katakana", include: `.*${escaped(like)}.*`, size: NEAR_WORDS } };
    const { suggest, aggregations } = await this.#search(
      { size: 0, suggest: { near: { text: like, term } }, ...(!isLatin && { aggs: { documents: related } }) },
      until,
    );
    const near = suggest?.near.flatMap(({ options }) => options.map(({ text }) => text)) ?? [];
    return [...near, ...(aggregations?.documents?.buckets.map(({ key }) => key) ?? [])];
  }

  async titles(
    visible: VisibleRevisions,
    typed: string,
    limit: number,
    until: AbortSignal,
  ): Promise<readonly (ProposedSection & { readonly begins: boolean })[]> {
    const within = await this.#within(visible);
    const text = typed.replace(/[\\*?]/g, "\\$&");
    const like = (...patterns: readonly string[]) => ({
      ...{ size: limit, sort: ["document", "place"], ...HIT_FIELDS },
      query: bool([within], {
        should: patterns.map((value) => ({ wildcard: { title: { value } } })),
        minimum_should_match: 1,
      }),
    });
    const [first, any] = await this.#searches([like(`${text}*`, `* ${text}*`), like(`*${text}*`)], until);
    const [beginning, others] = [(first as Found).hits.hits.map(readHit), (any as Found).hits.hits.map(readHit)];
    return distinct([...beginning, ...others])
      .map((section, i) => ({ ...section, begins: i < beginning.length }))
      .slice(0, limit);
  }

  /** Whether the index is there. */
  exists(until: AbortSignal): Promise<boolean> {
    return answerOf(this.client.indices.exists({ index: this.name }), until);
  }

  /**
   * Takes numbers, for good: sections MUST be sent only afterwards. The same claims may be made again.
   *
   * @returns false if one of the numbers is another one's: the database was restored, or two databases share the index
   */
  async claim(claims: readonly Claim[], until: AbortSignal): Promise<boolean> {
    const lines = claims.flatMap(({ number, claim }) => [
      { create: { _id: claimIdOf(number), routing: String(number) } },
      { claimed: number, claim },
    ]);
    const { items } = await answerOf(this.client.bulk({ ...this.#target, body: lines }), until);
    const taken = claims.filter((_, i) => items[i]?.create?.status === CONFLICT);
    for (const { create } of items)
      if (create?.error && create.status !== CONFLICT)
        throw failureOfStatus(create.status, create.error as AnsweredError);
    if (taken.length === 0) return true;
    await this.refresh(until);
    const query = bool([
      { terms: { claimed: taken.map(({ number }) => number) } },
      { terms: { claim: taken.map(({ claim }) => claim) } },
    ]);
    const { hits } = await this.#search({ ...COUNTED, query }, until);
    return hits.total?.value === taken.length;
  }

  /**
   * Sends one of `bulkRequestsOf`. Its sections are found after {@link refresh}.
   *
   * @throws RefusedRequestError if a section is refused
   */
  async send(request: string, until: AbortSignal): Promise<void> {
    const bulk = this.client.bulk({ ...this.#target, body: request as never });
    const { items } = await answerOf(bulk, until).catch((error) => {
      // The request is as it must be, so a proxy refuses it, or something else is wrong than this text.
      if (!(error instanceof RefusedRequestError)) throw error;
      throw new OpenSearchAwayError("failed", `a request with sections is refused (${error.status} ${error.type})`);
    });
    for (const { index } of items)
      if (index?.error && index.status !== CONFLICT) throw failureOfStatus(index.status, index.error as AnsweredError);
  }

  /** What was sent before is found when this ends. */
  async refresh(until: AbortSignal): Promise<void> {
    await answerOf(this.client.indices.refresh({ index: this.name }), until);
  }

  /** Removes all sections of revisions, and their claims. The revisions may come again. */
  async remove(numbers: readonly number[], until: AbortSignal): Promise<void> {
    await this.refresh(until);
    const options = { index: this.name, conflicts: "proceed", refresh: true } as const;
    // Claims last: a number whose sections are left must not be given out again.
    for (const field of ["revision", "claimed"]) {
      const body = { query: { terms: { [field]: numbers } } } as never;
      await answerOf(this.client.deleteByQuery({ ...options, body }), until);
    }
  }

  /**
   * How many sections of each revision are found, by their numbers, ascending.
   *
   * @param until gives each request its time
   */
  async *sizes(until: () => AbortSignal): AsyncGenerator<readonly [number: number, sections: number]> {
    for (let after: object | undefined; ; ) {
      const sources = [{ revision: { terms: { field: "revision" } } }];
      const composite = { size: COUNTED_REVISIONS, sources, ...(after && { after }) };
      const { aggregations } = await this.#search({ size: 0, aggs: { revisions: { composite } } }, until());
      const { buckets = [], after_key } = aggregations?.revisions ?? {};
      for (const { key, doc_count } of buckets) yield [key.revision, doc_count];
      if (after_key === undefined) return;
      after = after_key;
    }
  }

  get #target() {
    return { index: this.name, require_alias: true };
  }

  async #search(search: Query, until: AbortSignal): Promise<Found> {
    const [found] = (await this.#searches([search], until)) as [Found];
    return found;
  }

  /** Searches in one request. All shards answer, or the request fails. */
  async #searches(searches: readonly Query[], until: AbortSignal): Promise<readonly Found[]> {
    if (searches.length === 0) return [];
    const header = { index: this.name, allow_partial_search_results: false };
    const body = searches.flatMap((search) => [header, search]);
    const { responses } = await answerOf(this.client.msearch({ body: body as never }), until);
    return (responses as unknown as readonly Found[]).map((found) => {
      if (found.error !== undefined) throw failureOfStatus(found.status, found.error);
      return found;
    });
  }

  /** Only the sections of visible revisions, or their parts. */
  async #within(visible: VisibleRevisions, field = "revision"): Promise<Query> {
    let bitmap = this.#bitmaps.get(visible);
    if (bitmap === undefined) {
      await roaringLibraryInitialize();
      const numbers = RoaringBitmap32.from(visible.numbers);
      numbers.runOptimize();
      bitmap = Buffer.from(numbers.serialize("portable")).toString("base64");
      numbers.dispose();
      this.#bitmaps.set(visible, bitmap);
    }
    return { terms: { [field]: [bitmap], value_type: "bitmap" } };
  }
}

const claimIdOf = (number: number) => `claim/${number}`;
/** Of HTTP. */
const CONFLICT = 409;

const bool = (filter: readonly Query[], rest: Query = {}): Query => ({ bool: { filter, ...rest } });
const term = (value: string, boost = 1): Query => ({ term: { terms: { value, boost } } });

const countedQuery = (counted: Counted): Query =>
  "all" in counted ? bool(counted.all.map((text) => term(text))) : { prefix: { terms: counted.prefix } };

/** The query that decides which sections match. */
function matchQuery({ terms, types }: Pick<Matching, "terms" | "types">): Query {
  const matching = terms.filter(({ matches }) => matches).map((planned) => planned.term);
  const fields =
    types === null
      ? matching.map(({ text }) => text)
      : matching.flatMap(({ text }) => types.map((type) => typedTerm(type, text)));
  const field = types === null ? "terms" : "typed";
  // Only a question of one sign has a prefix, and no other term.
  const prefixes = matching.some(({ prefix }) => prefix);
  if (!prefixes) return { terms: { [field]: fields } };
  return bool([], { should: fields.map((value) => ({ prefix: { [field]: value } })), minimum_should_match: 1 });
}

const ofRevisions = ({ revisions }: Pick<Matching, "revisions">, field = "revision"): Query[] =>
  revisions === null ? [] : [{ terms: { [field]: [...revisions] } }];

const countedMatches = (within: Query, matching: Matching): Query => ({
  ...COUNTED,
  query: bool([within, ...ofRevisions(matching), matchQuery(matching)]),
  aggs: {
    documents: { terms: { field: "document", size: COUNTED_DOCUMENTS, order: [{ _count: "desc" }, { _key: "asc" }] } },
  },
});

function proposalOf(within: Query, proposal: WordProposal): Query {
  const { terms, types, required, first, limit } = proposal;
  const scoring = terms.filter(({ matches }) => matches || required !== null);
  const weak = terms.filter(({ matches }) => !matches && required === null);
  const scores = (planned: WordProposal["terms"]) =>
    planned.map(({ term: { text, prefix }, weight }) =>
      prefix ? { prefix: { terms: { value: text, boost: weight } } } : term(text, weight),
    );
  const filters = [within, ...ofRevisions(proposal)];
  if (required !== null) filters.push({ exists: { field: "terms" } }, ...required.map((text) => term(text)));
  else if (types !== null) filters.push(matchQuery(proposal));
  const ranked = [
    ...scores(scoring),
    ...first.map((text) => ({ constant_score: { filter: term(text), boost: BEFORE_ALL } })),
  ];
  return {
    ...{ size: limit, track_total_hits: false, ...HIT_FIELDS },
    query: bool(filters, { should: ranked, minimum_should_match: required === null ? 1 : 0 }),
    ...(weak.length > 0 && {
      rescore: { window_size: WEIGHED * limit, query: { rescore_query: bool([], { should: scores(weak) }) } },
    }),
  };
}

function nearestTo(within: Query, { vector, limit, types, ...proposal }: MeaningProposal): Query {
  // Parts of other types are left out afterwards.
  const size = types === null ? limit : 3 * limit;
  const knn = { vector: [...vector], k: size, filter: bool([within, ...ofRevisions(proposal, PART_REVISION)]) };
  return {
    ...{ size, track_total_hits: false, ...HIT_FIELDS },
    query: { nested: { path: "parts", score_mode: "max", query: { knn: { "parts.vector": knn } } } },
  };
}

function distinct(sections: readonly ProposedSection[]): ProposedSection[] {
  return [...new Map(sections.map((one) => [idOf(one.number, one.section.place), one])).values()];
}

/** For a regular expression of Lucene. */
const escaped = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");
