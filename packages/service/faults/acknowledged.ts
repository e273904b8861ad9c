import type { Connection } from "./agreement.js";

interface Upload {
  readonly document_id: string;
  readonly version: string;
  readonly job_id: string;
}

/** How jobs ended. A retried upload is superseded if a later one was published first. */
const JOB_ENDS = `
  SELECT job_id::text AS key, CASE
    WHEN state = 'done' AND report->>'warnings' LIKE '%version.superseded%' AND jobs.accepted < documents.accepted
    THEN 'superseded' ELSE coalesce(problems->0->>'code', state)
  END AS value
  FROM jobs LEFT JOIN documents USING (document_id)`;

/** The only failures of an accepted job: all its attempts ended without a result. */
const isGivenUp = (end: string) => /^job\.ended_(?:service|by_database)$/.test(end);

/** Acknowledged writes, to be checked afterwards. */
export class Acknowledged {
  readonly #users = new Map<string, string>();
  readonly #rules: { readonly document_id: string; readonly group: string }[] = [];
  readonly #uploads: Upload[] = [];

  user(user_id: string, display_name: string): void {
    this.#users.set(user_id, display_name);
  }

  /** @param group that no other rule names */
  rule(document_id: string, group: string): void {
    this.#rules.push({ document_id, group });
  }

  upload(upload: Upload): void {
    this.#uploads.push(upload);
  }

  get users(): number {
    return this.#users.size;
  }

  get count(): number {
    return this.users + this.#rules.length + this.jobs;
  }

  /** How many of them are jobs, to be done later. */
  get jobs(): number {
    return this.#uploads.length;
  }

  toString(): string {
    const { size } = this.#users;
    return `${this.count} acknowledged (${size} users, ${this.#rules.length} rules, ${this.#uploads.length} uploads)`;
  }

  /** @returns a line for each write that is missing or duplicate */
  async lost(connection: Connection): Promise<string[]> {
    const lost: string[] = [];
    const users = await rowsOf(connection, "SELECT user_id AS key, display_name AS value FROM users");
    for (const [user_id, display_name] of this.#users)
      if (users.get(user_id)?.join() !== display_name) lost.push(`user ${user_id}: ${users.get(user_id)}`);

    const rules = await rowsOf(
      connection,
      `SELECT document_id || ' ' || (access_rules->'allowed_groups'->>0) AS key, rules_version::text AS value
       FROM rule_versions`,
    );
    const before = new Map<string, number>();
    for (const { document_id, group } of this.#rules) {
      const versions = rules.get(`${document_id} ${group}`) ?? [];
      const inOrder = Number(versions[0]) > (before.get(document_id) ?? 0);
      if (versions.length !== 1 || !inOrder) lost.push(`rule ${group} of ${document_id}: version ${versions}`);
      before.set(document_id, Number(versions[0]));
    }

    const states = await rowsOf(
      connection,
      "SELECT document_id || ' ' || version AS key, '' AS value FROM document_states",
    );
    const jobs = await rowsOf(connection, JOB_ENDS);
    for (const { document_id, version, job_id } of this.#uploads) {
      const end = jobs.get(job_id)?.join() ?? "";
      const times = states.get(`${document_id} ${version}`)?.length ?? 0;
      const kept =
        (end === "done" && times === 1) || (end === "superseded" && times === 0) || (isGivenUp(end) && times <= 1);
      if (!kept) lost.push(`upload ${document_id} ${version}: job ${end}, published ${times} times`);
    }
    return lost;
  }
}

async function rowsOf(connection: Connection, statement: string): Promise<Map<string, string[]>> {
  const { rows } = await connection.query<{ key: string; value: string }>(statement);
  const found = new Map<string, string[]>();
  for (const { key, value } of rows) found.set(key, [...(found.get(key) ?? []), value]);
  return found;
}
