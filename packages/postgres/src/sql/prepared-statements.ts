import { createHash } from "node:crypto";
import type { CompiledQuery } from "kysely";
import type pg from "pg";
import { codeOf } from "./run-statements.js";

/** The statements that connections prepare, by their text. */
const KNOWN = new Map<string, { readonly name: string; readonly isRepeated: boolean }>();

/**
 * Makes each connection to a server prepare this statement at its first use: PostgreSQL parses and plans it once, which
 * takes longer than a look-up itself. From the sixth use on PostgreSQL may plan without the parameters, so this is for
 * statements that have one good plan whatever their parameters are: each row is found by a key, or along one. It would
 * misestimate a condition that many rows may or may not meet, such as the access rule in a search
 * (docs/decisions/0001).
 *
 * @param options.isRepeated whether it is sent again without a name where a session has forgotten it; false: its sender
 *   does that, with the transaction around it
 */
export function prepared<T>(query: CompiledQuery<T>, { isRepeated = true } = {}): CompiledQuery<T> {
  if (!KNOWN.has(query.sql)) {
    // Other clients may use the same pooler: one name never has two texts.
    const name = `retrieval_${createHash("sha256").update(query.sql).digest("hex").slice(0, 16)}`;
    KNOWN.set(query.sql, { name, isRepeated });
  }
  return query;
}

/** SQLSTATEs for a prepared name whose statement is missing, another one, or of another shape. */
const FORGOTTEN: readonly string[] = [
  "26000", // invalid_sql_statement_name
  "42P05", // duplicate_prepared_statement
  "0A000", // "cached plan must not change result type"
];

/** Whether a {@link prepared} statement failed because the session does not know it. */
export const isForgotten = (error: unknown): boolean => FORGOTTEN.includes(codeOf(error)) || isLostInPooler(error);

/**
 * PgBouncer keeps names from 1.21 on, also of a statement that the server refused to prepare, as after its time limit.
 * It closes the connection that prepares it again, with protocol_violation.
 */
const isLostInPooler = (error: unknown): boolean =>
  codeOf(error) === "08P01" && (error as Error).message.startsWith("prepared statement ");

/**
 * The prepared statements of one pool. A pooler in between may give each transaction another session, where names of
 * statements are unknown or belong to another client; from then on all statements are unnamed, including the failed
 * one.
 */
export class PreparedStatements {
  #inUse = true;

  /** @param onForgotten called once, with the SQLSTATE */
  constructor(private readonly onForgotten: (code: string) => void) {}

  /**
   * Sends a {@link prepared} statement by its name over this connection, but not in an open transaction, which the error
   * of a forgotten one would end.
   */
  useOn(client: pg.ClientBase): void {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (...args: unknown[]): unknown => {
      const [text, values] = args;
      // A caller with a callback gets no promise.
      const promised = args.length <= 2 && typeof values !== "function";
      const known = this.#inUse && promised && typeof text === "string" ? KNOWN.get(text) : undefined;
      // A transaction that is sent at once is not open yet.
      if (known === undefined || (client as pg.Client).getTransactionStatus() !== "I") return send(...args);
      return (send({ name: known.name, text, values }) as Promise<unknown>).catch((error) => {
        if (!isForgotten(error)) throw error;
        if (this.#inUse) this.onForgotten(codeOf(error));
        this.#inUse = false;
        if (!known.isRepeated) throw error;
        return send(text, values);
      });
    };
    client.query = named as typeof client.query;
  }
}
