import { createHash } from "node:crypto";
import type { SignInLedger } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import { query } from "../sql/run-statements.js";
import type { Schema } from "../sql/schema.js";

/** How long a claim is kept beyond its end, in seconds, for clocks that differ. */
const KEPT_BEYOND = 86_400;

const digestOf = (text: string) => createHash("sha256").update(text).digest();
/** A signature has no space, so no session is taken for one. */
export const digestOfSession = (session: string) => digestOf(`session ${session}`);

export class PostgresSignInLedger implements SignInLedger {
  constructor(private readonly db: Kysely<Schema>) {}

  claim(signature: string, until: number): Promise<boolean> {
    return this.#add(digestOf(signature), until);
  }

  async endSession(session: string, until: number): Promise<void> {
    await this.#add(digestOfSession(session), until);
  }

  /**
   * Each claim deletes a few expired ones, so that the table stays small without a job of its own. A claim is expired
   * when both the database's clock and the current request say so: the clocks of the service and the database may
   * differ.
   *
   * @returns whether it was not there
   */
  async #add(digest: Buffer, until: number): Promise<boolean> {
    const { rows } = await query(() =>
      sql`
        WITH outlived AS (
          DELETE FROM sign_in_uses WHERE digest IN (
            SELECT digest FROM sign_in_uses
            WHERE until < least(extract(epoch FROM now())::bigint, ${until}::bigint) - ${KEPT_BEYOND}::bigint
            ORDER BY until LIMIT 10
            FOR UPDATE SKIP LOCKED
          )
        )
        INSERT INTO sign_in_uses (digest, until) VALUES (${digest}, ${until})
        ON CONFLICT DO NOTHING
        RETURNING true`.execute(this.db),
    );
    return rows.length === 1;
  }
}
