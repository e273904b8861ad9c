/** A chunk as the first version stored it. */
function chunk(fields: { chunk_id: string; text_type: string; content: string; section: object; annex?: string }) {
  const { chunk_id, text_type, content, section, annex = null } = fields;
  const text_hash = `sha256:${"0".repeat(64)}`;
  return JSON.stringify({
    chunk_id,
    doc_id: "wage-rules",
    text_type,
    content,
    content_md: null,
    metadata: {
      doc_title: "賃金規程",
      section_path: [section],
      parent_section_title: null,
      annex_title: annex,
      page_range: null,
      anchors: {},
      text_hash,
      embed_version: null,
      preprocessing: { llm_revision: null },
    },
    display: { title: "第16条 手当", breadcrumb: ["第16条 手当"], body_text: content, body_md: null },
  });
}

const ARTICLE = { level: 1, type: "article", label: "第16条", title: "手当" };
const ANNEX = { level: 1, type: "annex", label: "別表第1", title: "第16条関係" };
export const HEADING = chunk({
  chunk_id: "wage-rules::art16::heading-1",
  text_type: "heading",
  content: "第16条（手当）",
  section: ARTICLE,
});
export const PARAGRAPH = chunk({
  chunk_id: "wage-rules::art16::paragraph-1",
  text_type: "paragraph",
  content: "通勤手当は、別表第1のとおりとする。",
  section: ARTICLE,
});
export const AMOUNT = chunk({
  chunk_id: "wage-rules::annex1::paragraph-1",
  text_type: "paragraph",
  content: "月額30,000円を上限とする。",
  section: ANNEX,
  annex: "別表第1 第16条関係",
});

/** A company's database after the first migration only. */
export const FIRST_DATA = [
  "INSERT INTO departments VALUES ('D1020', '人事部')",
  `INSERT INTO users (user_id, display_name, department, department_code, department_code_given, email, role,
      permission_groups, is_active, password_hash, search_key) VALUES
    ('000001', '山田 花子', NULL, NULL, false, NULL, 'admin', '{}', true, NULL, E'000001\\n山田 花子'),
    ('001234', '髙橋 一郎', '人事部', 'D1020', false, 'i@example.com', 'user', '{managers}', true, '$argon2id$v=19$old', E'001234\\n髙橋 一郎'),
    ('001235', '佐藤 𠮷', NULL, NULL, false, NULL, 'user', '{}', false, NULL, E'001235\\n佐藤 𠮷')`,
  "SELECT setval('acceptance', 7)",
  `INSERT INTO documents (document_id, title, version, search_key, revision_id, draft_id, accepted, allow_all,
      allowed_department_codes, allowed_groups, allowed_users, audience, rules_version, rules_accepted) VALUES
    ('wage-rules', '賃金規程', '2025-04-01', E'wage-rules\\n賃金規程', 1, NULL, 3, false, '{D1010}', '{managers}',
      '{}', '{d:D1010,g:managers}', 4, 5),
    ('gone', '廃止', '1', E'gone\\n廃止', NULL, NULL, 7, true, '{}', '{}', '{}', '{*}', 1, 2)`,
  `INSERT INTO revisions (document_id, title, version, accepted) VALUES ('wage-rules', '賃金規程', '2025-04-01', 3)`,
  `INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk) VALUES
    (1, 0, 'wage-rules::art16::heading-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '${HEADING}'),
    (1, 1, 'wage-rules::art16::paragraph-1', 'sha256:0', 'wage-rules::art16', '{wage-rules::annex1}', '${PARAGRAPH}'),
    (1, 2, 'wage-rules::annex1::paragraph-1', 'sha256:0', 'wage-rules::annex1', '{wage-rules::art16}', '${AMOUNT}')`,
];

/** What a database may hold once it has a migration, and what must hold of that after all later ones. */
interface ReleasedData {
  /** In one transaction, by statements as that release had them. */
  readonly rows: readonly string[];
  /** Expressions of SQL, each with its value after the upgrade. */
  readonly kept: readonly (readonly [expression: string, value: unknown])[];
}

