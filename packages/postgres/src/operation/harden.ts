import { HISTORY_FIELDS } from "@retrieval/core/users";
import { type Kysely, sql, type Transaction } from "kysely";
import { codeOf, INSUFFICIENT_PRIVILEGE, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** The append-only tables: audit log, history, and what readers did. The database itself sets `at` and the keys. */
const RECORD: Readonly<Record<string, readonly string[]>> = {
  audit_entries: ["kind", "by_user", "user_id", "document_id", "details"],
  rule_versions: ["document_id", "rules_version", "by_user", "cause", "access_rules", "gained", "lost"],
  document_states: ["document_id", "title", "version"],
  user_states: ["user_id", ...HISTORY_FIELDS],
  confirmations: ["document_id", "number", "user_id"],
  notice_reads: ["document_id", "number", "user_id"],
  reminders: ["document_id", "number", "by_user"],
  feed: ["position", "entry_id", "type"],
  destroyed: ["document_id", "number", "text_sha256", "legal_order", "by_user"],
};
/**
 * The service may read which migrations ran, which only the owner writes, and the changes of what search reads, which
 * triggers write as the owner, and the principals of users, which triggers write too.
 */
export const READ_ONLY = ["migrations", "migrations_lock", "index_head", "changes", "reader_principals"];

/** The functions that change the append-only tables as their owner, each under its own conditions. */
const AS_OWNER = ["forget_audit_entries(timestamptz, integer)", "erase_user(text, text, timestamptz)"];

/**
 * Gives a role the rights that the service needs, and no more: it can add to the audit log but not change it. The
 * connection is the owner's. May be repeated at any time, and must be after a migration that adds a table.
 *
 * @param verifier if given, creates the role if there is none, and sets its password (see {@link scramVerifier})
 * @returns null, or a sentence with the reason why nothing was changed
 */
export function harden(db: Kysely<Schema>, role: string, verifier?: string): Promise<string | null> {
  return query(async () => {
    try {
      await db.transaction().execute(async (trx) => {
        if (verifier !== undefined) await createIfMissing(trx, role);
        const refusal = await refusalOf(trx, role);
        if (refusal !== null) throw new RefusedRoleError(refusal);
        // Only now: a refused role keeps its password.
        if (verifier !== undefined) await setVerifier(trx, role, verifier);
        await grant(trx, role);
        const left = await rightsLeft(trx, role);
        if (left !== null) throw new RefusedRoleError(left);
      });
      return null;
    } catch (error) {
      if (error instanceof RefusedRoleError) return error.message;
      throw error;
    }
  });
}

/** Rolls back. */
class RefusedRoleError extends Error {}

async function createIfMissing(trx: Transaction<Schema>, role: string): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`.execute(trx);
  if (rows.length === 0) await asRoleMaker(trx, sql`CREATE ROLE ${sql.id(role)}`);
}

/** The verifier, never the password: PostgreSQL may write a statement into its log. */
function setVerifier(trx: Transaction<Schema>, role: string, verifier: string): Promise<void> {
  return asRoleMaker(trx, sql`ALTER ROLE ${sql.id(role)} LOGIN PASSWORD ${sql.lit(verifier)}`);
}

async function asRoleMaker(trx: Transaction<Schema>, statement: ReturnType<typeof sql>): Promise<void> {
  try {
    await statement.execute(trx);
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new RefusedRoleError(
      "DATABASE_URL signs in as a role that may not create roles or set this one's password. Do that as a user who may, then use --harden ROLE.",
    );
  }
}

interface RoleFacts {
  readonly known: boolean;
  readonly me: string;
  readonly powerful: boolean;
  /** The owners of the tables, of their schema and of the database that the role is, or can become. */
  readonly becomes: readonly string[];
  /** Owners of tables that this connection cannot act for. */
  readonly foreign: readonly string[];
}

async function refusalOf(trx: Transaction<Schema>, role: string): Promise<string | null> {
  const { rows } = await sql<RoleFacts>`
    WITH role AS (SELECT oid, rolsuper OR rolcreaterole AS powerful FROM pg_roles WHERE rolname = ${role}),
    owners AS (
      SELECT relowner AS oid, true AS of_table FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S')
      UNION SELECT nspowner, false FROM pg_namespace WHERE nspname = current_schema()
      UNION SELECT datdba, false FROM pg_database WHERE datname = current_database()
    )
    SELECT
      EXISTS (SELECT FROM role) AS known,
      current_user::text AS me,
      coalesce((SELECT powerful FROM role), false) AS powerful,
      ARRAY(SELECT DISTINCT rolname::text FROM owners JOIN pg_roles USING (oid), role
        WHERE pg_has_role(role.oid, owners.oid, 'MEMBER') ORDER BY 1) AS becomes,
      ARRAY(SELECT DISTINCT rolname::text FROM owners JOIN pg_roles USING (oid)
        WHERE of_table AND NOT pg_has_role(owners.oid, 'USAGE') ORDER BY 1) AS foreign`.execute(trx);
  const { known, me, powerful, becomes, foreign } = rows[0] as RoleFacts;
  const name = JSON.stringify(role);
  if (!known) return `There is no role ${name}. Create it first, as a user who may: CREATE ROLE … LOGIN PASSWORD '…'.`;
  if (role === me)
    return `DATABASE_URL signs in as ${name}. Use the DATABASE_URL of the tables' owner; ${name} is the service's own role.`;
  if (powerful)
    return `The role ${name} is a superuser or may create roles, so it could restore the revoked rights. Give the service a role without SUPERUSER and CREATEROLE.`;
  if (becomes.length > 0)
    return `The role ${name} is, or is a member of, an owner of the tables, their schema or the database (${becomes.join(", ")}). An owner can change everything: give the service a role that owns nothing.`;
  if (foreign.length > 0)
    return `The tables belong to ${foreign.join(", ")} and DATABASE_URL signs in as ${me}. Only their owner can grant rights to them.`;
  return null;
}

async function grant(trx: Transaction<Schema>, role: string): Promise<void> {
  const to = sql.id(role);
  const { rows } = await sql<{ schema: string; database: string; tables: string[] }>`
    SELECT current_schema()::text AS schema, current_database()::text AS database, ARRAY(
      SELECT relname::text FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY relname) AS tables`.execute(trx);
  const { schema: name, database, tables = [] } = rows[0] as { schema: string; database: string; tables: string[] };
  const schema = sql.id(name);
  const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);

  await run(sql`REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${to} CASCADE`);
  await run(sql`REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${to} CASCADE`);
  await run(sql`REVOKE ALL ON SCHEMA ${schema} FROM ${to} CASCADE`);
  await run(sql`GRANT CONNECT ON DATABASE ${sql.id(database)} TO ${to}`);
  await run(sql`GRANT USAGE ON SCHEMA ${schema} TO ${to}`);
  await run(sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`);
  for (const table of tables) {
    const on = sql.id(name, table);
    const columns = RECORD[table];
    await run(sql`GRANT SELECT ON ${on} TO ${to}`);
    if (columns) await run(sql`GRANT INSERT (${sql.join(columns.map((column) => sql.id(column)))}) ON ${on} TO ${to}`);
    else if (!READ_ONLY.includes(table)) await run(sql`GRANT INSERT, UPDATE, DELETE ON ${on} TO ${to}`);
  }
  for (const name of AS_OWNER) await run(sql`GRANT EXECUTE ON FUNCTION ${schema}.${sql.raw(name)} TO ${to}`);
  // The role can read a table that a later version adds at once; it gets further rights when this runs again.
  await run(sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} REVOKE ALL ON TABLES FROM ${to}`);
  await run(sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO ${to}`);
  await run(sql`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${to}`);
}

/** Rights that the role has from elsewhere: from PUBLIC, or from a role that it is a member of. */
async function rightsLeft(trx: Transaction<Schema>, role: string): Promise<string | null> {
  const { rows } = await sql<{ name: string; right: string }>`
    SELECT name, "right" FROM unnest(${[...Object.keys(RECORD)]}::text[]) AS name,
      unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS "right"
    WHERE has_table_privilege(${role}, quote_ident(name), "right")
      OR "right" = 'UPDATE' AND has_any_column_privilege(${role}, quote_ident(name), 'UPDATE')
    UNION ALL
    -- A role that creates in the schema can hijack the owner's statements with functions of its own.
    SELECT 'schema ' || current_schema(), 'CREATE' WHERE has_schema_privilege(${role}, current_schema(), 'CREATE')
    ORDER BY name, "right"`.execute(trx);
  if (rows.length === 0) return null;
  const rights = rows.map(({ name, right }) => `${right} on ${name}`).join(", ");
  return `The role ${JSON.stringify(role)} would keep ${rights}: PUBLIC or a role that it is a member of has that right. Revoke it there first.`;
}
