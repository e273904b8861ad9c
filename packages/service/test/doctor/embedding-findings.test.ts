import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { embeddingFindings } from "../../src/doctor/embedding-findings.js";
import { modelFindings } from "../../src/doctor/model-findings.js";

describe("the doctor and the model of meaning", () => {
  let status = 200;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(JSON.stringify({ data: [{ index: 0, embedding: [3, 4, 0] }] }));
  });
  let host = "";
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  const findings = () =>
    modelFindings({
      answerModel: null,
      rerankModel: null,
      embeddingModel: {
        ...{ url: `http://${host}/v1`, model: "e5", key: null },
        ...{ queryPrefix: "", passagePrefix: "" },
      },
      MODELS_FOR_RESTRICTED: false,
    });

  it("call it once, and say its dimensions and what may be sent there", async () => {
    status = 200;
    expect(await findings()).toEqual([
      { state: "ok", what: `the model e5 at ${host} answers vectors of 3 dimensions` },
      { state: "ok", what: `${host} is in your own network: passages of every document may be sent there` },
    ]);
  });

  it("say what to check if it fails", async () => {
    status = 401;
    expect((await findings())[0]).toEqual({
      state: "wrong",
      what: `the model e5 at ${host} refuses the call (status 401)`,
      mend: "Check EMBEDDING_KEY. Until then search is by words.",
    });
    status = 400;
    expect((await findings())[0]?.mend).toContain("Check EMBEDDING_MODEL, and that EMBEDDING_URL ends in /v1.");
  });

  it("say how far the vectors are, and what is kept back", () => {
    const model = { model: { model: "e5", variant: "" } };
    expect(embeddingFindings({ documents: 3, embedded: 3, kept_back: 0 }, model)).toEqual([
      { state: "ok", what: "3 of 3 published documents can be found by meaning (e5)" },
    ]);
    const what = embeddingFindings({ documents: 9, embedded: 3, kept_back: 2 }, model).map(({ what }) => what);
    expect(what).toEqual([
      "3 of 9 published documents can be found by meaning (e5), and 4 still need their vectors",
      "2 of the others are not open to every user, and so are found by words only",
    ]);
  });
});
