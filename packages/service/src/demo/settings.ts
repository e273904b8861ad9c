import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Environment } from "../settings/reader.js";
import { readSettings, type Settings } from "../settings/settings.js";
import { DEMO_SECRET_FILE } from "./connection.js";

export interface DemoSettings {
  readonly settings: Settings;
  /** Absolute; holds the shared secret that the demo made for itself. */
  readonly secretFile: string;
  /** false: PORT was asked for, and no other will do. */
  readonly mayChoosePort: boolean;
}

/** The settings of the demo: what the environment leaves out is made, in DATA_DIR. */
export async function demoSettings(env: Environment): Promise<DemoSettings> {
  const dataDir = resolve(env.DATA_DIR || "./data");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const secretFile = join(dataDir, DEMO_SECRET_FILE);
  if (!existsSync(secretFile)) await writeFile(secretFile, randomBytes(32).toString("hex"), { mode: 0o600 });
  const settings = readSettings({
    PORTAL_DOMAIN: "http://127.0.0.1:3001",
    LOG_LEVEL: "warn",
    ...withoutEmpty(env),
    // The demo has a secret and a database of its own, whatever the shell was set up for.
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
  return { settings, secretFile, mayChoosePort: !env.PORT };
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}
