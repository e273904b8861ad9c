import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Client } from "@opensearch-project/opensearch";
import { describeUnless } from "@retrieval/contract";
import { NODE_VERSIONS, type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import { answerOf, createClient } from "../src/index.js";

const neverAborts = new AbortController().signal;
const clientOf = (...nodes: readonly OpenSearchNode[]) =>
  createClient({ urls: nodes.map(({ url }) => url), user: null, password: null, ca: null });

/** With one shard in so many copies, and one document. */
async function createIndex(client: Client, index: string, copies: number, place?: string): Promise<void> {
  const settings = {
    number_of_shards: 1,
    number_of_replicas: copies - 1,
    ...(place === undefined ? {} : { "routing.allocation.require.place": place }),
  };
  await answerOf(client.indices.create({ index, wait_for_active_shards: copies, body: { settings } }), neverAborts);
  await answerOf(client.index({ index, id: "1", refresh: true, body: { revision: 1 } }), neverAborts);
}

async function revisions(client: Client, index: string): Promise<unknown[]> {
  const { hits } = await answerOf(client.search({ index, allow_partial_search_results: false }), neverAborts);
  return hits.hits.map(({ _source }) => _source?.revision);
}

const whenGreen = (client: Client, index: string) =>
  answerOf(client.cluster.health({ index, wait_for_status: "green" }), neverAborts);

for (const version of NODE_VERSIONS) {
  describeUnless(whyNoNode(version), `a node of OpenSearch ${version}`, () => {
    let node: OpenSearchNode;
    let client: Client;
    beforeAll(async () => {
      node = await startNode({ version, knn: version === "2.19" });
      client = clientOf(node);
      await createIndex(client, "sections", 1);
    });
    afterAll(async () => {
      await client?.close();
      await node?.stop();
    });

    it("tells its version and its plugins", async () => {
      const info = await answerOf(client.info(), neverAborts);
      expect(info.version).toMatchObject({ distribution: "opensearch" });
      expect(info.version.number.startsWith(`${version}.`)).toBe(true);
      const { nodes } = await answerOf(client.nodes.info({ metric: ["plugins"] }), neverAborts);
      const plugins = Object.values(nodes).flatMap((one) => one.plugins?.map(({ name }) => name) ?? []);
      expect(plugins.includes("opensearch-knn")).toBe(version === "2.19");
    });

    it("takes a document", async () => {
      expect(await revisions(client, "sections")).toEqual([1]);
    });

    it("answers nothing while it is paused, and goes on afterwards", async () => {
      node.pause();
      await expect(answerOf(client.info(), AbortSignal.timeout(500))).rejects.toThrow("no answer came in time");
      node.resume();
      expect(await revisions(client, "sections")).toEqual([1]);
    });

    it("refuses connections when it is killed, and has its documents when it is back at its address", async () => {
      const { pid } = node;
      await node.kill();
      await expect(answerOf(client.info(), neverAborts)).rejects.toThrow("refuses connections");
      await node.restart();
      expect(node.pid).not.toBe(pid);
      await whenGreen(client, "sections");
      expect(await revisions(client, "sections")).toEqual([1]);
    });
  });
}

describeUnless(whyNoNode("3"), "two nodes as one cluster", () => {
  let first: OpenSearchNode;
  let second: OpenSearchNode;
  let client: Client;
  beforeAll(async () => {
    first = await startNode({ version: "3", settings: { "node.attr.place": "first" } });
    second = await startNode({ version: "3", settings: { "node.attr.place": "second" }, cluster: [first] });
    client = clientOf(first, second);
    await createIndex(client, "on-both", 2);
    await createIndex(client, "on-second", 1, "second");
    await second.kill();
  });
  afterAll(async () => {
    await client?.close();
    await second?.stop();
    await first?.stop();
  });

  it("answers with a copy while one node is killed", async () => {
    for (let i = 0; i < 5; i++) expect(await revisions(client, "on-both")).toEqual([1]);
  });

  it("is red where the killed node had the only copy", async () => {
    const alone = clientOf(first);
    await expect(revisions(alone, "on-second")).rejects.toThrow("an index is red (503");
    await alone.close();
  });

  it("is green again when the node is back", async () => {
    await second.restart();
    await whenGreen(client, "on-both,on-second");
    expect(await revisions(client, "on-second")).toEqual([1]);
  });
});

const whyNoParent = whyNoNode("2.19") ?? (process.platform === "linux" ? undefined : "only Linux ends it then");
describeUnless(whyNoParent, "a node whose process of tests is killed", () => {
  it("ends too, even while it is paused", async () => {
    const entry = new URL("../../contract/dist/opensearch/node.js", import.meta.url).href;
    const script = `import(${JSON.stringify(entry)}).then(async ({ startNode }) => {
      const node = await startNode({ version: "2.19" });
      node.pause();
      console.log(new URL(node.url).port);
    });`;
    const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [port] = await once(parent.stdout, "data");
    // The kernel accepts it for the paused JVM, and closes it when the JVM ends.
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    parent.kill("SIGKILL");
    await closed;
  });
});
