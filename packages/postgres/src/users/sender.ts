import { SenderNotAdminError } from "@retrieval/core/errors";
import { isActiveAdmin } from "@retrieval/core/users";
import type { Transaction } from "kysely";
import type { Schema } from "../sql/schema.js";

/**
 * Locks the sender's row until the transaction ends: a demotion that committed since the plan was made is seen, and a
 * later one waits.
 *
 * MUST be the last statement of its transaction that waits for a lock. A change to users locks rows of users and waits
 * for no lock of a document, so the two cannot deadlock, and this waits only for a commit.
 *
 * @param by_user null: the service itself
 */
export async function requireAdmin(trx: Transaction<Schema>, by_user: string | null): Promise<void> {
  if (by_user === null) return;
  const sender = await trx
    .selectFrom("users")
    .select(["role", "is_active"])
    .where("user_id", "=", by_user)
    .forShare()
    .executeTakeFirst();
  if (!isActiveAdmin(sender)) throw new SenderNotAdminError(by_user);
}
