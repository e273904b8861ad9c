import {
  type Database,
  type DatabaseFacts,
  inspectDatabase,
  lookAtServers,
  openDatabase,
  pendingMigrations,
  type ServerState,
} from "@retrieval/postgres";
import { builtPages, PAGES_NOT_BUILT } from "./built-pages.js";
import { databaseAddress, databaseAddresses } from "./settings/database.js";
import { hasHttps, WITHOUT_HTTPS } from "./settings/https.js";
import type { Environment } from "./settings/reader.js";
import { readSettings, type Settings, SettingsError } from "./settings/settings.js";

/** One thing that was looked at. */
export interface Finding {
  readonly state: "ok" | "note" | "wrong";
  readonly what: string;
  /** What to do about it; absent when nothing needs doing. */
  readonly mend?: string;
}

const ok = (what: string): Finding => ({ state: "ok", what });
const note = (what: string, mend: string): Finding => ({ state: "note", what, mend });
const wrong = (what: string, mend: string): Finding => ({ state: "wrong", what, mend });

/** Looks at everything that an operator gets wrong, and says how to mend it. Changes nothing. */
export async function doctor(env: Environment): Promise<{ ok: boolean; findings: readonly Finding[]; text: string }> {
  const findings = await look(env);
  return { ok: findings.every(({ state }) => state !== "wrong"), findings, text: page(findings) };
}

async function look(env: Environment): Promise<Finding[]> {
  const installed = [nodeVersion(), await pages()];
  try {
    const settings = readSettings(env);
    return [...installed, ...settingsFindings(settings), ...(await databaseFindings(settings))];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [
      ...installed,
      ...error.faults.map((fault) => wrong(fault, "Set it in the service's environment, then run this again.")),
    ];
  }
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return fits
    ? ok(`Node ${process.versions.node}`)
    : wrong(`Node ${process.versions.node} is too old`, "Install Node 20.19 or later.");
}

/** No fault: somebody may want the API alone. */
async function pages(): Promise<Finding> {
  const built = await builtPages();
  return built === null ? note(PAGES_NOT_BUILT.what, PAGES_NOT_BUILT.mend) : ok("the pages are built");
}

function settingsFindings(settings: Settings): Finding[] {
  const { secrets, tokenKeys, tls, portalOrigin, warnings } = settings;
  return [
    ok(`settings are complete; the portal is ${portalOrigin}`),
    ok("SSO_SHARED_SECRET is long enough"),
    ...(secrets.length > 1
      ? [
          note(
            "a previous shared secret is still accepted",
            "Unset SSO_SHARED_SECRET_PREVIOUS once the portal signs with the new one.",
          ),
        ]
      : []),
    ok(
      tokenKeys.length > 0
        ? "session tokens are signed with a private key (ES256)"
        : "session tokens are signed with a key derived from the secret (HS256)",
    ),
    hasHttps(settings)
      ? ok(tls !== null ? "HTTPS by the service's own certificate" : "HTTPS by a trusted proxy")
      : wrong(WITHOUT_HTTPS.what, WITHOUT_HTTPS.mend),
    ...warnings.map((warning) => note(warning, "Mend it, or unset it, in the service's environment.")),
  ];
}

async function databaseFindings({ database: settings }: Settings): Promise<Finding[]> {
  if (settings.kind === "embedded" || databaseAddresses(settings.url).length === 1) return oneDatabase(settings);
  const states = await lookAtServers(settings.url);
  const findings = serverFindings(states);
  return states.some(({ role }) => role === "writer") ? [...findings, ...(await oneDatabase(settings))] : findings;
}

/** Of several servers: which of them is the primary now, and whether the others could take over. */
function serverFindings(states: readonly ServerState[]): Finding[] {
  const writers = states.filter(({ role }) => role === "writer");
  const findings = states.map(({ address, role, reason }) => {
    if (role === "writer") return ok(`the server ${address} is the writer`);
    if (role === "standby") return ok(`the server ${address} is a standby`);
    return role === "read-only"
      ? note(`the server ${address} is no standby, and takes no writes`, "See default_transaction_read_only there.")
      : wrong(
          `the server ${address} does not answer: ${withoutUrl(reason ?? "")}`,
          "Check it, and the network between.",
        );
  });
  if (writers.length === 0)
    findings.push(wrong("no server of DATABASE_URL takes writes", "Start the primary, or promote a standby."));
  if (writers.length > 1)
    findings.push(
      wrong(
        `${writers.length} servers of DATABASE_URL take writes, so their data differ`,
        "Stop the old primary, and make it a standby of the one that was promoted.",
      ),
    );
  return findings;
}

