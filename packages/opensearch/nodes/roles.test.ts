import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { Client } from "@opensearch-project/opensearch";
import { describeUnless } from "@retrieval/contract";
import { type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import { answerOf, createClient, diskUse, indexHealth, readCluster, tryIndex } from "../src/index.js";

const DEPLOY = fileURLToPath(new URL("../../../deploy/opensearch", import.meta.url));
const UNTIL = new AbortController().signal;
/** Of the plugin's own users and roles. */
const USERS = ".opendistro_security";

describeUnless(whyNoNode("2.19"), "the role of deploy/opensearch, on a node with the security plugin", () => {
  let folder: string;
  let node: OpenSearchNode;
  let client: Client;
  const secret = (name: string) => readFile(join(folder, "secrets", name), "utf8");
  const signIn = async (user: string, password: string) =>
    createClient({ urls: [node.url], user, password, ca: await secret("search_ca.pem") });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-roles-"));
    await Promise.all(["opensearch", "secrets"].map((name) => mkdir(join(folder, name))));
    await cp(join(DEPLOY, "make-secrets"), join(folder, "opensearch/make-secrets"));
    await makeSecrets();
    node = await start();
    client = await signIn("retrieval", (await secret("search_password")).trim());
    while (await hasNoUsers()) await new Promise((resolve) => setTimeout(resolve, 500));
  });
  afterAll(async () => {
    await client?.close();
    await node?.stop();
    await rm(folder, { recursive: true });
  });

  /** With the files that nodes have in Compose. */
  const start = (...cluster: readonly OpenSearchNode[]) =>
    startNode({
      version: "2.19",
      cluster,
      // A test may not lock memory.
      settings: { "cluster.name": "retrieval", "bootstrap.memory_lock": "false" },
      security: {
        "opensearch.yml": join(DEPLOY, "opensearch.yml"),
        "ca.pem": join(folder, "secrets/search_ca.pem"),
        "node.pem": join(folder, "secrets/search_node.pem"),
        "node.key": join(folder, "secrets/search_node.key"),
        "opensearch-security/roles.yml": join(DEPLOY, "roles.yml"),
        "opensearch-security/roles_mapping.yml": join(DEPLOY, "roles_mapping.yml"),
        "opensearch-security/internal_users.yml": join(folder, "secrets/search_users.yml"),
      },
    });
  const makeSecrets = () => promisify(execFile)(join(folder, "opensearch/make-secrets"));
  const hasNoUsers = () =>
    answerOf(client.info(), UNTIL).then(
      () => false,
      ({ reason }) => reason === "red",
    );

  it("lets the service do with its indexes all that it does, and read the state of the cluster", async () => {
    expect(await readCluster(client, UNTIL)).toEqual({ version: expect.any(String), knn: false, dataNodes: 1 });
    expect(await tryIndex(client, { uuid: "abc", knn: false }, UNTIL)).toBeNull();
    expect((await diskUse(client, UNTIL)).size).toBe(1);
    expect(await indexHealth(client, UNTIL)).toEqual(new Map());
  });

  it("lets it do nothing with another index, and nothing to the cluster", async () => {
    const requests = {
      create: client.indices.create({ index: "other" }),
      delete: client.indices.delete({ index: "*" }),
      read: client.search({ index: USERS }),
      alias: client.indices.updateAliases({ body: { actions: [{ add: { index: USERS, alias: "retrieval-users" } }] } }),
      copy: client.reindex({ body: { source: { index: USERS }, dest: { index: "retrieval-copy" } } }),
      settings: client.cluster.putSettings({ body: { persistent: { "cluster.blocks.read_only": "true" } } }),
      users: client.http.get({ path: "/_plugins/_security/api/internalusers" }),
    };
    for (const [name, request] of Object.entries(requests))
      expect([name, await answerOf<unknown>(request, UNTIL).catch(({ reason }) => reason)]).toEqual([name, "right"]);
    const { items } = await answerOf(
      client.bulk({ index: USERS, body: [{ index: { _id: "internalusers" } }, { internalusers: "" }] }),
      UNTIL,
    );
    expect(items).toMatchObject([{ index: { status: 403 } }]);
    const search = client.msearch({ body: [{ index: USERS }, { query: { match_all: {} } }] });
    expect(await answerOf(search, UNTIL)).toMatchObject({ responses: [{ status: 403 }] });
  });

  it("refuses other passwords, and the users that the plugin brings", async () => {
    for (const user of ["retrieval", "admin"]) {
      const other = await signIn(user, "admin");
      await expect(answerOf(other.info(), UNTIL)).rejects.toMatchObject({ reason: "user" });
      await other.close();
    }
  });

  it("makes a cluster of nodes with the same certificate", async () => {
    const second = await start(node);
    expect((await readCluster(client, UNTIL)).dataNodes).toBe(2);
    await second.stop();
  });

  it("has secrets that are made once", async () => {
    const names = ["search_ca.pem", "search_node.pem", "search_password", "search_users.yml"];
    const before = await Promise.all(names.map(secret));
    await makeSecrets();
    expect(await Promise.all(names.map(secret))).toEqual(before);
  });
});
