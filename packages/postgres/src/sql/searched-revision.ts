import { type RawBuilder, sql } from "kysely";
import { TODAY } from "./today.js";

/**
 * Whether search needs a row of `revisions` now or later: it is in force, or a version that is to come. The index sees
 * only the former.
 */
export const isSearched = (revisions: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${revisions}.${name}`);
  return sql<boolean>`(
    ${column("number")} IS NOT NULL AND ${column("withdrawn")} IS NULL
      AND ${column("effective_from")} > ${TODAY}
    OR EXISTS (SELECT FROM documents WHERE documents.revision_id = ${column("revision_id")})
  )`;
};
