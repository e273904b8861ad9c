import type { ReaderFilter } from "@retrieval/core";
import type { FoundPassage } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { isChosen } from "../sql/chosen-revision.js";
import { type RuleColumns, ruleOf } from "../sql/document-rule.js";
import type { Schema } from "../sql/schema.js";

interface PassageRow extends RuleColumns, Omit<FoundPassage, "access_rules" | "texts"> {
  readonly body_text: string | null;
  readonly body_md: string | null;
}

/** One statement, which sees one state of the database. Each chunk is a look-up by key. */
export async function findPassages(
  db: Kysely<Schema>,
  chunk_ids: readonly string[],
  reader: ReaderFilter,
): Promise<readonly FoundPassage[]> {
  const { rows } = await sql<PassageRow>`
    SELECT chunks.chunk_id, documents.document_id, allow_all, allowed_department_codes, allowed_groups, allowed_users,
      revisions.version, revisions.number AS version_number, effective_from, chunks.text_hash,
      chunk #>> '{display,body_text}' AS body_text, chunk #>> '{display,body_md}' AS body_md
    FROM unnest(${[...chunk_ids]}::text[]) AS cited (chunk_id)
    JOIN documents ON documents.document_id = split_part(cited.chunk_id, '::', 1)
    JOIN revisions ON ${isChosen(undefined)}
    JOIN chunks ON chunks.revision_id = revisions.revision_id AND chunks.chunk_id = cited.chunk_id
    WHERE ${maySee(reader)}
  `.execute(db);
  return rows.map((row) => {
    const { chunk_id, document_id, version, version_number, effective_from, text_hash, body_text, body_md } = row;
    const texts = [body_text, body_md].filter((text) => text !== null);
    return {
      chunk_id,
      document_id,
      access_rules: ruleOf(row),
      version,
      version_number,
      effective_from,
      text_hash,
      texts,
    };
  });
}
