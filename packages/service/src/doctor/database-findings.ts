import { setTimeout as sleep } from "node:timers/promises";
import {
  codeOf,
  type Database,
  inspectDatabase,
  lookAtServers,
  openDatabase,
  type ServerState,
} from "@retrieval/postgres";
import { type DatabaseSettings, databaseAddress, databaseAddresses } from "../settings/database-settings.js";
import { hasEmbeddedDatabase, userOfEmbedded } from "./data-directory-findings.js";
import { databaseProblem } from "./database-problem.js";
import type { EmbeddingToCheck } from "./embedding-findings.js";
import { type Finding, note, ok, wrong } from "./finding.js";
import { insideFindings } from "./inside-findings.js";

/** How long all queries may take, in milliseconds. The database's own limits do not apply while a pooler waits. */
const LOOK_WITHIN = 20_000;

/** Facts from other settings. */
interface Besides {
  /** Whether a service answers at HOST and PORT; null if they are unknown. */
  readonly serviceAnswers: boolean | null;
  /** The user that ADMIN_USER_ID names; null if it is not set. */
  readonly firstAdmin: string | null;
  /** null: there is no model of meaning, or it is unknown. */
  readonly embedding: EmbeddingToCheck | null;
}

/** Checks whether the database can be reached, which of several servers it is, and its contents. */
export async function databaseFindings(settings: DatabaseSettings, besides: Besides): Promise<Finding[]> {
  if (settings.kind === "embedded") return embedded(settings, besides);
  if (databaseAddresses(settings.url).length === 1) return oneDatabase(settings, besides);
  const states = await lookAtServers(settings.url);
  const findings = serverFindings(states);
  return states.some(({ role }) => role === "writer")
    ? [...findings, ...(await oneDatabase(settings, besides))]
    : findings;
}

/** Checks which of several servers is the primary, and whether the others could take over. */
function serverFindings(states: readonly ServerState[]): Finding[] {
  const writers = states.filter(({ role }) => role === "writer");
  const findings = states.map(serverFinding);
  if (writers.length === 0)
    findings.push(wrong("no server of DATABASE_URL accepts writes", "Start the primary, or promote a standby."));
  if (writers.length > 1)
    findings.push(
      wrong(
        `${writers.length} servers of DATABASE_URL accept writes, so their data differ`,
        "Stop the old primary, and make it a standby of the promoted server.",
      ),
    );
  return findings;
}

function serverFinding({ address, role, reason }: ServerState): Finding {
  const server = `the server ${address}`;
  if (role === "writer") return ok(`${server} is the writer`);
  if (role === "standby") return ok(`${server} is a standby`);
  if (role === "read-only")
    return note(`${server} is not a standby, and accepts no writes`, "Check default_transaction_read_only there.");
  // A code, or the driver's message if there is no code.
  const { what, mend } = databaseProblem(reason ?? "", reason ?? "");
  return wrong(`${server} ${what}`, mend);
}

async function embedded(settings: DatabaseSettings & { kind: "embedded" }, besides: Besides): Promise<Finding[]> {
  const user = await userOfEmbedded(settings.directory);
  if (user === null && !(await hasEmbeddedDatabase(settings.directory)))
    return [note("there is no embedded database yet", "The service creates it at its first start.")];
  return [
    note(
      "DATABASE_URL is the embedded database",
      "It never calls fsync; set DATABASE_URL to a PostgreSQL for anything you cannot lose.",
    ),
    ...(user === null ? await oneDatabase(settings, besides) : [usedBy(user, besides)]),
  ];
}

/**
 * Only one process at a time can use the embedded database: a database in use cannot be checked, but may be in order.
 */
function usedBy(user: string, { serviceAnswers }: Besides): Finding {
  const mend = "To check them, stop the service and run this again.";
  if (serviceAnswers === true)
    return note("the embedded database is in use by the running service; its tables were not checked", mend);
  const used = `the embedded database is in use by another process (its id there: ${user})`;
  if (serviceAnswers === null) return note(`${used}; its tables were not checked`, mend);
  return wrong(
    `${used}, and no service answers at HOST and PORT`,
    "If it is starting, run this again in a moment. Else set HOST and PORT to those of the service that uses DATA_DIR, or stop that service, or set another DATA_DIR.",
  );
}

async function oneDatabase(settings: DatabaseSettings, besides: Besides): Promise<Finding[]> {
  let database: Database;
  try {
    database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  } catch (error) {
    return [
      wrong(
        `the embedded database cannot be opened: ${(error as Error).message}`,
        "Correct DATA_DIR as the message says.",
      ),
    ];
  }
  const answered = new AbortController();
  const late = sleep(LOOK_WITHIN, null, { signal: answered.signal }).catch(() => null);
  const findings = await Promise.race([look(database, settings, besides), late]);
  answered.abort();
  // A statement that never gets an answer would keep it from closing.
  const closed = database.close();
  if (findings === null) closed.catch(() => undefined);
  else await closed;
  return (
    findings ?? [
      wrong(
        `the database${addressOf(settings)} accepts connections, but does not answer`,
        "Check whether a pooler in front of it is paused, or its machine is stopped.",
      ),
    ]
  );
}

async function look(
  database: Database,
  settings: DatabaseSettings,
  { firstAdmin, embedding }: Besides,
): Promise<Finding[]> {
  try {
    await database.ping();
    const before = Date.now();
    const facts = await inspectDatabase(database);
    return await insideFindings(database, facts, { settings, here: (before + Date.now()) / 2, firstAdmin, embedding });
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    const { what, mend } = databaseProblem(codeOf(cause), (cause as Error).message);
    return [wrong(`the database${addressOf(settings)} ${what}`, mend)];
  }
}

function addressOf(settings: DatabaseSettings): string {
  if (settings.kind === "embedded") return "";
  const { host, port } = databaseAddress(settings.url);
  return ` at ${host}, port ${port},`;
}
