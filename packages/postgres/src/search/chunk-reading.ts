import { type RawBuilder, sql } from "kysely";

/** A chunk of at most this many bytes is read whole. A longer one has a text that no answer shows whole. */
const WHOLE_BYTES = 256 * 1024;

/** No compression of PostgreSQL makes less of a text than this share. */
const LEAST_SHARE = 1 / 256;

/**
 * For the FROM list of {@link readOf}, after the chunks: a size costs as much as reading the chunk, so it is asked once,
 * and only of what may be long by its size as stored, which costs nothing.
 */
export const SIZE_OF_CHUNK = sql`
  LATERAL (
    SELECT pg_column_size(chunk) > ${sql.lit(WHOLE_BYTES * LEAST_SHARE)}
      AND octet_length(chunk::text) > ${sql.lit(WHOLE_BYTES)} AS is_long OFFSET 0
  ) AS size`;

/** The chunk, cut where it is long, and the length of its text. */
export function readOf(text_max: number): RawBuilder<unknown> {
  return sql`
    CASE WHEN is_long THEN (
      SELECT json_object_agg(key, CASE key WHEN 'content' THEN 'null' WHEN 'content_md' THEN 'null' WHEN 'display' THEN (
          SELECT json_object_agg(key, CASE WHEN key IN ('body_text', 'body_md')
            THEN to_json(left(of_chunk.value ->> key, ${text_max}::integer)) ELSE value END ORDER BY nth)
          FROM json_each(of_chunk.value) WITH ORDINALITY AS of_display (key, value, nth)
        ) ELSE value END ORDER BY nth)
      FROM json_each(chunk) WITH ORDINALITY AS of_chunk (key, value, nth)
    ) ELSE chunk END AS chunk,
    CASE WHEN is_long THEN (
      -- Like JavaScript: two for each character beyond the Basic Multilingual Plane.
      SELECT char_length(whole) + regexp_count(whole, ${sql.lit("[\\U00010000-\\U0010FFFF]")})
      FROM coalesce(chunk #>> '{display,body_text}', chunk #>> '{display,body_md}') AS whole
    ) END AS text_length`;
}
