SET check_function_bodies = false;
CREATE FUNCTION public.delete_versions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      DELETE FROM public.revisions WHERE document_id = NEW.document_id AND number IS NOT NULL;
      RETURN NULL;
    END
  $$;
CREATE FUNCTION public.forget_audit_entries(before timestamp with time zone, up_to integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
      WITH gone AS (
        DELETE FROM public.audit_entries WHERE entry_id IN (
          SELECT entry_id FROM public.audit_entries
          WHERE at < least(before, now() - interval '30 days')
          ORDER BY at LIMIT up_to
          FOR UPDATE SKIP LOCKED
        ) RETURNING 1
      ) SELECT count(*) FROM gone
    $$;
CREATE FUNCTION public.keep_document_audience() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    DECLARE
      before text[] := CASE WHEN TG_OP = 'UPDATE' AND OLD.revision_id IS NOT NULL THEN OLD.audience ELSE '{}' END;
      after text[] := CASE WHEN NEW.revision_id IS NOT NULL THEN NEW.audience ELSE '{}' END;
    BEGIN
      DELETE FROM public.document_audience
        WHERE document_id = NEW.document_id AND principal IN (SELECT unnest(before) EXCEPT SELECT unnest(after));
      INSERT INTO public.document_audience (principal, document_id)
        SELECT principal, NEW.document_id FROM (SELECT unnest(after) EXCEPT SELECT unnest(before)) AS added (principal);
      RETURN NULL;
    END
  $$;
CREATE FUNCTION public.number_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      NEW.versions := OLD.versions + 1;
      UPDATE public.revisions SET number = NEW.versions, published_at = clock_timestamp()
        WHERE revision_id = NEW.revision_id;
      RETURN NEW;
    END
  $$;
CREATE SEQUENCE public.acceptance
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
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
CREATE TABLE public.chunks (
    revision_id bigint NOT NULL,
    place integer NOT NULL,
    chunk_id text NOT NULL COLLATE pg_catalog."C",
    text_hash text NOT NULL,
    scope text NOT NULL COLLATE pg_catalog."C",
    related_scopes text[] NOT NULL COLLATE pg_catalog."C",
    chunk json NOT NULL
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
CREATE TABLE public.document_audience (
    principal text NOT NULL COLLATE pg_catalog."C",
    document_id text NOT NULL COLLATE pg_catalog."C"
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
    audience_copied boolean DEFAULT true NOT NULL,
    versions integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.jobs (
    accepted bigint DEFAULT nextval('public.acceptance'::regclass) NOT NULL,
    job_id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    document_id text COLLATE pg_catalog."C",
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
    CONSTRAINT jobs_kind_check CHECK ((kind = ANY (ARRAY['ingest'::text, 'import'::text]))),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['checked'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT jobs_upload_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (payload IS NULL)))
);
ALTER TABLE ONLY public.jobs ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE TABLE public.migrations (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.migrations_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
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
CREATE TABLE public.search_entries (
    revision_id bigint NOT NULL,
    place integer NOT NULL,
    document_id text NOT NULL COLLATE pg_catalog."C",
    text_type text NOT NULL,
    terms tsvector NOT NULL,
    length integer,
    audience text[] NOT NULL,
    sampled boolean NOT NULL
);
CREATE TABLE public.search_state (
    only_row boolean DEFAULT true NOT NULL,
    terms_version integer NOT NULL,
    CONSTRAINT search_state_only_row_check CHECK (only_row)
);
CREATE TABLE public.sign_in_uses (
    digest bytea NOT NULL,
    until bigint NOT NULL
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
INSERT INTO public.audit_entries (entry_id, at, kind, by_user, user_id, document_id, details) OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-29 09:58:02.978429+00', 'rule-changed', '000001', NULL, 'wage-rules', '{"rules_version":5}'),
	(2, '2026-11-29 09:58:02.979021+00', 'document-published', '000001', NULL, 'wage-rules', '{"version":"2025-04-01"}'),
	(3, '2026-10-29 09:58:03.067332+00', 'sign-in', NULL, NULL, NULL, '{}');
INSERT INTO public.chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk) VALUES
	(1, 0, 'wage-rules::art16::heading-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '{"chunk_id":"wage-rules::art16::heading-1","doc_id":"wage-rules","text_type":"heading","content":"第16条（手当）","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"article","label":"第16条","title":"手当"}],"parent_section_title":null,"annex_title":null,"page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"第16条（手当）","body_md":null}}'),
	(1, 1, 'wage-rules::art16::paragraph-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '{"chunk_id":"wage-rules::art16::paragraph-1","doc_id":"wage-rules","text_type":"paragraph","content":"通勤手当は、別表第1のとおりとする。","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"article","label":"第16条","title":"手当"}],"parent_section_title":null,"annex_title":null,"page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"通勤手当は、別表第1のとおりとする。","body_md":null}}'),
	(1, 2, 'wage-rules::annex1::paragraph-1', 'sha256:0', 'wage-rules::annex1', '{wage-rules::art16}', '{"chunk_id":"wage-rules::annex1::paragraph-1","doc_id":"wage-rules","text_type":"paragraph","content":"月額30,000円を上限とする。","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"annex","label":"別表第1","title":"第16条関係"}],"parent_section_title":null,"annex_title":"別表第1 第16条関係","page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"月額30,000円を上限とする。","body_md":null}}');
INSERT INTO public.deactivations (user_id, at, agreed) VALUES
	('001235', '2026-11-29 09:58:03.587624+00', true);
INSERT INTO public.departments (code, name) VALUES
	('D1020', '人事部');
INSERT INTO public.document_audience (principal, document_id) VALUES
	('u:001235', 'wage-rules'),
	('g:managers', 'wage-rules'),
	('d:D1010', 'wage-rules'),
	('*', 'open');
INSERT INTO public.document_states (state_id, document_id, at, title, version) OVERRIDING SYSTEM VALUE VALUES
	(1, 'wage-rules', '2026-11-29 09:58:02.955157+00', '賃金規程', '2025-04-01');
INSERT INTO public.documents (document_id, title, version, search_key, revision_id, draft_id, accepted, allow_all, allowed_department_codes, allowed_groups, allowed_users, audience, rules_version, rules_accepted, updated_at, audience_copied, versions) VALUES
	('gone', '廃止', '1', 'gone
廃止', NULL, NULL, 7, true, '{}', '{}', '{}', '{*}', 1, 2, '2026-11-29 09:58:02.741548+00', true, 0),
	('wage-rules', '賃金規程', '2025-04-01', 'wage-rules
賃金規程', 1, 3, 3, false, '{D1010}', '{managers}', '{001235}', '{d:D1010,g:managers,u:001235}', 5, 5, '2026-11-29 09:58:02.741548+00', false, 1),
	('open', '社内報', '2', 'open
社内報', 4, NULL, 10, true, '{}', '{}', '{}', '{*}', 1, 0, '2026-11-29 09:58:03.146811+00', true, 2);
INSERT INTO public.jobs (accepted, job_id, kind, document_id, state, progress, options, report, error, payload, attempt, hold, free_from, created_at, finished_at, problems) VALUES
	(9, '5ecbcb77-29f6-42ff-ad0d-70750402aa10', 'ingest', 'wage-rules', 'cancelled', 0, '{}', NULL, NULL, NULL, 0, 0, '2026-11-29 09:58:03.495437+00', '2026-11-29 09:58:03.495437+00', '2026-11-29 09:58:03.495437+00', NULL),
	(10, 'df396765-e104-47fe-8187-3c3c7acbc2d3', 'ingest', 'open', 'queued', 0, '{}', NULL, NULL, '\x74657874', 0, 0, '2026-11-29 09:58:03.495437+00', '2026-11-29 09:58:03.495437+00', NULL, NULL),
	(11, 'a2517176-0c41-4d6a-9f7c-2f6a25064685', 'ingest', 'open', 'failed', 0, '{}', NULL, NULL, NULL, 0, 0, '2026-11-29 09:58:03.69705+00', '2026-11-29 09:58:03.69705+00', '2026-11-29 09:58:03.69705+00', '[{"code":"pdf.encrypted"}]');
INSERT INTO public.migrations (name, "timestamp") VALUES
	('0001-first', '2026-11-29T09:58:02.727Z'),
	('0002-search', '2026-11-29T09:58:02.816Z'),
	('0003-record', '2026-11-29T09:58:02.958Z'),
	('0004-audit-reading', '2026-11-29T09:58:03.055Z'),
	('0005-document-audience', '2026-11-29T09:58:03.143Z'),
	('0006-room-for-changes', '2026-11-29T09:58:03.216Z'),
	('0007-sessions', '2026-11-29T09:58:03.307Z'),
	('0008-large-audiences', '2026-11-29T09:58:03.382Z'),
	('0009-cancelled-jobs', '2026-11-29T09:58:03.480Z'),
	('0010-deactivations', '2026-11-29T09:58:03.552Z'),
	('0011-stated-draft-rules', '2026-11-29T09:58:03.639Z'),
	('0012-job-problems', '2026-11-29T09:58:03.696Z'),
	('0013-versions', '2026-11-29T09:58:03.790Z');
INSERT INTO public.migrations_lock (id, is_locked) VALUES
	('migration_lock', 0);
INSERT INTO public.original_parts (sha256, part, content) VALUES
	('\x01', 0, '\x74657874');
INSERT INTO public.originals (sha256, bytes) VALUES
	('\x01', 4);
INSERT INTO public.revisions (revision_id, document_id, title, version, accepted, access_rules, created_at, rules_accepted, number, published_at, by_user, chunk_count, original, original_media_type, original_for) OVERRIDING SYSTEM VALUE VALUES
	(3, 'wage-rules', '賃金規程（案）', '2026-04-01', 9, '{"allow_all":true}', '2026-11-29 09:58:03.655424+00', 9, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(2, 'open', '社内報', '1', 8, NULL, '2026-11-29 09:58:03.146811+00', NULL, 1, '2026-11-29 09:58:03.146811+00', NULL, NULL, NULL, NULL, NULL),
	(1, 'wage-rules', '賃金規程', '2025-04-01', 3, NULL, '2026-11-29 09:58:02.741548+00', NULL, 1, '2026-11-29 09:58:02.955157+00', '000001', NULL, NULL, NULL, NULL),
	(4, 'open', '社内報', '2', 10, NULL, '2026-11-29 09:58:03.80364+00', NULL, 2, '2026-11-29 09:58:03.809042+00', NULL, NULL, '\x01', 'text/markdown', 'readers');
INSERT INTO public.rule_versions (document_id, rules_version, at, by_user, cause, access_rules, gained, lost) VALUES
	('wage-rules', 4, '2026-11-29 09:58:02.952288+00', NULL, 'found', '{"allow_all" : false, "allowed_department_codes" : ["D1010"], "allowed_groups" : ["managers"], "allowed_users" : []}', 0, 0),
	('gone', 1, '2026-11-29 09:58:02.952455+00', NULL, 'found', '{"allow_all" : true, "allowed_department_codes" : [], "allowed_groups" : [], "allowed_users" : []}', 0, 0),
	('wage-rules', 5, '2026-11-29 09:58:02.97757+00', '000001', 'edit', '{"allow_all":false,"allowed_department_codes":["D1010"],"allowed_groups":["managers"],"allowed_users":["001235"]}', 1, 0);
INSERT INTO public.search_entries (revision_id, place, document_id, text_type, terms, length, audience, sampled) VALUES
	(1, 1, 'wage-rules', 'paragraph', '''手当'':2 ''通勤'':1', 2, '{d:D1010,g:managers}', true);
INSERT INTO public.search_state (only_row, terms_version) VALUES
	(true, 3);
INSERT INTO public.user_states (state_id, user_id, at, display_name, role, department_code, permission_groups, is_active) OVERRIDING SYSTEM VALUE VALUES
	(1, '000001', '2026-11-29 09:58:02.958129+00', '山田 花子', 'admin', NULL, '{}', true),
	(2, '001234', '2026-11-29 09:58:02.958308+00', '髙橋 一郎', 'user', 'D1020', '{managers}', true),
	(3, '001235', '2026-11-29 09:58:02.958318+00', '佐藤 𠮷', 'user', NULL, '{}', false),
	(4, '001234', '2026-11-29 09:58:02.979878+00', '髙橋 一郎', 'user', 'D1020', '{managers}', true);
INSERT INTO public.users (user_id, display_name, department, department_code, department_code_given, email, role, permission_groups, is_active, password_hash, search_key, updated_at, sessions) VALUES
	('001235', '佐藤 𠮷', NULL, NULL, false, NULL, 'user', '{}', false, NULL, '001235
佐藤 𠮷', '2026-11-29 09:58:02.741548+00', 0),
	('000001', '山田 花子', NULL, NULL, false, 'new@example.com', 'admin', '{}', true, NULL, '000001
山田 花子', '2026-11-29 09:58:02.741548+00', 0),
	('001234', '髙橋 一郎', '人事部', 'D1020', false, 'i@example.com', 'user', '{managers}', true, '$argon2id$v=19$old', '001234
髙橋 一郎', '2026-11-29 09:58:02.741548+00', 2);
SELECT pg_catalog.setval('public.acceptance', 11, true);
SELECT pg_catalog.setval('public.audit_entries_entry_id_seq', 3, true);
SELECT pg_catalog.setval('public.document_states_state_id_seq', 1, true);
SELECT pg_catalog.setval('public.revisions_revision_id_seq', 4, true);
SELECT pg_catalog.setval('public.user_states_state_id_seq', 4, true);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (entry_id);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (revision_id, place);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_revision_id_chunk_id_key UNIQUE (revision_id, chunk_id);
ALTER TABLE ONLY public.deactivations
    ADD CONSTRAINT deactivations_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.document_audience
    ADD CONSTRAINT document_audience_pkey PRIMARY KEY (principal, document_id);
ALTER TABLE ONLY public.document_states
    ADD CONSTRAINT document_states_pkey PRIMARY KEY (state_id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (document_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_job_id_key UNIQUE (job_id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (accepted);
ALTER TABLE ONLY public.migrations_lock
    ADD CONSTRAINT migrations_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.original_parts
    ADD CONSTRAINT original_parts_pkey PRIMARY KEY (sha256, part);
ALTER TABLE ONLY public.originals
    ADD CONSTRAINT originals_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_number_key UNIQUE (document_id, number);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (revision_id);
ALTER TABLE ONLY public.rule_versions
    ADD CONSTRAINT rule_versions_pkey PRIMARY KEY (document_id, rules_version);
ALTER TABLE ONLY public.search_entries
    ADD CONSTRAINT search_entries_pkey PRIMARY KEY (revision_id, place);
ALTER TABLE ONLY public.search_state
    ADD CONSTRAINT search_state_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.sign_in_uses
    ADD CONSTRAINT sign_in_uses_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.user_states
    ADD CONSTRAINT user_states_pkey PRIMARY KEY (user_id, state_id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at);
CREATE INDEX audit_entries_by ON public.audit_entries USING btree (by_user, entry_id) WHERE (by_user IS NOT NULL);
CREATE INDEX audit_entries_document ON public.audit_entries USING btree (document_id, entry_id) WHERE (document_id IS NOT NULL);
CREATE INDEX audit_entries_kind ON public.audit_entries USING btree (kind, entry_id);
CREATE INDEX audit_entries_user ON public.audit_entries USING btree (user_id, entry_id) WHERE (user_id IS NOT NULL);
CREATE INDEX chunks_scope ON public.chunks USING btree (revision_id, scope, place);
CREATE INDEX deactivations_at ON public.deactivations USING btree (at);
CREATE INDEX document_states_document ON public.document_states USING btree (document_id, state_id);
CREATE INDEX documents_audience ON public.documents USING gin (audience);
CREATE INDEX documents_draft ON public.documents USING btree (draft_id) WHERE (draft_id IS NOT NULL);
CREATE INDEX documents_not_copied ON public.documents USING btree (document_id) WHERE (NOT audience_copied);
CREATE INDEX documents_revision ON public.documents USING btree (revision_id);
CREATE INDEX jobs_ended ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX jobs_of_document ON public.jobs USING btree (document_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_open ON public.jobs USING btree (kind, accepted) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_running ON public.jobs USING btree (document_id) WHERE (state = 'running'::text);
CREATE INDEX revisions_original ON public.revisions USING btree (original) WHERE (original IS NOT NULL);
CREATE INDEX revisions_published ON public.revisions USING btree (published_at, revision_id) INCLUDE (chunk_count) WHERE (number IS NOT NULL);
CREATE INDEX search_entries_sample ON public.search_entries USING gin (terms, audience, (ARRAY[document_id])) WHERE sampled;
CREATE INDEX search_entries_terms ON public.search_entries USING gin (terms, audience, (ARRAY[document_id]));
CREATE INDEX sign_in_uses_until ON public.sign_in_uses USING btree (until);
CREATE INDEX users_active_admins ON public.users USING btree (user_id) WHERE ((role = 'admin'::text) AND is_active);
CREATE INDEX users_without_leading_zeros ON public.users USING btree (ltrim(user_id, '0'::text));
CREATE TRIGGER document_added AFTER INSERT ON public.documents FOR EACH ROW WHEN ((new.revision_id IS NOT NULL)) EXECUTE FUNCTION public.keep_document_audience();
CREATE TRIGGER document_audience_changed AFTER UPDATE ON public.documents FOR EACH ROW WHEN (((old.audience IS DISTINCT FROM new.audience) OR ((old.revision_id IS NULL) <> (new.revision_id IS NULL)))) EXECUTE FUNCTION public.keep_document_audience();
CREATE TRIGGER document_deleted AFTER UPDATE ON public.documents FOR EACH ROW WHEN (((old.revision_id IS NOT NULL) AND (new.revision_id IS NULL))) EXECUTE FUNCTION public.delete_versions();
CREATE TRIGGER version_published BEFORE UPDATE ON public.documents FOR EACH ROW WHEN (((new.revision_id IS NOT NULL) AND (new.revision_id IS DISTINCT FROM old.revision_id))) EXECUTE FUNCTION public.number_version();
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.document_audience
    ADD CONSTRAINT document_audience_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(document_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES public.revisions(revision_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.original_parts
    ADD CONSTRAINT original_parts_sha256_fkey FOREIGN KEY (sha256) REFERENCES public.originals(sha256) ON DELETE CASCADE;
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(document_id);
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_original_fkey FOREIGN KEY (original) REFERENCES public.originals(sha256);
ALTER TABLE ONLY public.search_entries
    ADD CONSTRAINT search_entries_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) ON DELETE CASCADE;
REVOKE ALL ON FUNCTION public.forget_audit_entries(before timestamp with time zone, up_to integer) FROM PUBLIC;
