import type { ReaderFilter } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import {
  type HitKey,
  SCORE_UNIT,
  type SearchHit,
  type SearchIndex,
  type SearchPlan,
  type SearchReads,
  type TermStatistics,
  type WeightedTerm,
} from "@retrieval/core/ports";
import type { QueryTerm } from "@retrieval/core/search";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { uncopied, visibleEntries } from "../sql/access-filter.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";
import { type BoundedReads, inBoundedTime } from "./bounded-reads.js";
import { readOf } from "./chunk-reading.js";
import { SAMPLED_OF } from "./search-entries.js";
import { FIELD_WEIGHTS, phraseQuery, termsQuery } from "./text-search.js";

type Asked = Pick<QueryTerm, "text" | "prefix">;

/** A reader with a smaller share of the sample sees few enough chunks to count them one by one. */
const SAMPLE_MIN = 300;
/** A term that is rarer than this in the sample is counted one by one. */
const COMMON_MIN = 12;

/** BM25's saturation and length normalisation. */
const K1 = 1.2;
const B = 0.5;
/** A heading says less than the text below it: it counts as a text of this many times the mean length. */
const HEADING_LENGTH = 2;

/**
 * Full text search with PostgreSQL's own features: our lexemes in a tsvector, and one GIN index over them and the
 * audience. The filter and the words meet in the index, so the most restricted reader costs the least.
 *
 * Statements are unnamed (see `maySee`).
 */
export class PostgresSearchIndex implements SearchIndex {
  /** @param timeoutMs how long one search may take, in milliseconds */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly timeoutMs = 30_000,
  ) {}

  withinTimeLimit<T>(work: (reads: SearchReads) => Promise<T>): Promise<T | null> {
    return inBoundedTime(this.db, this.timeoutMs, (db) => work(new PostgresSearchReads(db)));
  }
}

class PostgresSearchReads implements SearchReads {
  constructor(private readonly db: BoundedReads) {}

  /** In one statement, which runs only the part that the sample selects. */
  async statistics(terms: readonly Asked[], reader: ReaderFilter): Promise<TermStatistics> {
    const visible = visibleEntries(reader);
    const having = (scope: RawBuilder<SqlBool>) =>
      sql`(SELECT count(*)::float8 FROM ${visible} WHERE terms @@ asked.term::tsquery AND ${scope})`;
    const [statistics] = await this.db.rows(sql<TermStatistics>`
      WITH ${uncopied(reader)}, sample AS MATERIALIZED (
        SELECT count(*)::float8 AS chunks, avg(length)::float8 AS mean_length, count(*) >= ${SAMPLE_MIN} AS says_enough
        FROM ${visible} WHERE sampled
      ), whole AS MATERIALIZED (
        SELECT count(*)::float8 AS chunks, avg(length)::float8 AS mean_length
        FROM ${visible} WHERE NOT (SELECT says_enough FROM sample)
      )
      SELECT CASE WHEN says_enough THEN sample.chunks * ${SAMPLED_OF}::float8 ELSE whole.chunks END AS chunks,
        coalesce(CASE WHEN says_enough THEN sample.mean_length ELSE whole.mean_length END, 0) AS mean_length,
        ARRAY(
          SELECT CASE WHEN in_sample >= ${COMMON_MIN} THEN in_sample * ${SAMPLED_OF}::float8 ELSE ${having(EVERY)} END
          FROM unnest(${terms.map((term) => termsQuery([term], "|"))}::text[]) WITH ORDINALITY AS asked (term, nth),
            LATERAL (SELECT CASE WHEN says_enough THEN ${having(SAMPLED)} ELSE 0 END OFFSET 0) AS counted (in_sample)
          ORDER BY nth
        ) AS counts
      FROM sample, whole
    `);
    return statistics as TermStatistics;
  }

  async find(plan: SearchPlan, reader: ReaderFilter, { limit, after, text_max }: Parameters<SearchReads["find"]>[2]) {
    const rows = await this.db.rows(sql<Row>`
      WITH ${uncopied(reader)}, matched AS MATERIALIZED (
        SELECT revision_id, place, document_id, ${scoreOf(plan)} AS score
        FROM ${visibleEntries(reader)} WHERE ${matches(plan)}
      ), page AS (
        SELECT * FROM matched WHERE ${comesAfter(after)} ORDER BY score DESC, document_id, place LIMIT ${limit}
      )
      SELECT counted.total, page.score, page.document_id, page.place, title, version,
        ${readOf(text_max)}, allow_all, allowed_department_codes, allowed_groups, allowed_users
      FROM (SELECT count(*)::float8 AS total FROM matched) AS counted
      LEFT JOIN (page JOIN documents USING (document_id) JOIN chunks ON chunks.revision_id = page.revision_id
        AND chunks.place = page.place) ON true
      ORDER BY page.score DESC, page.document_id, page.place
    `);
    return { hits: rows.filter(isHit).map(hitOf), total: rows[0]?.total ?? 0 };
  }
}

