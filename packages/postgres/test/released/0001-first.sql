SET check_function_bodies = false;
CREATE SEQUENCE public.acceptance
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.chunks (
    revision_id bigint NOT NULL,
    place integer NOT NULL,
    chunk_id text NOT NULL COLLATE pg_catalog."C",
    text_hash text NOT NULL,
    scope text NOT NULL COLLATE pg_catalog."C",
    related_scopes text[] NOT NULL COLLATE pg_catalog."C",
    chunk json NOT NULL
);
CREATE TABLE public.departments (
    code text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL
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
    updated_at timestamp with time zone DEFAULT now() NOT NULL
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
    CONSTRAINT jobs_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (payload IS NULL))),
    CONSTRAINT jobs_check1 CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
    CONSTRAINT jobs_kind_check CHECK ((kind = ANY (ARRAY['ingest'::text, 'import'::text]))),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['checked'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
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
CREATE TABLE public.revisions (
    revision_id bigint NOT NULL,
    document_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    version text NOT NULL,
    accepted bigint NOT NULL,
    access_rules json,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.revisions ALTER COLUMN revision_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.revisions_revision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.sign_in_uses (
    digest bytea NOT NULL,
    until bigint NOT NULL
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
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'developer'::text, 'user'::text])))
);
INSERT INTO public.chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk) VALUES
	(1, 0, 'wage-rules::art16::heading-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '{"chunk_id":"wage-rules::art16::heading-1","doc_id":"wage-rules","text_type":"heading","content":"第16条（手当）","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"article","label":"第16条","title":"手当"}],"parent_section_title":null,"annex_title":null,"page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"第16条（手当）","body_md":null}}'),
	(1, 1, 'wage-rules::art16::paragraph-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '{"chunk_id":"wage-rules::art16::paragraph-1","doc_id":"wage-rules","text_type":"paragraph","content":"通勤手当は、別表第1のとおりとする。","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"article","label":"第16条","title":"手当"}],"parent_section_title":null,"annex_title":null,"page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"通勤手当は、別表第1のとおりとする。","body_md":null}}'),
	(1, 2, 'wage-rules::annex1::paragraph-1', 'sha256:0', 'wage-rules::annex1', '{wage-rules::art16}', '{"chunk_id":"wage-rules::annex1::paragraph-1","doc_id":"wage-rules","text_type":"paragraph","content":"月額30,000円を上限とする。","content_md":null,"metadata":{"doc_title":"賃金規程","section_path":[{"level":1,"type":"annex","label":"別表第1","title":"第16条関係"}],"parent_section_title":null,"annex_title":"別表第1 第16条関係","page_range":null,"anchors":{},"text_hash":"sha256:0000000000000000000000000000000000000000000000000000000000000000","embed_version":null,"preprocessing":{"llm_revision":null}},"display":{"title":"第16条 手当","breadcrumb":["第16条 手当"],"body_text":"月額30,000円を上限とする。","body_md":null}}');
INSERT INTO public.departments (code, name) VALUES
	('D1020', '人事部');
INSERT INTO public.documents (document_id, title, version, search_key, revision_id, draft_id, accepted, allow_all, allowed_department_codes, allowed_groups, allowed_users, audience, rules_version, rules_accepted, updated_at) VALUES
	('wage-rules', '賃金規程', '2025-04-01', 'wage-rules
賃金規程', 1, NULL, 3, false, '{D1010}', '{managers}', '{}', '{d:D1010,g:managers}', 4, 5, '2026-11-29 09:58:00.414822+00'),
	('gone', '廃止', '1', 'gone
廃止', NULL, NULL, 7, true, '{}', '{}', '{}', '{*}', 1, 2, '2026-11-29 09:58:00.414822+00');
INSERT INTO public.migrations (name, "timestamp") VALUES
	('0001-first', '2026-11-29T09:58:00.393Z');
INSERT INTO public.migrations_lock (id, is_locked) VALUES
	('migration_lock', 0);
INSERT INTO public.revisions (revision_id, document_id, title, version, accepted, access_rules, created_at) OVERRIDING SYSTEM VALUE VALUES
	(1, 'wage-rules', '賃金規程', '2025-04-01', 3, NULL, '2026-11-29 09:58:00.414822+00');
INSERT INTO public.users (user_id, display_name, department, department_code, department_code_given, email, role, permission_groups, is_active, password_hash, search_key, updated_at) VALUES
	('000001', '山田 花子', NULL, NULL, false, NULL, 'admin', '{}', true, NULL, '000001
山田 花子', '2026-11-29 09:58:00.414822+00'),
	('001234', '髙橋 一郎', '人事部', 'D1020', false, 'i@example.com', 'user', '{managers}', true, '$argon2id$v=19$old', '001234
髙橋 一郎', '2026-11-29 09:58:00.414822+00'),
	('001235', '佐藤 𠮷', NULL, NULL, false, NULL, 'user', '{}', false, NULL, '001235
佐藤 𠮷', '2026-11-29 09:58:00.414822+00');
SELECT pg_catalog.setval('public.acceptance', 7, true);
SELECT pg_catalog.setval('public.revisions_revision_id_seq', 1, true);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (revision_id, place);
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_revision_id_chunk_id_key UNIQUE (revision_id, chunk_id);
ALTER TABLE ONLY public.departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (code);
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
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (revision_id);
ALTER TABLE ONLY public.sign_in_uses
    ADD CONSTRAINT sign_in_uses_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (user_id);
CREATE INDEX chunks_scope ON public.chunks USING btree (revision_id, scope, place);
CREATE INDEX documents_audience ON public.documents USING gin (audience);
CREATE INDEX documents_draft ON public.documents USING btree (draft_id) WHERE (draft_id IS NOT NULL);
CREATE INDEX documents_revision ON public.documents USING btree (revision_id);
CREATE INDEX jobs_ended ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX jobs_of_document ON public.jobs USING btree (document_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_open ON public.jobs USING btree (kind, accepted) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_running ON public.jobs USING btree (document_id) WHERE (state = 'running'::text);
CREATE INDEX revisions_document ON public.revisions USING btree (document_id);
CREATE INDEX sign_in_uses_until ON public.sign_in_uses USING btree (until);
CREATE INDEX users_active_admins ON public.users USING btree (user_id) WHERE ((role = 'admin'::text) AND is_active);
CREATE INDEX users_without_leading_zeros ON public.users USING btree (ltrim(user_id, '0'::text));
ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES public.revisions(revision_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES public.revisions(revision_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(document_id);
