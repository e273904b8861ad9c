import { type PlainText, say } from "../texts/say.js";
import { networkProblem } from "./network-problem.js";

/** Why a server refuses every connection, and what to do. */
export interface DatabaseProblem {
  readonly what: string;
  readonly mend: string;
}

type KnownProblem = Readonly<Record<keyof DatabaseProblem, PlainText>>;

/** By SQLSTATE. */
const REFUSALS: Readonly<Record<string, KnownProblem>> = {
  "28P01": {
    what: "refuses the user or the password of DATABASE_URL",
    mend: "Correct both in DATABASE_URL, with special characters percent-encoded; ALTER ROLE … PASSWORD gives a role a new one.",
  },
  "28000": {
    what: "refuses this user from here: the role does not exist, it may not log in, or pg_hba.conf has no line for it",
    mend: "Create the role with LOGIN, and let pg_hba.conf admit it from this machine, then reload the server.",
  },
  "3D000": {
    what: "does not have the database that DATABASE_URL names",
    mend: "Correct the name, or create the database: CREATE DATABASE … OWNER … ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0.",
  },
  "42501": {
    what: "does not let the role connect to this database",
    mend: "Run GRANT CONNECT ON DATABASE … TO … as its owner.",
  },
  "53300": {
    what: "has no free connection",
    mend: "Raise max_connections there, or lower DATABASE_POOL_SIZE of the instances.",
  },
  "57P03": {
    what: "is starting, stopping or recovering",
    mend: "Wait, then run this again; its log shows the progress.",
  },
};

/** The driver's messages without a code. */
const SAYINGS: readonly (readonly [RegExp, KnownProblem])[] = [
  [
    /password must be a (non-empty )?string/,
    { what: "asks for a password, and DATABASE_URL has none", mend: "Put the role's password into DATABASE_URL." },
  ],
  [
    /does not support SSL/,
    {
      what: "does not speak TLS, which DATABASE_URL asks for",
      mend: "Turn ssl on there, or remove sslmode from DATABASE_URL if the network in between is trusted.",
    },
  ],
  [
    /timeout|Connection terminated/,
    {
      what: "does not answer in time, as if behind a firewall",
      mend: "Check DATABASE_URL, the server, and the network between them.",
    },
  ],
];

/** @param code the SQLSTATE or the system's code, "" if there is none; @param message may contain a URL */
export function databaseProblem(code: string, message: string): DatabaseProblem {
  const refusal = REFUSALS[code];
  if (refusal) return { what: `${say(refusal.what)} (${code})`, mend: say(refusal.mend) };
  const mend = say("Check DATABASE_URL, the server, and the network between them.");
  // Its code is the same as that of a missing socket.
  const file = message.match(/^ENOENT: no such file or directory, open '(.+)'$/)?.[1];
  if (file !== undefined)
    return {
      what: say("cannot be reached: DATABASE_URL names the file {file}, which does not exist", { file }),
      mend: say("Correct sslrootcert, sslcert or sslkey in DATABASE_URL, or put the file in its place."),
    };
  const network = networkProblem(code);
  if (network) return { what: network, mend };
  const said = SAYINGS.find(([saying]) => saying.test(message));
  if (said === undefined) return { what: say("does not answer: {reason}", { reason: withoutUrl(message) }), mend };
  return { what: say(said[1].what), mend: say(said[1].mend) };
}

const withoutUrl = (message: string) => message.replace(/postgres(ql)?:\/\/\S+/g, "DATABASE_URL");
