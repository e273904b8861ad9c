import { deepStrictEqual } from "node:assert/strict";
import { sentenceOf } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { importUsers } from "@retrieval/core/use-cases";
import { type Database, PostgresUserDirectory } from "@retrieval/postgres";
import { figure, times } from "./figures.js";
import { fillUsers } from "./filled-tables.js";
import { ImportParts } from "./import-parts.js";
import { interleaved, meanOf, ratio, type Spread, type Timing } from "./interleaved.js";
import { withDatabase } from "./measured-database.js";
import type { Report } from "./report.js";

const USERS = 1_600;
const IMPORTED = 100;
const ROUNDS = 15;
/** One commit alone is too short for a stable ratio, so many are timed, and their mean counts as one. */
const COMMITS = 10;

const COLUMNS = `user_id, display_name, department, department_code, email, permission_groups, search_key,
  department_code_given, role, is_active`;
const OR_UPDATE = `ON CONFLICT (user_id) DO UPDATE SET display_name = excluded.display_name,
  department = excluded.department, department_code = excluded.department_code, email = excluded.email,
  permission_groups = excluded.permission_groups, search_key = excluded.search_key, updated_at = now()`;
/** One row, written as simply as possible: no check of existing rows, no state, no audit entry. */
const UPSERT = `INSERT INTO users (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, false, 'user', true) ${OR_UPDATE}`;
/** The same for all rows in one statement. */
const UPSERT_ALL = `INSERT INTO users (${COLUMNS}) SELECT *, false, 'user', true FROM json_to_recordset($1::json) AS row (
  user_id text, display_name text, department text, department_code text, email text, permission_groups text[],
  search_key text) ${OR_UPDATE}`;

interface Entry {
  readonly user_id: string;
  readonly display_name: string;
  readonly department: string;
  readonly email: string;
  readonly permission_groups: readonly string[];
}

/** Measures a complete bulk import of 100 users, beside a commit of one row and beside 100 of those. */
export function import100(report: Report): Promise<void> {
  const parts = new ImportParts();
  return withDatabase(async (database) => {
    await fillUsers(database, USERS);
    const users = new PostgresUserDirectory(database.db);
    const hashPassword = () => Promise.reject(new Error("No password is imported."));
    let turn = 0;
    const batch = (prefix: string, size = IMPORTED) => {
      turn += 1;
      return Array.from({ length: size }, (_, i) => entry(`${prefix}${i}`, turn));
    };
    const service = async (entries: readonly Entry[], expected: { created?: number; updated?: number }) => {
      const answer = await importUsers({ users: entries, update_existing: true }, null, { users, hashPassword });
      if (isRefusal(answer)) throw new Error(sentenceOf(answer.problems, "en"));
      deepStrictEqual(answer, {
        created: 0,
        updated: 0,
        skipped: 0,
        errors: [],
        total_requested: entries.length,
        warnings: [],
        ...expected,
      });
    };
    await checkEqual(database, service);

    const unchanged = batch("unchanged-");
    await service(unchanged, { created: IMPORTED });
    await service(batch("changed-"), { created: IMPORTED });
    await service(batch("one-by-one-"), { created: IMPORTED });
    await upsertEach(database, batch("row-"));
    const alternatives = {
      "one row, one commit": () => upsertEach(database, batch("row-", COMMITS)),
      "all new": () => service(batch(`new-${turn}-`), { created: IMPORTED }),
      "all changed": () => parts.of(() => service(batch("changed-"), { updated: IMPORTED })),
      "all unchanged": () => service(unchanged, { updated: IMPORTED }),
      "the 100 rows of users alone, one plain statement": () => upsertAll(database, batch("row-")),
      "row by row, plain upserts, a commit each": () => upsertEach(database, batch("row-")),
      "row by row, plain upserts, one transaction": () => upsertTogether(database, batch("row-")),
      "row by row, an import of one user each": async () => {
        for (const one of batch("one-by-one-")) await service([one], { updated: 1 });
      },
    };
    const timed = await interleaved(Object.values(alternatives), ROUNDS);
    const timings = [meanOf(timed[0] as Timing, COMMITS), ...timed.slice(1)];
    const [oneRow, created, changed, same, alone, rowByRow, , oneByOne] = timings as [
      Timing,
      Timing,
      Timing,
      Timing,
      Timing,
      Timing,
      Timing,
      Timing,
    ];
    report.text(
      `Among ${USERS.toLocaleString("en")} users, on a PostgreSQL with its default, durable settings. The import is the service's own, all of it: the entries are checked, the rows locked, the last admin is looked after, and users, states and audit entries are written in one transaction. The plain upserts do none of that, and leave the same rows of users, which is checked first.`,
    );
    report.table(
      [`${IMPORTED} users`, "times one row", "ms"],
      Object.keys(alternatives).map((name, i) => {
        const timing = timings[i] as Timing;
        return [name, figure(ratio(timing, oneRow)), figure(timing)];
      }),
    );
    report.table(
      [`where the time of ${IMPORTED} changed users goes`, "ms"],
      parts.spreads().map(([part, spread]) => [part, figure(spread)]),
    );
    const [slowest] = [created, changed, same].toSorted((a, b) => b.median - a.median) as [Timing];
    const worst = ratio(slowest, oneRow);
    report.text(
      `Where a commit is quick, the import's own work weighs more: the quickest round of the slowest import is ${(slowest.min / oneRow.min).toFixed(1)} times the quickest commit of one row.`,
    );
    const oneUser = meanOf(oneByOne, IMPORTED);
    const claim = (what: string, measured: Spread, met: boolean, target: string) =>
      report.claim({
        what,
        target,
        measured: times(measured),
        met,
        ...(met ? {} : { cause: causeOf(oneRow, parts, ratio(alone, oneRow)) }),
      });
    const atMost = (what: string, measured: Spread) => claim(what, measured, measured.median <= 6, "at most 6 times");
    const atLeast = (what: string, measured: Spread) =>
      claim(what, measured, measured.median >= 10, "at least 10 times");
    atMost(
      "a bulk import of 100 users (the slowest of new, changed and unchanged), beside the commit of one row: no look at what is there, no state, no audit entry",
      worst,
    );
    atMost("the same, beside an import of one user, which does the same work and commits it", ratio(slowest, oneUser));
    atLeast("a bulk import of 100 changed users, faster than 100 commits of one such row", ratio(rowByRow, changed));
    atLeast("the same, faster than 100 imports of one user: row by row with the same work", ratio(oneByOne, changed));
  }, parts.log);
}

