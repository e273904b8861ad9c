import type { Environment } from "../settings/reader.js";
import { readDatabaseSettings, readSettings, type Settings, SettingsError } from "../settings/settings.js";
import { dataDirectoryFindings } from "./data-directory-findings.js";
import { databaseFindings } from "./database-findings.js";
import { type Finding, wrong } from "./finding.js";
import { installationFindings } from "./installation-findings.js";
import { listenFindings } from "./listen-findings.js";
import { redisFindings } from "./redis-findings.js";
import { settingsFindings } from "./settings-findings.js";

/** Looks at everything that an operator gets wrong, and says how to mend it. Changes nothing. */
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
    const faults = error.faults.map((fault) =>
      wrong(fault, "Set it in the service's environment, then run this again."),
    );
    return [...faults, ...(await databaseAlone(env))];
  }
  return [
    ...settingsFindings(settings, Date.now()),
    ...(await listenFindings(settings)),
    ...(await dataDirectoryFindings(settings)),
    ...(await databaseFindings(settings.database)),
    ...(await redisFindings(settings)),
  ];
}

/** What is wrong with other settings need not hide what is wrong with the database. */
async function databaseAlone(env: Environment): Promise<Finding[]> {
  try {
    return await databaseFindings(readDatabaseSettings(env));
  } catch (error) {
    if (error instanceof SettingsError) return [];
    throw error;
  }
}

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

function page(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ state, what, mend }) => `${SIGNS[state]}  ${what}${mend === undefined ? "" : `\n       -> ${mend}`}`,
  );
  const wrongs = findings.filter(({ state }) => state === "wrong").length;
  return `${lines.join("\n")}\n\n${wrongs === 0 ? "Nothing is wrong." : `${wrongs} thing${wrongs === 1 ? " is" : "s are"} wrong.`}\n`;
}
