import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { createMigratedDatabase } from "@retrieval/contract";
import { type Role, sharedSecret, signRequest } from "@retrieval/core";
import type { IndexSource, MakeVectors, RecognisePage } from "@retrieval/core/ports";
import { synchroniseUser } from "@retrieval/core/use-cases";
import type { EmbeddedModel } from "@retrieval/e5";
import { createServer, openApiDocument, type Pages, type Timer } from "@retrieval/http";
import { type Database, KnownTables, migrateToLatest, openDatabase } from "@retrieval/postgres";
import { type Logger, pino } from "pino";
import request from "supertest";
import type { PublicAddresses } from "../src/adapters/public-addresses.js";
import { readSettings, type Settings } from "../src/settings/settings.js";
import { composeService, type Service } from "../src/wiring/compose.js";
import { loadAssistants } from "../src/wiring/load-assistants.js";
import { DocumentedAnswers, type GivenAnswer } from "./http/openapi-answers.js";

export const SECRET = "0123456789abcdef".repeat(4);
export const PREVIOUS_SECRET = "fedcba9876543210".repeat(4);
export const PORTAL = "https://portal.example.com";
/** 2026-01-15T00:00:00Z, the time of the test clock until a test changes it. */
export const NOW = 1_768_435_200;

/** A clock that changes only when it is set. */
export class FrozenClock {
  seconds = NOW;
  now(): number {
    return this.seconds * 1000;
  }
}

export interface TestService {
  readonly clock: FrozenClock;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly service: Service;
  readonly url: string;
  /** Everything logged so far. */
  log(): string;
  /** Every answer given so far: which route, and its text. */
  readonly answers: GivenAnswer[];
  /** supertest on the listening server. */
  http(): ReturnType<typeof request>;
  /** Creates a user with a session, as the portal does. @returns the token */
  signedIn(
    user_id: string,
    record?: { role?: Role; department_code?: string; permission_groups?: string[] },
  ): Promise<string>;
  /** Deletes users, departments, documents and their rules. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  readonly env?: Record<string, string>;
  readonly httpsOnly?: boolean;
  readonly pages?: Pages | null;
  /** A PostgreSQL server other than the run's, for tests that harm it. */
  readonly serverUrl?: string;
  /** Absent: as in production. */
  readonly vectors?: MakeVectors;
  /** The test waits for the index that is built from it. */
  readonly indexSource?: IndexSource;
  readonly recogniser?: RecognisePage | null | Promise<RecognisePage | null>;
  /** Absent: none, because it takes a second to load. It is stopped with the service. */
  readonly embedded?: EmbeddedModel | null;
  /** Calls addresses that partners and users wrote. */
  readonly outgoing?: Pick<PublicAddresses, "fetch" | "accepts">;
  /** Ends questions. */
  readonly timer?: Timer;
}

/** TRUNCATE locks one table after the other against readers, so that it and the index could wait for each other. */
const EMPTY = `
  DELETE FROM revisions;
  DELETE FROM documents;
  DELETE FROM rule_versions;
  DELETE FROM access_tokens;
  DELETE FROM users;
  DELETE FROM departments`;

