import { beforeEach, describe, expect, it } from "@jest/globals";
import { useMigratedDatabase } from "@retrieval/contract";
import { anyReader, anyRule } from "@retrieval/contract/drawn-access";
import { type AccessReason, type AccessRules, CLOSED, decideAccess, type Reader, readerFilter } from "@retrieval/core";
import fc from "fast-check";
import { type KyselyPlugin, sql } from "kysely";
import { maySee } from "../src/sql/access-filter.js";
import { ruleColumns } from "../src/sql/document-rule.js";
import { PostgresUserDirectory } from "../src/users/user-directory.js";

const SEED = 20_250_401;
const ROUNDS = 14;
const READERS = 40;
const RULES = 40;

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
        fc.array(anyReader(), { minLength: READERS, maxLength: READERS }),
        fc.array(anyRule(), { minLength: RULES, maxLength: RULES }),
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

describe("gains and losses in the database", () => {
  const database = useMigratedDatabase("server");
  beforeEach(() => database().empty());

  const anyUser = fc.record({ reader: anyReader(), is_active: fc.integer({ min: 0, max: 7 }).map((n) => n > 0) });
  type AnyUser = { readonly reader: Reader; readonly is_active: boolean };

  /** Writes users over those that are there, as imports do, and without the fields that decide nothing. */
  async function write(users: readonly AnyUser[]): Promise<void> {
    const rows = [...new Map(users.map((user) => [user.reader.user_id, user])).values()];
    await database()
      .db.insertInto("users")
      .values(
        rows.map(({ reader: { permission_groups, ...reader }, is_active }) => ({
          ...reader,
          permission_groups: [...permission_groups],
          is_active,
          display_name: "",
          department: null,
          department_code_given: true,
          email: null,
          password_hash: null,
          search_key: "",
        })),
      )
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet(({ ref }) => ({
          role: ref("excluded.role"),
          department_code: ref("excluded.department_code"),
          permission_groups: ref("excluded.permission_groups"),
          is_active: ref("excluded.is_active"),
        })),
      )
      .execute();
  }

  it("are those that the rule in memory finds, after any changes of users", async () => {
    const users = new PostgresUserDirectory(database().db);
    let affected = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyUser, { minLength: 1, maxLength: 30, size: "max" }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.record({ before: anyRule(), after: anyRule() }), { minLength: 1, maxLength: 12, size: "max" }),
        async (imports, changes) => {
          await database().empty();
          for (const part of imports) await write(part);
          const now = new Map(imports.flat().map((user) => [user.reader.user_id, user]));
          const ordinary = [...now.values()]
            .filter(({ reader, is_active }) => is_active && reader.role === "user")
            .map(({ reader }) => reader)
            .sort((a, b) => Buffer.compare(Buffer.from(a.user_id), Buffer.from(b.user_id)));
          const decided = changes.map(({ before, after }) =>
            ordinary.map((reader) => [decideAccess(reader, before).allowed, decideAccess(reader, after).allowed]),
          );
          const named = (had: boolean, row: (typeof decided)[number]) => {
            const found = ordinary.filter((_, r) => row[r]?.[0] === had && row[r]?.[1] === !had);
            return { count: found.length, users: found.map(({ user_id }) => ({ user_id, display_name: "" })) };
          };
          const overAll = (side: "gained" | "lost") => {
            const found = ordinary.flatMap(({ user_id }) => {
              const documents = each.filter((one) => one[side].users.some((user) => user.user_id === user_id)).length;
              return documents === 0 ? [] : [{ user_id, display_name: "", documents }];
            });
            return { count: found.length, users: found };
          };
          const each = decided.map((row) => ({
            now: row.filter(([had]) => had).length,
            gained: named(false, row),
            lost: named(true, row),
          }));
          const all = { over_all: 1_000, each: 1_000 };
          expect(await users.ruleEffects(changes, all)).toEqual({
            gained: overAll("gained"),
            lost: overAll("lost"),
            changes: each,
          });
          affected += overAll("gained").count + overAll("lost").count;
        },
      ),
      { seed: SEED, numRuns: 25, endOnFailure: false },
    );
    expect(affected).toBeGreaterThan(100);
  });

  it("bring no users into memory that are not named", async () => {
    const { db, pool } = database();
    await pool.query(
      `INSERT INTO users (user_id, display_name, department_code, department_code_given, role, permission_groups, is_active, search_key)
       SELECT i::text, '', 'D1', true, 'user', '{}', true, '' FROM generate_series(1, 2000) AS i`,
    );
    const returned: unknown[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        returned.push(...result.rows);
        return result;
      },
    };
    const counted = db.withPlugin(counting);
    const change = { before: CLOSED, after: { ...CLOSED, allowed_department_codes: ["D1"] } };
    const users = new PostgresUserDirectory(counted);
    expect((await users.ruleEffects([change], { over_all: 3, each: 2 })).gained.count).toBe(2_000);
    expect(JSON.stringify(returned).match(/"user_id"/g)).toHaveLength(5);
    expect(returned).toHaveLength(1);
  });
});
