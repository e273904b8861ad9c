import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sentenceOf } from "@retrieval/api/texts";
import type { Problem } from "@retrieval/core/problems";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");
beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
});
afterAll(() => service.close());

const ENGLISH = "No such user.";
const JAPANESE = "このユーザーは登録されていません。";

describe("the language of a command", () => {
  test.each<[Readonly<Record<string, string>>, string]>([
    [{}, ENGLISH],
    [{ LANG: "ja_JP.UTF-8" }, JAPANESE],
    [{ LC_MESSAGES: "ja_JP.UTF-8", LANG: "C" }, JAPANESE],
    [{ LC_ALL: "C.UTF-8", LC_MESSAGES: "ja_JP.UTF-8", LANG: "ja_JP.UTF-8" }, ENGLISH],
    [{ LC_ALL: "", LANG: "ja" }, JAPANESE],
    [{ LANG: "de_DE.UTF-8" }, ENGLISH],
  ])("follows the locale: %j", async (env, message) => {
    const { stderr, exitCode } = await run(["call", "readUser", "--user_id", "nobody"], { env });
    expect(stderr).toContain(`${message} (USER_NOT_FOUND`);
    expect(exitCode).toBe(1);
  });

  test("follows --lang, before and after the command", async () => {
    const env = { LANG: "ja_JP.UTF-8" };
    expect((await run(["--lang", "en", "call", "readUser", "--user_id", "nobody"], { env })).stderr).toContain(ENGLISH);
    expect((await run(["call", "readUser", "--user_id", "nobody", "--lang", "en"], { env })).stderr).toContain(ENGLISH);
    expect((await run(["call", "readUser", "--user_id", "nobody", "--lang", "ja"])).stderr).toContain(JAPANESE);
    expect((await run(["call", "readUser", "--user_id", "nobody", "--lang", "fr"])).exitCode).toBe(2);
  });

  test("is that of a refused sign-in, which has the service's problems", async () => {
    const signIn = commandsOf(() => service, "nosuch");
    const problems: Problem[] = [{ code: "user.unregistered" }];
    const message = `nosuch としてのサインインが拒否されました：${sentenceOf(problems, "ja")}`;
    const { exitCode, stderr, json } = await signIn(["call", "listUsers", "--lang", "ja", "--json"]);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(`エラー：${message} (USER_NOT_FOUND)\n`);
    expect(json()).toEqual({ error: { code: "USER_NOT_FOUND", message, problems, request_id: null } });
  });

  const EMPTY = (list: string): Problem => ({ code: "field.empty", field: `access_rules.${list}[0]` });
  test.each<[string[], Problem]>([[["documents", "ingest", "rules.md", "--access", "users:"], EMPTY("allowed_users")]])(
    "is that of the checks before a call: %j",
    async (args, problem) => {
      const { exitCode, stderr } = await run([...args, "--lang", "ja"]);
      expect(stderr).toBe(`エラー：${sentenceOf([problem], "ja")}\n`);
      expect(exitCode).toBe(2);
    },
  );

  test("applies to messages about local files too", async () => {
    const path = await folder.file("departments.csv", "code,name\r\nD1,\r\n");
    const { stdout } = await run(["departments", "import", path, "--lang", "ja"]);
    expect(stdout).toContain("部署名が空です");
  });
});
