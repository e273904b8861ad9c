// Lints the document that the service answers at /api/openapi.json, by Redocly's rules (redocly.yaml) and offline.
// `npm run lint:openapi` builds first.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@retrieval/http";
import { IsolatedReader } from "@retrieval/ingest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "retrieval-openapi-"));
try {
  const file = join(folder, "openapi.json");
  const { media_types } = new IsolatedReader({ seconds: 1, heap_megabytes: 64 });
  const document = openApiDocument({ version, documentTypes: media_types, httpsOnly: true });
  writeFileSync(file, JSON.stringify(document, null, 2));
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/@redocly/cli/bin/cli.js"),
      "lint",
      file,
      "--config",
      fileURLToPath(new URL("redocly.yaml", import.meta.url)),
    ],
    {
      stdio: "inherit",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