async function oneDatabase(settings: Settings["database"]): Promise<Finding[]> {
  let database: Database;
  try {
    database = await openDatabase({ ...settings, onConnectionError: () => undefined });
  } catch (error) {
    return [
      wrong(
        `the embedded database cannot be opened: ${(error as Error).message}`,
        "Stop the service that uses DATA_DIR, or mend the folder as it says.",
      ),
    ];
  }
  try {
    await database.ping();
    const before = Date.now();
    const facts = await inspectDatabase(database);
    return [
      ...(settings.kind === "embedded"
        ? [
            note(
              "the embedded database is in use",
              "It never calls fsync; set DATABASE_URL to a PostgreSQL for anything you cannot lose.",
            ),
          ]
        : []),
      serverVersion(facts),
      encoding(facts),
      await migrations(database),
      clock(facts, (before + Date.now()) / 2),
      admins(facts),
      ...(settings.kind === "server" ? record(facts) : []),
    ];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    return [
      wrong(
        `the database${addressOf(settings)} does not answer: ${withoutUrl(cause.message)}`,
        "Check DATABASE_URL, the server, and the network between.",
      ),
    ];
  } finally {
    await database.close();
  }
}

function serverVersion({ major }: DatabaseFacts): Finding {
  if (major < 15) return wrong(`PostgreSQL ${major} is too old`, "Use PostgreSQL 15 to 18.");
  return major > 18
    ? note(`PostgreSQL ${major} is newer than what this version was tested with`, "Use PostgreSQL 15 to 18.")
    : ok(`PostgreSQL ${major}`);
}

function encoding({ encoding }: DatabaseFacts): Finding {
  return encoding === "UTF8"
    ? ok("the database's encoding is UTF8")
    : wrong(`the database's encoding is ${encoding}`, "Create it anew with ENCODING 'UTF8'.");
}

async function migrations({ db }: Database): Promise<Finding> {
  try {
    const pending = await pendingMigrations(db);
    return pending.length === 0
      ? ok("the tables are up to date")
      : note(
          `migrations wait: ${pending.join(", ")}`,
          "Run retrieval migrate, or start the service, which does it too.",
        );
  } catch (error) {
    return wrong(
      (error as Error).message,
      "Run the version of the service that this database was made for, or a later one.",
    );
  }
}

/** Signed requests and tokens are judged by this machine's clock; the database's is another opinion of the time. */
function clock({ now }: DatabaseFacts, here: number): Finding {
  const skew = Math.abs(Math.round((now - here) / 1000));
  return skew <= 5
    ? ok("this machine's clock agrees with the database's")
    : wrong(
        `this machine's clock and the database's differ by ${skew} seconds`,
        "Synchronise both by NTP: sign-in judges by the clock.",
      );
}

function admins({ activeAdmins }: DatabaseFacts): Finding {
  const mend = "Set ADMIN_USER_ID and ADMIN_DISPLAY_NAME, and start the service.";
  if (activeAdmins === null) return note("there are no users yet", mend);
  if (activeAdmins === 0) return wrong("there is no active admin", mend);
  return ok(activeAdmins === 1 ? "1 active admin" : `${activeAdmins} active admins`);
}

/** The embedded database has one role, and whoever has its files can change everything anyway. */
function record({ role, canChangeRecord }: DatabaseFacts): Finding[] {
  if (canChangeRecord === null) return [];
  return canChangeRecord
    ? [
        note(
          `the database role ${role} could change or delete what the audit record says`,
          "Let the service sign in as a role of its own, and run retrieval migrate --harden ROLE as the tables' owner.",
        ),
      ]
    : [ok(`the database role ${role} can add to the audit record, and not change it`)];
}

function addressOf(settings: Settings["database"]): string {
  if (settings.kind === "embedded") return "";
  const { host, port } = databaseAddress(settings.url);
  return ` at ${host}, port ${port},`;
}

/** A driver's message can hold the whole URL. */
const withoutUrl = (message: string) => message.replace(/postgres(ql)?:\/\/\S+/g, "DATABASE_URL");

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

function page(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ state, what, mend }) => `${SIGNS[state]}  ${what}${mend === undefined ? "" : `\n       -> ${mend}`}`,
  );
  const wrongs = findings.filter(({ state }) => state === "wrong").length;
  return `${lines.join("\n")}\n\n${wrongs === 0 ? "Nothing is wrong." : `${wrongs} thing${wrongs === 1 ? " is" : "s are"} wrong.`}\n`;
}