const causeOf = (oneRow: Spread, parts: ImportParts, alone: Spread) => {
  const ms = parts.spreads().map(([part, { min }]) => `${part} ${min.toFixed(2)}`);
  return `the quickest commit of one row took ${oneRow.min.toFixed(2)} ms, and an import is mostly work of the processor, which a quick disk does not shorten: the parts at their quickest, in ms, ${ms.join(", ")}. The write is ${3 * IMPORTED + 1} rows of users, states and audit entries with their indexes; the rows of users alone, in one plain statement, are ${times(alone)} one row`;
};

const entry = (user_id: string, turn: number): Entry => ({
  user_id,
  display_name: `User ${user_id} ${turn}`,
  department: `Department ${(turn % 30) + 1}`,
  email: `${user_id}@example.com`,
  permission_groups: turn % 2 === 0 ? ["managers"] : [],
});

/** A row as the service makes it from an entry. */
function rowOf({ user_id, display_name, department, email, permission_groups }: Entry) {
  const department_code = `D${1000 + Number(department.replace(/\D/g, ""))}`;
  const search_key = `${user_id}\n${display_name}`.toLowerCase();
  return { user_id, display_name, department, department_code, email, permission_groups, search_key };
}

async function upsert(client: Pick<Database["pool"], "query">, entry: Entry): Promise<void> {
  await client.query(UPSERT, Object.values(rowOf(entry)));
}

async function upsertAll({ pool }: Database, entries: readonly Entry[]): Promise<void> {
  await pool.query(UPSERT_ALL, [JSON.stringify(entries.map(rowOf))]);
}

async function upsertEach({ pool }: Database, entries: readonly Entry[]): Promise<void> {
  for (const one of entries) await upsert(pool, one);
}

async function upsertTogether({ pool }: Database, entries: readonly Entry[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    for (const one of entries) await upsert(client, one);
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

/** Checks that every way leaves the same rows. */
async function checkEqual(
  database: Database,
  service: (entries: readonly Entry[], expected: { created?: number; updated?: number }) => Promise<void>,
): Promise<void> {
  const entries = Array.from({ length: IMPORTED }, (_, i) => entry(`check-${i}`, i));
  const left = async (write: () => Promise<void>) => {
    await database.pool.query("DELETE FROM users WHERE user_id LIKE 'check-%'");
    await write();
    const { rows } = await database.pool.query(
      "SELECT to_jsonb(users) - 'updated_at' AS row FROM users WHERE user_id LIKE 'check-%' ORDER BY user_id",
    );
    return rows;
  };
  const written = await left(() => service(entries, { created: IMPORTED }));
  deepStrictEqual(written.length, IMPORTED);
  deepStrictEqual(await left(() => upsertEach(database, entries)), written);
  deepStrictEqual(await left(() => upsertTogether(database, entries)), written);
  deepStrictEqual(await left(() => upsertAll(database, entries)), written);
  deepStrictEqual(
    await left(async () => {
      for (const one of entries) await service([one], { created: 1 });
    }),
    written,
  );
}
