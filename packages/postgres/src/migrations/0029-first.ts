import { type Kysely, sql } from "kysely";

/**
 * The tables as they were when the first version was released. It continues the numbers of the 28 migrations before
 * that, which it replaces, so that a version with those refuses its tables as newer.
 *
 * Keys are compared and ordered by code point (`COLLATE "C"`): exactly, alike on every platform, and like JavaScript's
 * own comparison of well-formed ids in the Basic Multilingual Plane.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of [...TABLES, ...triggers(rows[0]?.schema ?? "public")]) await sql.raw(statement).execute(db);
}

/** How many transactions an index may be behind before it must be built from the start. */
const CHANGES_KEPT = 10_000;

const ENDED = "state IN ('done', 'failed', 'cancelled')";

/** A reader's act on a version: it lives as long as the version, and is only added. */
const acts = (name: string) => `CREATE TABLE ${name} (
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (document_id, number, user_id)
  )`;

/** The versions of which an instance was ready: since when without a pause, and when last. */
export const READY_VERSIONS = `CREATE TABLE ready_versions (
    last_migration text COLLATE "C" PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now()
  )`;

const TABLES = [
  `CREATE TABLE departments (
    code text COLLATE "C" PRIMARY KEY,
    name text NOT NULL
  )`,

  // Pages are left half empty, so that a changed row fits beside the old one: then no index needs an update, since none
  // is on the fields that change.
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
    updated_at timestamptz NOT NULL DEFAULT now(),
    sessions integer NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX users_active_admins ON users (user_id) WHERE role = 'admin' AND is_active",
  // Finds employee numbers that lost their leading zeros.
  "CREATE INDEX users_without_leading_zeros ON users (ltrim(user_id, '0'))",
  // The principals of each user to whom rules apply, one a row, except `*`: what `principalsOf` of core compiles, so
  // that a rule finds its readers by an index.
  `CREATE TABLE reader_principals (
    principal text COLLATE "C",
    user_id text COLLATE "C",
    PRIMARY KEY (principal, user_id)
  )`,
  // When each ordinary user was last deactivated, and whether the caller agreed to it by number: the guard against mass
  // deactivation counts these. At most one row per user, so nothing has to be removed.
  `CREATE TABLE deactivations (
    user_id text COLLATE "C" PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    agreed boolean NOT NULL
  )`,
  "CREATE INDEX deactivations_at ON deactivations (at)",
  `CREATE TABLE access_tokens (
    token_id uuid PRIMARY KEY,
    hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    user_id text NOT NULL REFERENCES users,
    name text NOT NULL,
    audience text NOT NULL CHECK (audience IN ('api', 'mcp', 'authzen')),
    sessions integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin'))
  )`,
  "CREATE INDEX access_tokens_of_user ON access_tokens (user_id)",
  // The SHA-256 of each signature, until the UNIX time in seconds after which its request is too old anyway.
  `CREATE TABLE sign_in_uses (
    digest bytea PRIMARY KEY,
    until bigint NOT NULL
  )`,
  "CREATE INDEX sign_in_uses_until ON sign_in_uses (until)",
  // Requests by their Idempotency-Key, for a day.
  `CREATE TABLE keyed_requests (
    user_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    request bytea NOT NULL,
    state text NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'done')),
    answer text,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
  )`,
  "CREATE INDEX keyed_requests_at ON keyed_requests (at)",

  // One order of acceptance for uploads, deletions and changes of rules.
  "CREATE SEQUENCE acceptance",
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
    updated_at timestamptz NOT NULL DEFAULT now(),
    versions integer NOT NULL DEFAULT 0,
    next_on date,
    abolitions json NOT NULL DEFAULT '[]',
    number text,
    category text,
    owner text,
    contact text,
    review_by date,
    editors text[] COLLATE "C" NOT NULL DEFAULT '{}',
    source text,
    history text NOT NULL DEFAULT 'admins' CHECK (history IN ('admins', 'readers'))
  )`,
  "CREATE INDEX documents_next_on ON documents (next_on) WHERE next_on IS NOT NULL",
  `CREATE TABLE originals (
    sha256 bytea PRIMARY KEY,
    bytes integer NOT NULL
  )`,
  // EXTERNAL here and below: most files are already compressed, and so are vectors.
  `CREATE TABLE original_parts (
    sha256 bytea NOT NULL REFERENCES originals ON DELETE CASCADE,
    part integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (sha256, part)
  )`,
  "ALTER TABLE original_parts ALTER content SET STORAGE EXTERNAL",
  // A replaced revision stays as an older version (docs/decisions/0025-versions-and-originals.md). `kept_from`: the day on
  // which it was published, or its day was corrected. `version_is_default`: its label follows its first day. `fields`:
  // what a draft changes of its document.
  `CREATE TABLE revisions (
    revision_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL REFERENCES documents,
    title text NOT NULL,
    version text NOT NULL,
    accepted bigint NOT NULL,
    access_rules json,
    created_at timestamptz NOT NULL DEFAULT now(),
    rules_accepted bigint,
    number integer,
    published_at timestamptz,
    by_user text,
    chunk_count integer,
    original bytea REFERENCES originals,
    original_media_type text,
    original_for text CHECK (original_for IN ('admins', 'readers')),
    embed_version text,
    effective_from date,
    kept_from date,
    note text,
    notice text NOT NULL DEFAULT 'none' CHECK (notice IN ('none', 'tell', 'confirm')),
    confirm_by date,
    withdrawn json,
    returned json,
    fields json,
    version_is_default boolean NOT NULL DEFAULT false,
    UNIQUE (document_id, number)
  )`,
  "CREATE INDEX revisions_original ON revisions (original) WHERE original IS NOT NULL",
  // For the oldest versions of all documents, with their chunks.
  `CREATE INDEX revisions_published ON revisions (published_at, revision_id) INCLUDE (chunk_count)
    WHERE number IS NOT NULL`,
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
  "CREATE INDEX chunks_scope ON chunks (revision_id, scope, place)",
  // The outline of a long document reads its headings only.
  `CREATE INDEX chunks_headings ON chunks (revision_id, place)
    WHERE chunk ->> 'text_type' IN ('heading', 'annex_title')`,

  // Which day the pointers of all documents stand for. The first instance states the time zone.
  `CREATE TABLE calendar (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    time_zone text,
    day date NOT NULL
  )`,
  "INSERT INTO calendar (day) VALUES ('2000-01-01')",
  acts("confirmations"),
  "CREATE INDEX confirmations_of_user ON confirmations (user_id)",
  acts("notice_reads"),
  "CREATE INDEX notice_reads_of_user ON notice_reads (user_id)",
  `CREATE TABLE reminders (
    reminder_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    by_user text COLLATE "C",
    at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  "CREATE INDEX reminders_of_version ON reminders (document_id, number)",
  // What stays of a text that was destroyed.
  `CREATE TABLE destroyed (
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    text_sha256 text NOT NULL,
    legal_order text,
    by_user text COLLATE "C",
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (document_id, number)
  )`,
  // The questions that administrators put on the front page.
  `CREATE TABLE front_page (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    questions text[] NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1
  )`,
  "INSERT INTO front_page DEFAULT VALUES",

  // An upload is personal data or a confidential document: it is dropped when its job ends.
  `CREATE TABLE jobs (
    accepted bigint PRIMARY KEY DEFAULT nextval('acceptance'),
    job_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    document_id text COLLATE "C" NOT NULL,
    state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    progress real NOT NULL DEFAULT 0,
    options json NOT NULL,
    report json,
    payload bytea,
    attempt integer NOT NULL DEFAULT 0,
    hold integer NOT NULL DEFAULT 0,
    free_from timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    problems json,
    CONSTRAINT jobs_upload_check CHECK ((${ENDED}) = (payload IS NULL)),
    CONSTRAINT jobs_finished_check CHECK ((${ENDED}) = (finished_at IS NOT NULL))
  )`,
  "ALTER TABLE jobs ALTER payload SET STORAGE EXTERNAL",
  "CREATE INDEX jobs_open ON jobs (accepted) WHERE state IN ('queued', 'running')",
  // Looked for before each lease: is another job of this document running?
  "CREATE INDEX jobs_running ON jobs (document_id) WHERE state = 'running'",
  "CREATE INDEX jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL",
  "CREATE INDEX jobs_of_document ON jobs (document_id) WHERE state IN ('queued', 'running')",

  // History and audit log: the states of rules, documents and users that decide what a user could read at a time, and
  // who did what. All four tables are append-only, and written in the transaction that they record.
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
    state_id bigint GENERATED ALWAYS AS IDENTITY,
    user_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    display_name text NOT NULL,
    role text NOT NULL,
    department_code text COLLATE "C",
    permission_groups text[] NOT NULL,
    is_active boolean NOT NULL,
    PRIMARY KEY (user_id, state_id)
  )`,
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
  "CREATE INDEX audit_entries_kind ON audit_entries (kind, entry_id)",
  "CREATE INDEX audit_entries_user ON audit_entries (user_id, entry_id) WHERE user_id IS NOT NULL",
  "CREATE INDEX audit_entries_by ON audit_entries (by_user, entry_id) WHERE by_user IS NOT NULL",
  "CREATE INDEX audit_entries_document ON audit_entries (document_id, entry_id) WHERE document_id IS NOT NULL",
  // What users look for, do not find, and read: a word or a document, and a keyed hash of the day, the subject and the
  // user. The table names no user, and has no sentence and no time.
  `CREATE TABLE usage_marks (
    kind text NOT NULL,
    day date NOT NULL,
    subject text COLLATE "C" NOT NULL,
    user_hash bytea NOT NULL,
    PRIMARY KEY (kind, day, subject, user_hash)
  )`,
  "CREATE INDEX usage_marks_day ON usage_marks (day)",

  // What the index in memory reads: the changes of documents and vocabulary in the order of their commits, the terms and
  // vectors of published revisions, and the vocabulary. Stamps are random, so that two databases that counted different
  // changes never have the same pair of number and stamp.
  `CREATE TABLE index_head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    number bigint NOT NULL,
    stamp uuid NOT NULL
  )`,
  // A number for each transaction. Without a document_id, the vocabulary changed.
  `CREATE TABLE changes (
    number bigint NOT NULL,
    stamp uuid NOT NULL,
    document_id text COLLATE "C",
    UNIQUE NULLS NOT DISTINCT (number, document_id)
  )`,
  "INSERT INTO index_head (number, stamp) VALUES (1, gen_random_uuid())",
  "INSERT INTO changes (number, stamp) SELECT number, stamp FROM index_head",
  `CREATE TABLE vocabulary (
    said text COLLATE "C" PRIMARY KEY,
    meant text[] NOT NULL,
    both_ways boolean NOT NULL,
    weight double precision NOT NULL,
    "on" boolean NOT NULL,
    starter boolean NOT NULL
  )`,
  // Its row exists once the entries that come with the service were added.
  `CREATE TABLE vocabulary_starters (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    added_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE term_vectors (
    revision_id bigint NOT NULL REFERENCES revisions ON DELETE CASCADE,
    terms_version integer NOT NULL,
    vectors bytea NOT NULL,
    PRIMARY KEY (revision_id, terms_version)
  )`,
  "ALTER TABLE term_vectors ALTER vectors SET STORAGE EXTERNAL",
  `CREATE TABLE terms_versions (
    terms_version integer PRIMARY KEY,
    used_at timestamptz NOT NULL DEFAULT now()
  )`,
  // The means are 32-bit floats, little-endian.
  `CREATE TABLE embedding_models (
    model_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model text NOT NULL,
    variant text NOT NULL,
    dimensions integer,
    used_at timestamptz NOT NULL DEFAULT now(),
    means bytea,
    similarity_mean double precision,
    similarity_deviation double precision,
    UNIQUE (model, variant)
  )`,
  // Vectors of meaning, each once for a model and a text, in 8 bits a number.
  `CREATE TABLE embeddings (
    model_id integer NOT NULL REFERENCES embedding_models ON DELETE CASCADE,
    text_hash bytea NOT NULL,
    vector bytea NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (model_id, text_hash)
  )`,
  "ALTER TABLE embeddings ALTER vector SET STORAGE EXTERNAL",
  // The revisions that have all their vectors, with their parts in three lists of one length.
  `CREATE TABLE embedded_revisions (
    revision_id bigint NOT NULL REFERENCES revisions ON DELETE CASCADE,
    model_id integer NOT NULL REFERENCES embedding_models ON DELETE CASCADE,
    places integer[] NOT NULL,
    chunk_counts integer[] NOT NULL,
    text_hashes bytea[] NOT NULL,
    parts integer GENERATED ALWAYS AS (cardinality(places)) STORED,
    PRIMARY KEY (revision_id, model_id)
  )`,
  "ALTER TABLE embedded_revisions ALTER text_hashes SET STORAGE EXTERNAL",

  // Indexes of sections outside the process. In use for its layout is the one that was chosen last. `owner`: the database
  // that made it, and not a copy of it.
  `CREATE TABLE section_indexes (
    name text PRIMARY KEY,
    owner text NOT NULL,
    layout text NOT NULL,
    dimensions integer,
    chosen_at timestamptz,
    used_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`,
  "CREATE INDEX section_indexes_layout ON section_indexes (layout, chosen_at)",
  // A row begins before the first section is sent, and ends after the last one is removed. Without `totals`, some
  // sections may be missing. `sections`: how many the index has, also without text.
  `CREATE TABLE indexed_revisions (
    name text NOT NULL REFERENCES section_indexes ON DELETE CASCADE,
    revision_id bigint NOT NULL,
    claim uuid NOT NULL DEFAULT gen_random_uuid(),
    claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    totals json,
    sections integer,
    meaning boolean NOT NULL DEFAULT false,
    PRIMARY KEY (name, revision_id)
  )`,
  READY_VERSIONS,
];

/**
 * Only what search reads counts as a change; lists by category have the index's directory for their order. Its condition
 * is tested when the row is written, not at commit.
 */
const COUNTED = [
  ["INSERT", "documents", "NEW.revision_id IS NOT NULL"],
  ["DELETE", "documents", "OLD.revision_id IS NOT NULL"],
  [
    "UPDATE",
    "documents",
    `OLD.revision_id IS DISTINCT FROM NEW.revision_id OR NEW.revision_id IS NOT NULL
      AND (OLD.title, OLD.version, OLD.audience, OLD.number, OLD.category)
        IS DISTINCT FROM (NEW.title, NEW.version, NEW.audience, NEW.number, NEW.category)`,
  ],
  ["INSERT", "vocabulary", "true"],
  ["DELETE", "vocabulary", "true"],
  ["UPDATE", "vocabulary", "OLD IS DISTINCT FROM NEW"],
] as const;

/**
 * Triggers write what no statement may forget, also of an instance of another version. Those that write what the
 * service's own role may not (`harden`) run as the owner of the tables; their search path is fixed, the temporary schema
 * last, so that no role can put a table of its own in the place of one of ours.
 */
function triggers(schema: string): string[] {
  const asOwner = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp";
  const principalsIn = (rows: string) => `
    SELECT principal, user_id FROM ${rows}, ${schema}.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active`;
  const add = (rows: string) => `INSERT INTO ${schema}.reader_principals (principal, user_id) ${rows}`;
  const remove = (rows: string) => `DELETE FROM ${schema}.reader_principals AS kept USING (${rows}) AS gone
    WHERE kept.principal = gone.principal AND kept.user_id = gone.user_id`;
  const principalsTrigger = (event: string, tables: string) => `CREATE TRIGGER reader_principals_${event.toLowerCase()}
    AFTER ${event} ON users ${tables} FOR EACH STATEMENT EXECUTE FUNCTION keep_reader_principals()`;
  return [
    `CREATE FUNCTION principals_of(id text, code text, groups text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
      SELECT ('u:' || id) COLLATE "C"
      UNION SELECT ('d:' || code) COLLATE "C" WHERE code IS NOT NULL
      UNION SELECT ('g:' || name) COLLATE "C" FROM unnest(groups) AS name
    $$`,
    `CREATE FUNCTION keep_reader_principals() RETURNS trigger ${asOwner} AS $$
      BEGIN
        CASE TG_OP
          WHEN 'TRUNCATE' THEN DELETE FROM ${schema}.reader_principals;
          WHEN 'INSERT' THEN ${add(principalsIn("after"))};
          WHEN 'DELETE' THEN ${remove(principalsIn("before"))};
          ELSE
            ${remove(`${principalsIn("before")} EXCEPT ${principalsIn("after")}`)};
            ${add(`${principalsIn("after")} EXCEPT ${principalsIn("before")}`)};
        END CASE;
        RETURN NULL;
      END
    $$`,
    "REVOKE ALL ON FUNCTION keep_reader_principals() FROM PUBLIC",
    principalsTrigger("INSERT", "REFERENCING NEW TABLE AS after"),
    principalsTrigger("UPDATE", "REFERENCING OLD TABLE AS before NEW TABLE AS after"),
    principalsTrigger("DELETE", "REFERENCING OLD TABLE AS before"),
    principalsTrigger("TRUNCATE", ""),

    // Runs at commit, where the row of the head is the last lock that a transaction waits for: so numbers have the order
    // of the commits, and no two transactions can deadlock. One transaction counts once, however many rows it changes.
    // A revision that gets its vectors counts as a change of its document.
    `CREATE FUNCTION count_change() RETURNS trigger ${asOwner} AS $$
      DECLARE
        this_transaction text := pg_current_xact_id()::text;
        changed text;
      BEGIN
        IF TG_OP <> 'TRUNCATE' AND TG_TABLE_NAME = 'documents' THEN
          changed := coalesce(NEW.document_id, OLD.document_id);
        ELSIF TG_TABLE_NAME = 'embedded_revisions' THEN
          SELECT document_id INTO changed FROM ${schema}.revisions WHERE revision_id = NEW.revision_id;
          IF NOT FOUND THEN
            RETURN NULL;
          END IF;
        END IF;
        IF current_setting('retrieval.counted_in', true) IS DISTINCT FROM this_transaction THEN
          UPDATE ${schema}.index_head SET number = number + 1, stamp = gen_random_uuid();
          PERFORM set_config('retrieval.counted_in', this_transaction, true);
          DELETE FROM ${schema}.changes WHERE number <= (SELECT number - ${CHANGES_KEPT} FROM ${schema}.index_head);
        END IF;
        IF TG_OP = 'TRUNCATE' THEN
          DELETE FROM ${schema}.changes;
        END IF;
        INSERT INTO ${schema}.changes (number, stamp, document_id)
          SELECT number, stamp, changed FROM ${schema}.index_head ON CONFLICT DO NOTHING;
        RETURN NULL;
      END
    $$`,
    "REVOKE ALL ON FUNCTION count_change() FROM PUBLIC",
    ...COUNTED.map(
      ([event, table, condition]) => `CREATE CONSTRAINT TRIGGER count_${event.toLowerCase()} AFTER ${event} ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION count_change()`,
    ),
    `CREATE CONSTRAINT TRIGGER count_insert AFTER INSERT ON embedded_revisions
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change()`,
    // No index can follow a table that was emptied: each is built from the start.
    ...["documents", "vocabulary"].map(
      (table) => `CREATE TRIGGER count_truncate AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION count_change()`,
    ),

    // Deletes old audit entries, questions after 90 days, and nothing younger than 30 days: the service's own role has
    // no right to delete from the log. Ids grow with time, so the index of kinds ends at the first entry of the last 90
    // days.
    `CREATE FUNCTION forget_audit_entries(before timestamptz, up_to integer) RETURNS bigint
      LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      WITH old AS (
        SELECT entry_id FROM ${schema}.audit_entries
        WHERE at < least(before, now() - interval '30 days')
        ORDER BY at LIMIT up_to
        FOR UPDATE SKIP LOCKED
      ), questions AS (
        SELECT entry_id FROM ${schema}.audit_entries
        WHERE kind = 'question-answered' AND at < now() - interval '90 days' AND entry_id < coalesce(
          (SELECT entry_id FROM ${schema}.audit_entries WHERE at >= now() - interval '90 days' ORDER BY at LIMIT 1),
          9223372036854775807)
        ORDER BY entry_id LIMIT up_to
        FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM ${schema}.audit_entries WHERE entry_id IN (
          SELECT entry_id FROM old UNION SELECT entry_id FROM questions LIMIT up_to
        ) RETURNING 1
      ) SELECT count(*) FROM gone
    $$`,
    "REVOKE ALL ON FUNCTION forget_audit_entries(timestamptz, integer) FROM PUBLIC",
  ];
}
