import { once } from "node:events";
import { rename } from "node:fs/promises";
import { createServer, request as passOn } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { describeUnless, STAND_IN_VECTORS } from "@retrieval/contract";
import { NODE_VERSIONS, type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import type { ReaderFilter } from "@retrieval/core";
import { KnownTables, PostgresIndexSource } from "@retrieval/postgres";
import request from "supertest";
import { checkIndex, rebuildIndex } from "../src/commands/search-index.js";
import type { RemoteIndexes } from "../src/search-index/remote/remote-indexes.js";
import type { Settings } from "../src/settings/settings.js";
import { composeService, type Service } from "../src/wiring/compose.js";
import { composeRemoteIndexes } from "../src/wiring/engine.js";
import { callAs, PORTAL, SECRET, startTestService, type TestService } from "../test/harness.js";

const ALL: ReaderFilter = { unrestricted: true, principals: ["*"] };
const BOARD = { allow_all: false, allowed_groups: ["board"] };
const WITHIN = { SEARCH_TIMEOUT_MS: "2000", SEARCH_SHARDS: "2", SEARCH_REPLICAS: "0" };

/** Asks until the answer is this one, for 20 seconds. */
async function until<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  let last = await ask();
  for (let i = 0; i < 100 && JSON.stringify(last) !== JSON.stringify(wanted); i++) {
    await sleep(200);
    last = await ask();
  }
  expect(last).toEqual(wanted);
}

const chunksOf = (texts: readonly string[]) =>
  texts.map((content, i) => ({
    text_type: "paragraph",
    content,
    metadata: { section_path: [{ level: 1, type: "article", label: `第${i + 1}条`, title: "" }] },
  }));

/** A service whose sections are in OpenSearch, with an administrator and two readers. */
class Company {
  private constructor(
    readonly t: TestService,
    readonly admin: string,
    readonly reader: string,
    readonly director: string,
  ) {}

  static async start(node: Pick<OpenSearchNode, "url">, env: Record<string, string> = {}): Promise<Company> {
    const t = await startTestService({ env: { SEARCH_URL: node.url, ...WITHIN, ...env } });
    const admin = await t.signedIn("000001", { role: "admin" });
    const reader = await t.signedIn("100001");
    return new Company(t, admin, reader, await t.signedIn("100002", { permission_groups: ["board"] }));
  }

  async publish(document_id: string, texts: readonly string[], access_rules?: object): Promise<void> {
    const body = { title: document_id, chunks: chunksOf(texts), ...(access_rules && { access_rules }) };
    const answer = await callAs(this.t, this.admin, "put", `/api/manage/documents/${document_id}?wait=true`, body);
    expect(answer.body).toMatchObject({ state: "done" });
  }

  search = (query: string, token = this.reader) => callAs(this.t, token, "post", "/api/search", { query });

  async found(query: string, token = this.reader): Promise<string[]> {
    const { status, body } = await this.search(query, token);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body.results.map(({ section }: { section: { id: string } }) => section.id);
  }

  /** Asks until these sections are found, in any order. */
  async finds(query: string, sections: readonly string[], token = this.reader): Promise<void> {
    await until(async () => {
      const { status, body } = await this.search(query, token);
      if (status !== 200) return [status];
      return body.results.map(({ section }: { section: { id: string } }) => section.id).sort();
    }, [...sections].sort());
  }

  async setRule(document_id: string, rules: object): Promise<void> {
    const address = `/api/manage/documents/${document_id}/access-rules`;
    const { headers } = await callAs(this.t, this.admin, "get", address);
    await callAs(this.t, this.admin, "put", address, rules, { "If-Match": headers.etag }).expect(200);
  }

  sql = async (text: string, values: readonly unknown[] = []) =>
    (await this.t.database.pool.query(text, [...values])).rows;