/** The composed service on a real PostgreSQL, listening on 127.0.0.1, with its own clock. */
export async function startTestService({
  env = {},
  httpsOnly = false,
  pages = null,
  serverUrl,
  vectors,
  indexSource,
  recogniser = null,
  embedded = null,
  timer,
  outgoing,
}: TestServiceOptions = {}): Promise<TestService> {
  const testDatabase = await createMigratedDatabase(serverUrl);
  const settings = readSettings({
    SSO_SHARED_SECRET: SECRET,
    PORTAL_DOMAIN: PORTAL,
    DATABASE_URL: testDatabase.url,
    RATE_LIMIT_SIGN_IN_FAILURES: "1000000",
    LOG_LEVEL: "debug",
    TIME_ZONE: "UTC",
    ...env,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const logger = pino({ level: settings.LOG_LEVEL }, sink);
  const database = await openDatabase({ ...settings.database, onConnectionError: () => undefined });
  await migrateToLatest(database.db);
  const clock = new FrozenClock();
  const service = composeService(settings, database, {
    tables: await KnownTables.find(database.db),
    logger,
    httpsOnly,
    pages,
    assistants: await loadAssistants(settings),
    recogniser: await recogniser,
    embedded,
    clock,
    ...(vectors === undefined ? {} : { vectors }),
    ...(indexSource === undefined ? {} : { indexSource }),
    ...(timer === undefined ? {} : { timer }),
    ...(outgoing === undefined ? {} : { outgoing }),
  });
  await service.days.start();
  service.worker.start();
  service.index.start();
  embedded?.start();
  service.embeddings?.start();
  if (indexSource === undefined) await service.index.built;
  const answers: GivenAnswer[] = [];
  const crowded = new Set<string | symbol>();
  const { server } = createServer(service.app);
  server.prependListener("request", (req, res) => {
    recordAnswer(res, (text) =>
      answers.push({
        method: req.method ?? "",
        path: req.url ?? "",
        status: res.statusCode,
        text,
        headers: Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])),
      }),
    );
    // Node warns of one more listener than these, in the operator's log.
    res.on("newListener", (event) => {
      if (res.listenerCount(event) >= res.getMaxListeners()) crowded.add(event);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    clock,
    settings,
    logger,
    database,
    databaseUrl: testDatabase.url,
    service,
    url,
    log: () => lines.join(""),
    answers,
    http: () => request(url),
    async signedIn(user_id, record = {}) {
      await synchroniseUser(user_id, { display_name: `Name of ${user_id}`, ...record }, null, service.deps.users);
      const response = await request(url).post("/api/auth/sso-token").send(signedRequest(user_id, clock.seconds));
      if (response.status !== 200) throw new Error(`no session for ${user_id}: ${response.text}`);
      return response.body.token as string;
    },
    async empty() {
      await database.pool.query(EMPTY);
    },
    async close() {
      await closeServer(server);
      await service.worker.stop();
      await service.stop();
      await database.close();
      await testDatabase.drop();
      expect([...crowded]).toEqual([]);
      const documented = new DocumentedAnswers(openApiDocument(service.deps));
      for (const answer of answers) {
        const { method, path, text } = answer;
        const problem = documented.problemWith(answer);
        if (problem !== null) throw new Error(`${method} ${path} is not answered as documented: ${problem}`);
        // The OpenAPI document names the fields of an import, and the scripts of its page are not ours.
        if (
          !/^\/api\/(openapi\.json|docs\/)/.test(path) &&
          /"(source_path|filesystem_path|password|password_hash)":/.test(text)
        )
          throw new Error(`${method} ${path} leaks: ${text}`);
      }
    },
  };
}

/**
 * {@link startTestService} for the tests of one `describe`, with the token of an administrator, 000001. Available
 * only inside tests and hooks; closed after them.
 */
export function useTestService(options: TestServiceOptions = {}): TestService & { readonly admin: string } {
  const service = {} as TestService & { readonly admin: string };
  beforeAll(async () => {
    const started = await startTestService(options);
    Object.assign(service, started, { admin: await started.signedIn("000001", { role: "admin" }) });
  });
  afterAll(() => service.close());
  return service;
}

export type Call = [
  method: "get" | "post" | "put" | "patch" | "delete",
  path: string,
  body?: object | string,
  headers?: object,
];

/** A call of the API with a user's token. */
export function callAs(t: Pick<TestService, "http">, token: string, ...[method, path, body, headers = {}]: Call) {
  const request = t
    .http()
    [method](path)
    .set({ Authorization: `Bearer ${token}`, ...headers });
  return body === undefined ? request : request.send(body);
}

export function signedRequest(user_id: string, timestamp: number, secret = SECRET) {
  return { user_id, timestamp, signature: signRequest(sharedSecret(secret), user_id, timestamp) };
}

const PLAIN: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** JSON is sent by one call of `end`. */
function recordAnswer(res: ServerResponse, record: (text: string) => void): void {
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
  res.end = (...args: unknown[]) => {
    const [body] = args;
    const encoding = String(res.getHeader("Content-Encoding"));
    const plain = Buffer.isBuffer(body) ? (PLAIN[encoding]?.(body) ?? body) : body;
    record(typeof plain === "string" || Buffer.isBuffer(plain) ? String(plain) : "");
    return end(...args);
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The whole body of an error answer, which has exactly these fields. */
export function errorBody(code: string, message: unknown = expect.any(String)) {
  return { error: { code, message, problems: expect.any(Array) } };
}
