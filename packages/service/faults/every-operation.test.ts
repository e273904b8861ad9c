import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import type { ProblemCode } from "@retrieval/core/problems";
import type { OpenApiDocument } from "@retrieval/http";
import pg from "pg";
import { DocumentedAnswers } from "../test/http/openapi-answers.js";
import { ServiceProcess } from "../test/process/service-process.js";
import { type ApiDocument, type ApiOperation, operationsOf } from "./api-operations.js";
import { BrokenBodies } from "./broken-bodies.js";
import { BrokenRequests, type SentRequest, sentForm } from "./broken-in-one-place.js";
import { wireForm } from "./drawn-request.js";
import { DrawnRequests, LEFT, METRICS_TOKEN, WITH_ORIGINAL } from "./drawn-requests.js";
import { DrawnValues } from "./drawn-values.js";
import { KeepAliveConnection, type RawAnswer } from "./keep-alive-connection.js";
import { KnownThings } from "./known-things.js";
import { Share, tableOf } from "./operation-shares.js";
import { processorSeconds } from "./process-usage.js";
import { Random } from "./random.js";
import { LASTING, LEAVER, makeCompany, makePeople } from "./seeded-company.js";

const REQUESTS = Number(process.env.FAULTS_REQUESTS || 200_000);

const CONNECTIONS = 16;
/** 200,000 requests take minutes on a quiet machine. */
const LONGEST_MS = Math.max(600_000, REQUESTS * 18);
/** Stops after this many kinds of wrong answers. */
const FAILURES_MAX = 40;
/** The share of good requests: valid, and of an authorised caller. */
const GOOD_SHARE = 0.58;
/** How often each operation must succeed at least; with few requests, once. */
const DONE_MIN = Math.min(5, Math.ceil(REQUESTS / 12_000));

/** They succeed only in the browser that an application opened. */
const NEEDS_BROWSER: ReadonlySet<string> = new Set(["readAuthorization", "decideAuthorization"]);

/**
 * The number of requests, of 200,000, for expensive operations: a thread for each upload and file of users, password
 * hashes, whole lists; and for one that ends the tokens of all others. The others share the rest.
 */
const COSTLY: Readonly<Record<string, number>> = {
  readAuthorization: 500,
  decideAuthorization: 500,
  uploadDocument: 1_000,
  importUserFile: 1_500,
  importUsers: 1_000,
  replaceDepartments: 1_000,
  readApiDocument: 1_000,
  deleteDocument: 2_000,
  abolishDocument: 1_500,
  destroyDocument: 1_000,
  changeVersion: 1_500,
  withdrawVersion: 1_500,
  compareVersions: 2_000,
  changeAccessRules: 1_500,
  restoreAccessRules: 1_500,
  previewAccessRules: 1_500,
  publishDraft: 2_500,
  approveDraft: 2_500,
  returnDraft: 1_500,
  deleteDraft: 1_500,
  restoreVersion: 1_500,
  whoCouldRead: 1_500,
  couldRead: 1_500,
  listAuditEntries: 2_000,
  synchroniseUser: 2_500,
  listUsers: 2_500,
  listGroups: 2_500,
  listDrafts: 2_500,
  listDocuments: 3_000,
  listChunks: 3_000,
  listVersionChunks: 3_000,
  listAccessRuleVersions: 3_000,
  explainAccess: 3_000,
  replaceVocabulary: 1_000,
  addStarterEntries: 1_000,
  searchChunks: 4_000,
  revokeAllTokens: 500,
  testWebhook: 1_000,
};

let database: TestDatabase;
let service: ServiceProcess;
beforeEach(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.serve(database.url, {
    ADMIN_USER_ID: "000001",
    ADMIN_DISPLAY_NAME: "管理者",
    RATE_LIMIT_READS: "1000000",
    RATE_LIMIT_SIGN_IN_FAILURES: "1000000",
    METRICS_TOKEN,
    MCP: "true",
    PUBLIC_URL: "https://service.example",
  });
});
afterEach(async () => {
  await service.end("SIGTERM");
  await database.drop();
});

