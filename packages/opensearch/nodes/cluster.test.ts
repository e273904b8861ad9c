import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Client } from "@opensearch-project/opensearch";
import { describeUnless } from "@retrieval/contract";
import { NODE_VERSIONS, type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import {
  answerOf,
  createClient,
  diskUse,
  INDEX_PREFIX,
  indexHealth,
  OpenSearchIndex,
  readCluster,
  tryIndex,
} from "../src/index.js";

const UNTIL = new AbortController().signal;

for (const version of NODE_VERSIONS) {
  const knn = version === "2.19";
  describeUnless(whyNoNode(version), `a cluster of OpenSearch ${version}`, () => {
    let node: OpenSearchNode;
    let client: Client;
    beforeAll(async () => {
      node = await startNode({ version, knn });
      client = createClient({ urls: [node.url], user: null, password: null, ca: null });
    });
    afterAll(async () => {
      await client?.close();
      await node?.stop();
    });

    it("tells its version, its nodes with data, and whether it has k-NN", async () => {
      expect(await readCluster(client, UNTIL)).toEqual({
        version: expect.stringMatching(`^${version.replace(".", "\\.")}\\.`),
        knn,
        dataNodes: 1,
      });
      expect([...(await diskUse(client, UNTIL)).values()]).toEqual([expect.closeTo(0.5, 0)]);
    });

    it("lets a user do with an index all that the service does, and is left without it", async () => {
      expect(await tryIndex(client, { uuid: "abc", knn }, UNTIL)).toBeNull();
      expect(await indexHealth(client, UNTIL)).toEqual(new Map());
    });

    it("tells that an index with a replica is yellow on one node", async () => {
      const name = `${INDEX_PREFIX}with-replica`;
      await new OpenSearchIndex(client, name, { shards: 1, replicas: 1, dimensions: null }).create(UNTIL);
      expect(await indexHealth(client, UNTIL)).toEqual(new Map([[`${name}-sections`, "yellow"]]));
    });

    it("names the step that fails where its indexes are blocked, and leaves none behind", async () => {
      const block = (value: string | null) =>
        answerOf(client.cluster.putSettings({ body: { persistent: { "cluster.blocks.read_only": value } } }), UNTIL);
      await block("true");
      expect(await tryIndex(client, { uuid: "def", knn }, UNTIL)).toMatchObject({
        step: "create",
        error: { reason: "blocked" },
      });
      await block(null);
      expect([...(await indexHealth(client, UNTIL)).keys()]).toEqual([`${INDEX_PREFIX}with-replica-sections`]);
    });
  });
}
