import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openDataDirectory } from "@retrieval/postgres";
import { DEMO_SECRET_FILE, type Environment, number, readSettings, readTable, type Settings } from "@retrieval/service";
import { type ChosenPorts, portsToTry, readChosenPorts, USUAL_PORTS } from "./free-ports.js";

export interface DemoSettings {
  readonly settings: Settings;
  /** Absolute; holds the shared secret that the demo generated. */
  readonly secretFile: string;
  /** Tried in this order; a single one is the port that PORT requires. */
  readonly ports: readonly number[];
  /** At an earlier start. */
  readonly chosenPorts: ChosenPorts;
  readonly portal: {
    /** Like `ports`, from PORTAL_PORT. */
    readonly ports: readonly number[];
    /** false: the service works with the portal that PORTAL_DOMAIN names instead. */
    readonly isTheServices: boolean;
  };
}

/** The settings of the demo. It generates those that the environment leaves out, in DATA_DIR. */
export async function demoSettings(env: Environment): Promise<DemoSettings> {
  const dataDir = resolve(env.DATA_DIR || "./data");
  await openDataDirectory(dataDir);
  const secretFile = join(dataDir, DEMO_SECRET_FILE);
  if (!existsSync(secretFile)) await writeFile(secretFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  const portalPort = readPortalPort(env);
  const chosen = await readChosenPorts(dataDir);
  const settings = readSettings({
    // Until the sample portal listens and its port is known.
    PORTAL_DOMAIN: "http://127.0.0.1",
    LOG_LEVEL: "warn",
    ...withoutEmpty(env),
    // The demo has its own secret and database, whatever the shell's environment says.
    SSO_SHARED_SECRET: undefined,
    SSO_SHARED_SECRET_FILE: secretFile,
    SSO_SHARED_SECRET_PREVIOUS: undefined,
    SSO_SHARED_SECRET_PREVIOUS_FILE: undefined,
    DATABASE_URL: "embedded",
    DATABASE_URL_FILE: undefined,
    DATA_DIR: dataDir,
    // Plain HTTP, so only from this machine.
    HOST: "127.0.0.1",
    TLS_CERT_FILE: undefined,
    TLS_KEY_FILE: undefined,
  });
  return {
    settings,
    secretFile,
    chosenPorts: chosen,
    ports: portsToTry("port", env.PORT ? settings.PORT : null, chosen, chosen.portal_port ?? USUAL_PORTS.portal_port),
    portal: {
      ports: portsToTry(
        "portal_port",
        portalPort,
        chosen,
        env.PORT ? settings.PORT : (chosen.port ?? USUAL_PORTS.port),
      ),
      isTheServices: !env.PORTAL_DOMAIN,
    },
  };
}

function readPortalPort(env: Environment): number | null {
  const { PORTAL_PORT } = readTable(env, { PORTAL_PORT: number(USUAL_PORTS.portal_port, 0, 65_535) });
  return env.PORTAL_PORT ? PORTAL_PORT : null;
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
