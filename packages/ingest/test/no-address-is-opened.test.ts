import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DOCX } from "@retrieval/core/limits";
import { IsolatedReader } from "../src/index.js";
import { docxOf, hyperlink, p, r } from "./docx-writer.js";
import { readIsolated } from "./read.js";
import { tinyPdf } from "./tiny-pdf.js";

/** The sender of a document must not make the service call addresses that only the service can reach. */
describe("an address in a document", () => {
  const asked: string[] = [];
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((req, res) => {
      asked.push(req.url ?? "");
      res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const text = (markup: string) => new TextEncoder().encode(markup);
  const template = (target: string) =>
    `<Relationship Id="template" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="External"/>`;
  const documents: Record<string, () => Promise<readonly [string, Uint8Array]>> = {
    Markdown: async () => [
      "text/markdown",
      text(`# 規程\n\n本文 ![図](${address}/picture) [参照](${address}/link) <img src="${address}/html">`),
    ],
    HTML: async () => [
      "text/html",
      text(`<!doctype html><html><head><base href="${address}/base/"><link rel="stylesheet" href="${address}/style">
        <script src="${address}/script"></script><meta http-equiv="refresh" content="0;url=${address}/refresh"></head>
        <body><p>本文<img src="${address}/picture"><iframe src="${address}/frame"></iframe></p></body></html>`),
    ],
    Word: async () => [
      DOCX,
      await docxOf({
        body: p(`<w:hyperlink r:id="far">${r("本文")}</w:hyperlink>`),
        links: hyperlink("far", `${address}/link`) + template(`${address}/template`),
      }),
    ],
    PDF: async () => [
      "application/pdf",
      // The offsets of its objects are then wrong, and the reader finds them again.
      text(
        new TextDecoder("latin1")
          .decode(tinyPdf([[{ text: "本文", x: 50, y: 50 }]]))
          .replace("/Type /Catalog", `/Type /Catalog /OpenAction << /S /URI /URI (${address}/action) >>`),
      ),
    ],
  };

  test.each(Object.keys(documents))("is never opened while it is read: %s", async (name) => {
    const [type, bytes] = await (documents[name] as () => Promise<readonly [string, Uint8Array]>)();
    const reader = new IsolatedReader({ seconds: 60, heap_megabytes: 512 });
    const { chunks } = await readIsolated(reader, type, bytes);
    expect(JSON.stringify(chunks)).toContain("本文");
    expect(asked).toEqual([]);
  });
});
