import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { copyDataDirectory, type DataDirectory } from "@retrieval/contract";
import { PORTAL, SECRET } from "../test/harness.js";
import { run, ServiceProcess } from "../test/process/service-process.js";

describe("the client of OpenSearch", () => {
  let folder: string;
  let loaded: string;
  let env: Record<string, string>;
  let data: DataDirectory;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-search-library-"));
    loaded = join(folder, "loaded");
    // Each thread of the process writes which of its files it has loaded.
    const hook = `process.on("exit", () => require("node:fs").appendFileSync(${JSON.stringify(loaded)},
      Object.keys(require.cache).filter((path) => path.includes("@opensearch-project")).map((path) => path + "\\n").join("")));`;
    await writeFile(join(folder, "hook.cjs"), hook);
    const required = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: PORTAL, DATABASE_URL: "embedded", PORT: "0" };
    data = await copyDataDirectory("migrated");
    env = { ...required, DATA_DIR: data.directory, NODE_OPTIONS: `--require=${join(folder, "hook.cjs")}` };
  });
  afterAll(async () => {
    await data.remove();
    await rm(folder, { recursive: true });
  });

  async function loadedBy(work: () => Promise<unknown>): Promise<string> {
    await writeFile(loaded, "");
    await work();
    return readFile(loaded, "utf8");
  }

  it("is not loaded while SEARCH_URL is not set", async () => {
    const serve = async () => (await ServiceProcess.serve("embedded", env)).end("SIGTERM");
    expect(await loadedBy(serve)).toBe("");
    expect(await loadedBy(() => run(["doctor"], env))).toBe("");
  });

  it("is loaded by the doctor if it is set", async () => {
    const SEARCH_URL = "http://127.0.0.1:1";
    expect(await loadedBy(() => run(["doctor"], { ...env, SEARCH_URL }))).toContain("@opensearch-project/opensearch");
  });
});
