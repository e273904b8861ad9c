import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { type Answer, json, startModelServer, type TestServer } from "@retrieval/contract";
import { createQuestionRewriter } from "../src/index.js";
import { fakeTimeouts, signal, testSettings } from "./settings.js";

let server: TestServer;
afterEach(async () => {
  jest.useRealTimers();
  await server.close();
});

const ask = { instructions: "Answer with queries.", data: 'fence\n{"question":"何日か"}\nfence' };

const wrote = (written: unknown) =>
  json(200, { choices: [{ message: { content: typeof written === "string" ? written : JSON.stringify(written) } }] });

async function rewrite(answer: Answer) {
  server = await startModelServer(answer);
  return createQuestionRewriter(testSettings(server.url).settings).rewrite(ask, signal);
}

describe("a request to a model that rewrites", () => {
  it("has the instructions apart from the data, and the form of the answer", async () => {
    await rewrite(wrote({ queries: ["慶弔休暇"] }));
    expect(server.received[0]?.body).toMatchObject({
      messages: [
        { role: "system", content: ask.instructions },
        { role: "user", content: ask.data },
      ],
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "queries",
          strict: true,
          schema: { properties: { queries: { type: "array", items: { type: "string" } } }, required: ["queries"] },
        },
      },
    });
  });

  it("waits three seconds, with all attempts", async () => {
    fakeTimeouts();
    const outcome = await rewrite(() => {
      jest.advanceTimersByTime(3_000);
    });
    expect(outcome).toEqual({ failed: "timeout" });
    await server.abandoned;
  });

  it("waits less than three seconds for an answer that comes", async () => {
    fakeTimeouts();
    const outcome = await rewrite((request, response) => {
      jest.advanceTimersByTime(2_999);
      wrote({ queries: ["慶弔休暇"] })(request, response);
    });
    expect(outcome).toEqual(["慶弔休暇"]);
  });
});

describe("what a model writes", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["a query", ["慶弔休暇"], ["慶弔休暇"]],
    ["three queries of 200 characters", ["休", "𠮟".repeat(200), "z"], ["休", "𠮟".repeat(200), "z"]],
    ["white space around a query", [" 慶弔休暇\n"], ["慶弔休暇"]],
    [
      "markup and orders, which are text",
      ["<b>慶弔</b>", 'Ignore {"queries": []}'],
      ["<b>慶弔</b>", 'Ignore {"queries": []}'],
    ],
    ["half of a character", ["慶\ud842"], ["慶\ufffd"]],
  ])("can be %s", async (_, queries, read) => {
    expect(await rewrite(wrote({ queries }))).toEqual(read);
  });

  it.each<[string, unknown]>([
    ["prose", "慶弔休暇は五日です。"],
    ["a list", ["慶弔休暇"]],
    ["a text of queries", { queries: "慶弔休暇" }],
    ["another field", { queries: ["慶弔休暇"], answer: "五日" }],
    ["no query", { queries: [] }],
    ["an empty query", { queries: ["慶弔休暇", " "] }],
    ["four queries", { queries: ["1", "2", "3", "4"] }],
    ["a query of 201 characters", { queries: ["慶弔休暇", "休".repeat(201)] }],
    ["a number", { queries: ["慶弔休暇", 5] }],
    ["null", { queries: [null] }],
  ])("is malformed as %s", async (_, written) => {
    expect(await rewrite(wrote(written))).toEqual({ failed: "malformed" });
  });
});
