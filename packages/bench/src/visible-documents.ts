import { deepStrictEqual } from "node:assert/strict";
import { sentenceOf } from "@retrieval/api";
import { decideAccess, type Reader } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { listReadableDocuments } from "@retrieval/core/use-cases";
import { type Database, PostgresDocumentCatalog, prepared } from "@retrieval/postgres";
import { figure, times } from "./figures.js";
import { fillDocuments } from "./filled-tables.js";
import { interleaved, ratio, type Timing } from "./interleaved.js";
import { GROUP_NAMES, GROUPS, type Group } from "./large-corpus.js";
import { withDatabase } from "./measured-database.js";
import { type OpenIndex, openIndex } from "./open-index.js";
import type { Report } from "./report.js";

const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 150);
const PAGE = 50;
const CHECKS = 20;
const ADMIN: Reader = { user_id: "1", role: "admin", department_code: null, permission_groups: [] };
/** The target as a factor of the alternative, and the reason for a miss. */
const TO_REACH = {
  page: { times: 1.5, cause: "rows on separate pages, where the unfiltered page's rows are neighbours" },
  check: {
    times: 1.2,
    cause: "six more columns are read, three of them lists: the rule, without which nothing can be decided",
  },
} as const;

/** Measures the documents that one reader may see among a million: the first page, and one check. */
export async function visibleDocuments(report: Report): Promise<void> {
  await withDatabase(async (database) => {
    await fillDocuments(database, DOCUMENTS);
    const index = await openIndex(database);
    report.text(
      `${DOCUMENTS.toLocaleString("en")} published documents on PostgreSQL; readers who may see 35 %, 5 % and 0.5 % of them. A page has ${PAGE} documents in the order of their ids, found in the index and read from the database; a check reads one document's row with its rule and decides.`,
    );
    try {
      for (const group of GROUP_NAMES) await compare(group, database, index, report);
    } finally {
      await index.stop();
    }
  });
}

async function compare(group: Group, { pool, db }: Database, index: OpenIndex, report: Report): Promise<void> {
  const reader: Reader = { ...ADMIN, role: "user", permission_groups: [group] };
  const catalog = new PostgresDocumentCatalog(db);
  const pageOf = (whom: Reader) => async () => {
    const request = { query: "", limit: PAGE, after: null, order: "id" } as const;
    const page = await listReadableDocuments(request, whom, index.startSearch());
    if (isRefusal(page)) throw new Error(sentenceOf(page.problems, "en"));
    return page.map(({ document_id }) => document_id);
  };
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

  deepStrictEqual(await pageOf(reader)(), await firstVisible(reader, pool));

  const [paged, unfiltered] = (await interleaved([pageOf(reader), pageOf(ADMIN)], ROUNDS)) as [Timing, Timing];
  const [checked, looked] = (await interleaved([check, byKey], ROUNDS)) as [Timing, Timing];
  const share = `${GROUPS[group] * 100} %`;
  report.heading(`A reader who sees ${share}`);
  const row = (name: string, of: Timing, beside: Timing, unit = 1) => [
    name,
    figure(ratio(of, beside)),
    figure(of, unit),
    figure(beside, unit),
  ];
  report.table(
    ["what, beside what", "times", "ms", "ms beside"],
    [
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