  /** The name of the index in use. */
  async index(): Promise<string> {
    const [row] = await this.sql(
      "SELECT name FROM section_indexes WHERE chosen_at IS NOT NULL ORDER BY chosen_at DESC",
    );
    return row.name;
  }
}

/** Another instance of the same service. It is not started. */
const anotherOf = ({ t }: Company, settings: Partial<Settings> = {}) =>
  composeService({ ...t.settings, ...settings }, t.database, {
    tables: new KnownTables(t.database.db),
    logger: t.logger,
    httpsOnly: false,
  });

/** For a reader of everything. */
async function foundBy({ index }: Service, query: string): Promise<readonly string[]> {
  const ask = { query, limit: 5, doc_ids: null, text_types: null, meaning: null, reader: ALL };
  const { sections } = await index.search(ask, AbortSignal.timeout(5_000));
  return sections.map(({ section_id }) => section_id);
}

/** Another instance's hand on the indexes. */
async function remoteIndexesOf({ t }: Company) {
  const { settings, database, logger, clock } = t;
  const source = new PostgresIndexSource(database.db, STAND_IN_VECTORS);
  const stopping = new AbortController().signal;
  const remote = composeRemoteIndexes(settings, { database, source, model: null, clock, logger, stopping });
  return (await remote?.()) as RemoteIndexes;
}

/** It has no turn to wait for. */
const indexerOf = async (company: Company, name: string) =>
  (await remoteIndexesOf(company)).indexerOf(
    { name, dimensions: null },
    { takeTurn: async () => async () => undefined },
  );

async function ask(node: OpenSearchNode, method: string, path: string, body?: object) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${node.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.text() };
}

