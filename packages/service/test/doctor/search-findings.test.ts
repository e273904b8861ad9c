import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type Answer, closedPort, json, makeCertificate, raw, silent, startModelServer } from "@retrieval/contract";
import { searchFindings } from "../../src/doctor/search-findings.js";

const PASSWORD = "hunter2";
const SETTINGS = { SEARCH_REPLICAS: 1, MEANING: "on" } as const;

const refused = (status: number, type: string) => json(status, { error: { type }, status });
const NODE = {
  ...{ name: "node-1", version: "3.1.0", roles: ["cluster_manager", "data"] },
  plugins: [{ name: "opensearch-knn" }],
};
/** Answers of a cluster of one node, by their paths. */
const GOOD: Readonly<Record<string, Answer>> = {
  "/": json(200, { version: { distribution: "opensearch", number: "3.1.0" } }),
  "/_nodes/plugins": json(200, { nodes: { a: NODE } }),
  "/_nodes/stats/fs": json(200, {
    nodes: { a: { ...NODE, fs: { total: { total_in_bytes: 100, available_in_bytes: 60 } } } },
  }),
  "/_cluster/health/retrieval-*": json(200, { indices: { "retrieval-1": { status: "green" } } }),
};

describe("doctor, of the servers of SEARCH_URL,", () => {
  let folder: string;
  let own: { cert: string; key: string };
  let foreign: { cert: string; key: string };
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-search-findings-"));
    const names = ["-addext", "subjectAltName=DNS:localhost"];
    own = await makeCertificate(folder, "own", names);
    foreign = await makeCertificate(folder, "foreign", names);
  });
  afterEach(() => stop?.());
  afterAll(() => rm(folder, { recursive: true }));
  const pem = (path: string) => readFile(path, "utf8");

  /** The address of a server with a certificate of its own that refuses to make indexes, unless answers say otherwise. */
  async function serve(answers: Readonly<Record<string, Answer>> = {}): Promise<string> {
    const all = { ...GOOD, ...answers };
    const server = await startModelServer(
      (request, response) => {
        const answer = all[request.path.replace(/\?.*/, "")] ?? refused(403, "security_exception");
        answer(request, response);
      },
      { cert: await pem(own.cert), key: await pem(own.key) },
    );
    stop = server.close;
    return new URL(server.url).origin;
  }

  async function found(url: string, more: { ca?: string | null; user?: string | null; settings?: object } = {}) {
    const { ca = await pem(own.cert), user = "retrieval", settings = SETTINGS } = more;
    const servers = { urls: [url], user, password: user === null ? null : PASSWORD, ca };
    const findings = await searchFindings(servers, { ...SETTINGS, ...settings });
    expect(JSON.stringify(findings)).not.toContain(PASSWORD);
    return findings.map(({ state, what, mend }) => `${state}: ${what}${mend === undefined ? "" : ` -> ${mend}`}`);
  }

  it("say version and nodes, and what a user without a right lacks", async () => {
    const url = await serve();
    expect(await found(url, { settings: { SEARCH_REPLICAS: 0 } })).toEqual([
      `ok: OpenSearch at ${new URL(url).host} answers: version 3.1.0, 1 node with data`,
      "wrong: SEARCH_USER may not do all that the service does with indexes whose names begin with retrieval- (create) -> Give it the role of deploy/opensearch/roles.yml.",
    ]);
  });

  it("say which setting to change if the certificate is not trusted, or is for another name", async () => {
    const url = await serve();
    const { host, port } = new URL(url);
    for (const ca of [null, await pem(foreign.cert)])
      expect(await found(url, { ca })).toEqual([
        `wrong: OpenSearch at ${host} does not answer: its certificate is not signed by a trusted authority (DEPTH_ZERO_SELF_SIGNED_CERT) -> Set SEARCH_CA_FILE to the certificate of the authority that signed it.`,
      ]);
    expect(await found(`https://127.0.0.1:${port}`)).toEqual([
      `wrong: OpenSearch at 127.0.0.1:${port} does not answer: its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID) -> Use in SEARCH_URL a name that is in its certificate.`,
    ]);
  });

  it.each<[string, Answer, string | null, string]>([
    [
      "no user",
      raw(401, "text/plain", "Unauthorized"),
      null,
      "asks for a user -> Set SEARCH_USER and SEARCH_PASSWORD.",
    ],
    [
      "a wrong password",
      raw(401, "text/plain", "Unauthorized"),
      "retrieval",
      "refuses the user or the password -> Correct SEARCH_USER and SEARCH_PASSWORD.",
    ],
    [
      "a user who may not read the state",
      refused(403, "security_exception"),
      "retrieval",
      "does not let SEARCH_USER read the state of the cluster -> Give it the role of deploy/opensearch/roles.yml.",
    ],
    [
      "a page",
      raw(200, "text/html", "<h1>Sign in</h1>"),
      null,
      "is another program -> Set SEARCH_URL to OpenSearch 2.19 or later.",
    ],
    ["other JSON", json(200, { hello: 1 }), null, "is another program -> Set SEARCH_URL to OpenSearch 2.19 or later."],
    [
      "Elasticsearch",
      json(200, { version: { number: "8.15.0" }, tagline: "You Know, for Search" }),
      null,
      "is Elasticsearch 8.15.0 -> Set SEARCH_URL to OpenSearch 2.19 or later.",
    ],
    [
      "a cluster without a manager",
      refused(503, "cluster_manager_not_discovered_exception"),
      null,
      "has no cluster manager, or an index is red -> Read the log of OpenSearch, then run this again.",
    ],
  ])("say what to do with %s", async (_, answer, user, expected) => {
    const url = await serve({ "/": answer });
    expect(await found(url, { user })).toEqual([`wrong: OpenSearch at ${new URL(url).host} ${expected}`]);
  });

  it("refuse a version that is too old", async () => {
    const url = await serve({ "/_nodes/plugins": json(200, { nodes: { a: { ...NODE, version: "2.11.1" } } }) });
    expect(await found(url)).toEqual([
      `wrong: OpenSearch at ${new URL(url).host} is OpenSearch 2.11.1 -> Set SEARCH_URL to OpenSearch 2.19 or later.`,
    ]);
  });

  it("reach each of them, and say which does not answer", async () => {
    const url = await serve();
    const away = new URL(await closedPort()).host;
    const servers = { urls: [`https://${away}`, url], user: "retrieval", password: PASSWORD, ca: await pem(own.cert) };
    const [first, second] = await searchFindings(servers, SETTINGS);
    expect(first).toEqual({
      state: "wrong",
      what: `OpenSearch at ${away} does not answer: nothing listens there (ECONNREFUSED)`,
      mend: "Check SEARCH_URL, the server, and the network between them.",
    });
    expect(second).toMatchObject({ state: "ok", what: expect.stringContaining("answers: version 3.1.0") });
  });

  it("say that one does not speak TLS", async () => {
    const server = await startModelServer(silent);
    stop = server.close;
    const { host } = new URL(server.url);
    expect(await found(`https://${host}`)).toEqual([
      `wrong: OpenSearch at ${host} does not speak TLS as expected -> Correct the port in SEARCH_URL, or turn TLS on there (plugins.security.ssl.http.enabled).`,
    ]);
  });

  it("note what the plugin for meaning and too few nodes change", async () => {
    const url = await serve({ "/_nodes/plugins": json(200, { nodes: { a: { ...NODE, plugins: [] } } }) });
    const notes = async (settings: object) =>
      (await found(url, { settings })).filter((line) => line.startsWith("note: "));
    expect(await notes({})).toEqual([
      "note: a node with data lacks the plugin opensearch-knn: meaning orders what words find, and finds nothing more -> Install it on each node with data. Nothing else is missing without it.",
      "note: SEARCH_REPLICAS is 1, and 1 node with data can hold 0: a new index stays yellow -> Set SEARCH_REPLICAS=0, or add nodes.",
    ]);
    expect(await notes({ SEARCH_REPLICAS: 0, MEANING: "off" })).toEqual([]);
  });

  it("warn of a disk that is nearly full, and of indexes that are red or yellow", async () => {
    const disk = (available_in_bytes: number) => ({ total: { total_in_bytes: 1_000, available_in_bytes } });
    const roles = ["data"];
    const url = await serve({
      "/_nodes/stats/fs": json(200, {
        nodes: {
          a: { name: "node-1", roles, fs: disk(100) },
          b: { name: "node-2", roles, fs: disk(49) },
          c: { name: "node-3", roles, fs: disk(101) },
        },
      }),
      "/_cluster/health/retrieval-*": json(200, {
        indices: { "retrieval-1": { status: "red" }, "retrieval-2": { status: "yellow" } },
      }),
    });
    const mend = "Free space there, or add a node: at 95 % OpenSearch stops writes, unless its settings say otherwise.";
    expect((await found(url, { settings: { SEARCH_REPLICAS: 0 } })).slice(1, -1)).toEqual([
      `note: the disk of the OpenSearch node node-1 is 90 % full -> ${mend}`,
      `wrong: the disk of the OpenSearch node node-2 is 95 % full -> ${mend}`,
      expect.stringMatching(/^wrong: the index retrieval-1 is red: /),
      expect.stringMatching(/^note: the index retrieval-2 is yellow: /),
    ]);
  });
});
