import { type Kysely, sql } from "kysely";

/**
 * The principals of each user to whom rules apply, one a row, except `*`: what `principalsOf` of core compiles, so that
 * a rule finds its readers by an index. Triggers write it, so that no statement can forget it, also of an older
 * instance beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => {
  const principalsIn = (rows: string) => `
    SELECT principal, user_id FROM ${rows}, ${schema}.principals_of(user_id, department_code, permission_groups) AS principal
    WHERE role = 'user' AND is_active`;
  const add = (rows: string) => `INSERT INTO ${schema}.reader_principals (principal, user_id) ${rows}`;
  const remove = (rows: string) => `DELETE FROM ${schema}.reader_principals AS kept USING (${rows}) AS gone
    WHERE kept.principal = gone.principal AND kept.user_id = gone.user_id`;
  const trigger = (event: string, tables: string) => `CREATE TRIGGER reader_principals_${event.toLowerCase()}
    AFTER ${event} ON ${schema}.users ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.keep_reader_principals()`;
  return [
    // Another instance may be writing: its users would be left out.
    `LOCK TABLE ${schema}.users IN SHARE ROW EXCLUSIVE MODE`,
    `CREATE TABLE ${schema}.reader_principals (
      principal text COLLATE "C",
      user_id text COLLATE "C",
      PRIMARY KEY (principal, user_id)
    )`,
    `CREATE FUNCTION ${schema}.principals_of(id text, code text, groups text[]) RETURNS SETOF text
      LANGUAGE sql IMMUTABLE
      AS $$
        SELECT ('u:' || id) COLLATE "C"
        UNION SELECT ('d:' || code) COLLATE "C" WHERE code IS NOT NULL
        UNION SELECT ('g:' || name) COLLATE "C" FROM unnest(groups) AS name
      $$`,
    `CREATE FUNCTION ${schema}.keep_reader_principals() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
      AS $$
      BEGIN
        CASE TG_OP
          WHEN 'TRUNCATE' THEN DELETE FROM ${schema}.reader_principals;
          WHEN 'INSERT' THEN ${add(principalsIn("after"))};
          WHEN 'DELETE' THEN ${remove(principalsIn("before"))};
          ELSE
            ${remove(`${principalsIn("before")} EXCEPT ${principalsIn("after")}`)};
            ${add(`${principalsIn("after")} EXCEPT ${principalsIn("before")}`)};
        END CASE;
        RETURN NULL;
      END
      $$`,
    `REVOKE ALL ON FUNCTION ${schema}.keep_reader_principals() FROM PUBLIC`,
    trigger("INSERT", "REFERENCING NEW TABLE AS after"),
    trigger("UPDATE", "REFERENCING OLD TABLE AS before NEW TABLE AS after"),
    trigger("DELETE", "REFERENCING OLD TABLE AS before"),
    trigger("TRUNCATE", ""),
    add(principalsIn(`${schema}.users`)),
    `ANALYZE ${schema}.reader_principals`,
  ];
};
