import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import jwt from "jsonwebtoken";
import { PREVIOUS_SECRET, SECRET } from "../test/harness.js";
import { ServiceProcess } from "../test/process/service-process.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };
const [OLD, NEW] = [PREVIOUS_SECRET, SECRET];

describe("two instances that are restarted one after the other while a secret changes", () => {
  let database: TestDatabase;
  let folder: string;
  let keys: { old: string; new: string };
  const instances: ServiceProcess[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "retrieval-keys-"));
    const keyFile = async (name: string) => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      await writeFile(join(folder, name), privateKey.export({ type: "pkcs8", format: "pem" }));
      return join(folder, name);
    };
    keys = { old: await keyFile("old.pem"), new: await keyFile("new.pem") };
  });
  afterEach(async () => {
    for (const instance of instances.splice(0)) await instance.end("SIGTERM");
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  async function restart(which: number, env: Record<string, string>): Promise<void> {
    await instances[which]?.end("SIGTERM");
    instances[which] = await ServiceProcess.serve(database.url, { ...ADMIN, ...env });
  }

  /** Restarts each instance with these settings, and checks after each restart. */
  async function rollOut(env: Record<string, string>, look: () => Promise<void>): Promise<void> {
    for (const which of [0, 1]) {
      await restart(which, env);
      if (instances.length === 2) await look();
    }
  }

  /** Checks that both instances accept signed requests and the tokens of either instance. */
  async function expectAccepted(tokens: string[], portalsSecret: string): Promise<void> {
    for (const instance of instances) tokens.push(await instance.signIn("000001", portalsSecret));
    for (const instance of instances)
      for (const token of tokens) expect((await instance.fetch("/api/session", { token })).status).toBe(200);
  }

  it("sign no user out if all accept the new shared secret before any of them uses it", async () => {
    const tokens: string[] = [];
    let portals = OLD;
    const look = () => expectAccepted(tokens, portals);
    await rollOut({ SSO_SHARED_SECRET: OLD }, look);
    await rollOut({ SSO_SHARED_SECRET: OLD, SSO_SHARED_SECRET_PREVIOUS: NEW }, look);
    await rollOut({ SSO_SHARED_SECRET: NEW, SSO_SHARED_SECRET_PREVIOUS: OLD }, look);
    portals = NEW;
    // Tokens issued under the old one have expired meanwhile.
    tokens.splice(0);
    await look();
    await rollOut({ SSO_SHARED_SECRET: NEW }, look);
  });

  it("sign a user out whose token came from the first instance with a secret that the others do not accept yet", async () => {
    await restart(0, { SSO_SHARED_SECRET: NEW, SSO_SHARED_SECRET_PREVIOUS: OLD });
    await restart(1, { SSO_SHARED_SECRET: OLD });
    const [ahead, behind] = instances as [ServiceProcess, ServiceProcess];
    const token = await ahead.signIn("000001", OLD);
    expect((await ahead.fetch("/api/session", { token })).status).toBe(200);
    expect((await behind.fetch("/api/session", { token })).status).toBe(401);
  });

  it("sign no user out while the private key changes in the same order, also with cached public keys", async () => {
    const tokens: string[] = [];
    /** The public keys that others may have cached: those that every instance showed before the last roll-out. */
    let shown: unknown[] | null = null;
    const kidsAt = async (instance: ServiceProcess) => {
      const { keys } = (await (await instance.fetch("/.well-known/jwks.json")).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    const look = async () => {
      await expectAccepted(tokens, SECRET);
      const kids = tokens.map((token) => jwt.decode(token, { complete: true })?.header.kid);
      for (const kid of kids) if (shown !== null) expect(shown).toContain(kid);
    };
    const next = async (env: Record<string, string>) => {
      await rollOut(env, look);
      const [first = [], second = []] = await Promise.all(instances.map(kidsAt));
      shown = first.filter((kid) => second.includes(kid));
    };
    await next({ JWT_PRIVATE_KEY_FILE: keys.old });
    await next({ JWT_PRIVATE_KEY_FILE: keys.old, JWT_PREVIOUS_KEY_FILE: keys.new });
    await next({ JWT_PRIVATE_KEY_FILE: keys.new, JWT_PREVIOUS_KEY_FILE: keys.old });
    // Tokens issued under the old one have expired meanwhile.
    tokens.splice(0);
    await next({ JWT_PRIVATE_KEY_FILE: keys.new });
  });
});
