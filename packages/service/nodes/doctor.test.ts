import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { describeUnless } from "@retrieval/contract";
import { NODE_VERSIONS, type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import { doctor } from "../src/doctor/doctor.js";

for (const version of NODE_VERSIONS) {
  const knn = version === "2.19";
  describeUnless(whyNoNode(version), `retrieval doctor on a node of OpenSearch ${version}`, () => {
    let node: OpenSearchNode;
    beforeAll(async () => {
      node = await startNode({ version, knn });
    });
    afterAll(() => node?.stop());

    it("makes, fills, searches and deletes an index there, and says what one node cannot do", async () => {
      const { findings } = await doctor({
        SSO_SHARED_SECRET: "s".repeat(64),
        PORTAL_DOMAIN: "portal.example.com",
        DATABASE_URL: "postgres://u:p@127.0.0.1:1/x",
        SEARCH_URL: node.url,
        PORT: "0",
      });
      // The disk of a machine for tests may be nearly full.
      const ofServers = findings.slice(findings.findIndex(({ what }) => what.startsWith("OpenSearch at ")));
      const told = ofServers.filter(({ what }) => /OpenSearch at|opensearch-knn|SEARCH_|index/.test(what));
      expect(told.map(({ state, what }) => `${state}: ${what}`)).toEqual([
        expect.stringMatching(
          `^ok: OpenSearch at ${new URL(node.url).host} answers: version ${version}\\.[\\d.]+, 1 node with data$`,
        ),
        ...(knn ? [] : [expect.stringContaining("note: a node with data lacks the plugin opensearch-knn")]),
        expect.stringContaining("note: SEARCH_REPLICAS is 1, and 1 node with data can hold 0"),
        "ok: an index was made, filled, searched and deleted there",
      ]);
    });
  });
}
