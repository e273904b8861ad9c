import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, it } from "@jest/globals";
import express from "express";
import { send } from "../src/answers/send.js";
import { sentDocument } from "../src/openapi/sent-document.js";

it("The API's document is compressed once, and sent so to every client", async () => {
  const document = { description: "long ".repeat(1_000) };
  const { json, compressed } = sentDocument(document);
  expect(JSON.parse(brotliDecompressSync(compressed.br).toString())).toEqual(document);
  expect(JSON.parse(gunzipSync(compressed.gzip).toString())).toEqual(document);
  const before = { ...compressed, gzip: gzipSync('{"compressed":"before"}') };
  const server = express()
    .use((req, res) => send({ status: 200, json, compressed: before }, req, res))
    .listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { "Accept-Encoding": "gzip" } });
    expect(await reply.json()).toEqual({ compressed: "before" });
  } finally {
    server.close();
  }
});
