import { beforeEach, describe, expect, it } from "@jest/globals";
import { useMigratedDatabase } from "@retrieval/contract";
import { type AccessReason, type AccessRules, decideAccess, type Reader, readerFilter } from "@retrieval/core";
import fc from "fast-check";
import { sql } from "kysely";
import { maySee } from "../src/sql/access-filter.js";
import { ruleColumns } from "../src/sql/document-rule.js";

const SEED = 20_250_401;
const ROUNDS = 12;
const READERS = 40;
const RULES = 40;

/** Few, so that readers and rules match; a careless filter would confuse them, or read them as syntax. */
const NAMES = [
  "D1",
  "d1",
  "Ｄ１",
  "D1 1",
  "NULL",
  "null",
  "",
  "*",
  "d:D1",
  "g:D1",
  "u:D1",
  "{}",
  "{D1,D2}",
  "a,b",
  'a"b',
  '"',
  "a\\b",
  "\\",
  "a'b",
  "''",
  "$1",
  "%",
  "か\u3099",
  "が",
  "𠮷",
  "𠮷野",
  "\uFA19",
  "神",
  "\u{10FFFF}",
  "\u0001\t\n",
];

const anyName = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }).map((text) => text.replaceAll("\0", "0")) },
);
const names = (maxLength: number) => fc.array(anyName, { maxLength, size: "max" });
const anyReader: fc.Arbitrary<Reader> = fc.record({
  user_id: anyName,
  role: fc.constantFrom("user", "user", "user", "user", "user", "user", "user", "user", "admin", "developer"),
  department_code: fc.option(anyName, { freq: 4 }),
  permission_groups: names(5),
});
const anyRule: fc.Arbitrary<AccessRules> = fc.record({
  allow_all: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
  allowed_department_codes: names(5),
  allowed_groups: names(5),
  allowed_users: names(5),
});

describe("the filter in the database", () => {
  const database = useMigratedDatabase("server");
  beforeEach(() => database().empty());

  /** For each reader, the indexes of the documents that pass the filter: all in one statement. */
  async function visible(readers: readonly Reader[], plan: "scan" | "index"): Promise<Set<number>[]> {
    return database()
      .db.transaction()
      .execute(async (trx) => {
        await sql`SET LOCAL enable_seqscan = ${sql.raw(plan === "scan" ? "on" : "off")}`.execute(trx);
        const questions = readers.map(
          (reader, i) =>
            sql`SELECT ${sql.lit(i)} AS reader, document_id FROM documents WHERE ${maySee(readerFilter(reader))}`,
        );
        const { rows } = await sql<{
          reader: number;
          document_id: string;
        }>`${sql.join(questions, sql` UNION ALL `)}`.execute(trx);
        const seen = readers.map(() => new Set<number>());
        for (const { reader, document_id } of rows) seen[reader]?.add(Number(document_id));
        return seen;
      });
  }

  async function keep(rules: readonly AccessRules[]): Promise<void> {
    const { db, empty } = database();
    await empty();
    const head = { title: "", version: "", search_key: "", revision_id: null, draft_id: null, accepted: 0 };
    await db
      .insertInto("documents")
      .values(rules.map((rule, i) => ({ document_id: String(i), ...head, ...ruleColumns(rule) })))
      .execute();
  }

  it(`decides as the rule in memory does, on ${ROUNDS * READERS * RULES} pairs of readers and rules`, async () => {
    const reasons: Record<AccessReason["by"], number> = { role: 0, allow_all: 0, department: 0, group: 0, user: 0 };
    let pairs = 0;
    let allowed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyReader, { minLength: READERS, maxLength: READERS }),
        fc.array(anyRule, { minLength: RULES, maxLength: RULES }),
        async (readers, rules) => {
          await keep(rules);
          const expected = readers.map((reader) => rules.map((rule) => decideAccess(reader, rule)));
          for (const plan of ["scan", "index"] as const) {
            const seen = await visible(readers, plan);
            const inDatabase = readers.map((_, r) => rules.map((_rule, d) => seen[r]?.has(d)));
            expect(inDatabase).toEqual(expected.map((row) => row.map((decision) => decision.allowed)));
          }
          for (const decision of expected.flat()) {
            pairs += 1;
            if (decision.allowed) allowed += 1;
            for (const by of new Set(decision.reasons.map((reason) => reason.by))) reasons[by] += 1;
          }
        },
      ),
      // On a failure fast-check prints the seed, and the smallest readers and rules that it found.
      { seed: SEED, numRuns: ROUNDS, endOnFailure: false },
    );
    expect(pairs).toBeGreaterThanOrEqual(10_000);
    expect(allowed / pairs).toBeGreaterThan(0.3);
    expect(allowed / pairs).toBeLessThan(0.8);
    for (const count of Object.values(reasons)) expect(count).toBeGreaterThanOrEqual(500);
  });
});
