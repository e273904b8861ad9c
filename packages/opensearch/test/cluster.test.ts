import { afterEach, describe, expect, it } from "@jest/globals";
import { type Answer, json, startModelServer } from "@retrieval/contract";
import { createClient, diskUse, indexHealth, readCluster, tryIndex } from "../src/index.js";

const UNTIL = new AbortController().signal;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

/** A client of a server that answers each path as told, and 404 at others. */
async function clientOf(answers: Readonly<Record<string, Answer>>) {
  const unknown = json(404, { error: { type: "index_not_found_exception" }, status: 404 });
  const server = await startModelServer((request, response) => {
    const [path = ""] = request.path.split("?");
    (answers[path] ?? unknown)(request, response);
  });
  const client = createClient({ urls: [new URL(server.url).origin], user: null, password: null, ca: null });
  closing.push(
    () => server.close(),
    () => client.close(),
  );
  return client;
}

const OPENSEARCH = json(200, { version: { distribution: "opensearch", number: "7.10.2" } });

interface Node {
  readonly version: string;
  readonly roles?: readonly string[];
  readonly plugins?: readonly string[];
}

function nodesOf(...nodes: readonly Node[]): Answer {
  const entries = nodes.map(({ version, roles = ["cluster_manager", "data"], plugins = ["opensearch-knn"] }, i) => [
    `id-${i}`,
    { name: `node-${i}`, version, roles, plugins: plugins.map((name) => ({ name })) },
  ]);
  return json(200, { nodes: Object.fromEntries(entries) });
}

const clusterOf = async (...nodes: readonly Node[]) =>
  readCluster(await clientOf({ "/": OPENSEARCH, "/_nodes/plugins": nodesOf(...nodes) }), UNTIL);

describe("a cluster", () => {
  it("has the version of its oldest node, also where / tells another one to old clients", async () => {
    expect(await clusterOf({ version: "2.19.3" })).toEqual({ version: "2.19.3", knn: true, dataNodes: 1 });
    expect(await clusterOf({ version: "3.10.0" }, { version: "3.9.0" })).toMatchObject({ version: "3.9.0" });
  });

  it("has k-NN if each node with data has the plugin", async () => {
    const version = "3.9.0";
    const manager = { version, roles: ["cluster_manager"], plugins: [] };
    expect(await clusterOf({ version }, { version }, manager)).toEqual({ version, knn: true, dataNodes: 2 });
    expect(await clusterOf({ version }, { version, plugins: [] })).toEqual({ version, knn: false, dataNodes: 2 });
  });

  it("is refused with a node that is too old", async () => {
    for (const version of ["1.3.20", "2.9.0", "2.18.0"])
      await expect(clusterOf({ version: "2.19.0" }, { version })).rejects.toMatchObject({
        name: "UnsupportedServerError",
        product: `OpenSearch ${version}`,
        message: `SEARCH_URL leads to OpenSearch ${version}. Use OpenSearch 2.19 or later.`,
      });
  });

  it("is refused if it is Elasticsearch, or another program that answers JSON", async () => {
    const elasticsearch = json(200, { version: { number: "8.15.0" }, tagline: "You Know, for Search" });
    await expect(readCluster(await clientOf({ "/": elasticsearch }), UNTIL)).rejects.toThrow(
      "SEARCH_URL leads to Elasticsearch 8.15.0. Use OpenSearch 2.19 or later.",
    );
    const others = [json(200, { version: "1" }), json(200, []), json(404, { error: "no such page" })];
    for (const other of others)
      await expect(readCluster(await clientOf({ "/": other }), UNTIL)).rejects.toMatchObject({ product: null });
  });

  it("is away with the reason: a user that it does not accept, or one without a right", async () => {
    for (const [status, reason] of [
      [401, "user"],
      [403, "right"],
    ] as const)
      await expect(readCluster(await clientOf({ "/": json(status, {}) }), UNTIL)).rejects.toMatchObject({
        name: "UnavailableError",
        reason,
      });
  });
});

it("has the health of each index of the service", async () => {
  const health = { indices: { "retrieval-a": { status: "red" }, "retrieval-b": { status: "green" } } };
  const client = await clientOf({ "/_cluster/health/retrieval-*": json(200, health) });
  expect([...(await indexHealth(client, UNTIL))]).toEqual([
    ["retrieval-a", "red"],
    ["retrieval-b", "green"],
  ]);
  const empty = await clientOf({ "/_cluster/health/retrieval-*": json(200, { status: "green", indices: {} }) });
  expect((await indexHealth(empty, UNTIL)).size).toBe(0);
});

it("has the use of the disk of each node with data", async () => {
  const full = { total: { total_in_bytes: 1_000, available_in_bytes: 50 } };
  const nodes = {
    a: { name: "node-a", roles: ["data"], fs: full },
    b: { name: "node-b", roles: ["cluster_manager"], fs: full },
    c: { name: "node-c", roles: ["data", "ingest"], fs: { total: {} } },
  };
  const use = await diskUse(await clientOf({ "/_nodes/stats/fs": json(200, { nodes }) }), UNTIL);
  expect([...use.keys()]).toEqual(["node-a", "node-c"]);
  expect(use.get("node-a")).toBeCloseTo(0.95);
  expect(use.get("node-c")).toBe(0);
});

it("names the step at which a right is missing", async () => {
  const refused = json(403, { error: { type: "security_exception" }, status: 403 });
  const client = await clientOf({ "/retrieval-doctor-abc-sections": refused });
  expect(await tryIndex(client, { uuid: "abc", knn: false }, UNTIL)).toMatchObject({
    step: "create",
    error: { reason: "right" },
  });
});
