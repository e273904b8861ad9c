import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type Answer,
  closedPort,
  cut,
  hangUp,
  inTurn,
  json,
  makeCertificate,
  raw,
  silent,
  startModelServer,
  type TestServer,
} from "@retrieval/contract";
import { UnavailableError } from "@retrieval/core/errors";
import { answerOf, createClient, RefusedRequestError, type ServerOptions } from "../src/index.js";

const SECRET = "correct horse battery staple";
const neverAborts = new AbortController().signal;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

function clientOf(urls: readonly string[], more: Partial<ServerOptions> = {}) {
  const client = createClient({ urls, user: "retrieval", password: SECRET, ca: null, ...more });
  closing.push(() => client.close());
  return client;
}

async function serve(answer: Answer): Promise<TestServer & { readonly origin: string }> {
  const server = await startModelServer(answer);
  closing.push(() => server.close());
  return { ...server, origin: new URL(server.url).origin };
}

const search = (urls: readonly string[], more: Partial<ServerOptions> = {}, signal = neverAborts) =>
  answerOf(clientOf(urls, more).search({ body: { query: { match: { t: "休暇" } } } }), signal);

const failureFrom = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    (answer) => new Error(`there is an answer: ${JSON.stringify(answer)}`),
    (error: Error) => error,
  );

const found = json(200, { took: 1, hits: { hits: [] } });
const error = (status: number, type: string) => json(status, { error: { type, reason: "休暇" }, status });

describe("a request", () => {
  it("is sent as the user, and answers what the server answers", async () => {
    const server = await serve(found);
    expect(await search([server.origin])).toEqual({ took: 1, hits: { hits: [] } });
    const [{ path, headers } = { path: "", headers: {} }] = server.received;
    expect(path).toBe("/_search");
    expect(headers.authorization).toBe(`Basic ${Buffer.from(`retrieval:${SECRET}`).toString("base64")}`);
  });

  it("names no user where there is none", async () => {
    const server = await serve(found);
    await search([server.origin], { user: null, password: null });
    expect(server.received[0]?.headers.authorization).toBeUndefined();
  });

  it("goes to another server if one is away, and the next ones too", async () => {
    const server = await serve(found);
    const client = clientOf([await closedPort().then((url) => new URL(url).origin), server.origin]);
    for (let i = 0; i < 4; i++) await answerOf(client.search({ body: {} }), neverAborts);
    expect(server.received).toHaveLength(4);
  });

  it("is sent once more where a connection has broken", async () => {
    const server = await serve(inTurn(hangUp, found));
    expect(await search([server.origin])).toMatchObject({ took: 1 });
  });
});

describe("OpenSearch is not available", () => {
  it.each<[string, Answer]>([
    ["it does not accept SEARCH_USER and SEARCH_PASSWORD (401).", raw(401, "text/plain", "Unauthorized")],
    ["SEARCH_USER lacks a right (403 security_exception).", error(403, "security_exception")],
    ["its index is blocked (403), as by a full disk.", error(403, "cluster_block_exception")],
    ["its index is blocked (429), as by a full disk.", error(429, "cluster_block_exception")],
    ["it has too much to do (429 circuit_breaking_exception).", error(429, "circuit_breaking_exception")],
    [
      "it has no leader, or an index is red (503 search_phase_execution_exception).",
      error(503, "search_phase_execution_exception"),
    ],
    ["it failed (500 null_pointer_exception).", error(500, "null_pointer_exception")],
    ["it failed (502 of another program).", raw(502, "text/html", "<h1>Bad gateway</h1>")],
    ["an address of SEARCH_URL does not answer JSON.", raw(200, "text/html", "<h1>Sign in</h1>")],
    ["an address of SEARCH_URL does not answer JSON.", raw(200, "application/json", "<h1>Sign in</h1>")],
  ])("says: %s", async (why, answer) => {
    const { origin } = await serve(answer);
    const failure = await failureFrom(search([origin]));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure.message).toBe(`OpenSearch is not available: ${why}`);
  });

  it("says that a server refuses connections", async () => {
    const { origin, host } = new URL(await closedPort());
    const { message } = await failureFrom(search([origin]));
    expect(message).toBe(`OpenSearch is not available: ${host} refuses connections.`);
  });

  it("says that a name has no address", async () => {
    const { message } = await failureFrom(search(["http://search.invalid:9200"]));
    expect(message).toMatch(/: search\.invalid:9200 is a name without an address \((ENOTFOUND|EAI_AGAIN)\)\.$/);
  });

  it.each([
    ["before an answer", hangUp],
    ["in the middle of an answer", cut("application/json", '{"hits":')],
  ])("says that a server broke off the connection: %s", async (_, answer) => {
    const { origin } = await serve(answer);
    expect(await failureFrom(search([origin]))).toMatchObject({
      name: "UnavailableError",
      message: expect.stringContaining(`${new URL(origin).host} broke off the connection`),
    });
  });

  it("says that no answer came before the signal", async () => {
    const { origin } = await serve(silent);
    const deadline = new AbortController();
    const asked = failureFrom(search([origin], {}, deadline.signal));
    deadline.abort();
    expect((await asked).message).toBe("OpenSearch is not available: no answer came in time.");
    expect((await failureFrom(search([origin], {}, AbortSignal.abort()))).name).toBe("UnavailableError");
  });

  it("says that a server does not answer in time, where the request has a limit of its own", async () => {
    const { origin } = await serve(silent);
    const request = clientOf([origin]).search({ body: {} }, { requestTimeout: 50 });
    const { message } = await failureFrom(answerOf(request, neverAborts));
    expect(message).toBe(`OpenSearch is not available: ${new URL(origin).host} does not answer in time.`);
  });
});

