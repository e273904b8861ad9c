import { audienceOf } from "@retrieval/core";
import type pg from "pg";

/** One connection, of any kind. */
export type Connection = Pick<pg.ClientBase, "query">;

/**
 * Invariants of the database after any fault: each statement returns the rows that break one. A partial write would be
 * such a row.
 */
const DISAGREEMENTS: Readonly<Record<string, string>> = {
  "the rule of a document is not its last version": `
    SELECT d.document_id FROM documents d
    LEFT JOIN LATERAL (
      SELECT access_rules, rules_version FROM rule_versions v WHERE v.document_id = d.document_id
      ORDER BY rules_version DESC LIMIT 1
    ) last ON true
    WHERE d.rules_version > 0 AND (d.rules_version, jsonb_build_object(
      'allow_all', allow_all, 'allowed_department_codes', allowed_department_codes,
      'allowed_groups', allowed_groups, 'allowed_users', allowed_users
    )) IS DISTINCT FROM (last.rules_version, last.access_rules::jsonb)`,
  "a version of a rule does not have exactly one audit entry": `
    SELECT document_id, rules_version FROM rule_versions
    FULL JOIN (
      SELECT document_id, (details->>'rules_version')::int AS rules_version, details->'after' AS after
      FROM audit_entries WHERE kind = 'rule-changed'
    ) entry USING (document_id, rules_version)
    GROUP BY document_id, rules_version
    HAVING count(*) <> 1 OR min(access_rules::text)::jsonb IS DISTINCT FROM min(after::text)::jsonb`,
  "a published version has no term vectors": `
    SELECT document_id FROM documents d WHERE revision_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM term_vectors v WHERE v.revision_id = d.revision_id)`,
  "the generation is not that of the last change": `
    SELECT head.number FROM index_head head
    WHERE NOT EXISTS (SELECT FROM changes c WHERE (c.number, c.stamp) = (head.number, head.stamp))
      OR EXISTS (SELECT FROM changes c WHERE c.number > head.number)`,
  "a revision is no document's draft, published version or older version": `
    SELECT revision_id FROM revisions r
    WHERE NOT EXISTS (
      SELECT FROM documents d WHERE r.revision_id IN (d.revision_id, d.draft_id)
        OR (d.document_id = r.document_id AND r.number <= d.versions)
    )`,
  "the published version is to come, or is not the latest in force": `
    SELECT d.document_id FROM documents d JOIN revisions r USING (revision_id) JOIN calendar ON true
    WHERE r.number IS NULL OR r.withdrawn IS NOT NULL OR r.effective_from > calendar.day OR EXISTS (
      SELECT FROM revisions later WHERE later.document_id = d.document_id AND later.withdrawn IS NULL
        AND later.effective_from <= calendar.day
        AND (later.effective_from, later.number) > (r.effective_from, r.number)
    )`,
  "a document differs from its published version": `
    SELECT d.document_id FROM documents d LEFT JOIN revisions r USING (revision_id)
    WHERE d.revision_id IS NOT NULL
      AND (d.document_id, d.title, d.version) IS DISTINCT FROM (r.document_id, r.title, r.version)`,
  "a document differs from its last recorded state": `
    SELECT d.document_id FROM documents d
    LEFT JOIN LATERAL (
      SELECT title, version FROM document_states s WHERE s.document_id = d.document_id ORDER BY state_id DESC LIMIT 1
    ) last ON true
    WHERE (CASE WHEN revision_id IS NOT NULL THEN d.title END, CASE WHEN revision_id IS NOT NULL THEN d.version END)
      IS DISTINCT FROM (last.title, last.version)`,
  "a document does not have one audit entry for each state": `
    SELECT document_id, version FROM (
      SELECT document_id, coalesce(version, '') AS version, count(*) AS states FROM document_states GROUP BY 1, 2
    ) state
    FULL JOIN (
      SELECT document_id, coalesce(details->>'version', '') AS version, count(*) AS entries
      FROM audit_entries WHERE kind IN ('document-published', 'document-deleted') GROUP BY 1, 2
    ) entry USING (document_id, version)
    WHERE states IS DISTINCT FROM entries`,
  "a user differs from the last recorded state": `
    SELECT u.user_id FROM users u
    LEFT JOIN LATERAL (SELECT * FROM user_states s WHERE s.user_id = u.user_id ORDER BY state_id DESC LIMIT 1) last ON true
    WHERE (u.display_name, u.role, u.department_code, u.permission_groups, u.is_active)
      IS DISTINCT FROM (last.display_name, last.role, last.department_code, last.permission_groups, last.is_active)`,
  "a user does not have exactly one audit entry of the creation": `
    SELECT user_id FROM users FULL JOIN (
      SELECT user_id FROM audit_entries WHERE kind = 'user-changed' AND details->>'result' = 'created'
    ) entry USING (user_id)
    GROUP BY user_id HAVING count(*) <> 1 OR min(display_name) IS NULL`,
  "the number of created users in imports differs from the entries": `
    SELECT via FROM (
      SELECT details->>'via' AS via, sum((details->'results'->>'created')::int) AS said
      FROM audit_entries WHERE kind = 'users-imported' GROUP BY 1
    ) import
    FULL JOIN (
      SELECT details->>'via' AS via, count(*) AS entries FROM audit_entries
      WHERE kind = 'user-changed' AND details->>'result' = 'created' AND details->>'via' <> 'record' GROUP BY 1
    ) created USING (via)
    WHERE coalesce(said, 0) <> coalesce(entries, 0)`,
  "an ended job has an upload, or another job has none": `
    SELECT job_id, state FROM jobs WHERE (state IN ('done', 'failed')) <> (payload IS NULL)`,
};

/** @returns a line for each broken invariant, all checked in one snapshot of the database */
export async function disagreements(connection: Connection): Promise<string[]> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  try {
    const found: string[] = [];
    for (const [what, statement] of Object.entries(DISAGREEMENTS)) {
      const { rows } = await connection.query(statement);
      if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))} (${rows.length})`);
    }
    const { rows } = await connection.query("SELECT * FROM documents");
    for (const row of rows) {
      if (audienceOf(row).sort().join() !== [...row.audience].sort().join())
        found.push(`a document's audience differs from its rule's: ${row.document_id}`);
    }
    return found;
  } finally {
    await connection.query("ROLLBACK");
  }
}
