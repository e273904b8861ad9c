import { codeOf, type Database, inspectDatabase, openDatabase } from "@retrieval/postgres";
import { within } from "../process/within.js";
import { databaseAddress } from "../settings/database-address.js";
import type { DatabaseSettings } from "../settings/settings.js";
import { translateMessage } from "../texts/other-packages.js";
import { say } from "../texts/say.js";
import { hasEmbeddedDatabase, userOfEmbedded } from "./data-directory-findings.js";
import { databaseProblem } from "./database-problem.js";
import type { EmbeddingToCheck } from "./embedding-findings.js";
import { type Finding, found, note, wrong } from "./finding.js";
import { insideFindings } from "./inside-findings.js";

/** How long all queries may take, in milliseconds. The database's own limits do not apply while a pooler waits. */
const LOOK_WITHIN = 20_000;

/** Facts from other settings. */
interface Besides {
  /** Whether a service answers at HOST and PORT; null if they are unknown. */
  readonly serviceAnswers: boolean | null;
  /** The user that ADMIN_USER_ID names; null if it is not set. */
  readonly firstAdmin: string | null;
  /** TIME_ZONE; null if it is unknown. */
  readonly timeZone: string | null;
  /** null: there is no model of meaning, or it is unknown. */
  readonly embedding: EmbeddingToCheck | null;
  /** Whether each instance has the search index in itself. */
  readonly isIndexHere: boolean;
}

/** Checks whether the database can be reached, and its contents. */
export async function databaseFindings(settings: DatabaseSettings, besides: Besides): Promise<Finding[]> {
  return settings.kind === "embedded" ? embedded(settings, besides) : oneDatabase(settings, besides);
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
  if (serviceAnswers === false)
    return wrong(
      "the embedded database is in use by process {user}, and no service answers at HOST and PORT",
      "If it is starting, run this again in a moment. Else set HOST and PORT to those of the service that uses DATA_DIR, or stop that service, or set another DATA_DIR.",
      { user },
    );
  return note(
    "the embedded database is in use by process {user}; its tables were not checked",
    "To check them, stop the service and run this again.",
    { user },
  );
}

async function oneDatabase(settings: DatabaseSettings, besides: Besides): Promise<Finding[]> {
  let database: Database;
  try {
    database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  } catch (error) {
    return [
      wrong("the embedded database cannot be opened: {message}", "Correct DATA_DIR as the message says.", {
        message: translateMessage((error as Error).message),
      }),
    ];
  }
  const findings = await within(LOOK_WITHIN, look(database, settings, besides));
  // A statement that never gets an answer would keep it from closing.
  const closed = database.close();
  if (findings === null) closed.catch(() => undefined);
  else await closed;
  return (
    findings ?? [
      wrong(
        "{database} accepts connections, but does not answer",
        "Check whether a pooler in front of it is paused, or its machine is stopped.",
        { database: named(settings) },
      ),
    ]
  );
}

async function look(
  database: Database,
  settings: DatabaseSettings,
  { serviceAnswers: _, ...others }: Besides,
): Promise<Finding[]> {
  try {
    await database.ping();
    const before = Date.now();
    const facts = await inspectDatabase(database);
    return await insideFindings(database, facts, { settings, here: (before + Date.now()) / 2, ...others });
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    const { what, mend } = databaseProblem(codeOf(cause), (cause as Error).message);
    return [found("wrong", say("{database} {what}", { database: named(settings), what }), mend)];
  }
}

function named(settings: DatabaseSettings): string {
  if (settings.kind === "embedded") return say("the database");
  return say("the database at {host}, port {port},", databaseAddress(settings.url));
}
