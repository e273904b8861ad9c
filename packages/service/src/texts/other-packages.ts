import { type Text, translate } from "./say.js";

/** Messages of commander and of our packages that have no language of their own, with a name for each changing part. */
const MESSAGES = [
  "error: unknown option '{option}'",
  "error: unknown command '{command}'",
  "error: missing required argument '{argument}'",
  "error: too many arguments. Expected {most} argument but got {count}.",
  "error: too many arguments for '{command}'. Expected {most} argument but got {count}.",
  "error: too many arguments. Expected {most} arguments but got {count}.",
  "error: too many arguments for '{command}'. Expected {most} arguments but got {count}.",
  "error: option '{option}' argument missing",
  "error: required option '{option}' not specified",
  "error: option '{option}' cannot be used with option '{other}'",
  "error: option '{option}' argument '{value}' is invalid. Allowed choices are {choices}.",
  "error: option '{option}' argument '{value}' is invalid. {reason}",
  "error: command-argument value '{value}' is invalid for argument '{argument}'. {reason}",
  "(Did you mean {name}?)",
  "(Did you mean one of {name}?)",
  "{name} is not an absolute URL",
  "{name} must not hold a user name or password",
  "{name} must begin with https:// (http:// is for the loopback address only)",
  "secret must have at least {count} characters",
  "The database is away for now ({reason}).",
  "no complete answer within {time} ms",
  "DATABASE_URL signs in as a role that may not create roles or set this one's password. Do that as a user who may, then use --harden ROLE.",
  "There is no role {role}. Create it first, as a user who may: CREATE ROLE … LOGIN PASSWORD '…'.",
  "DATABASE_URL signs in as {role}. Use the DATABASE_URL of the tables' owner; {again} is the service's own role.",
  "The role {role} is a superuser or may create roles, so it could restore the revoked rights. Give the service a role without SUPERUSER and CREATEROLE.",
  "The role {role} is, or is a member of, an owner of the tables, their schema or the database ({owners}). An owner can change everything: give the service a role that owns nothing.",
  "The tables belong to {owners} and DATABASE_URL signs in as {role}. Only their owner can grant rights to them.",
  "The role {role} would keep {rights}: PUBLIC or a role that it is a member of has that right. Revoke it there first.",
  "The database is newer than this version of the service (it has {migrations}): update the service.",
  "Another session, such as a dump, holds a table that the migrations change. Nothing was changed: try again when it has ended.",
  "Instances that cannot use the tables of {migration} are connected ({instances}): stop them first.",
  "The database is too old for this version of the service (its last migration is {migration}): run retrieval migrate of commit {commit} first, then this version.",
  "The disk is full: {free} MiB are free for the embedded database, which needs {needed} MiB to open.",
  "The data directory {folder} cannot be created: {reason}",
  "The data directory {folder} is open to others (mode {mode}): run chmod 700 {again}",
  "The data directory {folder} is in use by another process (its id there: {process}): stop it first.",
  "There is no embedded database in {folder}.",
  "{folder} already has a database: use --replace to replace it.",
  "A restore was interrupted: rename {from}, the previous database, to {to}, and restore again.",
  "The file {file} is not a backup of an embedded database.",
  "The backup {file} is from PostgreSQL {major}; this version of the service reads only {own}.",
  "The file {file} is not a backup, or is damaged: {reason}.",
  "The file {file} cannot be read: {reason}.",
  "The backup {file} cannot be unpacked or opened: {reason}.",
  "The file {file} is not a backup of this service: {reason}.",
  "The file {file} cannot be written: it exists and is not an ordinary file.",
  "The file {file} cannot be written: {reason}.",
] as const satisfies readonly Text[];

const PATTERNS = MESSAGES.map((message) => {
  const literal = message.replace(/[.?()']/g, "\\$&");
  return [message, new RegExp(`^${literal.replace(/\{(\w+)\}/g, "(?<$1>.*)")}$`)] as const;
});

/** The lines of such a message in the language of the command; others stay as they are. */
export function translateMessage(text: string): string {
  return text.split("\n").map(translateLine).join("\n");
}

function translateLine(line: string): string {
  for (const [message, pattern] of PATTERNS) {
    const values = pattern.exec(line);
    if (values !== null) return translate(message, withReason(values.groups));
  }
  return translate(line);
}

/** A reason is a message itself. */
const withReason = (values: Record<string, string> = {}) =>
  values.reason === undefined ? values : { ...values, reason: translateLine(values.reason) };
