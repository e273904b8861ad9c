import { startPostgresServer } from "@retrieval/contract/postgres-server";
import { isRefusal, type Reader, search } from "@retrieval/core";
import { migrateToLatest, openDatabase, PostgresChunkStore, PostgresSearchIndex } from "@retrieval/postgres";
import type pg from "pg";
import { publishAll, readCorpus } from "./corpus.js";
import { interleaved, type Timing } from "./interleaved.js";

const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 200_000);
const CHUNKS_PER_DOCUMENT = 10;
const LARGE_DOCUMENT = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const PAGE = 20;

/** Groups and the share of the documents that each is let into. */
const GROUPS = { most: 0.35, some: 0.05, few: 0.005 } as const;
const QUERIES = {
  "common word (労働者)": "労働者",
  "ordinary word (休暇)": "休暇",
  "rare word (慶弔)": "慶弔",
  question: "入社して半年たったら何日休みがもらえますか",
} as const;

/**
 * Search at size, on a real server: the texts of the corpus again and again, in documents that different readers see.
 * What the decision in docs/decisions/0009 rests on: a copy of the audience on each chunk, in one index with its terms,
 * beside a join with the documents; and what that copy costs when a rule changes.
 */
export async function searchScale(print: (line: string) => void): Promise<void> {
  const server = await startPostgresServer();
  const database = await openDatabase({
    kind: "server",
    url: server.url,
    poolSize: 2,
    statementTimeout: 3_600,
    onConnectionError: () => undefined,
  });
  try {
    await migrateToLatest(database.db);
    const { documents } = await readCorpus();
    await publishAll(documents, new PostgresChunkStore(database.db));
    const begun = performance.now();
    const client = await database.pool.connect();
    try {
      await multiply(client);
      print(`${CHUNKS} chunks in ${CHUNKS / CHUNKS_PER_DOCUMENT} documents, made in ${seconds(begun)} s`);
      await compareDesigns(client, print);
      await changeRule(client, print);
    } finally {
      client.release();
    }
    await timeService(new PostgresSearchIndex(database.db), print);
  } finally {
    await database.close();
    await server.stop();
  }
}

const seconds = (begun: number) => ((performance.now() - begun) / 1000).toFixed(0);

/** The corpus's rows once more for each document, in another order for each. Indexes are made at the end, as one would. */
async function multiply(client: pg.PoolClient): Promise<void> {
  await client.query("SET maintenance_work_mem = '1GB'");
  await client.query("DROP INDEX search_entries_terms; DROP INDEX search_entries_sample");
  await client.query(`
    CREATE TEMP TABLE base AS SELECT row_number() OVER () - 1 AS n, s.text_type, s.terms, s.length, c.chunk
    FROM search_entries s JOIN chunks c USING (revision_id, place);
    CREATE UNIQUE INDEX ON base (n);
    TRUNCATE documents, revisions, chunks, search_entries CASCADE`);
  const documents = CHUNKS / CHUNKS_PER_DOCUMENT;
  const { most, some, few } = GROUPS;
  await client.query(
    `INSERT INTO documents (document_id, title, version, search_key, revision_id, accepted, allow_all,
      allowed_department_codes, allowed_groups, allowed_users, audience)
    SELECT 'd' || i, 'Document ' || i, '2026-01-01', 'd' || i, NULL, 1, false, '{}', groups, '{}',
      ARRAY(SELECT 'g:' || g FROM unnest(groups) AS g)
    FROM generate_series(1, $1::int) AS i,
      LATERAL (SELECT array_remove(ARRAY[
        CASE WHEN i % 1000 < $2::float8 * 1000 THEN 'most' END,
        CASE WHEN (i * 7) % 1000 < $3::float8 * 1000 THEN 'some' END,
        CASE WHEN (i * 13) % 1000 < $4::float8 * 1000 THEN 'few' END], NULL) AS groups) AS allowed`,
    [documents, most, some, few],
  );
  await client.query(`INSERT INTO revisions (document_id, title, version, accepted)
    SELECT document_id, title, version, 1 FROM documents`);
  await client.query(`UPDATE documents SET revision_id = r.revision_id FROM revisions r
    WHERE r.document_id = documents.document_id`);
  const places = `FROM documents d CROSS JOIN generate_series(0, ${CHUNKS_PER_DOCUMENT - 1}) AS place
    JOIN base ON base.n = (hashtext(d.document_id || place)::bigint & 2147483647) % (SELECT count(*) FROM base)`;
  await client.query(`INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk)
    SELECT d.revision_id, place, d.document_id || '::paragraph-' || place + 1, '', '', '{}', base.chunk ${places}`);
  await client.query(`INSERT INTO search_entries (revision_id, place, document_id, text_type, terms, length, audience, sampled)
    SELECT d.revision_id, place, d.document_id, base.text_type, base.terms, base.length, d.audience,
      hashtext(d.document_id || place) % 64 = 0 ${places}`);
  await client.query("CREATE INDEX search_entries_terms ON search_entries USING gin (terms, audience)");
  await client.query("CREATE INDEX search_entries_sample ON search_entries USING gin (terms, audience) WHERE sampled");
  await client.query("CREATE INDEX bench_terms ON search_entries USING gin (terms)");
  await client.query("VACUUM ANALYZE search_entries");
  await client.query("VACUUM ANALYZE documents");
}

