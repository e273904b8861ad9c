SET check_function_bodies = false;
CREATE FUNCTION public.count_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
    DECLARE
      this_transaction text := pg_current_xact_id()::text;
      changed text;
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND TG_TABLE_NAME = 'documents' THEN
        changed := coalesce(NEW.document_id, OLD.document_id);
      ELSIF TG_TABLE_NAME = 'embedded_revisions' THEN
        SELECT document_id INTO changed FROM public.revisions WHERE revision_id = NEW.revision_id;
        IF NOT FOUND THEN
          RETURN NULL;
        END IF;
      END IF;
      IF current_setting('retrieval.counted_in', true) IS DISTINCT FROM this_transaction THEN
        UPDATE public.index_head SET number = number + 1, stamp = gen_random_uuid();
        PERFORM set_config('retrieval.counted_in', this_transaction, true);
        DELETE FROM public.changes WHERE number <= (SELECT number - 10000 FROM public.index_head);
      END IF;
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM public.changes;
      END IF;
      INSERT INTO public.changes (number, stamp, document_id)
        SELECT number, stamp, changed FROM public.index_head ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$;
CREATE FUNCTION public.forget_audit_entries(before timestamp with time zone, up_to integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
      WITH old AS (
        SELECT entry_id FROM public.audit_entries
        WHERE at < least(before, now() - interval '30 days')
        ORDER BY at LIMIT up_to
        FOR UPDATE SKIP LOCKED
      ), questions AS (
        SELECT entry_id FROM public.audit_entries
        WHERE kind = 'question-answered' AND at < now() - interval '90 days' AND entry_id < coalesce(
          (SELECT entry_id FROM public.audit_entries WHERE at >= now() - interval '90 days' ORDER BY at LIMIT 1),
          9223372036854775807)
        ORDER BY entry_id LIMIT up_to
        FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM public.audit_entries WHERE entry_id IN (
          SELECT entry_id FROM old UNION SELECT entry_id FROM questions LIMIT up_to
        ) RETURNING 1
      ) SELECT count(*) FROM gone
    $$;
CREATE FUNCTION public.keep_reader_principals() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
      BEGIN
        CASE TG_OP
          WHEN 'TRUNCATE' THEN DELETE FROM public.reader_principals;
          WHEN 'INSERT' THEN INSERT INTO public.reader_principals (principal, user_id) 
    SELECT principal, user_id FROM after, public.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active;
          WHEN 'DELETE' THEN DELETE FROM public.reader_principals AS kept USING (
    SELECT principal, user_id FROM before, public.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active) AS gone
    WHERE kept.principal = gone.principal AND kept.user_id = gone.user_id;
          ELSE
            DELETE FROM public.reader_principals AS kept USING (
    SELECT principal, user_id FROM before, public.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active EXCEPT 
    SELECT principal, user_id FROM after, public.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active) AS gone
    WHERE kept.principal = gone.principal AND kept.user_id = gone.user_id;
            INSERT INTO public.reader_principals (principal, user_id) 
    SELECT principal, user_id FROM after, public.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active EXCEPT 
    SELECT principal, user_id FROM before, public.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active;
        END CASE;
        RETURN NULL;
      END
      $$;
CREATE FUNCTION public.principals_of(id text, code text, groups text[]) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE
    AS $$
        SELECT ('u:' || id) COLLATE "C"
        UNION SELECT ('d:' || code) COLLATE "C" WHERE code IS NOT NULL
        UNION SELECT ('g:' || name) COLLATE "C" FROM unnest(groups) AS name
      $$;
CREATE SEQUENCE public.acceptance
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.access_tokens (
    token_id uuid NOT NULL,
    hash bytea NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    audience text NOT NULL,
    sessions integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    role text DEFAULT 'user'::text NOT NULL,
    CONSTRAINT access_tokens_audience_check CHECK ((audience = ANY (ARRAY['api'::text, 'mcp'::text]))),
    CONSTRAINT access_tokens_hash_check CHECK ((octet_length(hash) = 32)),
    CONSTRAINT access_tokens_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))
);
CREATE TABLE public.audit_entries (
    entry_id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    kind text NOT NULL,
    by_user text,
    user_id text COLLATE pg_catalog."C",
    document_id text COLLATE pg_catalog."C",
    details json NOT NULL
);
ALTER TABLE public.audit_entries ALTER COLUMN entry_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entries_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.calendar (
    only_row boolean DEFAULT true NOT NULL,
    time_zone text,
    day date NOT NULL,
    CONSTRAINT calendar_only_row_check CHECK (only_row)
);
CREATE TABLE public.changes (
    number bigint NOT NULL,
    stamp uuid NOT NULL,
    document_id text COLLATE pg_catalog."C"
);
CREATE TABLE public.chunks (
    revision_id bigint NOT NULL,
    place integer NOT NULL,
    chunk_id text NOT NULL COLLATE pg_catalog."C",
    text_hash text NOT NULL,
    scope text NOT NULL COLLATE pg_catalog."C",
    related_scopes text[] NOT NULL COLLATE pg_catalog."C",
    chunk json NOT NULL
);
CREATE TABLE public.confirmations (
    document_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.deactivations (
    user_id text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    agreed boolean NOT NULL
);
CREATE TABLE public.departments (
    code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL
);
CREATE TABLE public.destroyed (
    document_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    text_sha256 text NOT NULL,
    legal_order text,
    by_user text COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.document_states (
    state_id bigint NOT NULL,
    document_id text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    title text,
    version text
);
ALTER TABLE public.document_states ALTER COLUMN state_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.document_states_state_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.documents (
    document_id text NOT NULL COLLATE pg_catalog."C",
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
    rules_version integer DEFAULT 1 NOT NULL,
    rules_accepted bigint DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    versions integer DEFAULT 0 NOT NULL,
    next_on date,
    abolitions json DEFAULT '[]'::json NOT NULL,
    number text,
    category text,
    owner text,
    contact text,
    review_by date,
    editors text[] DEFAULT '{}'::text[] NOT NULL COLLATE pg_catalog."C",
    source text,
    history text DEFAULT 'admins'::text NOT NULL,
    CONSTRAINT documents_history_check CHECK ((history = ANY (ARRAY['admins'::text, 'readers'::text])))
);
CREATE TABLE public.embedded_revisions (
    revision_id bigint NOT NULL,
    model_id integer NOT NULL,
    places integer[] NOT NULL,
    chunk_counts integer[] NOT NULL,
    text_hashes bytea[] NOT NULL,
    parts integer GENERATED ALWAYS AS (cardinality(places)) STORED
);
ALTER TABLE ONLY public.embedded_revisions ALTER COLUMN text_hashes SET STORAGE EXTERNAL;
CREATE TABLE public.embedding_models (
    model_id integer NOT NULL,
    model text NOT NULL,
    variant text NOT NULL,
    dimensions integer,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    means bytea,
    similarity_mean double precision,
    similarity_deviation double precision
);
ALTER TABLE public.embedding_models ALTER COLUMN model_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.embedding_models_model_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.embeddings (
    model_id integer NOT NULL,
    text_hash bytea NOT NULL,
    vector bytea NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.embeddings ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE TABLE public.front_page (
    only_row boolean DEFAULT true NOT NULL,
    questions text[] DEFAULT '{}'::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT front_page_only_row_check CHECK (only_row)
);
CREATE TABLE public.index_head (
    only_row boolean DEFAULT true NOT NULL,
    number bigint NOT NULL,
    stamp uuid NOT NULL,
    CONSTRAINT index_head_only_row_check CHECK (only_row)
);
CREATE TABLE public.indexed_revisions (
    name text NOT NULL,
    revision_id bigint NOT NULL,
    claim uuid DEFAULT gen_random_uuid() NOT NULL,
    claimed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    totals json,
    sections integer,
    meaning boolean DEFAULT false NOT NULL
);
CREATE TABLE public.jobs (
    accepted bigint DEFAULT nextval('public.acceptance'::regclass) NOT NULL,
    job_id uuid DEFAULT gen_random_uuid() NOT NULL,
    document_id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    progress real DEFAULT 0 NOT NULL,
    options json NOT NULL,
    report json,
    error text,
    payload bytea,
    attempt integer DEFAULT 0 NOT NULL,
    hold integer DEFAULT 0 NOT NULL,
    free_from timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    problems json,
    CONSTRAINT jobs_finished_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (finished_at IS NOT NULL))),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT jobs_upload_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (payload IS NULL)))
);
ALTER TABLE ONLY public.jobs ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE TABLE public.keyed_requests (
    user_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    request bytea NOT NULL,
    state text DEFAULT 'begun'::text NOT NULL,
    answer text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT keyed_requests_state_check CHECK ((state = ANY (ARRAY['begun'::text, 'done'::text])))
);
CREATE TABLE public.migrations (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.notice_reads (
    document_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.original_parts (
    sha256 bytea NOT NULL,
    part integer NOT NULL,
    content bytea NOT NULL
);
ALTER TABLE ONLY public.original_parts ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE public.originals (
    sha256 bytea NOT NULL,
    bytes integer NOT NULL
);
CREATE TABLE public.reader_principals (
    principal text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.reminders (
    reminder_id bigint NOT NULL,
    document_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    by_user text COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
ALTER TABLE public.reminders ALTER COLUMN reminder_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reminders_reminder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.revisions (
    revision_id bigint NOT NULL,
    document_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    version text NOT NULL,
    accepted bigint NOT NULL,
    access_rules json,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    rules_accepted bigint,
    number integer,
    published_at timestamp with time zone,
    by_user text,
    chunk_count integer,
    original bytea,
    original_media_type text,
    original_for text,
    embed_version text,
    effective_from date,
    kept_from date,
    note text,
    notice text DEFAULT 'none'::text NOT NULL,
    confirm_by date,
    withdrawn json,
    returned json,
    fields json,
    version_is_default boolean DEFAULT false NOT NULL,
    CONSTRAINT revisions_notice_check CHECK ((notice = ANY (ARRAY['none'::text, 'tell'::text, 'confirm'::text]))),
    CONSTRAINT revisions_original_for_check CHECK ((original_for = ANY (ARRAY['admins'::text, 'readers'::text])))
);
ALTER TABLE public.revisions ALTER COLUMN revision_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.revisions_revision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.rule_versions (
    document_id text NOT NULL COLLATE pg_catalog."C",
    rules_version integer NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    by_user text,
    cause text NOT NULL,
    access_rules json NOT NULL,
    gained integer NOT NULL,
    lost integer NOT NULL,
    CONSTRAINT rule_versions_cause_check CHECK ((cause = ANY (ARRAY['upload'::text, 'default'::text, 'edit'::text, 'restore'::text, 'found'::text])))
);
CREATE TABLE public.section_indexes (
    name text NOT NULL,
    owner text NOT NULL,
    layout text NOT NULL,
    dimensions integer,
    chosen_at timestamp with time zone,
    used_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE public.sign_in_uses (
    digest bytea NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE public.term_vectors (
    revision_id bigint NOT NULL,
    terms_version integer NOT NULL,
    vectors bytea NOT NULL
);
ALTER TABLE ONLY public.term_vectors ALTER COLUMN vectors SET STORAGE EXTERNAL;
CREATE TABLE public.terms_versions (
    terms_version integer NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.usage_marks (
    kind text NOT NULL,
    day date NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    user_hash bytea NOT NULL
);
CREATE TABLE public.user_states (
    state_id bigint NOT NULL,
    user_id text NOT NULL COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    display_name text NOT NULL,
    role text NOT NULL,
    department_code text COLLATE pg_catalog."C",
    permission_groups text[] NOT NULL,
    is_active boolean NOT NULL
);
ALTER TABLE public.user_states ALTER COLUMN state_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.user_states_state_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.users (
    user_id text NOT NULL COLLATE pg_catalog."C",
    display_name text NOT NULL,
    department text,
    department_code text COLLATE pg_catalog."C",
    department_code_given boolean NOT NULL,
    email text,
    role text NOT NULL,
    permission_groups text[] NOT NULL,
    is_active boolean NOT NULL,
    password_hash text,
    search_key text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sessions integer DEFAULT 0 NOT NULL,
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'developer'::text, 'user'::text])))
)
WITH (fillfactor='50');
CREATE TABLE public.vocabulary (
    said text NOT NULL COLLATE pg_catalog."C",
    meant text[] NOT NULL,
    both_ways boolean NOT NULL,
    weight double precision NOT NULL,
    "on" boolean NOT NULL,
    starter boolean NOT NULL
);
CREATE TABLE public.vocabulary_starters (
    only_row boolean DEFAULT true NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT vocabulary_starters_only_row_check CHECK (only_row)
);
INSERT INTO public.access_tokens (token_id, hash, user_id, name, audience, sessions, created_at, expires_at, last_used_at, role) VALUES
	('00000000-0000-4000-8000-000000000001', '\xabababababababababababababababababababababababababababababababab', '001234', '集計', 'api', 2, '2026-11-29 09:58:08.154021+00', '2027-01-01 00:00:00+00', NULL, 'user'),
	('00000000-0000-4000-8000-000000000002', '\xcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', '000001', '集計', 'api', 0, '2026-11-29 09:58:08.288084+00', '2027-01-01 00:00:00+00', NULL, 'admin');
INSERT INTO public.audit_entries (entry_id, at, kind, by_user, user_id, document_id, details) OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-29 09:58:06.875304+00', 'rule-changed', '000001', NULL, 'wage-rules', '{"rules_version":5}'),
	(2, '2026-11-29 09:58:06.875763+00', 'document-published', '000001', NULL, 'wage-rules', '{"version":"2025-04-01"}'),
	(3, '2026-10-29 09:58:06.992721+00', 'sign-in', NULL, NULL, NULL, '{}');
INSERT INTO public.calendar (only_row, time_zone, day) VALUES
	(true, 'Asia/Tokyo', '2026-11-29');
INSERT INTO public.changes (number, stamp, document_id) VALUES
	(1, '92cf07ae-77bb-4338-af20-9fbd90be8153', NULL),
	(2, '574e3a5a-17dd-4b87-ba1d-a7d8b808d46d', NULL),
	(2, '574e3a5a-17dd-4b87-ba1d-a7d8b808d46d', 'open'),
	(3, '22798f6c-11ea-4bad-a026-7bf6aa2941d8', 'wage-rules'),
	(4, 'add1f95a-3823-4b64-95f1-9edf351a0718', 'wage-rules'),
	(5, '5cdbdd35-42bf-41ce-bdca-072f96b9b721', 'wage-rules');
INSERT INTO public.chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk) VALUES
	(1, 0, 'wage-rules::art16::heading-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '{"chunk_id":"wage-rules::art16::heading-1","doc_id":"wage-rules","text_type":"heading","content":"第16条（手当）","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"article","label":"第16条","title":"手当"}],"parent_section_title":null,"annex_title":null,"page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"第16条（手当）","body_md":null}}'),
	(1, 2, 'wage-rules::annex1::paragraph-1', 'sha256:0', 'wage-rules::annex1', '{wage-rules::art16}', '{"chunk_id":"wage-rules::annex1::paragraph-1","doc_id":"wage-rules","text_type":"paragraph","content":"月額30,000円を上限とする。","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"annex","label":"別表第1","title":"第16条関係"}],"parent_section_title":null,"annex_title":"別表第1 第16条関係","page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"月額30,000円を上限とする。","body_md":null}}'),
	(1, 1, 'wage-rules::art16::paragraph-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '{"chunk_id":"wage-rules::art16::paragraph-1","doc_id":"wage-rules","text_type":"paragraph","content":"通勤手当は、別表第1のとおりとする。","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"article","label":"第16条","title":"手当"}],"parent_section_title":null,"annex_title":null,"page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"通勤手当は、別表第1のとおりとする。","body_md":null}}');
INSERT INTO public.confirmations (document_id, number, user_id, at) VALUES
	('wage-rules', 2, '001235', '2026-11-29 13:00:00+00');
INSERT INTO public.deactivations (user_id, at, agreed) VALUES
	('001235', '2026-11-29 09:58:07.424548+00', true);
INSERT INTO public.departments (code, name) VALUES
	('D1020', '人事部');
INSERT INTO public.destroyed (document_id, number, text_sha256, legal_order, by_user, at) VALUES
	('gone', 1, 'abababababababababababababababababababababababababababababababab', '令和8年（モ）第1号', '000001', '2026-11-29 15:00:00+00');
INSERT INTO public.document_states (state_id, document_id, at, title, version) OVERRIDING SYSTEM VALUE VALUES
	(1, 'wage-rules', '2026-11-29 09:58:06.755352+00', '賃金規程', '2025-04-01');
INSERT INTO public.documents (document_id, title, version, search_key, revision_id, draft_id, accepted, allow_all, allowed_department_codes, allowed_groups, allowed_users, audience, rules_version, rules_accepted, updated_at, versions, next_on, abolitions, number, category, owner, contact, review_by, editors, source, history) VALUES
	('gone', '廃止', '1', 'gone
廃止', NULL, NULL, 7, true, '{}', '{}', '{}', '{*}', 1, 2, '2026-11-29 09:58:06.415107+00', 0, NULL, '[]', NULL, NULL, NULL, NULL, NULL, '{}', NULL, 'admins'),
	('open', '社内報 春', '2', 'open
社内報', 4, NULL, 10, true, '{}', '{}', '{}', '{*}', 1, 0, '2026-11-29 09:58:07.084533+00', 2, NULL, '[{"effective_on":"2026-11-30","reason":"統合した","replaced_by":"wage-rules","by_user":"000001"}]', NULL, NULL, NULL, NULL, NULL, '{}', 'rules', 'admins'),
	('wage-rules', '賃金規程', '2025-04-01', 'wage-rules
賃金規程', 1, 3, 3, false, '{D1010}', '{managers}', '{001235}', '{d:D1010,g:managers,u:001235}', 5, 5, '2026-11-29 09:58:06.415107+00', 2, '2027-04-01', '[]', '就-12', '人事/賃金', '人事部', '内線 2201', '2027-03-31', '{000001}', NULL, 'readers');
INSERT INTO public.embedded_revisions (revision_id, model_id, places, chunk_counts, text_hashes) VALUES
	(1, 2, '{0}', '{3}', '{"\\x02"}');
INSERT INTO public.embedding_models (model_id, model, variant, dimensions, used_at, means, similarity_mean, similarity_deviation) OVERRIDING SYSTEM VALUE VALUES
	(2, 'e5', 'passage: ', 2, '2026-11-29 09:58:08.907806+00', '\x0000000000000000', 0.8, 0.1);
INSERT INTO public.embeddings (model_id, text_hash, vector, added_at) VALUES
	(2, '\x02', '\x0000', '2026-11-29 09:58:08.908444+00');
INSERT INTO public.front_page (only_row, questions, version) VALUES
	(true, '{有給は何日ですか,経費の締切は？}', 2);
INSERT INTO public.index_head (only_row, number, stamp) VALUES
	(true, 5, '5cdbdd35-42bf-41ce-bdca-072f96b9b721');
INSERT INTO public.indexed_revisions (name, revision_id, claim, claimed_at, totals, sections, meaning) VALUES
	('retrieval-1', 1, '6a4f6f9e-1f2b-4c3d-8e5f-0a1b2c3d4e5f', '2026-11-30 01:00:00+00', '{"sections":2}', 2, true);
INSERT INTO public.jobs (accepted, job_id, document_id, state, progress, options, report, error, payload, attempt, hold, free_from, created_at, finished_at, problems) VALUES
	(9, '748cbd8b-0b40-4c04-ab29-da025a4a628f', 'wage-rules', 'cancelled', 0, '{}', NULL, NULL, NULL, 0, 0, '2026-11-29 09:58:07.364362+00', '2026-11-29 09:58:07.364362+00', '2026-11-29 09:58:07.364362+00', NULL),
	(10, '6baab866-3737-498b-8938-30364a2852a7', 'open', 'queued', 0, '{}', NULL, NULL, '\x74657874', 0, 0, '2026-11-29 09:58:07.364362+00', '2026-11-29 09:58:07.364362+00', NULL, NULL),
	(11, '83c520d2-d00d-4967-a1d9-013b66791524', 'open', 'failed', 0, '{}', NULL, NULL, NULL, 0, 0, '2026-11-29 09:58:07.509363+00', '2026-11-29 09:58:07.509363+00', '2026-11-29 09:58:07.509363+00', '[{"code":"pdf.encrypted"}]'),
	(15, 'a2bf076c-f8de-4128-bbf7-fc74366d80ec', 'open', 'failed', 0, '{}', NULL, 'The file is damaged.', NULL, 0, 0, '2026-11-29 09:58:08.919233+00', '2026-11-29 09:58:08.919233+00', '2026-11-29 09:58:08.919233+00', NULL);
INSERT INTO public.keyed_requests (user_id, key, request, state, answer, at) VALUES
	('000001', 'once', '\x04', 'done', '{}', '2026-11-29 09:58:08.918693+00');
INSERT INTO public.migrations (name, "timestamp") VALUES
	('0025-first', '2026-11-29T09:58:08.906Z'),
	('0026-life', '2026-11-30T05:18:33.969Z'),
	('0027-front-page', '2026-11-30T05:18:33.974Z'),
	('0028-section-indexes', '2026-11-30T05:18:33.981Z');
INSERT INTO public.migrations_lock (id, is_locked) VALUES
	('migration_lock', 0);
INSERT INTO public.notice_reads (document_id, number, user_id, at) VALUES
	('wage-rules', 2, '001235', '2026-11-29 12:59:00+00');
INSERT INTO public.original_parts (sha256, part, content) VALUES
	('\x01', 0, '\x74657874');
INSERT INTO public.originals (sha256, bytes) VALUES
	('\x01', 4);
INSERT INTO public.reader_principals (principal, user_id) VALUES
	('u:001234', '001234'),
	('d:D1020', '001234'),
	('g:managers', '001234');
INSERT INTO public.reminders (reminder_id, document_id, number, by_user, at) OVERRIDING SYSTEM VALUE VALUES
	(1, 'wage-rules', 2, '000001', '2026-11-29 14:00:00+00');
INSERT INTO public.revisions (revision_id, document_id, title, version, accepted, access_rules, created_at, rules_accepted, number, published_at, by_user, chunk_count, original, original_media_type, original_for, embed_version, effective_from, kept_from, note, notice, confirm_by, withdrawn, returned, fields, version_is_default) OVERRIDING SYSTEM VALUE VALUES
	(4, 'open', '社内報', '2', 10, NULL, '2026-11-29 09:58:07.629731+00', NULL, 2, '2026-11-29 09:58:07.64741+00', NULL, 0, '\x01', 'text/markdown', 'readers', NULL, '2026-11-29', '2026-11-29', NULL, 'none', NULL, NULL, NULL, NULL, false),
	(1, 'wage-rules', '賃金規程', '2025-04-01', 3, NULL, '2026-11-29 09:58:06.415107+00', NULL, 1, '2026-11-29 09:58:06.755352+00', '000001', 3, NULL, NULL, NULL, 'e5@2026-11-01', '2026-11-29', '2026-11-29', NULL, 'none', NULL, NULL, NULL, NULL, false),
	(5, 'wage-rules', '賃金規程', '2027-04-01', 11, NULL, '2026-11-30 05:18:33.996708+00', NULL, 2, '2026-11-29 12:00:00+00', '000001', 0, NULL, NULL, NULL, NULL, '2027-04-01', '2026-11-29', '別表を改める', 'confirm', '2027-03-31', NULL, NULL, NULL, false),
	(2, 'open', '社内報', '1', 8, NULL, '2026-11-29 09:58:07.084533+00', NULL, 1, '2026-11-29 09:58:07.084533+00', NULL, 0, NULL, NULL, NULL, NULL, '2026-11-29', '2026-11-29', NULL, 'none', NULL, '{"reason":"誤ったファイル","by_user":"000001"}', NULL, NULL, false),
	(3, 'wage-rules', '賃金規程（案）', '2026-04-01', 9, '{"allow_all":true}', '2026-11-29 09:58:07.456096+00', 9, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'none', NULL, NULL, '{"comment":"日付が違う","by_user":"000001"}', '{"owner":"総務部"}', false);
INSERT INTO public.rule_versions (document_id, rules_version, at, by_user, cause, access_rules, gained, lost) VALUES
	('wage-rules', 4, '2026-11-29 09:58:06.75445+00', NULL, 'found', '{"allow_all" : false, "allowed_department_codes" : ["D1010"], "allowed_groups" : ["managers"], "allowed_users" : []}', 0, 0),
	('gone', 1, '2026-11-29 09:58:06.75464+00', NULL, 'found', '{"allow_all" : true, "allowed_department_codes" : [], "allowed_groups" : [], "allowed_users" : []}', 0, 0),
	('wage-rules', 5, '2026-11-29 09:58:06.874122+00', '000001', 'edit', '{"allow_all":false,"allowed_department_codes":["D1010"],"allowed_groups":["managers"],"allowed_users":["001235"]}', 1, 0);
INSERT INTO public.section_indexes (name, owner, layout, dimensions, chosen_at, used_at) VALUES
	('retrieval-1', 'f7d0', 'terms 3', 384, '2026-11-30 01:00:00+00', '2026-11-30 02:00:00+00');
INSERT INTO public.sign_in_uses (digest, until) VALUES
	('\x03', 1900000000);
INSERT INTO public.term_vectors (revision_id, terms_version, vectors) VALUES
	(1, 1, '\x00');
INSERT INTO public.terms_versions (terms_version, used_at) VALUES
	(1, '2026-11-29 09:58:08.926808+00');
INSERT INTO public.usage_marks (kind, day, subject, user_hash) VALUES
	('read', '2026-11-24', 'open', '\x0a');
INSERT INTO public.user_states (state_id, user_id, at, display_name, role, department_code, permission_groups, is_active) OVERRIDING SYSTEM VALUE VALUES
	(1, '000001', '2026-11-29 09:58:06.807592+00', '山田 花子', 'admin', NULL, '{}', true),
	(2, '001234', '2026-11-29 09:58:06.807859+00', '髙橋 一郎', 'user', 'D1020', '{managers}', true),
	(3, '001235', '2026-11-29 09:58:06.80787+00', '佐藤 𠮷', 'user', NULL, '{}', false),
	(4, '001234', '2026-11-29 09:58:06.888594+00', '髙橋 一郎', 'user', 'D1020', '{managers}', true);
INSERT INTO public.users (user_id, display_name, department, department_code, department_code_given, email, role, permission_groups, is_active, password_hash, search_key, updated_at, sessions) VALUES
	('001235', '佐藤 𠮷', NULL, NULL, false, NULL, 'user', '{}', false, NULL, '001235
佐藤 𠮷', '2026-11-29 09:58:06.415107+00', 0),
	('000001', '山田 花子', NULL, NULL, false, 'new@example.com', 'admin', '{}', true, NULL, '000001
山田 花子', '2026-11-29 09:58:06.415107+00', 0),
	('001234', '髙橋 一郎', '人事部', 'D1020', false, 'i@example.com', 'user', '{managers}', true, '$argon2id$v=19$old', '001234
髙橋 一郎', '2026-11-29 09:58:06.415107+00', 2);
INSERT INTO public.vocabulary (said, meant, both_ways, weight, "on", starter) VALUES
	('有休', '{年次有給休暇}', false, 0.8, true, false),
	('出張', '{旅行}', true, 0.8, false, true);
INSERT INTO public.vocabulary_starters (only_row, added_at) VALUES
	(true, '2026-11-29 09:58:07.938819+00');
SELECT pg_catalog.setval('public.acceptance', 15, true);
SELECT pg_catalog.setval('public.audit_entries_entry_id_seq', 3, true);
SELECT pg_catalog.setval('public.document_states_state_id_seq', 1, true);
SELECT pg_catalog.setval('public.embedding_models_model_id_seq', 2, true);
SELECT pg_catalog.setval('public.reminders_reminder_id_seq', 1, true);
SELECT pg_catalog.setval('public.revisions_revision_id_seq', 5, true);
SELECT pg_catalog.setval('public.user_states_state_id_seq', 4, true);
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (token_id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY public.calendar
    ADD CONSTRAINT calendar_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_number_document_id_key UNIQUE NULLS NOT DISTINCT (number, document_id);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (revision_id, place);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_revision_id_chunk_id_key UNIQUE (revision_id, chunk_id);
ALTER TABLE ONLY public.confirmations
    ADD CONSTRAINT confirmations_pkey PRIMARY KEY (document_id, number, user_id);
ALTER TABLE ONLY public.deactivations
    ADD CONSTRAINT deactivations_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.destroyed
    ADD CONSTRAINT destroyed_pkey PRIMARY KEY (document_id, number);
ALTER TABLE ONLY public.document_states
    ADD CONSTRAINT document_states_pkey PRIMARY KEY (state_id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (document_id);
ALTER TABLE ONLY public.embedded_revisions
    ADD CONSTRAINT embedded_revisions_pkey PRIMARY KEY (revision_id, model_id);
ALTER TABLE ONLY public.embedding_models
    ADD CONSTRAINT embedding_models_model_passage_prefix_key UNIQUE (model, variant);
ALTER TABLE ONLY public.embedding_models
    ADD CONSTRAINT embedding_models_pkey PRIMARY KEY (model_id);
ALTER TABLE ONLY public.embeddings
    ADD CONSTRAINT embeddings_pkey PRIMARY KEY (model_id, text_hash);
ALTER TABLE ONLY public.front_page
    ADD CONSTRAINT front_page_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.index_head
    ADD CONSTRAINT index_head_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.indexed_revisions
    ADD CONSTRAINT indexed_revisions_pkey PRIMARY KEY (name, revision_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_job_id_key UNIQUE (job_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (accepted);
ALTER TABLE ONLY public.keyed_requests
    ADD CONSTRAINT keyed_requests_pkey PRIMARY KEY (user_id, key);
ALTER TABLE ONLY public.migrations_lock
    ADD CONSTRAINT migrations_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.notice_reads
    ADD CONSTRAINT notice_reads_pkey PRIMARY KEY (document_id, number, user_id);
ALTER TABLE ONLY public.original_parts
    ADD CONSTRAINT original_parts_pkey PRIMARY KEY (sha256, part);
ALTER TABLE ONLY public.originals
    ADD CONSTRAINT originals_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY public.reader_principals
    ADD CONSTRAINT reader_principals_pkey PRIMARY KEY (principal, user_id);
ALTER TABLE ONLY public.reminders
    ADD CONSTRAINT reminders_pkey PRIMARY KEY (reminder_id);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_number_key UNIQUE (document_id, number);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (revision_id);
ALTER TABLE ONLY public.rule_versions
    ADD CONSTRAINT rule_versions_pkey PRIMARY KEY (document_id, rules_version);
ALTER TABLE ONLY public.section_indexes
    ADD CONSTRAINT section_indexes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.sign_in_uses
    ADD CONSTRAINT sign_in_uses_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.term_vectors
    ADD CONSTRAINT term_vectors_pkey PRIMARY KEY (revision_id, terms_version);
ALTER TABLE ONLY public.terms_versions
    ADD CONSTRAINT terms_versions_pkey PRIMARY KEY (terms_version);
ALTER TABLE ONLY public.usage_marks
    ADD CONSTRAINT usage_marks_pkey PRIMARY KEY (kind, day, subject, user_hash);
ALTER TABLE ONLY public.user_states
    ADD CONSTRAINT user_states_pkey PRIMARY KEY (user_id, state_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.vocabulary
    ADD CONSTRAINT vocabulary_pkey PRIMARY KEY (said);
ALTER TABLE ONLY public.vocabulary_starters
    ADD CONSTRAINT vocabulary_starters_pkey PRIMARY KEY (only_row);
CREATE INDEX access_tokens_of_user ON public.access_tokens USING btree (user_id);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at);
CREATE INDEX audit_entries_by ON public.audit_entries USING btree (by_user, entry_id) WHERE (by_user IS NOT NULL);
CREATE INDEX audit_entries_document ON public.audit_entries USING btree (document_id, entry_id) WHERE (document_id IS NOT NULL);
CREATE INDEX audit_entries_kind ON public.audit_entries USING btree (kind, entry_id);
CREATE INDEX audit_entries_user ON public.audit_entries USING btree (user_id, entry_id) WHERE (user_id IS NOT NULL);
CREATE INDEX chunks_headings ON public.chunks USING btree (revision_id, place) WHERE ((chunk ->> 'text_type'::text) = ANY (ARRAY['heading'::text, 'annex_title'::text]));
CREATE INDEX chunks_scope ON public.chunks USING btree (revision_id, scope, place);
CREATE INDEX confirmations_of_user ON public.confirmations USING btree (user_id);
CREATE INDEX deactivations_at ON public.deactivations USING btree (at);
CREATE INDEX document_states_document ON public.document_states USING btree (document_id, state_id);
CREATE INDEX documents_draft ON public.documents USING btree (draft_id) WHERE (draft_id IS NOT NULL);
CREATE INDEX documents_next_on ON public.documents USING btree (next_on) WHERE (next_on IS NOT NULL);
CREATE INDEX documents_revision ON public.documents USING btree (revision_id);
CREATE INDEX jobs_ended ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX jobs_of_document ON public.jobs USING btree (document_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_open ON public.jobs USING btree (accepted) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_running ON public.jobs USING btree (document_id) WHERE (state = 'running'::text);
CREATE INDEX keyed_requests_at ON public.keyed_requests USING btree (at);
CREATE INDEX notice_reads_of_user ON public.notice_reads USING btree (user_id);
CREATE INDEX reminders_of_version ON public.reminders USING btree (document_id, number);
CREATE INDEX revisions_original ON public.revisions USING btree (original) WHERE (original IS NOT NULL);
CREATE INDEX revisions_published ON public.revisions USING btree (published_at, revision_id) INCLUDE (chunk_count) WHERE (number IS NOT NULL);
CREATE INDEX section_indexes_layout ON public.section_indexes USING btree (layout, chosen_at);
CREATE INDEX sign_in_uses_until ON public.sign_in_uses USING btree (until);
CREATE INDEX usage_marks_day ON public.usage_marks USING btree (day);
CREATE INDEX users_active_admins ON public.users USING btree (user_id) WHERE ((role = 'admin'::text) AND is_active);
CREATE INDEX users_without_leading_zeros ON public.users USING btree (ltrim(user_id, '0'::text));
CREATE CONSTRAINT TRIGGER count_delete AFTER DELETE ON public.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.revision_id IS NOT NULL)) EXECUTE FUNCTION public.count_change();
CREATE CONSTRAINT TRIGGER count_delete AFTER DELETE ON public.vocabulary DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION public.count_change();
CREATE CONSTRAINT TRIGGER count_insert AFTER INSERT ON public.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.revision_id IS NOT NULL)) EXECUTE FUNCTION public.count_change();
CREATE CONSTRAINT TRIGGER count_insert AFTER INSERT ON public.embedded_revisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.count_change();
CREATE CONSTRAINT TRIGGER count_insert AFTER INSERT ON public.vocabulary DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (true) EXECUTE FUNCTION public.count_change();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION public.count_change();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON public.vocabulary FOR EACH STATEMENT EXECUTE FUNCTION public.count_change();
CREATE CONSTRAINT TRIGGER count_update AFTER UPDATE ON public.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.revision_id IS DISTINCT FROM new.revision_id) OR ((new.revision_id IS NOT NULL) AND (((((old.title IS DISTINCT FROM new.title) OR (old.version IS DISTINCT FROM new.version)) OR (old.audience IS DISTINCT FROM new.audience)) OR (old.number IS DISTINCT FROM new.number)) OR (old.category IS DISTINCT FROM new.category))))) EXECUTE FUNCTION public.count_change();
CREATE CONSTRAINT TRIGGER count_update AFTER UPDATE ON public.vocabulary DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.count_change();
CREATE TRIGGER reader_principals_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reader_principals();
CREATE TRIGGER reader_principals_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reader_principals();
CREATE TRIGGER reader_principals_truncate AFTER TRUNCATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reader_principals();
CREATE TRIGGER reader_principals_update AFTER UPDATE ON public.users REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reader_principals();
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(user_id);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES public.revisions(revision_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.embedded_revisions
    ADD CONSTRAINT embedded_revisions_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.embedding_models(model_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embedded_revisions
    ADD CONSTRAINT embedded_revisions_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.embeddings
    ADD CONSTRAINT embeddings_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.embedding_models(model_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.indexed_revisions
    ADD CONSTRAINT indexed_revisions_name_fkey FOREIGN KEY (name) REFERENCES public.section_indexes(name) ON DELETE CASCADE;
ALTER TABLE ONLY public.original_parts
    ADD CONSTRAINT original_parts_sha256_fkey FOREIGN KEY (sha256) REFERENCES public.originals(sha256) ON DELETE CASCADE;
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(document_id);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_original_fkey FOREIGN KEY (original) REFERENCES public.originals(sha256);
ALTER TABLE ONLY public.term_vectors
    ADD CONSTRAINT term_vectors_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) ON DELETE CASCADE;
REVOKE ALL ON FUNCTION public.count_change() FROM PUBLIC;
REVOKE ALL ON FUNCTION public.forget_audit_entries(before timestamp with time zone, up_to integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.keep_reader_principals() FROM PUBLIC;