const EVERY = sql<SqlBool>`true`;
const SAMPLED = sql<SqlBool>`sampled`;

function matches({ any, every, phrases, doc_ids, text_types }: SearchPlan): RawBuilder<SqlBool> {
  const words = [termsQuery(any, every ? "&" : "|"), ...phrases.map(phraseQuery)]
    .map((part) => `(${part})`)
    .join(" & ");
  const conditions = [sql<SqlBool>`terms @@ ${words}::tsquery`];
  if (doc_ids !== null) conditions.push(sql<SqlBool>`document_id = ANY (${[...doc_ids]}::text[])`);
  if (text_types !== null) conditions.push(sql<SqlBool>`text_type = ANY (${[...text_types]}::text[])`);
  return sql.join(conditions, sql` AND `);
}

/**
 * BM25, by the server's own functions: for one term, `ts_rank` sums its occurrences by their fields' weights and
 * saturates as BM25 does. Terms of about the same weight are ranked together, which reads a chunk's terms a few times
 * rather than once per query term.
 */
function scoreOf({ scored, mean_length }: SearchPlan): RawBuilder<number> {
  const ranks = weightClasses(scored).map(({ weight, terms }) => {
    // ts_rank divides by the number of terms.
    const factor = weight * terms.length;
    return sql<number>`${factor}::float8 * ts_rank(${[...FIELD_WEIGHTS]}::float4[], terms, ${termsQuery(terms, "|")}::tsquery)`;
  });
  const mean = Math.max(1, mean_length);
  const relative = sql`coalesce(length / ${mean}::float8, ${HEADING_LENGTH}::float8)`;
  const shorter = sql`(1 + ${K1}::float8) / (1 + ${K1}::float8 * (1 - ${B}::float8 + ${B}::float8 * ${relative}))`;
  return sql<number>`round((${ranks.length > 0 ? sql.join(ranks, sql` + `) : sql`0`}) * ${shorter} * ${SCORE_UNIT}::float8)`;
}

/** Each class is at most this many times as heavy as the next. */
const CLASS_STEP = Math.SQRT2;
const CLASSES_MAX = 7;

function weightClasses(scored: readonly WeightedTerm[]): { weight: number; terms: WeightedTerm[] }[] {
  const heaviest = Math.max(...scored.map(({ weight }) => weight));
  const classes = new Map<number, WeightedTerm[]>();
  for (const term of scored) {
    if (term.weight <= 0) continue;
    const nth = Math.min(CLASSES_MAX - 1, Math.floor(Math.log(heaviest / term.weight) / Math.log(CLASS_STEP)));
    classes.set(nth, [...(classes.get(nth) ?? []), term]);
  }
  return [...classes.values()].map((terms) => ({
    weight: terms.reduce((sum, { weight }) => sum + weight, 0) / terms.length,
    terms,
  }));
}

function comesAfter(after: HitKey | null): RawBuilder<SqlBool> {
  if (after === null) return sql<SqlBool>`true`;
  const { score, document_id, place } = after;
  return sql<SqlBool>`(score < ${score}::float8
    OR (score = ${score}::float8 AND (document_id, place) > (${document_id}::text COLLATE "C", ${place}::integer)))`;
}

interface Hit extends RuleColumns {
  readonly score: number;
  readonly document_id: string;
  readonly place: number;
  readonly title: string;
  readonly version: string;
  readonly chunk: StructuredChunk;
  readonly text_length: number | null;
}
type Row = { readonly total: number } & (Hit | { readonly score: null });

const isHit = (row: Row): row is { readonly total: number } & Hit => row.score !== null;

function hitOf(row: Hit): SearchHit {
  const { score, document_id, place, title, version, chunk, text_length } = row;
  return {
    score,
    document_id,
    place,
    document: { document_id, title, version },
    access_rules: ruleOf(row),
    chunk,
    text_length,
  };
}
