import type { ReaderFilter } from "@retrieval/core";
import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { maySee } from "./access-filter.js";
import { amongFirstVisible } from "./first-visible.js";
import { prepared } from "./prepared-statements.js";
import type { Schema } from "./schema.js";

export interface ReaderPage {
  readonly limit: number;
  readonly after?: string;
}

/** What stands in a compiled statement for what is said at each use. */
const PRINCIPALS = ["\0principals"];
const AFTER = "\0after";
const LIMIT = -1;

const isPrincipals = (parameter: unknown) => Array.isArray(parameter) && parameter[0] === PRINCIPALS[0];

/**
 * The published documents that a reader may see, in code-point order of document_id. Compiled and prepared, because
 * writing and planning the statement takes as long as running it. It has one plan: `amongFirstVisible` names the rows by
 * their keys, and for a reader without limits it goes along the primary key.
 *
 * @param select what is asked of each document, under a condition on `documents`
 */
export function readerPages<T>(
  db: Kysely<Schema>,
  select: (condition: RawBuilder<SqlBool>, page: ReaderPage) => { compile(): CompiledQuery<T> },
): (reader: ReaderFilter, page: ReaderPage) => Promise<readonly T[]> {
  const compiled = (unrestricted: boolean, page: ReaderPage) => {
    const reader = { unrestricted, principals: PRINCIPALS };
    const condition = sql<SqlBool>`${maySee(reader)} AND ${amongFirstVisible(reader, page)}`;
    return prepared(select(condition, page).compile());
  };
  const first = { limit: LIMIT };
  const later = { limit: LIMIT, after: AFTER };
  const statements = {
    everything: { first: compiled(true, first), later: compiled(true, later) },
    visible: { first: compiled(false, first), later: compiled(false, later) },
  };
  return async ({ unrestricted, principals }, { limit, after }) => {
    const { first, later } = unrestricted ? statements.everything : statements.visible;
    const statement = after === undefined ? first : later;
    const parameters = statement.parameters.map((parameter) => {
      if (parameter === LIMIT) return limit;
      if (parameter === AFTER) return after;
      return isPrincipals(parameter) ? [...principals] : parameter;
    });
    return (await db.executeQuery<T>({ ...statement, parameters })).rows;
  };
}
