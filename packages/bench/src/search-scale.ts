import type { Database } from "@retrieval/postgres";
import type pg from "pg";
import { figure, times } from "./figures.js";
import { interleaved, ratio, type Timing } from "./interleaved.js";
import { fillCorpus, GROUP_NAMES, GROUPS } from "./large-corpus.js";
import { withDatabase } from "./measured-database.js";
import type { Report } from "./report.js";

const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 200_000);
const LARGE_DOCUMENT = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const PAGE = 20;

/**
 * The basis of docs/decisions/0009: a copy of the audience on each chunk, in one index with its terms, beside a join
 * with the documents; and the cost of that copy when a rule changes.
 */
export async function searchScale(report: Report): Promise<void> {
  await withDatabase(async (database) => {
    const documents = await fillCorpus(database, CHUNKS);
    report.text(`${CHUNKS.toLocaleString("en")} chunks in ${documents.toLocaleString("en")} documents.`);
    const client = await database.pool.connect();
    try {
      await client.query("CREATE INDEX bench_terms ON search_entries USING gin (terms)");
      await compareDesigns(client, report);
      await changeRule(database, client, report);
    } finally {
      client.release();
    }
  });
}

/** Measures count and first page of one word, ranked by the server, in three designs (docs/decisions/0009). */
async function compareDesigns(client: pg.PoolClient, report: Report): Promise<void> {
  const rows: string[][] = [];
  for (const group of GROUP_NAMES) {
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
      rows.push([
        `sees ${GROUPS[group] * 100} %, ${name} word (${term})`,
        figure(ratio(copy, open)),
        figure(ratio(join, open)),
        figure(open),
      ]);
    }
  }
  report.text(
    "Count and first page of one word, ranked by the server, as times the same query without any access filter, in two designs of the filter.",
  );
  report.table(["reader and word", "copy of the audience", "join with the documents", "no filter, ms"], rows);
}

/**
 * Measures a change of the rule of one large document: its row alone; with its rows of document_audience, which a
 * trigger writes; and with the copies on its chunks too. Each is one statement and one commit, on a separate document.
 */
async function changeRule(database: Database, client: pg.PoolClient, report: Report): Promise<void> {
  await client.query(`UPDATE search_entries SET document_id = 'large', revision_id = (SELECT revision_id FROM documents WHERE document_id = 'd1'), place = 100000 + n
    FROM (SELECT ctid AS row, row_number() OVER () AS n FROM search_entries LIMIT ${LARGE_DOCUMENT}) AS chosen WHERE search_entries.ctid = row`);
  await client.query("CREATE INDEX bench_document ON search_entries (document_id)");
  await client.query("DROP INDEX bench_terms");
  const withoutTriggers = await database.pool.connect();
  try {
    await withoutTriggers.query("SET session_replication_role = replica");
    let turn = 0;
    const run = (on: pg.PoolClient, statement: string) => async () => {
      turn += 1;
      await on.query(statement, [turn]);
    };
    const audience = "SET audience = ARRAY['g:turn' || $1::text]";
    const row = (id: string) => `UPDATE documents ${audience} WHERE document_id = '${id}'`;
    const copies = `UPDATE search_entries ${audience} WHERE document_id = 'large'`;
    const [alone, pages, all] = (await interleaved(
      [
        run(withoutTriggers, row("d1")),
        run(client, row("d2")),
        run(client, `WITH changed AS (${row("d3")}) ${copies}`),
      ],
      ROUNDS,
    )) as [Timing, Timing, Timing];
    report.text(
      `A rule changed, of a document with ${LARGE_DOCUMENT} chunks: the copies on its chunks make it ${times(ratio(all, pages))} as long as it takes without them.`,
    );
    report.table(
      ["written", "ms", "times the row alone"],
      [
        ["the document's row alone", figure(alone), "1"],
        ["and its rows of document_audience", figure(pages), figure(ratio(pages, alone))],
        ["and the copies on its chunks", figure(all), figure(ratio(all, alone))],
      ],
    );
  } finally {
    await withoutTriggers.query("SET session_replication_role = DEFAULT");
    withoutTriggers.release();
  }
}
