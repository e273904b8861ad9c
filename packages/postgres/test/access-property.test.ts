import { beforeEach, describe, expect, it } from "@jest/globals";
import { useMigratedDatabase } from "@retrieval/contract";
import { type AccessReason, type AccessRules, decideAccess, type Reader, readerFilter } from "@retrieval/core";
import fc from "fast-check";
import { sql } from "kysely";
import { PostgresDocumentCatalog } from "../src/index.js";
import { maySee } from "../src/sql/access-filter.js";
import { ruleColumns } from "../src/sql/document-rule.js";

const SEED = 20_250_401;
const ROUNDS = 12;
const READERS = 40;
const RULES = 40;
const CHANGES = 20;
const PAGED_READERS = 12;

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

/** A change of a document: it is published or withdrawn, and may get another rule. */
const anyChange = fc.record({
  document: fc.nat({ max: RULES - 1 }),
  published: fc.boolean(),
  rule: fc.option(anyRule),
});
const anyPages = fc.record({
  reader: anyReader,
  limit: fc.integer({ min: 1, max: 9 }),
  query: fc.constantFrom("", "1"),
});

type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

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

  /**
   * Publishes all, one each, and then makes the changes one after the other. @returns the published documents, by rule
   */
  async function publishAndChange(rules: readonly AccessRules[], changes: readonly Change[]) {
    const { pool, db } = database();
    await keep(rules);
    await pool.query(`WITH added AS (INSERT INTO revisions (document_id, title, version, accepted)
        SELECT document_id, '', '', 1 FROM documents RETURNING revision_id, document_id)
      UPDATE documents SET revision_id = added.revision_id, search_key = documents.document_id
      FROM added WHERE added.document_id = documents.document_id`);
    const published = new Map(rules.map((rule, i) => [String(i), rule]));
    const all = [...rules];
    for (const change of changes) {
      const document_id = String(change.document);
      const rule = change.rule ?? (all[change.document] as AccessRules);
      all[change.document] = rule;
      // A document that is not published any more has lost its versions.
      const { revision_id } = await db
        .insertInto("revisions")
        .values({ document_id, title: "", version: "", accepted: 1 })
        .returning("revision_id")
        .executeTakeFirstOrThrow();
      await db
        .updateTable("documents")
        .set({ revision_id: change.published ? revision_id : null, ...ruleColumns(rule) })
        .where("document_id", "=", document_id)
        .execute();
      if (change.published) published.set(document_id, rule);
      else published.delete(document_id);
    }
    return published;
  }

  it("pages through exactly the documents that the rule in memory allows, after changes of rules and documents", async () => {
    let pages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { minLength: RULES, maxLength: RULES }),
        fc.array(anyChange, { minLength: CHANGES, maxLength: CHANGES }),
        fc.array(anyPages, { minLength: PAGED_READERS, maxLength: PAGED_READERS }),
        async (rules, changes, asked) => {
          const published = await publishAndChange(rules, changes);
          const catalog = new PostgresDocumentCatalog(database().db);
          for (const { reader, limit, query } of asked) {
            const expected = [...published]
              .filter(([id, rule]) => id.includes(query) && decideAccess(reader, rule).allowed)
              .map(([id]) => id)
              .sort();
            const seen: string[] = [];
            for (let full = true; full; pages += 1) {
              const after = seen.at(-1);
              const from = after === undefined ? {} : { after };
              const page = await catalog.listFor(readerFilter(reader), { query, limit, ...from });
              seen.push(...page.map(({ document_id }) => document_id));
              full = page.length === limit;
              expect(page.length).toBe(Math.min(limit, expected.length - seen.length + page.length));
            }
            expect(seen).toEqual(expected);
          }
          expect(await differing()).toEqual([]);
        },
      ),
      { seed: SEED, numRuns: ROUNDS, endOnFailure: false },
    );
    expect(pages).toBeGreaterThan(300);
  });

  /** The rows that `document_audience` has too many or too few, compared with the documents' own rows. */
  async function differing(): Promise<unknown[]> {
    const { rows } = await database().pool.query(`
      WITH stated AS (SELECT DISTINCT unnest(audience) COLLATE "C" AS principal, document_id
        FROM documents WHERE revision_id IS NOT NULL),
      kept AS (SELECT principal, document_id FROM document_audience)
      (TABLE stated EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE stated)`);
    return rows;
  }

  it("has the audience in rows from the first statement until the document's deletion", async () => {
    const { pool, db } = database();
    const head = { title: "", version: "", search_key: "", draft_id: null, accepted: 1 };
    const rule = { allow_all: true, allowed_department_codes: [], allowed_groups: ["g"], allowed_users: ["u"] };
    await db.transaction().execute(async (trx) => {
      const revision_id = "1000000";
      await trx
        .insertInto("documents")
        .values({ document_id: "d", ...head, revision_id, ...ruleColumns(rule) })
        .execute();
      await sql`INSERT INTO revisions (revision_id, document_id, title, version, accepted)
        OVERRIDING SYSTEM VALUE VALUES (${revision_id}::bigint, 'd', '', '', 1)`.execute(trx);
    });
    const kept = async () =>
      (await pool.query("SELECT principal FROM document_audience ORDER BY principal")).rows.map((row) => row.principal);
    expect(await kept()).toEqual(["*", "g:g", "u:u"]);
    await pool.query("UPDATE documents SET revision_id = NULL; DELETE FROM revisions");
    expect(await kept()).toEqual([]);
    await pool.query("UPDATE documents SET audience = '{*}'");
    expect(await kept()).toEqual([]);
  });
});
