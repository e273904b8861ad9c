import { type Kysely, sql } from "kysely";

/**
 * Keys are compared and ordered by code point (`COLLATE "C"`): exactly, alike on every platform, and like JavaScript's
 * own comparison of well-formed ids in the Basic Multilingual Plane.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `CREATE TABLE departments (
    code text COLLATE "C" PRIMARY KEY,
    name text NOT NULL
  )`,

  `CREATE TABLE users (
    user_id text COLLATE "C" PRIMARY KEY,
    display_name text NOT NULL,
    department text,
    department_code text COLLATE "C",
    department_code_given boolean NOT NULL,
    email text,
    role text NOT NULL CHECK (role IN ('admin', 'developer', 'user')),
    permission_groups text[] NOT NULL,
    is_active boolean NOT NULL,
    password_hash text,
    search_key text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX users_active_admins ON users (user_id) WHERE role = 'admin' AND is_active`,
  // Finds employee numbers that lost their leading zeros.
  `CREATE INDEX users_without_leading_zeros ON users (ltrim(user_id, '0'))`,

  `CREATE TABLE sign_in_uses (
    digest bytea PRIMARY KEY,
    until bigint NOT NULL
  )`,
  `CREATE INDEX sign_in_uses_until ON sign_in_uses (until)`,

  // One order of acceptance for uploads, deletions and changes of rules.
  `CREATE SEQUENCE acceptance`,

  `CREATE TABLE documents (
    document_id text COLLATE "C" PRIMARY KEY,
    title text NOT NULL,
    version text NOT NULL,
    search_key text NOT NULL,
    revision_id bigint,
    draft_id bigint,
    accepted bigint NOT NULL,
    allow_all boolean NOT NULL,
    allowed_department_codes text[] NOT NULL,
    allowed_groups text[] NOT NULL,
    allowed_users text[] NOT NULL,
    audience text[] NOT NULL,
    rules_version integer NOT NULL DEFAULT 1,
    rules_accepted bigint NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX documents_audience ON documents USING gin (audience)`,

  `CREATE TABLE revisions (
    revision_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL REFERENCES documents,
    title text NOT NULL,
    version text NOT NULL,
    accepted bigint NOT NULL,
    access_rules json,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX revisions_document ON revisions (document_id)`,
  // Deferred, because a document and its first revision name each other.
  `ALTER TABLE documents
    ADD FOREIGN KEY (revision_id) REFERENCES revisions DEFERRABLE INITIALLY DEFERRED,
    ADD FOREIGN KEY (draft_id) REFERENCES revisions DEFERRABLE INITIALLY DEFERRED`,

  // When a revision is dropped, PostgreSQL looks for documents that still name it.
  "CREATE INDEX documents_revision ON documents (revision_id)",
  "CREATE INDEX documents_draft ON documents (draft_id) WHERE draft_id IS NOT NULL",

  `CREATE TABLE chunks (
    revision_id bigint NOT NULL REFERENCES revisions ON DELETE CASCADE,
    place integer NOT NULL,
    chunk_id text COLLATE "C" NOT NULL,
    text_hash text NOT NULL,
    scope text COLLATE "C" NOT NULL,
    related_scopes text[] COLLATE "C" NOT NULL,
    chunk json NOT NULL,
    PRIMARY KEY (revision_id, place),
    UNIQUE (revision_id, chunk_id)
  )`,
  `CREATE INDEX chunks_scope ON chunks (revision_id, scope, place)`,

  `CREATE TABLE jobs (
    accepted bigint PRIMARY KEY DEFAULT nextval('acceptance'),
    job_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    kind text NOT NULL CHECK (kind IN ('ingest', 'import')),
    document_id text COLLATE "C",
    state text NOT NULL CHECK (state IN ('checked', 'queued', 'running', 'done', 'failed')),
    progress real NOT NULL DEFAULT 0,
    options json NOT NULL,
    report json,
    error text,
    payload bytea,
    attempt integer NOT NULL DEFAULT 0,
    hold integer NOT NULL DEFAULT 0,
    free_from timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    -- An upload is personal data or a confidential document: it is dropped when its job ends.
    CHECK ((state IN ('done', 'failed')) = (payload IS NULL)),
    CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL))
  )`,
  // Uploads are read in parts, and most are already compressed.
  "ALTER TABLE jobs ALTER payload SET STORAGE EXTERNAL",
  `CREATE INDEX jobs_open ON jobs (kind, accepted) WHERE state IN ('queued', 'running')`,
  // Looked for before each lease: is another job of this document running?
  `CREATE INDEX jobs_running ON jobs (document_id) WHERE state = 'running'`,
  `CREATE INDEX jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL`,
  `CREATE INDEX jobs_of_document ON jobs (document_id) WHERE state IN ('queued', 'running')`,
];
