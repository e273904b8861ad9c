import type { ReaderFilter } from "@retrieval/core";
import type { FoundOriginal, OriginalFiles } from "@retrieval/core/ports";
import type { Kysely } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { isChosen } from "../sql/chosen-revision.js";
import { RULE_COLUMNS, ruleOf } from "../sql/document-rule.js";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { partsOf } from "./originals.js";

/** A revision refers to its file, whose content is stored once in rows of 1 MiB. */
export class PostgresOriginalFiles implements OriginalFiles {
  constructor(private readonly db: Kysely<Schema>) {}

  async find(document_id: string, reader: ReaderFilter, revision_id?: string): Promise<FoundOriginal | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const row = await this.db
        .selectFrom("documents")
        .innerJoin("revisions", (join) => join.on(isChosen(revision_id)))
        .innerJoin("originals", "originals.sha256", "revisions.original")
        .select(["documents.document_id", "revisions.title", "revisions.version", "sha256", "bytes"])
        .select(RULE_COLUMNS.map((name) => `documents.${name}` as const))
        .select(["original_media_type", "original_for"])
        .where("documents.document_id", "=", document_id)
        .where(maySee(reader))
        .executeTakeFirst();
      if (!row?.original_media_type || !row.original_for) return null;
      const { title, version, bytes, original_media_type: media_type, original_for, sha256 } = row;
      return {
        document: { document_id: row.document_id, title, version },
        access_rules: ruleOf(row),
        media_type,
        original_for,
        bytes,
        parts: () => partsOf(this.db, sha256, bytes),
      };
    });
  }
}
