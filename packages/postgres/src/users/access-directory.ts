import type { AccessRules, Reader, ReaderFilter } from "@retrieval/core";
import type { AccessDirectory, IdPage, RuledDocument } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { RULE_COLUMNS, type RuleColumns, ruleOf } from "../sql/document-rule.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";

const READER = ["user_id", "role", "department_code", "permission_groups"] as const;
const reader = ({ user_id, role, department_code, permission_groups }: Reader): Reader => ({
  ...{ user_id, role, department_code, permission_groups },
});
const document = (row: RuleColumns & { readonly document_id: string }): RuledDocument => ({
  document_id: row.document_id,
  access_rules: ruleOf(row),
});

export class PostgresAccessDirectory implements AccessDirectory {
  constructor(private readonly db: Kysely<Schema>) {}

  async find(user_ids: readonly string[], document_ids: readonly string[]) {
    const [users, documents] = [user_ids, document_ids].map((ids) => ids.filter(canBeStored));
    // One statement, which sees one state.
    const { rows } = await query(() =>
      sql<{ readers: Reader[]; documents: Parameters<typeof document>[0][] }>`
        SELECT (
          SELECT coalesce(json_agg(reader), '[]') FROM (
            SELECT ${columns(READER)} FROM users WHERE is_active AND user_id = ANY(${users}::text[])) AS reader
        ) AS readers, (
          SELECT coalesce(json_agg(document), '[]') FROM (
            SELECT document_id, ${columns(RULE_COLUMNS)} FROM documents
            WHERE revision_id IS NOT NULL AND document_id = ANY(${documents}::text[])) AS document
        ) AS documents`.execute(this.db),
    );
    const [row] = rows;
    return { readers: row?.readers ?? [], documents: row?.documents.map(document) ?? [] };
  }

  async readersOf(
    document_id: string,
    { limit, after = "" }: IdPage,
  ): Promise<readonly { readonly reader: Reader; readonly access_rules: AccessRules }[]> {
    if (!canBeStored(document_id) || !canBeStored(after)) return [];
    const { rows } = await query(() =>
      sql<Reader & RuleColumns>`
        SELECT ${columns(READER)}, ${columns(RULE_COLUMNS)} FROM documents, users
        WHERE document_id = ${document_id} AND revision_id IS NOT NULL AND is_active AND user_id > ${after}
          AND (role <> 'user' OR allow_all OR EXISTS (
            SELECT FROM reader_principals AS held WHERE held.user_id = users.user_id AND held.principal = ANY(audience)))
        ORDER BY user_id LIMIT ${limit}`.execute(this.db),
    );
    return rows.map((row) => ({ reader: reader(row), access_rules: ruleOf(row) }));
  }

  async documentsFor(filter: ReaderFilter, { limit, after = "" }: IdPage): Promise<readonly RuledDocument[]> {
    if (!canBeStored(after)) return [];
    const found = this.db
      .selectFrom("documents")
      .select(["document_id", ...RULE_COLUMNS])
      .where("revision_id", "is not", null)
      .where("document_id", ">", after)
      .where(maySee(filter))
      .orderBy("document_id")
      .limit(limit);
    return (await query(() => found.execute())).map(document);
  }
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
