import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { type OutgoingAnswer, PublicAddresses } from "../../src/adapters/public-addresses.js";
import { callAs, startTestService, type TestService } from "../harness.js";
import { Application, Browser, CLIENT_ID, DOCUMENT, fetchAt, ORIGIN } from "./oauth-client.js";

describe("applications that connect to /mcp by OAuth", () => {
  let t: TestService;
  let fetchHere: ReturnType<typeof fetchAt>;
  let session: string;
  /** The metadata documents of this test, by address. */
  const documents = new Map<string, Partial<OutgoingAnswer>>();
  const addresses = new PublicAddresses([], { resolve: async () => [] });
  const outgoing: Pick<PublicAddresses, "fetch" | "accepts"> = {
    accepts: () => true,
    fetch: async (url, asked) => {
      const known = documents.get(url.href);
      if (known === undefined) return addresses.fetch(url, asked);
      return { status: 200, headers: {}, body: Buffer.from(""), isComplete: true, ...known };
    },
  };

  beforeAll(async () => {
    t = await startTestService({
      env: { MCP: "true", PUBLIC_URL: ORIGIN, TRUST_PROXY: "loopback" },
      outgoing,
    });
    fetchHere = fetchAt(t.url);
    documents.set(CLIENT_ID, { body: Buffer.from(JSON.stringify(DOCUMENT)) });
    const admin = await t.signedIn("000001", { role: "admin" });
    await callAs(t, admin, "put", "/api/manage/documents/travel?wait=true", {
      title: "旅費規程",
      access_rules: { allow_all: true },
      chunks: [
        { text_type: "paragraph", content: "出張の日当は、1日につき3,000円とする。", metadata: { section_path: [] } },
      ],
    }).expect(200);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    session = await t.signedIn("100001");
  });

  async function connect(application: Application): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), {
      authProvider: application,
      fetch: fetchHere as typeof fetch,
    });
    await client.connect(transport);
    return client;
  }

  /** Connects the application of a user by consent. */
  async function connected(application: Application): Promise<Client> {
    await expect(connect(application)).rejects.toThrow(UnauthorizedError);
    const end = await new Browser(fetchHere).decide(application.authorization as URL, session, true);
    const transport = new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), {
      authProvider: application,
      fetch: fetchHere as typeof fetch,
    });
    await transport.finishAuth(end.searchParams);
    return connect(application);
  }

  it("with an official client library, which finds the way by itself", async () => {
    const client = await connected(new Application());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search", "fetch", "answer"]);
    const found = await client.callTool({ name: "search", arguments: { query: "日当" } });
    expect(JSON.stringify(found.structuredContent)).toContain("旅費規程");
    await client.close();
  });
});
