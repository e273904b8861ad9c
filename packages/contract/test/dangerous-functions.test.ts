import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));
const sources = [
  "api",
  "core",
  "e5",
  "http",
  "ingest",
  "mcp",
  "models",
  "ocr",
  "opensearch",
  "portal",
  "postgres",
  "service",
  "web",
].flatMap((name) =>
  readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(name, "src", file)),
);
const using = (word: RegExp) => sources.filter((file) => word.test(readFileSync(join(packages, file), "utf8")));

describe("code that runs in the service and in its pages", () => {
  it("are all the sources", () => {
    expect(sources.length).toBeGreaterThan(300);
  });

  it.each([
    ["never executes a text as code", /\beval\(|new Function\(|from "node:vm"/],
    ["never inserts a text as markup", /innerHTML|outerHTML|insertAdjacentHTML|document\.write/],
    ["accepts no message from another page", /addEventListener\("message"|onmessage/],
  ])("%s", (_, word) => {
    expect(using(word)).toEqual([]);
  });

  it("starts no process but the one that embeds passages", () => {
    expect(using(/node:child_process|node:cluster/)).toEqual(["e5/src/runner.ts"]);
  });

  it("reads, structures and indexes uploaded texts in threads with limits alone", () => {
    const files = using(
      /\b(?:readUploadedFile|readStructuredUpload|structureDocument|relateChunks|findReferences|makeTermVectors)\(|\bIN_THREAD_VECTORS\b/,
    );
    const workers = [
      "ingest/src/reading-worker.ts",
      "ingest/src/structured-upload-worker.ts",
      "service/src/adapters/term-vector-worker.ts",
    ];
    // The definitions of these functions, and the code that runs in those threads.
    const definitions = [
      "core/src/chunks/relations.ts",
      "core/src/chunks/section-label.ts",
      "core/src/chunks/structure-document.ts",
      "ingest/src/uploads/read-structured-upload.ts",
      "ingest/src/uploads/read-uploaded-file.ts",
      "core/src/search/index/term-vectors.ts",
    ];
    expect(files.sort()).toEqual([...workers, ...definitions].sort());
  });

  it("connects only to its own service, PostgreSQL, Redis, OpenSearch and model servers", () => {
    expect(
      using(
        /(?<![\w#])fetch\(|\?\? fetch\)|new XMLHttpRequest|\bcreateClient\(|\bnew Client\(|\b(?:new|extends) pg\.(?:Client|Pool)\b/,
      ).sort(),
    ).toEqual(
      [
        "api/src/client.ts",
        "models/src/http/ask-json.ts",
        "opensearch/src/client.ts",
        "portal/src/client.ts",
        "postgres/src/connection/database.ts",
        "postgres/src/embedded/embedded-pool.ts",
        "postgres/src/connection/silent-server.ts",
        "service/src/adapters/public-addresses.ts",
        "service/src/adapters/shared-hits.ts",
        "service/src/commands/management/command.ts",
        "service/src/doctor/redis-findings.ts",
        "service/src/doctor/search-findings.ts",
        "service/src/oauth/public-fetch.ts",
        "service/src/search-index/remote/remote-indexes.ts",
        "service/src/search-index/remote/remote-worker.ts",
        "service/src/webhooks/webhook-sender.ts",
        "web/src/admin/documents/upload/fetch-with-progress.ts",
        "web/src/api/client.ts",
      ].sort(),
    );
  });
});
