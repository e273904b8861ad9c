import type { ReaderFilter } from "@retrieval/core";
import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { maySee } from "../sql/access-filter.js";
import { prepared } from "../sql/prepared-statements.js";
import type { Schema } from "../sql/schema.js";
import { amongFirstVisible } from "./first-visible.js";

export interface ReaderPage {
  readonly limit: number;
  readonly after?: string;
}

/** Placeholders in a compiled statement for the values of each use. */
const PRINCIPALS = ["\0principals"];
const AFTER = "\0after";
const LIMIT = -1;

const isPrincipals = (parameter: unknown) => Array.isArray(parameter) && parameter[0] === PRINCIPALS[0];

/**
 * The numbers of first documents that the prepared statements look for: the default and the largest page of the
 * service, each with one more that tells whether there is a next page.
 */
const FIRST = [51, 201];

/**
 * The published documents that a reader may see, in code-point order of document_id. Compiled and prepared, because
 * writing and planning the statement takes as long as running it. It has one plan: `amongFirstVisible` names the rows
 * by their keys. The page of an unrestricted reader follows the primary key; that plan needs the page's limit, so
 * PostgreSQL plans it each time.
 *
 * @param select what is asked of each document, under a condition on `documents`
 */
export function readerPages<T>(
  db: Kysely<Schema>,
  select: (condition: RawBuilder<SqlBool>, page: ReaderPage) => { compile(): CompiledQuery<T> },
): (reader: ReaderFilter, page: ReaderPage) => Promise<readonly T[]> {
  const compiled = (unrestricted: boolean, page: ReaderPage, first: number) => {
    const reader = { unrestricted, principals: PRINCIPALS };
    const condition = sql<SqlBool>`${maySee(reader)} AND ${amongFirstVisible(reader, { ...page, first })}`;
    return select(condition, page).compile();
  };
  const pages = (unrestricted: boolean, first: number) => ({
    first,
    start: compiled(unrestricted, { limit: LIMIT }, first),
    later: compiled(unrestricted, { limit: LIMIT, after: AFTER }, first),
  });
  const everything = pages(true, 0);
  const visible = FIRST.map((first) => pages(false, first));
  for (const { start, later } of [everything, ...visible]) {
    prepared(start);
    prepared(later);
  }
  return async ({ unrestricted, principals }, { limit, after }) => {
    const restricted = () => visible.find(({ first }) => first >= limit) ?? pages(false, limit);
    const { start, later } = unrestricted ? everything : restricted();
    const statement = after === undefined ? start : later;
    const parameters = statement.parameters.map((parameter) => {
      if (parameter === LIMIT) return limit;
      if (parameter === AFTER) return after;
      return isPrincipals(parameter) ? [...principals] : parameter;
    });
    return (await db.executeQuery<T>({ ...statement, parameters })).rows;
  };
}
