import { UnavailableError } from "@retrieval/core/errors";
import { databaseAddress } from "../settings/database-address.js";
import type { Settings } from "../settings/settings.js";
import { translateMessage } from "../texts/other-packages.js";
import { say } from "../texts/say.js";

/** A log line: why the service did not start, at which address, and which setting names it. */
export interface StartFailure {
  readonly host?: string;
  readonly port?: number;
  readonly reason: string;
  readonly message: string;
}

/** @returns null for an error whose own message says everything */
export function startFailure(
  error: unknown,
  { database, HOST: host, PORT: port }: Pick<Settings, "database" | "HOST" | "PORT">,
): StartFailure | null {
  if (error instanceof UnavailableError && database.kind === "server") {
    const message = say("the database of DATABASE_URL cannot be reached at this host and port");
    return { ...databaseAddress(database.url), reason: translateMessage(error.message), message };
  }
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (code !== undefined && (syscall === "listen" || syscall === "getaddrinfo"))
    return { host, port, reason: code, message: say("cannot listen at HOST and PORT") };
  return null;
}