/** Count and first page of one word, ranked by the server, in three designs: as DESIGN.md measured it. */
async function compareDesigns(client: pg.PoolClient, print: (line: string) => void): Promise<void> {
  print("\ncount and first page of one word; medians in ms, and times the same query without any access filter");
  print("reader           word                    unfiltered      copy of audience     join with documents");
  for (const group of Object.keys(GROUPS)) {
    for (const [name, term] of [
      ["common", "労働"],
      ["ordinary", "休暇"],
      ["rare", "慶弔"],
    ] as const) {
      const statement = (from: string, where: string) => async () => {
        await client.query({
          text: `WITH matched AS MATERIALIZED (
              SELECT e.revision_id, e.place, ts_rank(terms, $1::tsquery) AS score FROM ${from} WHERE terms @@ $1::tsquery ${where})
            SELECT (SELECT count(*) FROM matched), score, place FROM matched ORDER BY score DESC LIMIT ${PAGE}`,
          values: where === "" ? [`'${term}'`] : [`'${term}'`, ["*", `g:${group}`, "u:1"]],
        });
      };
      const [open, copy, join] = (await interleaved(
        [
          statement("search_entries e", ""),
          statement("search_entries e", "AND e.audience && $2::text[]"),
          statement("search_entries e JOIN documents d USING (document_id)", "AND d.audience && $2::text[]"),
        ],
        ROUNDS,
      )) as [Timing, Timing, Timing];
      const beside = ({ median }: Timing) =>
        `${median.toFixed(1).padStart(8)} (${(median / open.median).toFixed(2)} x)`;
      print(
        `${`${group} ${GROUPS[group as keyof typeof GROUPS] * 100} %`.padEnd(16)} ${`${name} ${term}`.padEnd(18)} ${open.median
          .toFixed(1)
          .padStart(10)}   ${beside(copy).padStart(19)}   ${beside(join).padStart(19)}`,
      );
    }
  }
}

/** What a change of the rule of one large document costs: its row alone, and with the copies on its chunks. */
async function changeRule(client: pg.PoolClient, print: (line: string) => void): Promise<void> {
  await client.query(`UPDATE search_entries SET document_id = 'large', revision_id = (SELECT revision_id FROM documents WHERE document_id = 'd1'), place = 100000 + n
    FROM (SELECT ctid AS row, row_number() OVER () AS n FROM search_entries LIMIT ${LARGE_DOCUMENT}) AS chosen WHERE search_entries.ctid = row`);
  let turn = 0;
  const set = (table: string, id: string) => async () => {
    turn += 1;
    await client.query(`UPDATE ${table} SET audience = ARRAY['g:turn' || $1::text] WHERE document_id = $2`, [turn, id]);
  };
  await client.query("CREATE INDEX bench_document ON search_entries (document_id)");
  await client.query("DROP INDEX bench_terms");
  const [row, copies] = (await interleaved([set("documents", "d1"), set("search_entries", "large")], ROUNDS)) as [
    Timing,
    Timing,
  ];
  // They are of no document any more.
  await client.query("DELETE FROM search_entries WHERE document_id = 'large'");
  print(
    `\na rule changed: the document's row ${row.median.toFixed(1)} ms; with the copies on its ${LARGE_DOCUMENT} chunks ${copies.median.toFixed(1)} ms (${copies.min.toFixed(1)} to ${copies.max.toFixed(1)})`,
  );
}

/** The service's own search, all of it: statistics, candidates, scores, a page of chunks. */
async function timeService(index: PostgresSearchIndex, print: (line: string) => void): Promise<void> {
  print("\nthe service's search, a page of 20; medians in ms (min to max), and the total");
  const readers: Record<string, Reader> = {
    admin: { user_id: "1", role: "admin", department_code: null, permission_groups: [] },
  };
  for (const group of Object.keys(GROUPS)) {
    readers[group] = { user_id: "1", role: "user", department_code: null, permission_groups: [group] };
  }
  for (const [name, query] of Object.entries(QUERIES)) {
    for (const [who, reader] of Object.entries(readers)) {
      let total = 0;
      let shown = 0;
      const ask = async () => {
        const request = { query, limit: PAGE, cursor: null, doc_ids: null, text_types: null };
        const answer = await search(request, reader, { index, onAccessMismatch: () => undefined });
        if (isRefusal(answer)) throw new Error(answer.message);
        total = answer.total;
        shown = answer.results.length;
      };
      const [timing] = (await interleaved([ask], ROUNDS)) as [Timing];
      print(
        `${name.padEnd(24)} ${who.padEnd(6)} ${timing.median.toFixed(1).padStart(9)} (${timing.min.toFixed(1)} to ${timing.max.toFixed(1)})  ${total} found, ${shown} shown`,
      );
    }
  }
}
