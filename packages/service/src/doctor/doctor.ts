import { readDemoConnection } from "../settings/demo-connection.js";
import type { Environment } from "../settings/reader.js";
import { readDatabaseSettings, readSettings, type Settings, SettingsError } from "../settings/settings.js";
import { type PlainText, say } from "../texts/say.js";
import { findEmbeddedModel, meaningModelOf } from "../wiring/meaning-model.js";
import { dataDirectoryFindings } from "./data-directory-findings.js";
import { databaseFindings } from "./database-findings.js";
import { embeddedModelFindings } from "./embedded-model-findings.js";
import { type Finding, found, note } from "./finding.js";
import { installationFindings } from "./installation-findings.js";
import { isService, listenFinding, SERVICE, whatListens } from "./listen-findings.js";
import { modelFindings } from "./model-findings.js";
import { proxyFindings } from "./proxy-findings.js";
import { redisFindings } from "./redis-findings.js";
import { settingsFindings } from "./settings-findings.js";

/** Checks what operators often get wrong, and says how to correct it. Changes nothing. */
export async function doctor(env: Environment): Promise<{ ok: boolean; findings: readonly Finding[]; text: string }> {
  const findings = [...(await installationFindings()), ...(await findingsOf(env))];
  return { ok: findings.every(({ state }) => state !== "wrong"), findings, text: page(findings) };
}

async function findingsOf(env: Environment): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const problems = error.problems.map(({ kind, text }) =>
      found(
        "wrong",
        text,
        kind === "missing"
          ? say("Set it in the service's environment, then run this again.")
          : say("Correct it in the service's environment, then run this again."),
      ),
    );
    const unknown = unknownFindings(error.unknown);
    return [...(await demoFindings(env)), ...problems, ...unknown, ...(await databaseAlone(env))];
  }
  const answering = await whatListens(settings);
  const embeddedModel = await findEmbeddedModel(settings, () => undefined);
  const model = meaningModelOf(settings, embeddedModel.embedded);
  return [
    ...settingsFindings(settings, Date.now()),
    ...unknownFindings(settings.unknown),
    ...proxyFindings(settings),
    await listenFinding(settings, answering),
    ...(await dataDirectoryFindings(settings)),
    ...(await databaseFindings(settings.database, {
      serviceAnswers: answering === SERVICE,
      firstAdmin: settings.firstAdmin?.user_id ?? null,
      timeZone: settings.TIME_ZONE,
      embedding: model && { model: model.stored, onlyOpen: model.onlyOpen },
      isIndexHere: settings.searchServers === null,
    })),
    ...(await searchServerFindings(settings)),
    ...(await embeddedModelFindings(settings, embeddedModel)),
    ...(await redisFindings(settings)),
    ...(await modelFindings(settings)),
  ];
}

/** OpenSearch's client is loaded only where it is used. */
async function searchServerFindings(settings: Settings): Promise<Finding[]> {
  if (settings.searchServers === null) return [];
  const { searchFindings } = await import("./search-findings.js");
  return searchFindings(settings.searchServers, settings);
}

const unknownFindings = (unknown: SettingsError["unknown"]) =>
  unknown.map(({ what, mend }) => found("note", what, mend));

/** A demo needs no settings, so missing settings are not the problem while one runs. */
async function demoFindings(env: Environment): Promise<Finding[]> {
  const demo = await readDemoConnection(env.DATA_DIR || "./data");
  if (demo === null) return [];
  const { hostname, port } = new URL(demo.url);
  if (!(await isService({ HOST: hostname, PORT: Number(port), tls: null }))) return [];
  return [
    note("a demo runs at {url}, and needs none of these settings", "They are those of retrieval serve.", {
      url: demo.url,
    }),
  ];
}

/** Problems of other settings must not hide the problems of the database. */
async function databaseAlone(env: Environment): Promise<Finding[]> {
  try {
    return await databaseFindings(readDatabaseSettings(env), {
      serviceAnswers: null,
      firstAdmin: null,
      timeZone: null,
      embedding: null,
      isIndexHere: true,
    });
  } catch (error) {
    if (error instanceof SettingsError) return [];
    throw error;
  }
}

/** Of the same width in each language. */
const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const satisfies Record<Finding["state"], PlainText>;

function page(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ state, what, mend }) => `${say(SIGNS[state])}  ${what}${mend === undefined ? "" : `\n       -> ${mend}`}`,
  );
  const wrongs = findings.filter(({ state }) => state === "wrong").length;
  return `${lines.join("\n")}\n\n${wrongs === 0 ? say("Nothing is wrong.") : say("{wrongs} problem(s).", { wrongs })}\n`;
}
