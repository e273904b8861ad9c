import { type Kysely, sql } from "kysely";

/**
 * History and audit log: the states of rules, documents and users that decide what a user could read at a time, and who
 * did what. All four tables are append-only, and written in the transaction that they record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `CREATE TABLE rule_versions (
    document_id text COLLATE "C" NOT NULL,
    rules_version integer NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_user text,
    cause text NOT NULL CHECK (cause IN ('upload', 'default', 'edit', 'restore', 'found')),
    access_rules json NOT NULL,
    gained integer NOT NULL,
    lost integer NOT NULL,
    PRIMARY KEY (document_id, rules_version)
  )`,
  // A document from its publication on; without a title from its deletion on.
  `CREATE TABLE document_states (
    state_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    title text,
    version text
  )`,
  "CREATE INDEX document_states_document ON document_states (document_id, state_id)",
  `CREATE TABLE user_states (
    state_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    display_name text NOT NULL,
    role text NOT NULL,
    department_code text COLLATE "C",
    permission_groups text[] NOT NULL,
    is_active boolean NOT NULL
  )`,
  "CREATE INDEX user_states_user ON user_states (user_id, state_id)",
  `CREATE TABLE audit_entries (
    entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind text NOT NULL,
    by_user text,
    user_id text COLLATE "C",
    document_id text COLLATE "C",
    details json NOT NULL
  )`,
  "CREATE INDEX audit_entries_at ON audit_entries (at)",
  "CREATE INDEX audit_entries_user ON audit_entries (user_id, entry_id) WHERE user_id IS NOT NULL",
  "CREATE INDEX audit_entries_by ON audit_entries (by_user, entry_id) WHERE by_user IS NOT NULL",
  "CREATE INDEX audit_entries_document ON audit_entries (document_id, entry_id) WHERE document_id IS NOT NULL",

  // The existing data, from now on.
  `INSERT INTO rule_versions (document_id, rules_version, cause, access_rules, gained, lost)
    SELECT document_id, rules_version, 'found', json_build_object('allow_all', allow_all,
      'allowed_department_codes', allowed_department_codes, 'allowed_groups', allowed_groups,
      'allowed_users', allowed_users), 0, 0
    FROM documents WHERE rules_version > 0`,
  `INSERT INTO document_states (document_id, title, version)
    SELECT document_id, title, version FROM documents WHERE revision_id IS NOT NULL`,
  `INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
    SELECT user_id, display_name, role, department_code, permission_groups, is_active FROM users`,
];
