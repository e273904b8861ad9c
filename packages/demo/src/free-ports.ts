import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inLanguage } from "./in-language.js";

/** The demo's ports, unless PORT and PORTAL_PORT name others, or another program uses them. */
export const USUAL_PORTS = { port: 3000, portal_port: 3001 } as const;

/** Ports that the demo chose, because the usual ones were taken; null if it has the usual one. */
export interface ChosenPorts {
  readonly port: number | null;
  readonly portal_port: number | null;
}

const FILE = "ports.json";
/** Near the usual ones, and outside the system's range for connections, so that it is free at the next start too. */
const NEXT = Array.from({ length: 30 }, (_, i) => 3002 + i);
/** Any free port. */
const ANY = 0;

/**
 * The ports to try, in order: only the requested one; else the one chosen at an earlier start, the usual one, others.
 *
 * @param taken by another server of the demo
 */
export function portsToTry(
  name: keyof ChosenPorts,
  asked: number | null,
  chosen: ChosenPorts,
  taken: number,
): number[] {
  if (asked !== null) return [asked];
  const before = chosen[name] ?? USUAL_PORTS[name];
  return [...new Set([before, USUAL_PORTS[name], ...NEXT, ANY])].filter((port) => port !== taken);
}

/** Listens at the first port that is free. @throws the system's error; EADDRINUSE if all are taken */
export async function firstFree<T>(ports: readonly number[], listen: (port: number) => Promise<T>): Promise<T> {
  for (const port of ports.slice(0, -1)) {
    try {
      return await listen(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  return listen(ports.at(-1) ?? ANY);
}

/** None if the file is missing or damaged: a port can be chosen again. */
export async function readChosenPorts(dataDir: string): Promise<ChosenPorts> {
  const text = await readFile(join(dataDir, FILE), "utf8").catch(() => "null");
  const { port, portal_port } = parsed(text) ?? {};
  return { port: readPort(port), portal_port: readPort(portal_port) };
}

function parsed(text: string): Partial<Record<keyof ChosenPorts, unknown>> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const readPort = (value: unknown) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536 ? (value as number) : null;

/** Bookmarks then still work after the next start. */
export function writeChosenPorts(dataDir: string, { port, portal_port }: ChosenPorts): Promise<void> {
  return writeFile(join(dataDir, FILE), `${JSON.stringify({ port, portal_port })}\n`, { mode: 0o600 });
}

/** Why a port is not the usual one, for the demo's page; null if it is. */
export function explainedPort(name: keyof ChosenPorts, now: ChosenPorts, before: ChosenPorts): string | null {
  const port = now[name];
  if (port === null) return null;
  const setting = name === "port" ? "PORT" : "PORTAL_PORT";
  const what = name === "port" ? inLanguage("service", "サービス") : inLanguage("portal", "ポータル");
  const usual = USUAL_PORTS[name];
  return port === before[name]
    ? inLanguage(
        `The ${what} keeps port ${port}, which it got when ${usual} was taken. ${setting} sets another.`,
        `${what}は、前にポート ${usual} が使用中だったときのポート ${port} を引き続き使います。変更するには ${setting} を指定してください。`,
      )
    : inLanguage(
        `Port ${usual} is taken, so the ${what} has ${port}, and keeps it. ${setting} sets another.`,
        `ポート ${usual} は使用中のため、${what}は ${port} を使います（次回以降も同じです）。変更するには ${setting} を指定してください。`,
      );
}
