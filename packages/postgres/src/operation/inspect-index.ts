import { TERMS_VERSION } from "@retrieval/core/search";
import { sql } from "kysely";
import type { Database } from "../connection/database.js";
import { query } from "../sql/run-statements.js";

/** What the index of an instance holds, as the database sees it. */
export interface IndexFacts {
  /** Published ones. */
  readonly documents: number;
  readonly chunks: number;
  /** Documents whose term vectors of this version the next start has to make. */
  readonly without_vectors: number;
  /** The number of the last change. */
  readonly generation: number;
}

/** @returns null if the database does not have the tables yet */
export function inspectIndex({ db }: Pick<Database, "db">): Promise<IndexFacts | null> {
  return query(async () => {
    const table = await sql<{ exists: boolean }>`SELECT to_regclass('term_vectors') IS NOT NULL AS exists`.execute(db);
    if (table.rows[0]?.exists !== true) return null;
    const { rows } = await sql<IndexFacts>`
      SELECT count(*)::integer AS documents,
             coalesce(sum((SELECT count(*) FROM chunks WHERE chunks.revision_id = documents.revision_id)), 0)
               ::double precision AS chunks,
             count(*) FILTER (WHERE vectors IS NULL)::integer AS without_vectors,
             (SELECT number FROM index_head)::double precision AS generation
      FROM documents LEFT JOIN term_vectors
        ON term_vectors.revision_id = documents.revision_id AND terms_version = ${TERMS_VERSION}::integer
      WHERE documents.revision_id IS NOT NULL
    `.execute(db);
    return rows[0] ?? null;
  });
}
