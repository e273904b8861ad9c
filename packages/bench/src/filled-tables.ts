import { buildChunk } from "@retrieval/core/chunks";
import { makeTermVectors, TERMS_VERSION } from "@retrieval/core/search";
import type { Database } from "@retrieval/postgres";
import { GROUPS, type Group, groupsOf } from "./large-corpus.js";

const DEPARTMENTS = 30;

/** Inserts many users, like bulk imports: each in a department, one in five in the group of managers. */
export async function fillUsers({ pool }: Database, count: number): Promise<void> {
  await pool.query("TRUNCATE users, user_states, departments, audit_entries CASCADE");
  await pool.query(
    "INSERT INTO departments (code, name) SELECT 'D' || 1000 + i, 'Department ' || i FROM generate_series(1, $1) AS i",
    [DEPARTMENTS],
  );
  await pool.query(
    `INSERT INTO users (user_id, display_name, department, department_code, department_code_given, email, role,
       permission_groups, is_active, search_key)
     SELECT lpad(i::text, 6, '0'), 'User ' || i, 'Department ' || i % $2 + 1, 'D' || 1001 + i % $2, false,
       'user' || i || '@example.com', CASE WHEN i <= 3 THEN 'admin' ELSE 'user' END,
       CASE WHEN i % 5 = 0 THEN '{managers}'::text[] ELSE '{}' END, true, lpad(i::text, 6, '0') || E'\\nuser ' || i
     FROM generate_series(1, $1::int) AS i`,
    [count, DEPARTMENTS],
  );
  await pool.query(
    `INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
     SELECT user_id, display_name, role, department_code, permission_groups, is_active FROM users`,
  );
  await pool.query("VACUUM ANALYZE users, user_states, departments, audit_entries");
}

/** Each group already sees some of the first 100 documents. */
const FACTORS = { most: 617, some: 7, few: 13 };

/** Whether the group may see the i-th document. */
export const isFor = (group: Group, i: number) => (i * FACTORS[group]) % 1000 < GROUPS[group] * 1000;

const CHUNK = buildChunk(
  { document_id: "d1", title: "Document" },
  "d1::paragraph-1",
  { text_type: "paragraph", content: "One paragraph.", content_md: null },
  { section_path: [], annex_title: null },
);

/** Inserts many published documents, `d1` and on, each with the same chunk, its term vectors and its history. */
export async function fillDocuments({ pool }: Database, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    // Rows that name each other are inserted together, so the keys are not checked row by row.
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
    await client.query(
      `INSERT INTO documents (document_id, title, version, search_key, revision_id, accepted, allow_all,
         allowed_department_codes, allowed_groups, allowed_users, audience)
       SELECT 'd' || i, 'Document ' || i, '2026-01-01', 'd' || i || E'\\ndocument ' || i, i, 1, false, '{}', groups, '{}',
         ARRAY(SELECT 'g:' || g FROM unnest(groups) AS g)
       FROM generate_series(1, $1::int) AS i, ${groupsOf("i", FACTORS)}`,
      [count],
    );
    await client.query(`INSERT INTO revisions (revision_id, document_id, title, version, accepted)
      OVERRIDING SYSTEM VALUE SELECT revision_id, document_id, title, version, 1 FROM documents`);
    await client.query(
      `INSERT INTO chunks (revision_id, place, chunk_id, text_hash, scope, related_scopes, chunk)
       SELECT revision_id, 0, document_id || '::paragraph-1', '', '', '{}', $1::jsonb FROM documents`,
      [JSON.stringify(CHUNK)],
    );
    await client.query(
      "INSERT INTO term_vectors (revision_id, terms_version, vectors) SELECT revision_id, $1, $2 FROM documents",
      [TERMS_VERSION, Buffer.from(makeTermVectors("Document", [CHUNK]))],
    );
    await client.query(`INSERT INTO rule_versions (document_id, rules_version, cause, access_rules, gained, lost)
      SELECT document_id, 1, 'upload', json_build_object('allow_all', allow_all, 'allowed_department_codes',
        allowed_department_codes, 'allowed_groups', allowed_groups, 'allowed_users', allowed_users), 0, 0 FROM documents`);
    await client.query(
      "INSERT INTO document_states (document_id, title, version) SELECT document_id, title, version FROM documents",
    );
    await client.query("VACUUM ANALYZE");
    // Otherwise the reader of a page would have to write out a dirty one, to make room for it.
    await client.query("CHECKPOINT");
    await client.query("RESET ALL");
  } finally {
    client.release();
  }
}
