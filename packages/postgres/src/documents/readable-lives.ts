import type { ReaderFilter } from "@retrieval/core";
import type { DecidedAbolition, FoundLife, LifeVersion, ReadableLives } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { RULE_COLUMNS, type RuleColumns, ruleOf } from "../sql/document-rule.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { TODAY } from "../sql/today.js";

type Fields = FoundLife["fields"];

interface LifeRow extends RuleColumns, Fields {
  readonly abolitions: readonly DecidedAbolition[];
  readonly day: string;
  readonly versions: readonly LifeVersion[];
}

/** The published versions of a row of `documents`, oldest first, as the life of a document has them. */
const LIFE_VERSIONS = sql<readonly LifeVersion[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'revision_id', revision_id::text, 'number', revisions.number, 'title', title, 'version', version,
    'effective_from', effective_from, 'withdrawn', withdrawn IS NOT NULL, 'reason', withdrawn ->> 'reason',
    'withdrawn_on', CASE WHEN withdrawn IS NOT NULL THEN kept_from END,
    'published_at', floor(extract(epoch FROM published_at) * 1000)::bigint, 'note', note, 'notice', notice,
    'confirm_by', confirm_by, 'original_for', original_for) ORDER BY revisions.number), '[]')
  FROM revisions WHERE revisions.document_id = documents.document_id AND revisions.number IS NOT NULL)`;

/** The day for which documents point to their versions in force. */
/** The life of a row of `documents`, where its version in force does not say all; otherwise null. */
export const LIFE = sql<Pick<FoundLife, "versions" | "abolitions" | "day"> | null>`(
  CASE WHEN next_on IS NOT NULL OR documents.revision_id IS NULL THEN
    json_build_object('day', ${TODAY}, 'abolitions', abolitions, 'versions', ${LIFE_VERSIONS}) END)`;

export class PostgresReadableLives implements ReadableLives {
  constructor(private readonly db: Kysely<Schema>) {}

  async find(document_id: string, reader: ReaderFilter): Promise<FoundLife | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const row: LifeRow | undefined = await this.db
        .selectFrom("documents")
        .select([...RULE_COLUMNS, "number", "category", "owner", "contact", "history"])
        .select(sql<readonly DecidedAbolition[]>`abolitions`.as("abolitions"))
        .select([TODAY.as("day"), LIFE_VERSIONS.as("versions")])
        .where("document_id", "=", document_id)
        .where(maySee(reader))
        .executeTakeFirst();
      if (row === undefined || row.versions.length === 0) return null;
      const { number, category, owner, contact, history, abolitions, day, versions } = row;
      const fields = { number, category, owner, contact, history };
      return { document_id, access_rules: ruleOf(row), fields, abolitions, day, versions };
    });
  }
}
