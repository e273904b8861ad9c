import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { OPERATION_LIST, PATH_PARAMETERS, TAGS } from "@retrieval/api";
import { UnavailableError } from "@retrieval/core/errors";
import type { Command } from "commander";
import { registerManagementCommands } from "../../src/commands/management/index.js";
import { createProgram, runProgram } from "../../src/commands/program.js";
import { registerServerCommands } from "../../src/commands/server-commands.js";
import { doctor } from "../../src/doctor/doctor.js";
import { startFailure } from "../../src/process/start-failure.js";
import { readMigrationSettings, readSettings } from "../../src/settings/settings.js";
import { translateMessage } from "../../src/texts/other-packages.js";
import { speaking } from "../../src/texts/say.js";
import { runCommand } from "./run-command.js";

const JAPANESE = { language: "ja" } as const;
/** Three words of English one after the other; names of settings, options and commands are not that. */
const ENGLISH = /\b(?!npm )[A-Za-z][a-z']+ [a-z']+ [a-z']{2,}\b/;
const sources = fileURLToPath(new URL("../../src/", import.meta.url));

const register = (program: Command) => {
  registerServerCommands(program, { demo: () => Promise.reject(new Error("not started here")) });
  registerManagementCommands(program);
};

/** The whole help of each command, without its usage and examples. */
function helps(language: "en" | "ja"): Map<string, string> {
  const shown = new Map<string, string>();
  const walk = (command: Command, name: string) => {
    let text = "";
    const writeOut = (part: string) => {
      text += part;
    };
    command.configureOutput({ writeOut });
    command.outputHelp();
    shown.set(name, text.replace(/^(?: {2}\$|\S+ retrieval|使い方：) .*$/gm, ""));
    for (const next of command.commands) walk(next, `${name} ${next.name()}`);
  };
  speaking({ language }, () => walk(createProgram(register), "retrieval"));
  return shown;
}

/** Texts of the table of operations, which this package translates. */
function operationTexts(): string[] {
  const texts = [...Object.keys(TAGS), ...Object.values(PATH_PARAMETERS).map(({ description }) => description)];
  const walk = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { description } = schema as { description?: unknown };
    if (typeof description === "string") texts.push(description);
    Object.values(schema).forEach(walk);
  };
  for (const { summary, query, body } of OPERATION_LIST) {
    texts.push(summary);
    walk(query);
    walk(body);
  }
  return texts;
}

const SECRET = "s".repeat(64);
const GOOD = { SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: "portal.example.com", DATABASE_URL: "embedded" };
/** Each has at least one problem; together they have each kind. */
const BAD: readonly Readonly<Record<string, string>>[] = [
  { SSO_SHARED_SECRET: "", PORTAL_DOMAIN: "", DATABASE_URL: "" },
  { SSO_SHARED_SECRET: " ".repeat(70), SSO_SHARED_SECRET_PREVIOUS: "short", DATABASE_URL: "mysql://db" },
  { SSO_SHARED_SECRET: `${SECRET} `, SSO_SHARED_SECRET_PREVIOUS: `${SECRET} ` },
  { SSO_SHARED_SECRET_FILE: "/nowhere", JWT_ISSUER: "x".repeat(201), PORT: "high", JWT_EXPIRES_HOURS: "200" },
  { ACCESS_TOKENS: "false", MCP: "true", PUBLIC_URL: "documents", NEW_DOCUMENTS: "maybe", TIME_ZONE: "Tokyo" },
  { JWT_PRIVATE_KEY_FILE: "/nowhere", TLS_CERT_FILE: "/nowhere", HOST: "a b", TRUST_PROXY: "all" },
  { JWT_PREVIOUS_KEY_FILE: sources, PORTAL_DOMAIN: "a/b", REDIS_URL: "redis", ADMIN_USER_ID: "1" },
  { ADMIN_USER_ID: "a\u200bb", ADMIN_DISPLAY_NAME: " ", METRICS_TOKEN: "é", MCP: "true", ANSWER_MODEL: "m" },
  { METRICS_TOKEN: "short", ANSWER_URL: "x", ANSWER_MODEL: "m", EMBEDDING_URL: "http://m/v1", RERANK_KEY: "k" },
  { METRICS_TOKEN: "ab".repeat(20), DATABASE_URL: "postgres://u:p@a/x,postgres://u:p@a/y", SSO_SHARED_SECRE: "x" },
  {
    METRICS_TOKEN: SECRET,
    DATABASE_URL: "postgres://u:p@a/x,mysql://b/x",
    ANSWER_URL: "http://m/v1",
    ANSWER_KEY: "あ",
  },
];

