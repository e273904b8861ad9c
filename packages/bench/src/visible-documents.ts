import { deepStrictEqual } from "node:assert/strict";
import { decideAccess, type Reader, type ReaderFilter, readerFilter } from "@retrieval/core";
import { type Database, PostgresDocumentCatalog, prepared } from "@retrieval/postgres";
import { countVisible, FILL_DOCUMENT_AUDIENCE } from "./document-audience.js";
import { figure, times } from "./figures.js";
import { interleaved, ratio, type Timing } from "./interleaved.js";
import { GROUP_NAMES, GROUPS, type Group, groupsOf } from "./large-corpus.js";
import { withDatabase } from "./measured-database.js";
import type { Report } from "./report.js";

const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
/** For operations that take a millisecond. */
const SHORT_ROUNDS = 10 * ROUNDS;
const PAGE = 50;
const CHECKS = 20;
/** As an administrator reads. */
const EVERYTHING: ReaderFilter = { unrestricted: true, principals: [] };
/** The target as a factor of the alternative, and the reason for a miss, if the plan shows one. */
const TO_REACH = {
  count: {
    times: 0.3,
    cause:
      "an index-only scan in one process, and half of its time is to tell the documents apart that several of the reader's names lead to; the scan is shared by three processes",
  },
  page: {
    times: 1.5,
    cause:
      "rows on separate pages, 147 buffers at 0.5 % where the unfiltered page's neighbours are read from 18: 50 such rows by ids that are known already take 1.5 to 2 times as long",
  },
  check: {
    times: 1.2,
    cause: "six more columns are read, three of them lists: the rule, without which nothing can be decided",
  },
} as const;

/** Measures the documents that one reader may see among a million: the count, the first page, and one check. */
export async function visibleDocuments(report: Report): Promise<void> {
  await withDatabase(async (database) => {
    await fillDocuments(database);
    report.text(
      `${DOCUMENTS.toLocaleString("en")} published documents on PostgreSQL; readers who may see 35 %, 5 % and 0.5 % of them. A page has ${PAGE} documents in the order of their ids; a check reads one document's row with its rule and decides. A count is of what the table \`document_audience\` knows: no answer of the service counts documents, so there is no code of it to measure, and no rule is asked again.`,
    );
    for (const group of GROUP_NAMES) await compare(group, database, report);
  });
}

async function compare(group: Group, { pool, db }: Database, report: Report): Promise<void> {
  const reader: Reader = { user_id: "1", role: "user", department_code: null, permission_groups: [group] };
  const filter = readerFilter(reader);
  const catalog = new PostgresDocumentCatalog(db);
  const count = async () => Number((await pool.query(countVisible(filter))).rows[0].count);
  const bySequentialScan = async () => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off");
      const { rows } = await client.query(
        "SELECT count(*) FROM documents WHERE revision_id IS NOT NULL AND audience && $1::text[]",
        [[...filter.principals]],
      );
      await client.query("COMMIT");
      return Number(rows[0].count);
    } finally {
      client.release();
    }
  };
  const page = () => catalog.listFor(filter, { limit: PAGE });
  const open = () => catalog.listFor(EVERYTHING, { limit: PAGE });
  const ids = Array.from({ length: CHECKS }, (_, i) => `d${1 + Math.floor((i * DOCUMENTS) / CHECKS)}`);
  const check = async () => {
    const seen: boolean[] = [];
    for (const id of ids) {
      const document = await catalog.find(id);
      seen.push(document !== null && decideAccess(reader, document.access_rules).allowed);
    }
    return seen;
  };
  // Compiled once and prepared, like the check's own statement.
  const columns = ["document_id", "title", "version"] as const;
  const oneRow = prepared(db.selectFrom("documents").select(columns).where("document_id", "=", "").compile());
  const byKey = async () => {
    const rows: unknown[] = [];
    for (const id of ids) rows.push((await db.executeQuery({ ...oneRow, parameters: [id] })).rows[0]);
    return rows;
  };

  const visible = await count();
  deepStrictEqual(await bySequentialScan(), visible);
  const shown = await page();
  deepStrictEqual(
    shown.map(({ document_id }) => document_id),
    await firstVisible(reader, pool),
  );

  // Each pair separately: a scan of the table evicts from memory the pages that the next one needs.
  const [counted, scanned] = (await interleaved([count, bySequentialScan], ROUNDS)) as [Timing, Timing];
  const [paged, unfiltered] = (await interleaved([page, open], SHORT_ROUNDS)) as [Timing, Timing];
  const [checked, looked] = (await interleaved([check, byKey], SHORT_ROUNDS)) as [Timing, Timing];
  const share = `${GROUPS[group] * 100} %`;
  report.heading(`A reader who sees ${share}: ${visible.toLocaleString("en")} documents`);
  const row = (name: string, of: Timing, beside: Timing, unit = 1) => [
    name,
    figure(ratio(of, beside)),
    figure(of, unit),
    figure(beside, unit),
  ];
  report.table(
    ["what, beside what", "times", "ms", "ms beside"],
    [
      row("count, beside a sequential scan", counted, scanned),
      row("first page, beside one without a filter", paged, unfiltered),
      row("one check, beside a look-up by primary key", checked, looked, CHECKS),
    ],
  );
  const claim = (what: string, to: { times: number; cause: string }, of: Timing, beside: Timing) => {
    const met = ratio(of, beside).median <= to.times;
    report.claim({
      what: `${what}, for a reader who sees ${share} of ${DOCUMENTS.toLocaleString("en")} documents`,
      target: `at most ${to.times} times`,
      measured: times(ratio(of, beside)),
      met,
      ...(met ? {} : { cause: to.cause }),
    });
  };
  claim("count beside a sequential scan", TO_REACH.count, counted, scanned);
  claim("first page beside one without a filter", TO_REACH.page, paged, unfiltered);
  claim("one check beside a look-up by primary key", TO_REACH.check, checked, looked);
}

/** The first page by the rule in memory, over all rows in order. */
async function firstVisible(reader: Reader, pool: Database["pool"]): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT document_id, allow_all, allowed_department_codes, allowed_groups, allowed_users
     FROM documents ORDER BY document_id LIMIT ${PAGE * 400}`,
  );
  const visible = rows.filter((row) => decideAccess(reader, row).allowed);
  return visible.slice(0, PAGE).map(({ document_id }) => document_id);
}

async function fillDocuments({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET maintenance_work_mem = '1GB'");
    // One revision for all, whichever document it belongs to.
    await client.query("SET session_replication_role = replica");
    await client.query(
      "INSERT INTO revisions (document_id, title, version, accepted) VALUES ('d1', 'Document 1', '2026-01-01', 1)",
    );
    await client.query("DROP INDEX documents_audience");
    await client.query(
      `INSERT INTO documents (document_id, title, version, search_key, revision_id, accepted, allow_all,
         allowed_department_codes, allowed_groups, allowed_users, audience)
       SELECT 'd' || i, 'Document ' || i, '2026-01-01', 'd' || i || E'\\ndocument ' || i, (SELECT revision_id FROM revisions), 1, false, '{}',
         groups, '{}', ARRAY(SELECT 'g:' || g FROM unnest(groups) AS g)
       FROM generate_series(1, $1::int) AS i, ${groupsOf("i")}`,
      [DOCUMENTS],
    );
    await client.query(FILL_DOCUMENT_AUDIENCE);
    await client.query("CREATE INDEX documents_audience ON documents USING gin (audience)");
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM ANALYZE documents, document_audience");
  } finally {
    client.release();
  }
}
