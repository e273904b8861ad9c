import { monitorEventLoopDelay } from "node:perf_hooks";
import { type AccessRules, CLOSED, decideAccess, EVERYONE, type Reader } from "@retrieval/core";
import type { RuleChange } from "@retrieval/core/ports";
import { type Database, PostgresUserDirectory } from "@retrieval/postgres";
import { figure } from "./figures.js";
import { fillUsers } from "./filled-tables.js";
import { interleaved, ratio } from "./interleaved.js";
import { withDatabase } from "./measured-database.js";
import type { Report } from "./report.js";

const USERS = 100_000;
const ROUNDS = 3;
const COUNTS = { over_all: 0, each: 0 };
const NAMES = { over_all: 1_000, each: 100 };
const AT_MOST = 0.5;
/** In milliseconds: how long one change may take to count, and how long the service may answer nobody meanwhile. */
const WITHIN = 50;

const rule = (lists: Partial<AccessRules>): AccessRules => ({ ...CLOSED, ...lists });
const people = (count: number, from: number) =>
  Array.from({ length: count }, (_, i) => String(((i * 7 + from) % USERS) + 1).padStart(6, "0"));
const DEPARTMENT = rule({ allowed_department_codes: ["D1001"] });

const CASES: readonly {
  readonly name: string;
  readonly changes: readonly RuleChange[];
  readonly named?: typeof NAMES;
}[] = [
  {
    name: "another department",
    changes: [{ before: DEPARTMENT, after: rule({ allowed_department_codes: ["D1002"] }) }],
  },
  {
    name: "a group of 20,000 more",
    changes: [{ before: DEPARTMENT, after: { ...DEPARTMENT, allowed_groups: ["managers"] } }],
  },
  { name: "open to all", changes: [{ before: DEPARTMENT, after: EVERYONE }] },
  {
    name: "5,000 users by name, another 5,000 before",
    changes: [{ before: rule({ allowed_users: people(5_000, 0) }), after: rule({ allowed_users: people(5_000, 3) }) }],
  },
  {
    name: "100 documents, each with 5,000 users by name, and one group more; with names",
    changes: Array.from({ length: 100 }, (_, i) => {
      const before = rule({ allowed_users: people(5_000, i * 13) });
      return { before, after: { ...before, allowed_groups: ["managers"] } };
    }),
    named: NAMES,
  },
];

/** Measures how gains and losses are counted, beside reading all users and deciding for each, as before. */
export function ruleChanges(report: Report): Promise<void> {
  return withDatabase(async (database) => {
    await fillUsers(database, USERS);
    await database.pool.query("VACUUM ANALYZE reader_principals");
    const users = new PostgresUserDirectory(database.db);
    const rows: string[][] = [];
    for (const { name, changes, named = COUNTS } of CASES) {
      // Before, 100 documents with long rules took minutes: one is enough to compare with.
      const compared = changes.slice(0, 1);
      let inDatabase = { gained: { count: 0 }, lost: { count: 0 } };
      let inProcess = { gained: 0, lost: 0 };
      const processor = { database: 0, process: 0 };
      let stall = 0;
      const timed = async (of: keyof typeof processor, run: () => Promise<void>) => {
        const begun = process.cpuUsage();
        await run();
        const { user, system } = process.cpuUsage(begun);
        processor[of] += (user + system) / 1_000 / (ROUNDS + 1);
      };
      const [count, decide] = await interleaved(
        [
          () =>
            timed("database", async () => {
              // A new one each time: it would count the pause since the last time as a delay.
              const delay = monitorEventLoopDelay({ resolution: 1 });
              delay.enable();
              inDatabase = await users.ruleEffects(changes, named);
              delay.disable();
              stall = Math.max(stall, delay.max / 1e6);
            }),
          () =>
            timed("process", async () => {
              inProcess = await decideForEach(database, compared);
            }),
        ],
        ROUNDS,
      );
      if (count === undefined || decide === undefined) throw new Error("Nothing was measured.");
      if (
        changes.length === 1 &&
        (inDatabase.gained.count !== inProcess.gained || inDatabase.lost.count !== inProcess.lost)
      )
        throw new Error(`${name}: ${JSON.stringify(inDatabase)} is not ${JSON.stringify(inProcess)}`);
      const beside = ratio(count, decide);
      const cpu = [processor.database, processor.process].map((of) => of.toFixed(1));
      rows.push([name, figure(count), figure(decide), figure(beside), ...cpu, stall.toFixed(1)]);
      report.claim({
        what: `rule change at ${USERS.toLocaleString("en")} users, ${name}: longest stall of the event loop`,
        target: `at most ${WITHIN} ms`,
        measured: `${stall.toFixed(1)} ms`,
        met: stall <= WITHIN,
      });
      if (changes.length > 1) continue;
      report.claim({
        what: `rule change at ${USERS.toLocaleString("en")} users, ${name}: the count`,
        target: `at most ${WITHIN} ms`,
        measured: `${figure(count)} ms`,
        met: count.median <= WITHIN,
      });
      report.claim({
        what: `rule change at ${USERS.toLocaleString("en")} users, ${name}: the count beside reading all users and deciding`,
        target: `at most ${AT_MOST} times`,
        measured: `${figure(beside)} times`,
        met: beside.median <= AT_MOST,
      });
    }
    report.text(
      `${USERS.toLocaleString("en")} users in 30 departments, one in five in the group of managers. In the database: \`ruleEffects\`. In the process: all active users are read and \`decideAccess\` runs twice for each, for one document, as the service did until 2026-11-28. Both give the same counts.`,
    );
    report.table(
      [
        "",
        "in the database, ms",
        "in the process, ms",
        "times",
        "processor of the service, ms",
        "before, ms",
        "longest stall, ms",
      ],
      rows,
    );
  });
}

async function decideForEach({ pool }: Database, changes: readonly RuleChange[]) {
  const { rows } = await pool.query<Reader>(
    "SELECT user_id, display_name, role, department_code, permission_groups FROM users WHERE role = 'user' AND is_active ORDER BY user_id",
  );
  const counts = { gained: 0, lost: 0 };
  for (const { before, after } of changes) {
    for (const reader of rows) {
      const [had, has] = [decideAccess(reader, before).allowed, decideAccess(reader, after).allowed];
      if (has && !had) counts.gained += 1;
      if (had && !has) counts.lost += 1;
    }
  }
  return counts;
}