function problems(language: "en" | "ja", read: () => unknown): string {
  try {
    speaking({ language }, read);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("under a Japanese locale", () => {
  test("each help has no English sentence, and shows the same commands and options", () => {
    const [english, japanese] = [helps("en"), helps("ja")];
    expect([...japanese.keys()]).toEqual([...english.keys()]);
    expect(japanese.size).toBeGreaterThan(15);
    for (const [name, text] of japanese) {
      expect([name, ENGLISH.exec(text)?.[0]]).toEqual([name, undefined]);
      expect([name, text.match(/^ {2}--?[a-z-]+/gm)]).toEqual([name, english.get(name)?.match(/^ {2}--?[a-z-]+/gm)]);
    }
    for (const [name, text] of english) expect([name, /[ぁ-ん]/.exec(text)?.[0]]).toEqual([name, undefined]);
  });

  test.each(BAD)("the settings %j have their problems in Japanese", (env) => {
    const read = () => readSettings({ ...GOOD, ...env });
    const [english, japanese] = [problems("en", read), problems("ja", read)];
    expect(english).toMatch(ENGLISH);
    expect(japanese.split("\n")).toHaveLength(english.split("\n").length);
    for (const line of japanese.split("\n")) expect([line, ENGLISH.exec(line)?.[0]]).toEqual([line, undefined]);
  });

  test("a migration's settings and the doctor speak it too", async () => {
    const text = problems("ja", () => readMigrationSettings({ DATABASE_URL: "embedded", SERVICE_DATABASE_URL: "db" }));
    expect(text).toMatch(/^設定に誤りがあります：/);
    for (const env of [GOOD, { ...GOOD, TRUST_PROXY: "1", DATABASE_URL: "postgres://u:p@127.0.0.1:1/x" }, {}]) {
      const { text } = await speaking(JAPANESE, () => doctor({ ...env, DATA_DIR: "/nowhere/data" }));
      expect(ENGLISH.exec(text)?.[0]).toBeUndefined();
    }
  });

  test.each([
    [["users", "sync", "x.csv", "--nosuch"], "オプション --nosuch はありません"],
    [["nosuch"], "コマンド nosuch はありません"],
    [["call"], "引数 <operation> がありません"],
    [["users", "sync", "x.csv", "--report"], "オプション --report <file.csv> の値がありません"],
    [["users", "sync", "x.csv", "--yes-deactivate", "many"], "整数"],
    [["users", "sync", "a", "b"], "引数が多すぎます"],
    [["documents", "ingest", "x.md", "--original", "king"], "指定できるのは "],
  ])("wrong usage is explained in it: %j", async (args, expected) => {
    let text = "";
    const writeErr = (part: string) => {
      text += part;
    };
    const refused = runProgram(args, { LANG: "ja_JP.UTF-8" }, (program) => {
      program.exitOverride().configureOutput({ writeErr });
      register(program);
    });
    await expect(refused).rejects.toThrow();
    expect(text).toContain(expected);
    expect(ENGLISH.exec(text)?.[0]).toBeUndefined();
  });

  test("a message of another package keeps its values", () => {
    const message = "The file /a b.backup cannot be read: there is no such file or folder.";
    expect(speaking(JAPANESE, () => translateMessage(message))).toBe(
      "ファイル /a b.backup を読み取れません：ファイルまたはフォルダーがありません",
    );
    const broken = "The file b is not a backup, or is damaged: incorrect header check.";
    expect(speaking(JAPANESE, () => translateMessage(broken))).not.toContain("incorrect");
  });

  test("a start that fails says why", () => {
    const settings = {
      database: { kind: "server", url: "postgres://u:p@db:5432/x" },
      host: "127.0.0.1",
      port: 80,
    } as const;
    const away = new UnavailableError("The database is away for now (ECONNREFUSED).");
    for (const error of [away, Object.assign(new Error("x"), { syscall: "listen", code: "EACCES" })]) {
      const { message = "", reason = "" } = speaking(JAPANESE, () => startFailure(error, settings as never)) ?? {};
      expect(message).toMatch(/[ぁ-ん]/);
      expect(ENGLISH.exec(reason)?.[0]).toBeUndefined();
    }
  });
});

test("what an operation takes is shown in Japanese", async () => {
  const listed = (await runCommand(["operations", "--lang", "ja"])).stdout;
  expect(ENGLISH.exec(listed)?.[0]).toBeUndefined();
  for (const { operationId } of OPERATION_LIST) {
    const { stdout } = await runCommand(["operations", operationId, "--lang", "ja"]);
    expect([operationId, ENGLISH.exec(stdout.replace(/^ {2}\$ .*/m, ""))?.[0]]).toEqual([operationId, undefined]);
  }
});

test("each Japanese text is used, has Japanese in it and the values of its English", () => {
  const texts = JSON.parse(readFileSync(join(sources, "texts/japanese.json"), "utf8")) as Record<string, string>;
  const code = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(sources, name), "utf8"))
    .concat(operationTexts())
    .join("\n");
  const values = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  const ofLibraries = ["Usage:", "Options:", "Commands:", "Arguments:", "display help for command"].concat([
    "output the version number",
    "what should be its folder is a file",
    "the disk takes no writes",
    "incorrect header check",
    "incorrect data check",
    "unexpected end of file",
  ]);
  for (const [english, japanese] of Object.entries(texts)) {
    expect([english, values(japanese)]).toEqual([english, values(english)]);
    expect([english, /[^\x20-\x7e\s]|^\{/.test(japanese)]).toEqual([english, true]);
    const literal = JSON.stringify(english).slice(1, -1);
    const isUsed = [english, literal, literal.replaceAll('\\"', '"')].some((text) => code.includes(text));
    expect([english, isUsed || ofLibraries.includes(english)]).toEqual([english, true]);
  }
});
