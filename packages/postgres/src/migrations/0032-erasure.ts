import { type Kysely, sql } from "kysely";

/**
 * The erasure of users. The service's own role has no right to change the audit log and the history, so one function
 * does it, as the owner of the tables, and checks by itself that the user is inactive for long enough.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`SELECT quote_ident(current_schema()) AS schema`.execute(db);
  for (const statement of statements(rows[0]?.schema ?? "public")) await sql.raw(statement).execute(db);
}

const statements = (schema: string) => [
  // How many erased users the certificate of a version counts as readers.
  `CREATE TABLE erased_readers (
    document_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    readers integer NOT NULL,
    PRIMARY KEY (document_id, number)
  )`,
  // A state begins with the first entry after the last one with the other state. null: the user is active.
  `CREATE FUNCTION inactive_since(id text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(at) FROM ${schema}.user_states AS inactive WHERE inactive.user_id = id AND inactive.state_id > coalesce(
      (SELECT max(state_id) FROM ${schema}.user_states AS active WHERE active.user_id = id AND active.is_active), 0)
  $$`,
  // Puts a pseudonym in the place of an id, in all texts under these names that are exactly the id.
  `CREATE FUNCTION with_pseudonym(value jsonb, id text, pseudonym text, names text[], is_named boolean DEFAULT false)
    RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      CASE jsonb_typeof(value)
        WHEN 'object' THEN RETURN (
          SELECT coalesce(jsonb_object_agg(key,
            ${schema}.with_pseudonym(item, id, pseudonym, names, is_named OR key = ANY(names))), '{}')
          FROM jsonb_each(value) AS items(key, item));
        WHEN 'array' THEN RETURN (
          SELECT coalesce(jsonb_agg(${schema}.with_pseudonym(item, id, pseudonym, names, is_named) ORDER BY place), '[]')
          FROM jsonb_array_elements(value) WITH ORDINALITY AS items(item, place));
        ELSE RETURN CASE WHEN is_named AND value = to_jsonb(id) THEN to_jsonb(pseudonym) ELSE value END;
      END CASE;
    END
  $$`,
  // Puts a pseudonym in the place of the user's own texts, and removes the rest that tells of the user.
  `CREATE FUNCTION without_user(details jsonb, pseudonym text, own text[], gone text[])
    RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
    DECLARE
      name text;
    BEGIN
      IF jsonb_typeof(details) <> 'object' THEN
        RETURN details;
      END IF;
      FOREACH name IN ARRAY gone LOOP
        details := details #- string_to_array(name, ',');
      END LOOP;
      FOREACH name IN ARRAY own LOOP
        IF jsonb_typeof(details -> name) = 'string' THEN
          details := details || jsonb_build_object(name, pseudonym);
        END IF;
      END LOOP;
      RETURN details;
    END
  $$`,
  // The names are here and not the caller's, who could change other details by other names. A detail of a new name with a
  // user in it needs a migration with this function again.
  `CREATE FUNCTION erase_user(id text, pseudonym text, before timestamptz)
    RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      quoted text := to_json(id)::text;
      names text[] := '{allowed_users,editors,new_admins,unchanged,uploaded_by,user_ids}';
      kinds text[] := '{access-explained,document-changed,document-published,rule-changed,users-imported}';
      own text[] := '{address,name}';
      gone text[] := '{requested,"after,department_code","before,department_code","groups_added,first","groups_removed,first"}';
    BEGIN
      PERFORM FROM ${schema}.users WHERE user_id = id AND NOT is_active FOR UPDATE;
      IF NOT FOUND OR pseudonym !~ '^erased-[0-9a-f]{20}$'
        OR coalesce(${schema}.inactive_since(id) >= least(before, now() - interval '24 hours'), true) THEN
        RETURN false;
      END IF;
      UPDATE ${schema}.audit_entries SET
        by_user = CASE WHEN by_user = id THEN pseudonym ELSE by_user END,
        user_id = CASE WHEN user_id = id THEN pseudonym ELSE user_id END,
        details = CASE WHEN coalesce(user_id, by_user) = id
          THEN ${schema}.without_user(details::jsonb, pseudonym, own, gone)::json ELSE details END
      WHERE user_id = id OR by_user = id;
      UPDATE ${schema}.audit_entries SET details = ${schema}.with_pseudonym(details::jsonb, id, pseudonym, names)::json
      WHERE kind = ANY(kinds) AND strpos(details::text, quoted) > 0;
      UPDATE ${schema}.rule_versions SET
        by_user = CASE WHEN by_user = id THEN pseudonym ELSE by_user END,
        access_rules = ${schema}.with_pseudonym(access_rules::jsonb, id, pseudonym, names)::json
      WHERE by_user = id OR strpos(access_rules::text, quoted) > 0;
      UPDATE ${schema}.user_states
      SET user_id = pseudonym, display_name = pseudonym, department_code = NULL, permission_groups = '{}'
      WHERE user_id = id;
      UPDATE ${schema}.confirmations SET user_id = pseudonym WHERE user_id = id;
      UPDATE ${schema}.notice_reads SET user_id = pseudonym WHERE user_id = id;
      UPDATE ${schema}.reminders SET by_user = pseudonym WHERE by_user = id;
      UPDATE ${schema}.destroyed SET by_user = pseudonym WHERE by_user = id;
      DELETE FROM ${schema}.access_tokens WHERE user_id = id;
      DELETE FROM ${schema}.users WHERE user_id = id;
      RETURN true;
    END
  $$`,
  "REVOKE ALL ON FUNCTION erase_user(text, text, timestamptz) FROM PUBLIC",
];
