import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { copyDataDirectory, createTestDatabase, DATABASE_KINDS, type DatabaseKind } from "@retrieval/contract";
import pg from "pg";
import { type Database, migrateToLatest, openDatabase, pendingMigrations } from "../src/index.js";

/**
 * One row for each thing that the catalogs know of our schema. The white space of functions does not
 * count, nor do the parentheses of conditions, which a dump does not keep.
 */
const CATALOGS = `
  WITH ours AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  SELECT 'relation' AS of, relname::text AS name, concat_ws(' ', relkind, relpersistence, relrowsecurity,
      reloptions::text, relacl::text, obj_description(oid, 'pg_class')) AS is
    FROM ours WHERE relkind NOT IN ('i', 't')
  UNION ALL SELECT 'column', relname || '.' || attname, concat_ws(' ',
      row_number() OVER (PARTITION BY ours.oid ORDER BY attnum), format_type(atttypid, atttypmod),
      attcollation::regcollation, attnotnull, attidentity, attgenerated, attstorage, attacl::text,
      pg_get_expr(adbin, adrelid), col_description(ours.oid, attnum))
    FROM ours JOIN pg_attribute ON attrelid = ours.oid
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname,
      concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), condeferrable, condeferred, convalidated)
    FROM pg_constraint JOIN ours ON conrelid = ours.oid WHERE contype <> 'n'
  UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'trigger', relname || '.' || tgname, concat_ws(' ',
      translate(pg_get_triggerdef(pg_trigger.oid), '()', ''), tgenabled)
    FROM pg_trigger JOIN ours ON tgrelid = ours.oid WHERE NOT tgisinternal
  UNION ALL SELECT 'function', oid::regprocedure::text, concat_ws(' ', pg_get_function_result(oid), prolang, prosecdef,
      provolatile, proconfig::text, proacl::text, obj_description(oid, 'pg_proc'),
      regexp_replace(prosrc, '\\s+', ' ', 'g'))
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT 'sequence', ours.relname::text, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax,
      seqmin, seqcache, seqcycle, refobjid::regclass, refobjsubid)
    FROM pg_sequence JOIN ours ON seqrelid = ours.oid LEFT JOIN pg_depend ON objid = seqrelid AND deptype IN ('a', 'i')
  UNION ALL SELECT 'default right', defaclobjtype::text, defaclacl::text FROM pg_default_acl
  ORDER BY 1, 2, 3`;

const catalogsOf = async ({ pool }: Database) => (await pool.query(CATALOGS)).rows;

/** The columns of each table. */
async function columnsOf({ pool }: Database): Promise<Record<string, string[]>> {
  const { rows } = await pool.query(
    `SELECT relname, array_agg(attname::text ORDER BY attnum) AS columns FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped GROUP BY relname`,
  );
  return Object.fromEntries(rows.map(({ relname, columns }) => [relname, columns]));
}

/** The rows of each table, as text. */
async function rowsOf(database: Database, columns?: Record<string, string[]>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [table, names] of Object.entries(columns ?? (await columnsOf(database)))) {
    const row = `ROW(${names.map(pg.escapeIdentifier).join()})::text`;
    const { rows } = await database.pool.query(
      `SELECT ${row} AS text FROM ${pg.escapeIdentifier(table)} AS t ORDER BY 1`,
    );
    found[table] = rows.map(({ text }) => text);
  }
  return found;
}

const ALL = ["0029-first", "0030-changes", "0031-authorizations", "0032-erasure"];

describe.each(DATABASE_KINDS)("a database that the migrations before the first release made (%s)", (kind) => {
  const opened: { database: Database; remove(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const { database, remove } of opened.splice(0)) {
      await database.close();
      await remove();
    }
  });

  /** @param dump the last migration of the database; undefined: an empty database */
  async function restored(dump?: string): Promise<Database> {
    const { settings, remove } = await place(kind);
    const database = await openDatabase({ ...settings, onConnectionError: () => undefined });
    opened.push({ database, remove });
    if (dump) await database.pool.query(await readFile(new URL(`released/${dump}.sql`, import.meta.url), "utf8"));
    return database;
  }

  it("goes on at the last of them, with all its data, in the tables that an empty database gets", async () => {
    const database = await restored("0028-section-indexes");
    const columns = await columnsOf(database);
    // Nothing reads it.
    columns.jobs = columns.jobs?.filter((column) => column !== "error") ?? [];
    const before = await rowsOf(database, columns);
    expect(before.migrations).toHaveLength(4);
    expect(await pendingMigrations(database.db)).toEqual(ALL);
    expect(await migrateToLatest(database.db)).toEqual(ALL);
    expect(await migrateToLatest(database.db)).toEqual([]);
    const { migrations, ...after } = await rowsOf(database, columns);
    expect(migrations).toHaveLength(ALL.length);
    expect({ ...after, migrations: before.migrations }).toEqual(before);

    const empty = await restored();
    expect(await migrateToLatest(empty.db)).toEqual(ALL);
    const made = await catalogsOf(empty);
    expect(made.length).toBeGreaterThan(250);
    expect(await catalogsOf(database)).toEqual(made);
  });

  it("is refused at an earlier one, loses nothing, and the error names the commit that migrates it", async () => {
    const database = await restored("0024-keyed-requests");
    const before = [await catalogsOf(database), await rowsOf(database)];
    for (const ask of [() => migrateToLatest(database.db), () => pendingMigrations(database.db)])
      await expect(ask()).rejects.toThrow(
        /^The database is too old for this version of the service \(its last migration is 0024-keyed-requests\): run retrieval migrate of commit [0-9a-f]{40} first, then this version\.$/,
      );
    expect([await catalogsOf(database), await rowsOf(database)]).toEqual(before);
  });
});

async function place(kind: DatabaseKind) {
  if (kind === "embedded") {
    const { directory, remove } = await copyDataDirectory("empty");
    return { settings: { kind, directory } as const, remove };
  }
  const { url, drop } = await createTestDatabase();
  return { settings: { kind, url, poolSize: 2 } as const, remove: drop };
}