/** A node behind a slow network: its answers to searches come later. */
class SlowNode {
  /** In milliseconds. */
  late = 0;

  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  static async before(node: OpenSearchNode): Promise<SlowNode> {
    const server = createServer((req, res) => {
      const { method, headers, url: path } = req;
      const passed = passOn(new URL(path ?? "", node.url), { method, headers }, async (answer) => {
        if (path?.includes("_msearch")) await sleep(slow.late, undefined, { ref: false });
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      req.pipe(passed.on("error", () => res.destroy()));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const slow = new SlowNode(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      server.close();
      server.closeAllConnections();
    });
    return slow;
  }
}

for (const version of NODE_VERSIONS) {
  describeUnless(whyNoNode(version), `search in OpenSearch ${version}`, () => {
    let node: OpenSearchNode;
    let company: Company;
    beforeAll(async () => {
      node = await startNode({ version, knn: version === "2.19" });
    });
    afterAll(() => node?.stop());
    beforeEach(async () => {
      company = await Company.start(node);
      await company.publish("travel", ["宿泊料は、一万円とする。", "日当は、三千円とする。"]);
      await company.publish("board", ["取締役の宿泊料は、三万円とする。"], BOARD);
      await company.finds("宿泊料", ["travel::art1"]);
    });
    afterEach(async () => {
      await company?.t.close();
    });

    it("finds what a reader may see, and follows rules, versions and withdrawals", async () => {
      const { admin, director, t } = company;
      await company.finds("宿泊料", ["travel::art1", "board::art1"], director);
      await company.setRule("travel", BOARD);
      expect(await company.found("宿泊料")).toEqual([]);
      await company.publish("board", ["取締役の日当は、一万円とする。"]);
      await company.finds("日当", ["board::art1", "travel::art2"], director);
      await company.finds("宿泊料", ["travel::art1"], director);
      await callAs(t, admin, "delete", "/api/manage/documents/board").expect(204);
      await company.finds("日当", ["travel::art2"], director);
      const suggested = await callAs(t, director, "get", "/api/suggest?query=tra");
      expect(suggested.body.suggestions).toEqual([expect.objectContaining({ text: "travel" })]);
    });

    it("is fed by one of two instances, and found by both", async () => {
      const other = anotherOf(company);
      other.index.start();
      await other.index.built;
      try {
        await company.publish("later", ["退職金は、別に定める。"]);
        await until(() => foundBy(other, "退職金"), ["later::art1"]);
        await company.finds("退職金", ["later::art1"]);
      } finally {
        await other.stop();
      }
    });

    describe("when OpenSearch", () => {
      /** What goes on without search, and what does not. */
      async function expectAway() {
        const { t, reader } = company;
        const refused = await company.search("宿泊料");
        expect([refused.status, refused.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
        const documents = await callAs(t, reader, "get", "/api/documents");
        expect(documents.body).toMatchObject({ items: [{ document_id: "travel" }] });
        await callAs(t, reader, "get", "/api/documents/travel/outline").expect(200);
        await t.http().get("/readyz").expect(503);
      }

      it("is paused, refuses searches in time and goes on with all else", async () => {
        node.pause();
        try {
          const began = performance.now();
          await expectAway();
          expect(performance.now() - began).toBeLessThan(30_000);
          await company.publish("later", ["退職金は、別に定める。"]);
        } finally {
          node.resume();
        }
        await company.finds("宿泊料", ["travel::art1"]);
        await company.finds("退職金", ["later::art1"]);
        await company.t.http().get("/readyz").expect(200);
      });

      it("is killed in the middle of a publication, loses nothing", async () => {
        const publishing = company.publish("later", ["退職金は、別に定める。"]);
        await node.kill();
        await publishing;
        await node.restart();
        await company.finds("退職金", ["later::art1"]);
        await company.finds("宿泊料", ["travel::art1"]);
      });

      it("has lost the index, gets a new one by itself", async () => {
        const before = await company.index();
        await ask(node, "DELETE", `/${before}-sections`);
        await company.finds("宿泊料", ["travel::art1"]);
        expect(await company.index()).not.toBe(before);
      });

      it("has lost the disk of a shard, refuses searches until it is back, and loses nothing", async () => {
        const index = `${await company.index()}-sections`;
        const { body } = await ask(node, "GET", `/${index}/_settings?flat_settings=true`);
        const shard = join(node.data, "nodes/0/indices", JSON.parse(body)[index].settings["index.uuid"], "0");
        await node.kill();
        await rename(shard, `${shard}-away`);
        await node.restart();
        await until(async () => JSON.parse((await ask(node, "GET", `/_cluster/health/${index}`)).body).status, "red");
        expect((await company.search("宿泊料")).status).toBe(503);
        await callAs(company.t, company.reader, "get", "/api/documents/travel/outline").expect(200);
        await company.publish("later", ["退職金は、別に定める。"]);
        await node.kill();
        await rename(`${shard}-away`, shard);
        await node.restart();
        await company.finds("宿泊料", ["travel::art1"]);
        await company.finds("退職金", ["later::art1"]);
        expect(`${await company.index()}-sections`).toBe(index);
      });

      it("has no room for more, finds what is there, and the rest when there is room", async () => {
        const settings = `/${await company.index()}/_settings`;
        await ask(node, "PUT", settings, { "index.blocks.read_only_allow_delete": true });
        await company.publish("later", ["退職金は、別に定める。"]);
        await company.finds("宿泊料", ["travel::art1"]);
        expect(await company.found("退職金")).toEqual([]);
        await ask(node, "PUT", settings, { "index.blocks.read_only_allow_delete": null });
        await company.finds("退職金", ["later::art1"]);
      });
    });

    it("answers through a slow network, and refuses a search that takes too long", async () => {
      const slow = await SlowNode.before(node);
      const far = await Company.start(slow);
      try {
        await far.publish("travel", ["宿泊料は、一万円とする。"]);
        slow.late = 300;
        await far.finds("宿泊料", ["travel::art1"]);
        slow.late = 120_000;
        const began = performance.now();
        expect((await far.search("宿泊料")).status).toBe(503);
        expect(performance.now() - began).toBeLessThan(20_000);
        slow.late = 0;
        await far.finds("宿泊料", ["travel::art1"]);
      } finally {
        slow.close();
        await far.t.close();
      }
    });

    it("leaves the index of an older version as it is, and makes its own beside", async () => {
      const older = await company.index();
      const counted = () => ask(node, "GET", `/${older}/_count`);
      const before = await counted();
      await company.sql("UPDATE section_indexes SET layout = 'of an older version'");
      const newer = anotherOf(company);
      newer.index.start();
      await newer.index.built;
      try {
        await until(() => foundBy(newer, "宿泊料"), ["travel::art1", "board::art1"]);
        expect(await company.index()).not.toBe(older);
        expect(await company.found("宿泊料")).toEqual(["travel::art1"]);
        expect(await counted()).toEqual(before);
      } finally {
        await newer.stop();
      }
    });

    it("is not needed for a start, nor by /readyz where it is not required", async () => {
      await node.kill();
      const other = anotherOf(company, { SEARCH_REQUIRED: false });
      other.index.start();
      await other.index.built;
      try {
        await request(other.app).get("/readyz").expect(200);
        const listed = await other.index.list(
          { query: "", limit: 5, after: null, order: "id", reader: ALL },
          AbortSignal.timeout(5_000),
        );
        expect(listed.documents.map(({ document_id }) => document_id)).toEqual(["board", "travel"]);
      } finally {
        await node.restart();
        await other.stop();
      }
      await company.finds("宿泊料", ["travel::art1"]);
    });

    it("makes a new index when the database was restored and gives out numbers again", async () => {
      const before = await company.index();
      await company.publish("lost", ["慶弔金は、別に定める。"]);
      await company.finds("慶弔金", ["lost::art1"]);
      const [{ revision_id }] = await company.sql("SELECT revision_id FROM documents WHERE document_id = 'lost'");
      await company.sql(`
        DELETE FROM indexed_revisions WHERE revision_id = ${revision_id};
        DELETE FROM revisions WHERE document_id = 'lost';
        DELETE FROM documents WHERE document_id = 'lost'`);
      await company.sql(`ALTER TABLE revisions ALTER revision_id RESTART WITH ${revision_id}`);
      await company.publish("later", ["退職金は、別に定める。"]);
      await company.finds("退職金", ["later::art1"]);
      expect(await company.found("慶弔金", company.admin)).toEqual([]);
      await company.finds("宿泊料", ["travel::art1"]);
      expect(await company.index()).not.toBe(before);
    });

    it("sends again what was not noted, and indexes as well in two instances at once", async () => {
      const index = await company.index();
      await company.sql("UPDATE indexed_revisions SET totals = NULL");
      const indexer = await indexerOf(company, index);
      await Promise.all([indexer.run(), (await indexerOf(company, index)).run()]);
      expect(await indexer.check()).toEqual({ revisions: 2, wrong: [] });
      await company.finds("宿泊料", ["travel::art1"]);
    });

    it("is rebuilt beside, and compared, by the command line", async () => {
      const before = await company.index();
      const env = {
        ...{ SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: PORTAL, DATABASE_URL: company.t.databaseUrl, MEANING: "off" },
        ...{ SEARCH_URL: node.url, ...WITHIN },
      };
      const said: string[] = [];
      const print = (text: string) => void said.push(text);
      await rebuildIndex(env, print);
      const after = await company.index();
      expect(after).not.toBe(before);
      expect(said.join("")).toMatch(`2 versions sent\nThe index ${after} has all 2 versions in force, and is in use.`);
      expect(await company.found("宿泊料")).toEqual(["travel::art1"]);
      await company.publish("later", ["退職金は、別に定める。"]);
      await company.finds("退職金", ["later::art1"]);
      await checkIndex(env, print);
      expect(said.at(-1)).toBe(`The index ${after} has 3 versions. All have all their sections.\n`);
      const { index, texts } = await (await remoteIndexesOf(company)).open(() => undefined);
      await company.sql("UPDATE section_indexes SET used_at = used_at - interval '2 days'");
      await texts.keepVectors();
      await index.stop();
      expect((await ask(node, "HEAD", `/${before}`)).status).toBe(404);
      expect(await company.sql("SELECT name FROM section_indexes")).toEqual([{ name: after }]);
      expect(await company.found("宿泊料")).toEqual(["travel::art1"]);
      const unset = { ...env, SEARCH_URL: "", SEARCH_SHARDS: "", SEARCH_REPLICAS: "" };
      await expect(checkIndex(unset, print)).rejects.toThrow(
        "SEARCH_URL is not set: each instance has the index in itself",
      );
    });

    it("finds and mends what the index lacks", async () => {
      const index = await company.index();
      const indexer = await indexerOf(company, index);
      const [{ revision_id }] = await company.sql("SELECT revision_id FROM documents WHERE document_id = 'travel'");
      await ask(node, "POST", `/${index}/_delete_by_query?refresh=true`, {
        query: { bool: { filter: [{ term: { revision: revision_id } }, { term: { place: 1 } }] } },
      });
      expect(await indexer.check()).toEqual({ revisions: 2, wrong: [String(revision_id)] });
      await indexer.run();
      expect(await indexer.check()).toEqual({ revisions: 2, wrong: [] });
      await company.finds("日当", ["travel::art2"]);
    });
  });
}

describeUnless(whyNoNode("3"), "search in two nodes of OpenSearch, each with a copy", () => {
  let first: OpenSearchNode;
  let second: OpenSearchNode;
  let company: Company;
  const whenGreen = async () =>
    until(
      async () =>
        JSON.parse((await ask(first, "GET", "/_cluster/health?wait_for_status=green&timeout=5s")).body).status,
      "green",
    );
  beforeAll(async () => {
    first = await startNode({ version: "3" });
    second = await startNode({ version: "3", cluster: [first] });
    company = await Company.start(first, {
      SEARCH_URL: `${first.url},${second.url}`,
      SEARCH_REPLICAS: "1",
      RATE_LIMIT_READS: "100000",
    });
    await company.publish("travel", ["宿泊料は、一万円とする。"]);
    await company.finds("宿泊料", ["travel::art1"]);
    await whenGreen();
  });
  afterAll(async () => {
    await company?.t.close();
    await second?.stop();
    await first?.stop();
  });

  it("goes on while one of them is killed: of 1,000 searches, none fails for longer than its time", async () => {
    let [asked, failedSince, longest]: [number, number | null, number] = [0, null, 0];
    const wrong: unknown[] = [];
    const searching = async () => {
      while (asked < 1_000) {
        asked += 1;
        if (asked === 300) await second.kill();
        const began = performance.now();
        const { status, body } = await company.search("宿泊料");
        if (status === 200) {
          failedSince = null;
          const ids = body.results.map(({ section }: { section: { id: string } }) => section.id);
          if (ids.join() !== "travel::art1") wrong.push(body);
        } else {
          failedSince ??= began;
          longest = Math.max(longest, performance.now() - failedSince);
          if (status !== 503) wrong.push(body);
        }
      }
    };
    await Promise.all(Array.from({ length: 4 }, searching));
    expect(wrong).toEqual([]);
    expect(longest).toBeLessThan(Number(WITHIN.SEARCH_TIMEOUT_MS));
    await second.restart();
    await whenGreen();
    await company.publish("later", ["退職金は、別に定める。"]);
    await company.finds("退職金", ["later::art1"]);
  });

  it("asks the other one while one is paused", async () => {
    second.pause();
    try {
      await company.finds("宿泊料", ["travel::art1"]);
    } finally {
      second.resume();
    }
    await company.finds("宿泊料", ["travel::art1"]);
  });
});