/** By migration, each of them: a new migration adds its own line. */
export const RELEASED: Readonly<Record<string, ReleasedData>> = {
  "0001-first": {
    rows: FIRST_DATA,
    kept: [
      ["(SELECT array_agg(user_id ORDER BY user_id) FROM users)", ["000001", "001234", "001235"]],
      ["(SELECT password_hash FROM users WHERE user_id = '001234')", "$argon2id$v=19$old"],
      ["(SELECT name FROM departments WHERE code = 'D1020')", "人事部"],
      ["(SELECT count(*)::int FROM chunks WHERE revision_id = 1)", 3],
      ["(SELECT revision_id IS NULL FROM documents WHERE document_id = 'gone')", true],
      ["(SELECT allowed_department_codes FROM documents WHERE document_id = 'wage-rules')", ["D1010"]],
    ],
  },
  "0002-search": {
    rows: [
      `INSERT INTO search_entries VALUES
        (1, 1, 'wage-rules', 'paragraph', '''通勤'':1 ''手当'':2', 2, '{d:D1010,g:managers}', true)`,
      "INSERT INTO search_state (terms_version) VALUES (3)",
    ],
    kept: [["to_regclass('search_entries') IS NULL", true]],
  },
  "0003-record": {
    rows: [
      `UPDATE documents SET allowed_users = '{001235}', audience = '{d:D1010,g:managers,u:001235}', rules_version = 5
        WHERE document_id = 'wage-rules'`,
      `INSERT INTO rule_versions (document_id, rules_version, by_user, cause, access_rules, gained, lost) VALUES
        ('wage-rules', 5, '000001', 'edit', '{"allow_all":false,"allowed_department_codes":["D1010"],"allowed_groups":["managers"],"allowed_users":["001235"]}', 1, 0)`,
      `INSERT INTO audit_entries (kind, by_user, document_id, details) VALUES
        ('rule-changed', '000001', 'wage-rules', '{"rules_version":5}'),
        ('document-published', '000001', 'wage-rules', '{"version":"2025-04-01"}')`,
      `INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
        VALUES ('001234', '髙橋 一郎', 'user', 'D1020', '{managers}', true)`,
    ],
    kept: [
      [
        "(SELECT array_agg(rules_version || cause ORDER BY rules_version) FROM rule_versions WHERE document_id = 'wage-rules')",
        ["4found", "5edit"],
      ],
      ["(SELECT audience FROM documents WHERE document_id = 'wage-rules')", ["d:D1010", "g:managers", "u:001235"]],
      ["(SELECT count(*)::int FROM audit_entries WHERE by_user = '000001')", 2],
      ["(SELECT count(*)::int FROM user_states WHERE user_id = '001234')", 2],
    ],
  },
  "0004-audit-reading": {
    rows: ["INSERT INTO audit_entries (at, kind, details) VALUES (now() - interval '31 days', 'sign-in', '{}')"],
    kept: [["forget_audit_entries(now(), 10)::int", 1]],
  },
  "0005-document-audience": {
    rows: [
      `INSERT INTO documents (document_id, title, version, search_key, accepted, allow_all, allowed_department_codes,
          allowed_groups, allowed_users, audience) VALUES
        ('open', '社内報', '1', E'open\\n社内報', nextval('acceptance'), true, '{}', '{}', '{}', '{*}')`,
      "INSERT INTO revisions (document_id, title, version, accepted) VALUES ('open', '社内報', '1', 8)",
      "UPDATE documents SET revision_id = 2 WHERE document_id = 'open'",
    ],
    kept: [
      ["(SELECT audience FROM documents WHERE document_id = 'open')", ["*"]],
      ["to_regclass('document_audience') IS NULL", true],
    ],
  },
  "0006-room-for-changes": {
    rows: ["UPDATE users SET email = 'new@example.com' WHERE user_id = '000001'"],
    kept: [["(SELECT email FROM users WHERE user_id = '000001')", "new@example.com"]],
  },
  "0007-sessions": {
    rows: ["UPDATE users SET sessions = 2 WHERE user_id = '001234'"],
    kept: [["(SELECT array_agg(sessions ORDER BY user_id) FROM users)", [0, 2, 0]]],
  },
  "0008-large-audiences": {
    rows: ["UPDATE documents SET audience_copied = false WHERE document_id = 'wage-rules'"],
    kept: [["(SELECT cardinality(audience) FROM documents WHERE document_id = 'wage-rules')", 3]],
  },
  "0009-cancelled-jobs": {
    rows: [
      `INSERT INTO jobs (kind, document_id, state, options, payload, finished_at) VALUES
        ('ingest', 'wage-rules', 'cancelled', '{}', NULL, now()), ('ingest', 'open', 'queued', '{}', 'text', NULL)`,
    ],
    kept: [["(SELECT array_agg(state ORDER BY accepted) FROM jobs WHERE problems IS NULL)", ["cancelled", "queued"]]],
  },
  "0010-deactivations": {
    rows: ["INSERT INTO deactivations (user_id, agreed) VALUES ('001235', true)"],
    kept: [["(SELECT agreed FROM deactivations WHERE user_id = '001235')", true]],
  },
  "0011-stated-draft-rules": {
    rows: [
      `INSERT INTO revisions (document_id, title, version, accepted, access_rules, rules_accepted) VALUES
        ('wage-rules', '賃金規程（案）', '2026-04-01', 9, '{"allow_all":true}', 9)`,
      "UPDATE documents SET draft_id = 3 WHERE document_id = 'wage-rules'",
    ],
    kept: [["(SELECT number IS NULL AND rules_accepted = 9 FROM revisions WHERE revision_id = 3)", true]],
  },
  "0012-job-problems": {
    rows: [
      `INSERT INTO jobs (kind, document_id, state, options, problems, finished_at) VALUES
        ('ingest', 'open', 'failed', '{}', '[{"code":"pdf.encrypted"}]', now())`,
    ],
    kept: [["(SELECT problems->0->>'code' FROM jobs WHERE problems IS NOT NULL)", "pdf.encrypted"]],
  },
  "0013-versions": {
    rows: [
      "INSERT INTO originals VALUES ('\\x01', 4)",
      "INSERT INTO original_parts VALUES ('\\x01', 0, 'text')",
      `INSERT INTO revisions (document_id, title, version, accepted, original, original_media_type, original_for) VALUES
        ('open', '社内報', '2', 10, '\\x01', 'text/markdown', 'readers')`,
      "UPDATE documents SET revision_id = 4, version = '2', accepted = 10 WHERE document_id = 'open'",
    ],
    kept: [
      [
        "(SELECT array_agg(number || ' ' || version ORDER BY number) FROM revisions WHERE document_id = 'open')",
        ["1 1", "2 2"],
      ],
      ["(SELECT versions FROM documents WHERE document_id = 'open')", 2],
      ["(SELECT convert_from(content, 'UTF8') FROM original_parts)", "text"],
    ],
  },
  "0014-sections": {
    rows: [
      "INSERT INTO vocabulary_starters DEFAULT VALUES",
      `INSERT INTO vocabulary VALUES ('有休', '{年次有給休暇}', false, 0.8, true, false), ('出張', '{旅行}', true, 0.8, false, true)`,
      "INSERT INTO term_vectors VALUES (1, 1, '\\x00')",
      "UPDATE documents SET title = '社内報 春' WHERE document_id = 'open'",
    ],
    kept: [
      [`(SELECT array_agg(said || "on" ORDER BY said) FROM vocabulary)`, ["出張false", "有休true"]],
      ["(SELECT count(*)::int FROM vocabulary_starters)", 1],
      ["(SELECT count(*)::int FROM changes WHERE document_id = 'open')", 1],
    ],
  },
  "0015-embeddings": {
    rows: [
      "INSERT INTO embedding_models (model, passage_prefix, dimensions) VALUES ('e5', 'passage: ', 2)",
      "INSERT INTO embeddings (model_id, text_hash, vector) VALUES (1, '\\x02', '\\x00000000')",
      "INSERT INTO embedded_revisions (revision_id, model_id, places, chunk_counts, text_hashes) VALUES (1, 1, '{0}', '{3}', ARRAY['\\x02'::bytea])",
    ],
    kept: [["(SELECT count(*)::int FROM changes WHERE document_id = 'wage-rules')", 1]],
  },
  "0016-access-tokens": {
    rows: [
      `INSERT INTO access_tokens (token_id, hash, user_id, name, audience, sessions, expires_at) VALUES
        ('00000000-0000-4000-8000-000000000001', decode(repeat('ab', 32), 'hex'), '001234', '集計', 'api', 2,
          '2027-01-01T00:00:00Z')`,
    ],
    kept: [["(SELECT audience || sessions FROM access_tokens WHERE user_id = '001234')", "api2"]],
  },
  "0017-usage": {
    rows: ["INSERT INTO usage_marks (kind, day, subject, user_hash) VALUES ('read', '2026-11-24', 'open', '\\x0a')"],
    kept: [["(SELECT subject FROM usage_marks)", "open"]],
  },
  "0018-token-roles": {
    rows: [
      `INSERT INTO access_tokens (token_id, hash, user_id, name, audience, role, sessions, expires_at) VALUES
        ('00000000-0000-4000-8000-000000000002', decode(repeat('cd', 32), 'hex'), '000001', '集計', 'api', 'admin', 0,
          '2027-01-01T00:00:00Z')`,
    ],
    // Earlier tokens read as user.
    kept: [["(SELECT array_agg(role ORDER BY token_id) FROM access_tokens)", ["user", "admin"]]],
  },
  "0019-reader-principals": {
    rows: [],
    kept: [["(SELECT user_id FROM reader_principals WHERE principal = 'u:001234')", "001234"]],
  },
  "0020-older-questions": {
    rows: [
      `UPDATE chunks SET chunk = replace(chunk::text, '"embed_version":null', '"embed_version" : "a\\\\\\"b@2026-01-31"')::json
        WHERE chunk_id = 'wage-rules::art16::paragraph-1'`,
    ],
    // It still runs as its owner, and not for everyone.
    kept: [
      ["(SELECT prosecdef AND proacl::text !~ '[{,]=X' FROM pg_proc WHERE proname = 'forget_audit_entries')", true],
    ],
  },
  "0021-embed-versions": {
    rows: [],
    kept: [
      ["(SELECT chunk::text FROM chunks WHERE chunk_id = 'wage-rules::art16::paragraph-1')", PARAGRAPH],
      ["(SELECT embed_version FROM revisions WHERE revision_id = 1)", null],
      ["(SELECT count(*)::int FROM embedded_revisions)", 0],
    ],
  },
  "0022-calibration": {
    rows: [
      `INSERT INTO jobs (kind, state, options, payload, finished_at) VALUES
        ('import', 'checked', '{}', '[]', NULL), ('import', 'queued', '{}', '[]', NULL),
        ('import', 'done', '{}', NULL, now())`,
    ],
    kept: [
      // Its vectors are of another form.
      ["(SELECT count(*)::int FROM embedding_models)", 0],
      // Imports are no jobs any more.
      ["(SELECT count(*)::int FROM jobs WHERE document_id IS NULL)", 0],
    ],
  },
  "0023-import-jobs": {
    rows: [],
    kept: [["(SELECT indexdef LIKE '%(accepted)%' FROM pg_indexes WHERE indexname = 'jobs_open')", true]],
  },
  "0024-keyed-requests": { rows: [], kept: [["(SELECT count(*)::int FROM keyed_requests)", 0]] },
};
