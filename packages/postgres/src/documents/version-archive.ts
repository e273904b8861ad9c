import { type Restoration, restoredFor, standing } from "@retrieval/core/documents";
import type { MakeVectors, Publication, PublishedVersion, VersionArchive } from "@retrieval/core/ports";
import { type Kysely, sql, type Transaction } from "kysely";
import { inTransaction, query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";
import { canBeStored } from "../sql/storable-text.js";
import { TODAY } from "../sql/today.js";
import { changeDocument, publicationOf } from "./change-document.js";
import { chunkPage } from "./chunk-page.js";
import { holdDay, lockDocument } from "./document-row.js";
import type { StoredOriginal } from "./originals.js";
import { contentOf, originalFor } from "./revisions.js";

/** The highest number that the database can compare. */
const NUMBER_MAX = 2 ** 31 - 1;

/** A version is a revision with a number. */
export class PostgresVersionArchive implements VersionArchive {
  /** @param four_eyes true: a restored version is a draft until another administrator publishes it */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly makeVectors: MakeVectors,
    private readonly four_eyes = false,
  ) {}

  async list(document_id: string): Promise<readonly PublishedVersion[] | null> {
    if (!canBeStored(document_id)) return null;
    return query(async () => {
      const rows = await versionsOf(this.db, document_id)
        .select(["revisions.number", "revisions.title", "revisions.version", "published_at", "by_user", "original_for"])
        .select(["effective_from", "note", "notice", "confirm_by", "withdrawn", "abolitions"])
        .select(TODAY.as("day"))
        .orderBy("revisions.number", "desc")
        .execute();
      const [first] = rows;
      if (first === undefined) return null;
      const versions = rows.map((row) => ({
        number: row.number as number,
        effective_from: row.effective_from as string,
        withdrawn: row.withdrawn !== null,
      }));
      const life = { versions, abolitions: first.abolitions };
      return rows.map(({ published_at, day, abolitions: _, ...rest }, i) => {
        const dated = versions[i] as (typeof versions)[number];
        const { number, effective_from } = dated;
        const at = { published_at: (published_at as Date).getTime(), standing: standing(dated, life, day) };
        return { ...rest, ...at, number, effective_from };
      });
    });
  }

  async chunks(document_id: string, number: number, page: { limit: number; after?: number }) {
    if (!canBeStored(document_id) || number > NUMBER_MAX) return null;
    const revision = sql<string | null>`(
      SELECT version.revision_id FROM revisions AS version
      WHERE version.document_id = documents.document_id AND version.number = ${number})`;
    return query(() => chunkPage(this.db, document_id, revision, page));
  }

  async restore(
    document_id: string,
    number: number,
    by_user: string | null,
    { publish = true, ...enactment }: Restoration = {},
  ): Promise<Publication | null> {
    if (!canBeStored(document_id) || number > NUMBER_MAX) return null;
    return inTransaction(this.db, async (trx) => {
      await holdDay(trx);
      // First, so that every other change of the document is accepted before the restoration or after it.
      const published_id = (await lockDocument(trx, document_id))?.revision_id ?? null;
      const restored = await versionOf(trx, document_id, number);
      if (restored === null) return null;
      const { title, version, version_is_default, original, original_media_type, original_for } = restored;
      const { rows } = await sql<{ accepted: string }>`SELECT nextval('acceptance') AS accepted`.execute(trx);
      const head = { title, version, version_is_default, accepted: Number(rows[0]?.accepted) };
      const content = await contentOf(trx, restored.revision_id);
      const published = await originalFor(trx, published_id);
      const stored: StoredOriginal | null =
        original && original_media_type && original_for
          ? { original, media_type: original_media_type, original_for: restoredFor(original_for, published) }
          : null;
      const change = await changeDocument(
        trx,
        document_id,
        { event: "restore", number, by_user, publish, ...head, ...enactment },
        {
          version: { ...content, ...head, ...enactment, document_id, by_user, original: stored },
          makeVectors: this.makeVectors,
          four_eyes: this.four_eyes,
        },
      );
      return change.refusal === null ? publicationOf(change) : null;
    });
  }
}

/** The published versions of a document. */
function versionsOf(db: Kysely<Schema>, document_id: string) {
  return db
    .selectFrom("revisions")
    .innerJoin("documents", "documents.document_id", "revisions.document_id")
    .where("revisions.document_id", "=", document_id)
    .where("revisions.number", "is not", null);
}

/** Locked against removal until the transaction ends. */
async function versionOf(trx: Transaction<Schema>, document_id: string, number: number) {
  const version = await versionsOf(trx, document_id)
    .select(["revisions.revision_id", "revisions.title", "revisions.version", "version_is_default"])
    .select(["original", "original_media_type", "original_for"])
    .where("revisions.number", "=", number)
    .where("withdrawn", "is", null)
    .forShare("revisions")
    .executeTakeFirst();
  return version ?? null;
}
