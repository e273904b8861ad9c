import pg from "pg";
import { codeOf } from "../sql/run-statements.js";
import { serverUrls } from "./server-urls.js";

/** The role of a server now. */
export interface ServerState {
  /** `db1.example.com:5432`; without secrets. */
  readonly address: string;
  /** A writer takes writes; a standby follows one; a read-only server refuses writes by its own setting. */
  readonly role: "writer" | "standby" | "read-only" | "away";
  /** For a writer: one more with each promotion, so of two writers the later promoted has the higher; else 0. */
  readonly timeline: number;
  /** For a server that is away: the SQLSTATE, the system's code or the driver's message. */
  readonly reason: string | null;
}

/** How long a server may take to accept a connection, and again to answer. */
const WITHIN_MS = 2_000;

/** Asks all servers of a DATABASE_URL at once for their state. Answers in their order, in bounded time. */
export function lookAtServers(databaseUrl: string): Promise<readonly ServerState[]> {
  return Promise.all(serverUrls(databaseUrl).map((url) => lookAtServer({ connectionString: url })));
}

/** @param server a connection is made to it, and ended */
export async function lookAtServer(server: pg.ClientConfig): Promise<ServerState> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS });
  client.on("error", () => undefined);
  const address = `${client.host}:${client.port}`;
  try {
    await client.connect();
    const role = await roleOf(client);
    return { address, role, timeline: role === "writer" ? await timelineOf(client) : 0, reason: null };
  } catch (error) {
    return { address, role: "away", timeline: 0, reason: codeOf(error) || (error as Error).message };
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The check of libpq's `target_session_attrs=read-write`, with the reason. */
export async function roleOf(client: pg.ClientBase): Promise<"writer" | "standby" | "read-only"> {
  const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only')::boolean AS "readOnly"`,
  );
  if (rows[0]?.standby) return "standby";
  return rows[0]?.readOnly ? "read-only" : "writer";
}

async function timelineOf(client: pg.ClientBase): Promise<number> {
  // The checkpoint's timeline lags behind a promotion; the name of the current WAL file does not.
  const asked = client.query<{ timeline: string }>(
    "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline",
  );
  // Some hosted servers do not permit this.
  const { rows } = await asked.catch(() => ({ rows: [] }));
  return Number.parseInt(rows[0]?.timeline ?? "0", 16);
}
