import { afterAll, beforeAll } from "@jest/globals";
import type { Client } from "@opensearch-project/opensearch";
import { CountedNumbers, describeUnless, drawnSectionsContract, sectionEngineContract } from "@retrieval/contract";
import { NODE_VERSIONS, type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import { QuestionReader, RemoteSections } from "@retrieval/core/search";
import { createClient, OpenSearchIndex } from "../src/index.js";

const UNTIL = new AbortController().signal;

for (const version of NODE_VERSIONS) {
  const knn = version === "2.19";
  describeUnless(whyNoNode(version), `sections in OpenSearch ${version}`, () => {
    let node: OpenSearchNode;
    let client: Client;
    let opened = 0;
    beforeAll(async () => {
      node = await startNode({ version, knn });
      client = createClient({ urls: [node.url], user: null, password: null, ca: null });
    });
    afterAll(async () => {
      await client?.close();
      await node?.stop();
    });

    const open = async (questions: ConstructorParameters<typeof RemoteSections>[0], dimensions: number) => {
      opened += 1;
      const layout = { shards: 2, replicas: 0, dimensions: knn ? dimensions : null };
      const index = new OpenSearchIndex(client, `sections-${opened}`, layout);
      await index.create(UNTIL);
      return {
        engine: new RemoteSections(questions, index, new CountedNumbers()),
        settled: async () => undefined,
        close: () => index.delete(UNTIL),
      };
    };
    const options = { meaning: knn };

    sectionEngineContract(`OpenSearch ${version}`, () => open(new QuestionReader(new Set()), 2), options);
    drawnSectionsContract(`OpenSearch ${version}`, (questions) => open(questions, 4), { runs: 50, ...options });
  });
}