describe("a request that is at fault", () => {
  it("tells status and type, and its reason only to those who ask", async () => {
    const { origin } = await serve(error(400, "illegal_argument_exception"));
    const failure = await failureFrom(search([origin]));
    expect(failure).toBeInstanceOf(RefusedRequestError);
    expect(failure).toMatchObject({ status: 400, type: "illegal_argument_exception", reason: "休暇" });
    expect(inspect(failure)).not.toContain("休暇");
    expect(JSON.stringify({ ...failure })).not.toContain("休暇");
  });
});

it("has the password in no error", async () => {
  const { origin } = await serve(error(403, "security_exception"));
  for (const url of [origin, await closedPort()]) {
    const failure = await failureFrom(search([url]));
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(SECRET);
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(
      Buffer.from(SECRET).toString("base64").slice(4, 20),
    );
  }
});

describe("the certificate of a server", () => {
  let own: { cert: string; key: string };
  let foreign: { cert: string; key: string };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "opensearch-certificates-"));
    const names = ["-addext", "subjectAltName=DNS:localhost"];
    own = await makeCertificate(folder, "own", names);
    foreign = await makeCertificate(folder, "foreign", names);
  });

  async function encrypted(): Promise<number> {
    const [cert, key] = await Promise.all([readFile(own.cert, "utf8"), readFile(own.key, "utf8")]);
    const server = await startModelServer(json(200, { took: 1 }), { cert, key });
    closing.push(() => server.close());
    return Number(new URL(server.url).port);
  }

  it("must come from the authority given", async () => {
    const url = `https://localhost:${await encrypted()}`;
    expect(await search([url], { ca: await readFile(own.cert, "utf8") })).toEqual({ took: 1 });
    for (const ca of [null, await readFile(foreign.cert, "utf8")]) {
      const { message } = await failureFrom(search([url], { ca }));
      expect(message).toMatch(/: localhost:\d+ has a certificate that is not trusted \(\w+; SEARCH_CA_FILE\)\.$/);
    }
  });

  it("must be for its name", async () => {
    const ca = await readFile(own.cert, "utf8");
    const { message } = await failureFrom(search([`https://127.0.0.1:${await encrypted()}`], { ca }));
    expect(message).toContain("not trusted (ERR_TLS_CERT_ALTNAME_INVALID; SEARCH_CA_FILE)");
  });

  it("is missing where a server does not speak TLS", async () => {
    const { origin } = await serve(found);
    const { message } = await failureFrom(search([origin.replace("http:", "https:")]));
    expect(message).toMatch(/ does not speak TLS as expected \((EPROTO|ERR_SSL_\w+)\)\.$/);
  });
});
