import { holderOf } from "@retrieval/postgres";
import { type DemoConnection, isService, readDemoConnection } from "@retrieval/service";
import type { DemoSettings } from "./demo-settings.js";
import { inLanguage } from "./in-language.js";

/**
 * The demo that uses this folder and answers; null if there is none, or another process uses the folder, such as a
 * demo that is still starting.
 */
export async function runningDemo(dataDir: string): Promise<DemoConnection | null> {
  const [holder, demo] = [await holderOf(dataDir), await readDemoConnection(dataDir)];
  if (demo === null || holder !== String(demo.pid)) return null;
  const { hostname: host, port } = new URL(demo.url);
  return (await isService({ HOST: host, PORT: Number(port), tls: null })) ? demo : null;
}

/**
 * What `npm start` prints beside a running demo. That is no failure: the demo runs.
 *
 * @throws Error if the running demo has another port than requested
 */
export function alreadyRuns(
  { url, portal_url, pid }: DemoConnection,
  { settings, ports, portal }: DemoSettings,
): string {
  const said = inLanguage(
    `The demo already runs at ${url}, and its sample portal at ${portal_url} (process ${pid}, DATA_DIR ${settings.DATA_DIR}).`,
    `デモはすでに ${url} で、サンプルのポータルは ${portal_url} で動いています（プロセス ${pid}、DATA_DIR ${settings.DATA_DIR}）。`,
  );
  const fits = (asked: readonly number[], at: string) =>
    asked.length > 1 || asked[0] === 0 || asked[0] === Number(new URL(at).port);
  if (fits(ports, url) && fits(portal.ports, portal_url))
    return `${said}\n${inLanguage(`Open the portal in a browser. \`kill ${pid}\` stops the demo.`, `ブラウザーでポータルを開いてください。\`kill ${pid}\` でデモを終了します。`)}\n`;
  throw new Error(
    inLanguage(
      `${said} For other ports stop it first by \`kill ${pid}\`, or set DATA_DIR to another folder.`,
      `${said}別のポートを使うには、先に \`kill ${pid}\` で終了するか、DATA_DIR に別のフォルダーを指定してください。`,
    ),
  );
}
