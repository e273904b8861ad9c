import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
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

describe("the language of the service's messages", () => {
  test.each<[Readonly<Record<string, string>>, string]>([
    [{}, ENGLISH],
    [{ LANG: "ja_JP.UTF-8" }, JAPANESE],
    [{ LC_MESSAGES: "ja_JP.UTF-8", LANG: "C" }, JAPANESE],
    [{ LC_ALL: "C.UTF-8", LC_MESSAGES: "ja_JP.UTF-8", LANG: "ja_JP.UTF-8" }, ENGLISH],
    [{ LC_ALL: "", LANG: "ja" }, JAPANESE],
    [{ LANG: "de_DE.UTF-8" }, ENGLISH],
  ])("follows the locale: %j", async (env, message) => {
    const { stderr, exitCode } = await run(["users", "sign-out", "nobody"], { env });
    expect(stderr).toContain(`error: ${message} (USER_NOT_FOUND`);
    expect(exitCode).toBe(1);
  });

  test("follows --lang, before and after the command", async () => {
    const env = { LANG: "ja_JP.UTF-8" };
    expect((await run(["--lang", "en", "users", "sign-out", "nobody"], { env })).stderr).toContain(ENGLISH);
    expect((await run(["users", "sign-out", "nobody", "--lang", "en"], { env })).stderr).toContain(ENGLISH);
    expect((await run(["users", "sign-out", "nobody", "--lang", "ja"])).stderr).toContain(JAPANESE);
    expect((await run(["users", "sign-out", "nobody", "--lang", "fr"])).exitCode).toBe(2);
  });

  test("applies to messages about local files too", async () => {
    const path = await folder.file("departments.csv", "code,name\r\nD1,\r\n");
    const { stdout } = await run(["departments", "import", path, "--lang", "ja"]);
    expect(stdout).toContain("部署名が空です");
  });
});
