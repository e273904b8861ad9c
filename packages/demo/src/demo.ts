import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AppDeps } from "@retrieval/http";
import type { Environment } from "@retrieval/service";
import { builtPages, createLogger, runService, tryListening, writeDemoConnection } from "@retrieval/service";
import { alreadyRuns, runningDemo } from "./already-running.js";
import { type DemoSettings, demoSettings } from "./demo-settings.js";
import { explainedPort, firstFree, USUAL_PORTS, writeChosenPorts } from "./free-ports.js";
import { inLanguage } from "./in-language.js";
import { loadSampleCompany } from "./load-sample.js";
import { startPortal } from "./portal/start-portal.js";
import { sampleCast } from "./sample-company/index.js";
import { writeSampleFiles } from "./sample-files.js";
import { welcomePage } from "./welcome.js";
import { whoCanSignIn } from "./who-can-sign-in.js";

/** Marks that the sample company is loaded completely. Without this file the next start loads it again, which is harmless. */
const LOADED = "sample-company.loaded";
/** The document whose table the welcome page requests. */
const SHOWN_DOCUMENT = "travel-expenses";

/** `npm start`: the service on the embedded database with a sample company and its portal, on this machine only. */
export async function runDemo(env: Environment, print: (text: string) => void): Promise<void> {
  const demo = await demoSettings(env);
  const { secretFile } = demo;
  const running = await runningDemo(demo.settings.DATA_DIR);
  if (running !== null) {
    print(alreadyRuns(running, demo));
    return;
  }
  const logger = createLogger(demo.settings);
  for (const warning of demo.settings.warnings) logger.warn(warning);
  for (const { what, mend } of demo.settings.unknown) logger.warn(`${what}. ${mend}`);
  const portal = await startPortal(demo.portal, logger);
  const settings = {
    ...demo.settings,
    PORT: await portFor(demo),
    ...(demo.portal.isTheServices && { PORTAL_DOMAIN: portal.origin }),
  };
  const loaded = join(settings.DATA_DIR, LOADED);
  if (!existsSync(loaded))
    print(
      inLanguage(
        "Creating the demo's database and loading the sample company; this takes a few seconds.\n",
        "デモのデータベースを作成し、サンプル会社を読み込みます。数秒かかります。\n",
      ),
    );

  const pages = await builtPages();
  const { service, port } = await runService(settings, {
    logger,
    httpsOnly: false,
    pages,
    async prepare({ deps }) {
      if (existsSync(loaded)) return;
      await loadSampleCompany(deps);
      await writeFile(loaded, "");
    },
    finishToo: () => portal.finish(),
  });
  const url = `http://127.0.0.1:${port}`;
  portal.connect({ url, secret: (await readFile(secretFile, "utf8")).trim() });
  await writeDemoConnection(settings.DATA_DIR, {
    url,
    portal_url: portal.origin,
    admin_user_id: sampleCast.admin.user_id,
    pid: process.pid,
  });
  const { DATA_DIR: dataDir } = settings;
  const ports = await keepChosenPorts(demo, { port, portal_port: portal.port });
  await writeSampleFiles(dataDir);
  const [chunk, signIn] = [await shownChunk(service.deps), await whoCanSignIn(service.deps)];
  const facts = { url, portalUrl: portal.origin, ports, hasPages: pages !== null, dataDir, secretFile, chunk, signIn };
  print(welcomePage({ ...facts, folder: process.cwd() }));
}

/** The requested port, or else the first free one. */
async function portFor({ settings: { HOST: host }, ports }: DemoSettings): Promise<number> {
  try {
    return await firstFree(ports, async (port) => {
      await tryListening({ HOST: host, PORT: port });
      return port;
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EADDRINUSE" ? inLanguage("it is taken", "使用中です") : code;
    throw new Error(
      inLanguage(
        `The demo cannot listen at ${host}:${ports[0]}, which PORT names: ${reason}.`,
        `PORT で指定された ${host}:${ports[0]} で待ち受けできません：${reason}。`,
      ),
    );
  }
}

/** Keeps the automatically chosen ports. @returns why they are not the usual ones */
async function keepChosenPorts({ settings, ports, portal, chosenPorts }: DemoSettings, now: Ports) {
  const of = (name: keyof Ports, wasAskedFor: boolean) => {
    if (wasAskedFor) return chosenPorts[name];
    return now[name] === USUAL_PORTS[name] ? null : now[name];
  };
  const asked = { port: ports.length === 1, portal_port: portal.ports.length === 1 };
  const kept = { port: of("port", asked.port), portal_port: of("portal_port", asked.portal_port) };
  await writeChosenPorts(settings.DATA_DIR, kept);
  return (["port", "portal_port"] as const)
    .map((name) => (asked[name] ? null : explainedPort(name, kept, chosenPorts)))
    .filter((line) => line !== null);
}

interface Ports {
  readonly port: number;
  readonly portal_port: number;
}

/** A real chunk for the page: a table, if the document still has one. */
async function shownChunk({ chunks }: AppDeps) {
  const listed = await chunks.list(SHOWN_DOCUMENT, { draft: false, limit: 200 });
  const chunk = listed?.chunks.find(({ text_type }) => text_type === "table") ?? listed?.chunks[0];
  const { doc_id, chunk_id, display } = chunk ?? {
    doc_id: SHOWN_DOCUMENT,
    chunk_id: `${SHOWN_DOCUMENT}::table-1`,
    display: { title: "" },
  };
  return { doc_id, chunk_id, title: display.title };
}