/** Uploads that wait almost five minutes, so that they can be cancelled. A longer wait would count as a clock jump. */
async function waitingJobs(count: number): Promise<string[]> {
  const rows = await query<{ job_id: string }>(
    `INSERT INTO jobs (document_id, state, options, payload, free_from)
     SELECT 'waits-' || n, 'queued', '{"media_type": "text/markdown"}', '', now() + interval '290 seconds' FROM generate_series(1, $1::int) AS n
     RETURNING job_id`,
    [count],
  );
  return rows.map(({ job_id }) => job_id);
}

async function query<Row extends object>(statement: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

it(
  "every operation answers every request as documented, and none with 5xx",
  async () => {
    const random = Random.seeded();
    process.stderr.write(`every-operation: FAULTS_REQUESTS=${REQUESTS} FAULTS_SEED=${random.seed}\n`);
    const things = new KnownThings(random, [...LASTING, LEAVER, WITH_ORIGINAL]);
    const document = (await (await service.fetch("/api/openapi.json")).json()) as ApiDocument & OpenApiDocument;
    const operations = operationsOf(document);
    const documented = new DocumentedAnswers(document);
    const { tokens, bad } = await makePeople(service, things);
    await query("UPDATE user_states SET at = at - interval '2 days' WHERE user_id = ANY($1)", [LEFT]);
    await makeCompany(service, tokens.admin, things);
    things.jobs.push(...(await waitingJobs(100)));

    const values = new DrawnValues(random, things, document.components.schemas);
    const good = new DrawnRequests(random, values, things, tokens, LASTING);
    const isDocumented = (method: string, target: string) => documented.operationAt(method, target) !== null;
    const broken = new BrokenRequests(random, new BrokenBodies(random, values), bad, isDocumented);

    const shares = new Map(operations.map((operation) => [operation.id, new Share()]));
    const plan = planned(operations, random);
    let next = 0;
    /** The first request of each kind with a wrong answer. */
    const failures = new Map<string, string>();
    const ask = async (connection: KeepAliveConnection) => {
      while (failures.size < FAILURES_MAX && next < plan.length) {
        const operation = plan[next] as ApiOperation;
        next += 1;
        const drawn = good.valid(operation);
        const sent = random.chance(GOOD_SHARE)
          ? sentForm(drawn, (bytes) => wireForm(bytes, random))
          : broken.broken(drawn);
        const began = performance.now();
        const answer = await connection
          .exchange(requestBytes(sent), sent.method === "HEAD")
          .catch((error: Error) => error);
        const problem = answer instanceof Error ? answer.message : problemOf(sent, answer, documented);
        if (answer instanceof Error || problem !== null) {
          const sort = `${operation.id}, ${sent.kind}: ${problem}`;
          if (!failures.has(sort))
            failures.set(sort, `${sort}\n${shown(sent)}\n\n${answer instanceof Error ? "" : shownAnswer(answer)}`);
          continue;
        }
        (shares.get(operation.id) as Share).add(sent, answer.status, performance.now() - began);
        if (sent.kind === "valid" && answer.headers["content-type"]?.startsWith(JSON_TYPE))
          things.learn(drawn, answer.headers, JSON.parse(String(answer.body) || "null"));
      }
    };
    const began = performance.now();
    const connections = Array.from(
      { length: CONNECTIONS },
      () => new KeepAliveConnection(Number(new URL(service.url).port)),
    );
    try {
      await Promise.all(connections.map(ask));
    } finally {
      for (const connection of connections) connection.close();
    }
    expect([...failures.values()].join("\n\n==== ")).toBe("");
    const seconds = (performance.now() - began) / 1000;

    const all = [...shares.values()];
    const total = all.reduce((sum, { requests }) => sum + requests, 0);
    const goods = all.reduce((sum, share) => sum + share.good, 0);
    const done = all.reduce((sum, share) => sum + share.done, 0);
    const fewest = [...shares].sort(([, one], [, other]) => one.done - other.done).slice(0, 3);
    const percent = (count: number) => `${count} (${((100 * count) / total).toFixed(1)} %)`;
    process.stderr.write(
      `${tableOf(shares)}\n${total} requests, ${percent(goods)} good ones, ${percent(done)} of them answered 2xx, fewest ${fewest.map(([id, share]) => `${id} ${share.done}`).join(", ")}; ${seconds.toFixed(0)} s, CPU of the service ${processorSeconds(service.child.pid as number)} s, of this test ${Math.round(process.cpuUsage().user / 1e6)} s\n`,
    );
    expect(total).toBeGreaterThanOrEqual(REQUESTS);
    expect(goods).toBeGreaterThanOrEqual(total / 2);
    expect(done).toBeGreaterThanOrEqual(total / 3);
    for (const [id, { requests, done }] of shares) {
      const least = Math.min(COSTLY[id] ?? 1_000, 1_000) * (REQUESTS / 200_000);
      expect({ id, enough: requests >= Math.floor(least) }).toEqual({ id, enough: true });
      const wanted = NEEDS_BROWSER.has(id) ? 0 : DONE_MIN;
      expect({ id, done: Math.min(done, wanted) }).toEqual({ id, done: wanted });
    }
    expect((await service.fetch("/readyz")).status).toBe(200);
    expect(
      service.log
        .split("\n")
        .filter((line) => /"level":(50|60)/.test(line))
        .slice(0, 3),
    ).toEqual([]);
  },
  LONGEST_MS,
);

const JSON_TYPE = "application/json";
/** Only the current state may be the reason to refuse a good request. */
const OF_THE_DOMAIN = [200, 201, 202, 204, 207, 304, 404, 409, 410, 412];
/** A cursor of a document's chunks ends with the version that it was made for. */
const OLD_CURSOR: ProblemCode = "cursor.other_version";

function problemOf(
  sent: SentRequest,
  { status, headers, body }: RawAnswer,
  documented: DocumentedAnswers,
): string | null {
  const { method, target, expected } = sent;
  if (status >= 500) return `answered ${status}`;
  if (status === 405) {
    if (!headers.allow?.includes("OPTIONS")) return "405 without Allow";
    if (
      headers.allow.split(", ").some((other) => other !== "OPTIONS" && documented.operationAt(other, target) === null)
    )
      return `Allow names what is not documented: ${headers.allow}`;
  }
  const isOld = sent.expected === "good" && status === 400 && body.includes(`"code":"${OLD_CURSOR}"`);
  if (!accepts(sent, status) && !isOld) return `answered ${status}, not ${JSON.stringify(expected)}`;
  return documented.problemWith({ method, path: target, status, text: body.toString("utf8"), headers });
}

function accepts({ operation, expected, bytes }: SentRequest, status: number): boolean {
  if (expected === "documented") return true;
  if (expected === "good") return OF_THE_DOMAIN.includes(status);
  if (expected === "refused") {
    // A long text can make the body too large.
    if (operation.bodyLimit > 0 && bytes.length > operation.bodyLimit) return status === 413;
    // An import continues after a bad entry; and a sign-in with a wrong signature reports only the signature.
    if (operation.id === "importUsers" && status === 207) return true;
    // A faulty one of several questions is denied alone.
    if (operation.id === "evaluateAccesses" && status === 200) return true;
    if (operation.id === "issueSessionToken" && status === 401) return true;
    return [400, 422].includes(status);
  }
  return expected.includes(status);
}

/** The operations to call, in a random order. */
function planned(operations: readonly ApiOperation[], random: Random): ApiOperation[] {
  const costly = Object.values(COSTLY).reduce((sum, count) => sum + count, 0);
  const others = operations.filter(({ id }) => COSTLY[id] === undefined).length;
  const each = Math.ceil((200_000 - costly) / others);
  const plan = operations.flatMap((operation) => {
    const count = Math.ceil((COSTLY[operation.id] ?? each) * (REQUESTS / 200_000));
    return Array.from({ length: count }, () => operation);
  });
  for (let i = plan.length - 1; i > 0; i -= 1) {
    const j = random.whole(0, i);
    [plan[i], plan[j]] = [plan[j] as ApiOperation, plan[i] as ApiOperation];
  }
  return plan;
}

function requestBytes({ method, target, headers, bytes }: SentRequest): Buffer {
  const fields = Object.entries({ Host: "service.example", "X-Forwarded-Proto": "https", ...headers });
  const head = `${method} ${target} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

function shown(sent: SentRequest): string {
  const head = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  return `${sent.method} ${sent.target}\n${head.join("\n")}\n\n${JSON.stringify(sent.bytes.toString("latin1").slice(0, 4_000))}`;
}

function shownAnswer({ status, headers, body }: RawAnswer): string {
  return `${status} ${JSON.stringify(headers)}\n${body.toString("utf8").slice(0, 1_000)}`;
}
