import pg from "pg";
import { codeOf } from "../sql/errors.js";
import { serverUrls } from "./server-urls.js";

/** What a server is for us now. */
export interface ServerState {
  /** `db1.example.com:5432`; nothing secret is in it. */
  readonly address: string;
  /** A writer takes writes; a standby follows one; a read-only server refuses writes by its own setting. */
  readonly role: "writer" | "standby" | "read-only" | "away";
  /** Of a writer: one more with each promotion, so of two writers the later promoted has the higher; else 0. */
  readonly timeline: number;
  /** Of a server that is away: the SQLSTATE or the system's code, or what the driver says. */
  readonly reason: string | null;
}

/** How long a server may take to be reached, and again to answer. */
const WITHIN_MS = 2_000;

/** Asks every server of a DATABASE_URL at once what it is. Answers in their order, in bounded time. */
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

/** What libpq asks for `target_session_attrs=read-write`, and which of its two reasons it is. */
export async function roleOf(client: pg.ClientBase): Promise<"writer" | "standby" | "read-only"> {
  const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only')::boolean AS "readOnly"`,
  );
  if (rows[0]?.standby) return "standby";
  return rows[0]?.readOnly ? "read-only" : "writer";
}

async function timelineOf(client: pg.ClientBase): Promise<number> {
  // The checkpoint's record of it lags behind a promotion; the name of the file being written does not.
  const asked = client.query<{ timeline: string }>(
    "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline",
  );
  // Some hosted servers do not tell.
  const { rows } = await asked.catch(() => ({ rows: [] }));
  return Number.parseInt(rows[0]?.timeline ?? "0", 16);
}
