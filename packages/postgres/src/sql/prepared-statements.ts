import { createHash } from "node:crypto";
import type { CompiledQuery } from "kysely";
import type pg from "pg";
import { codeOf } from "./errors.js";

/** By their text, the names of the statements that connections prepare. */
const NAMES = new Map<string, string>();

/**
 * Has each connection to a server prepare this statement at its first use: PostgreSQL parses and plans it once, which
 * takes longer than a look-up itself. From the sixth use on PostgreSQL may plan without the parameters, so this is for
 * statements that have one good plan whatever their parameters say: each row is found by a key, or along one. What many
 * rows may or may not meet, the access rule in a search, it would guess wrong then (docs/decisions/0001).
 */
export function prepared<T>(query: CompiledQuery<T>): CompiledQuery<T> {
  // Whatever else goes through the same pooler: a name never stands for another text.
  NAMES.set(query.sql, `retrieval_${createHash("sha256").update(query.sql).digest("hex").slice(0, 16)}`);
  return query;
}

/** What a connection says (SQLSTATE) of a name behind which there is no statement any more, another one, or one of another shape. */
const FORGOTTEN: readonly string[] = [
  "26000", // invalid_sql_statement_name
  "42P05", // duplicate_prepared_statement
  "0A000", // "cached plan must not change result type"
];

/**
 * The prepared statements of one pool. A pooler between may give each transaction another session, where names of
 * statements are unknown, or somebody else's; then all go unnamed from there on, the one that was refused too.
 */
export class PreparedStatements {
  #inUse = true;

  /** @param onForgotten told once, with the SQLSTATE */
  constructor(private readonly onForgotten: (code: string) => void) {}

  /** Sends what is {@link prepared} by its name over this connection. Inside a transaction nothing is. */
  useOn(client: pg.ClientBase): void {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (...args: unknown[]): unknown => {
      const [text, values] = args;
      // Whoever wants to be called back is not answered by a promise.
      const promised = args.length <= 2 && typeof values !== "function";
      const name = this.#inUse && promised && typeof text === "string" ? NAMES.get(text) : undefined;
      if (name === undefined || (client as pg.Client).getTransactionStatus() !== "I") return send(...args);
      return (send({ name, text, values }) as Promise<unknown>).catch((error) => {
        if (!FORGOTTEN.includes(codeOf(error))) throw error;
        if (this.#inUse) this.onForgotten(codeOf(error));
        this.#inUse = false;
        return send(text, values);
      });
    };
    client.query = named as typeof client.query;
  }
}
