import { randomBytes } from "node:crypto";
import { UnavailableError } from "@retrieval/core/errors";
import { dayIn } from "@retrieval/core/limits";
import {
  harden,
  migrateToLatest,
  newerMigrations,
  openDatabase,
  PostgresCalendar,
  scramVerifier,
} from "@retrieval/postgres";
import { databaseAddress } from "../settings/database-address.js";
import type { DatabaseSettings } from "../settings/settings.js";
import type { ServiceLogin } from "../settings/table.js";
import { translateMessage } from "../texts/other-packages.js";
import { say } from "../texts/say.js";

function unreachable(url: string): string {
  const { host, port } = databaseAddress(url);
  return say("The database of DATABASE_URL cannot be reached at {address}", { address: `${host}:${port}` });
}

/**
 * Migrates the database to this version.
 *
 * @param hardened the service's own role, which keeps only the rights that it needs; with a password, the role is created
 *   if it is missing and signs in with that password; undefined leaves all roles unchanged
 * @returns what it did, for the operator; the role is left unchanged on the tables of a newer version
 * @throws Error with the reason why the role was not hardened
 */
export async function migrateDatabase(
  { database: settings }: { readonly database: DatabaseSettings },
  hardened?: { readonly role: string } | ServiceLogin,
): Promise<string> {
  if (hardened !== undefined && settings.kind === "embedded")
    throw new Error(
      say(
        "The embedded database has one role, which owns everything: --harden and --service-role are for a PostgreSQL server.",
      ),
    );
  const database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  try {
    const applied = await migrateToLatest(database.db);
    const said =
      applied.length === 0
        ? say("The database is up to date.\n")
        : applied.map((name) => say("applied {name}\n", { name })).join("");
    if (hardened === undefined) return said;
    const { role } = hardened;
    const newer = await newerMigrations(database.db);
    if (newer.length > 0) {
      const left = "The role {role} keeps its rights: only the version of the tables ({newer}) knows all of them.\n";
      return said + say(left, { role, newer: newer.join(", ") });
    }
    const verifier = "password" in hardened ? scramVerifier(hardened.password, randomBytes(16)) : undefined;
    const refused = await harden(database.db, role, verifier);
    if (refused !== null) throw new Error(`${said}${say("Nothing was hardened.")} ${translateMessage(refused)}`);
    return said + say("The role {role} can add to the audit log but not change it, and owns nothing.\n", { role });
  } catch (error) {
    if (!(error instanceof UnavailableError) || settings.kind === "embedded") throw error;
    throw new Error(`${unreachable(settings.url)}: ${translateMessage(error.message)}`, { cause: error });
  } finally {
    await database.close();
  }
}

/**
 * Lets the days of documents begin in another time zone, and puts the versions of its today in force.
 *
 * @param now milliseconds since 1970
 * @throws Error if there is no such time zone
 */
export async function changeTimeZone(settings: DatabaseSettings, timeZone: string, now: number): Promise<string> {
  const day = dayIn(now, knownTimeZone(timeZone));
  const database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  try {
    const documents = await new PostgresCalendar(database.db).set(day, timeZone);
    return say(
      "Days begin in {timeZone}: it is {day}, and {n} document(s) changed. Set TIME_ZONE on all instances.\n",
      {
        timeZone,
        day,
        n: documents,
      },
    );
  } finally {
    await database.close();
  }
}

function knownTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) && name;
  } catch {
    throw new Error(say("There is no time zone {name}. Give an IANA name, as Asia/Tokyo.", { name }));
  }
}
