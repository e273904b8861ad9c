import {
  type Database,
  type DatabaseFacts,
  inspectIndex,
  KnownTables,
  newerMigrations,
  originalsSize,
  PostgresCalendar,
  PostgresEmbeddingStore,
  PostgresWebhookStore,
  pendingMigrations,
} from "@retrieval/postgres";
import type { DatabaseSettings } from "../settings/settings.js";
import { translateMessage } from "../texts/other-packages.js";
import { say } from "../texts/say.js";
import { dayFinding } from "./day-findings.js";
import { type EmbeddingToCheck, embeddingFindings } from "./embedding-findings.js";
import { type Finding, found, note, ok, wrong } from "./finding.js";
import { indexFindings } from "./index-findings.js";
import { webhookFindings } from "./webhook-findings.js";

interface Outside {
  readonly settings: DatabaseSettings;
  /** This machine's clock when the facts were read, in milliseconds. */
  readonly here: number;
  /** TIME_ZONE; null if it is unknown. */
  readonly timeZone: string | null;
  /** The user that ADMIN_USER_ID names; null if it is not set. */
  readonly firstAdmin: string | null;
  /** null: there is no model of meaning. */
  readonly embedding: EmbeddingToCheck | null;
  /** Whether each instance has the search index in itself. */
  readonly isIndexHere: boolean;
}

/** Checks the contents of a database that answers. */
export async function insideFindings(
  database: Database,
  facts: DatabaseFacts,
  { settings, here, ...others }: Outside,
): Promise<Finding[]> {
  const closed = rights(facts);
  return [
    serverVersion(facts),
    encoding(facts),
    ...(closed
      ? [closed]
      : [...(await tables(database, facts, { here, ...others })), admins(facts, others.firstAdmin)]),
    clock(facts, here),
    ...(settings.kind === "server" ? [...connections(facts, settings.poolSize), ...record(facts)] : []),
  ];
}

function serverVersion({ major }: DatabaseFacts): Finding {
  if (major < 15) return wrong("PostgreSQL {major} is too old", "Use PostgreSQL 15 to 18.", { major });
  return major > 18
    ? note("PostgreSQL {major} is newer than the versions tested", "Use PostgreSQL 15 to 18.", { major })
    : found("ok", `PostgreSQL ${major}`);
}

function encoding({ encoding }: DatabaseFacts): Finding {
  return encoding === "UTF8"
    ? ok("the database's encoding is UTF8")
    : wrong("the database's encoding is {encoding}", "Recreate it with ENCODING 'UTF8'.", { encoding });
}

function rights({ role, closedTables }: DatabaseFacts): Finding | null {
  if (closedTables.length === 0) return null;
  const named = closedTables.slice(0, 3).join(", ");
  const tables = closedTables.length > 3 ? `${named}, … (${closedTables.length})` : named;
  return wrong(
    "the database role {role} may not read or write the tables {tables}",
    "Run retrieval migrate --harden {role} with the DATABASE_URL of the tables' owner.",
    { role, tables },
  );
}

async function tables(
  database: Database,
  facts: DatabaseFacts,
  { here: now, timeZone, embedding, isIndexHere }: Omit<Outside, "settings">,
): Promise<Finding[]> {
  const migrated = await migrations(database, facts);
  const index = await inspectIndex(database);
  const findings = [migrated, ...(index === null ? [] : indexFindings(index, isIndexHere))];
  if (migrated.state !== "ok") return findings;
  if (timeZone !== null) findings.push(dayFinding(await new PostgresCalendar(database.db).read(), { timeZone, now }));
  const { files, bytes } = await originalsSize(database.db);
  findings.push(ok("original files of documents: {files}, {size} MB", { files, size: (bytes / 1e6).toFixed(1) }));
  const webhooks = new PostgresWebhookStore(database.db, new KnownTables(database.db).isNewer);
  findings.push(...webhookFindings(await webhooks.list(), now));
  if (embedding === null) return findings;
  const progress = await new PostgresEmbeddingStore(database).progress(embedding.model, embedding.onlyOpen);
  return [...findings, ...embeddingFindings(progress, embedding)];
}

async function migrations({ db }: Database, { role, canMigrate }: DatabaseFacts): Promise<Finding> {
  let pending: readonly string[];
  let newer: readonly string[];
  try {
    pending = await pendingMigrations(db);
    newer = await newerMigrations(db);
  } catch (error) {
    // The message says what to run.
    return found("wrong", translateMessage((error as Error).message));
  }
  if (newer.length > 0)
    return ok("the tables are of a newer version ({newer}), and this one can use them", { newer: newer.join(", ") });
  if (pending.length === 0) return ok("the tables are up to date");
  const what = say("pending migrations: {pending}", { pending: pending.join(", ") });
  return canMigrate
    ? found("note", what, say("Run retrieval migrate, or start the service, which does it too."))
    : wrong(
        "{what}; and the database role {role} may not create tables",
        "Run retrieval migrate --harden {role} with the DATABASE_URL of the database's owner.",
        { what, role },
      );
}

/** This machine's clock judges signed requests and tokens; the database's clock is a second opinion. */
function clock({ now }: DatabaseFacts, here: number): Finding {
  const skew = Math.abs(Math.round((now - here) / 1000));
  return skew <= 5
    ? ok("this machine's clock agrees with the database's")
    : wrong(
        "this machine's clock and the database's differ by {skew} seconds",
        "Synchronise both by NTP: sign-in depends on the clock.",
        { skew },
      );
}

function admins({ activeAdmins }: DatabaseFacts, firstAdmin: string | null): Finding {
  const mend =
    firstAdmin === null
      ? say("Set ADMIN_USER_ID and ADMIN_DISPLAY_NAME, and start the service.")
      : say("Start the service: it creates {firstAdmin}, the admin of ADMIN_USER_ID.", { firstAdmin });
  if (activeAdmins === null) return found("note", say("there are no users yet"), mend);
  if (activeAdmins === 0) return found("wrong", say("there is no active admin"), mend);
  return ok("active admins: {activeAdmins}", { activeAdmins });
}

/** Backups, other instances and an operator with psql need some too. */
function connections({ maxConnections }: DatabaseFacts, poolSize: number): Finding[] {
  if (poolSize < maxConnections) return [];
  return [
    wrong(
      "DATABASE_POOL_SIZE is {poolSize}, and the server accepts {maxConnections} connections in total",
      "Lower DATABASE_POOL_SIZE, or raise max_connections there: all instances together must stay well below that.",
      { poolSize, maxConnections },
    ),
  ];
}

function record({ role, canChangeRecord }: DatabaseFacts): Finding[] {
  if (canChangeRecord === null) return [];
  if (!canChangeRecord)
    return [ok("the database role {role} can add to the audit log, and cannot change it", { role })];
  return [
    note(
      "the database role {role} could change or delete entries of the audit log",
      "Give the service its own role, and run retrieval migrate --harden ROLE as the tables' owner.",
      { role },
    ),
  ];
}
