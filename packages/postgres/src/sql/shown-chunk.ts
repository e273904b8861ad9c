import { type RawBuilder, sql } from "kysely";

/**
 * The JSON text of a chunk with its revision's embed_version, which its row does not have: so no row is written again
 * when a document is embedded. `json` keeps a text as written and a quote inside of a value is escaped, so the replaced
 * text occurs once.
 *
 * @param chunks the table's name in the statement
 */
export function shownChunk(chunks: string): RawBuilder<string> {
  return sql`replace(${sql.ref(`${chunks}.chunk`)}::text, '"embed_version":null', '"embed_version":' || coalesce((
    SELECT to_json(embed_version)::text FROM revisions WHERE revisions.revision_id = ${sql.ref(`${chunks}.revision_id`)}
  ), 'null'))`;
}
