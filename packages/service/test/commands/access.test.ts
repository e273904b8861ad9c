import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  await service.signedIn("001234", { department_code: "D1020", permission_groups: ["managers", "works-council"] });
  await service.signedIn("002358", { department_code: "D1040" });
  const { file } = await temporaryFolder();
  const chunks = [{ text_type: "paragraph", content: "本文", metadata: { section_path: [] } }];
  const path = await file("minutes.json", JSON.stringify({ title: "取締役会議事録", chunks }));
  await run(["documents", "ingest", path]);
});
afterAll(() => service.close());

describe("access set and show", () => {
  test("a rule is replaced as a whole, by text or by options, and unknown names cause a warning", async () => {
    expect((await run(["access", "show", "minutes"])).stdout).toBe("minutes  取締役会議事録\n  everyone\n");

    const byText = await run(["access", "set", "minutes", "groups:managers;users:999999"]);
    expect(byText).toMatchObject({
      exitCode: 0,
      stdout: "minutes  取締役会議事録\n  groups  managers\n  users   999999\nBefore: everyone\n",
      stderr: 'warning: allowed_users names "999999", which is not a registered user\n',
    });

    const byOptions = await run([
      "access",
      "set",
      "minutes",
      "--group",
      "managers",
      "--user",
      "001234",
      "--user",
      "002358",
    ]);
    expect(byOptions.stdout).toContain("  users   001234, 002358\n");
    expect(byOptions.stdout).toContain("Before: groups:managers;users:999999");

    const closed = await run(["access", "set", "minutes", "--nobody", "--json"]);
    expect(closed.json()).toMatchObject({
      access_rules: { allow_all: false, allowed_groups: [] },
      before: { allowed_users: ["001234", "002358"] },
    });
    expect((await run(["access", "show", "minutes"])).stdout).toContain("only administrators and developers");
  });

  test("a rule that another administrator has changed is not overwritten, and the new one is shown", async () => {
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (init?.method === "PUT" && String(input).endsWith("/access-rules")) {
        globalThis.fetch = real;
        await run(["access", "set", "minutes", "groups:works-council"]);
      }
      return real(input, init);
    };
    const lost = await run(["access", "set", "minutes", "everyone"]);
    expect(lost.exitCode).toBe(1);
    expect(lost.stderr).toContain("The rule has changed since you read it");
    expect(lost.stderr).toContain("Nothing was written. The current rule is:");
    expect(lost.stdout).toContain("groups  works-council");
    expect((await run(["access", "show", "minutes"])).stdout).toContain("works-council");
  });

  test.each([
    ["no rule", [], "The rule is missing. Set who may see the document"],
    ["two rules", ["everyone", "--group", "managers"], "not both"],
    ["a typing error", ["everybody"], "is not part of a rule"],
  ])("%s is wrong usage", async (_what, args, words) => {
    const result = await run(["access", "set", "minutes", ...args]);
    expect(result).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(words) });
  });

  test("an unknown document is reported", async () => {
    expect(await run(["access", "show", "no-such"])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: No such document\. \(DOCUMENT_NOT_FOUND, request [\w-]+\)\n$/),
    });
  });
});

describe("access explain", () => {
  test("names the entries of the rule that give access", async () => {
    await run(["access", "set", "minutes", "departments:D1020;groups:managers"]);
    expect(await run(["access", "explain", "minutes", "001234"])).toMatchObject({
      exitCode: 0,
      stdout: "001234 may see minutes\nBecause of:\n  department D1020\n  group managers\n",
    });
    expect((await run(["access", "explain", "minutes", "900001"])).stdout).toBe(
      "900001 may see minutes\nBecause of:\n  the role admin, which sees every document\n",
    );
  });

  test("names what would give access, and not what the user has", async () => {
    await run(["access", "set", "minutes", "departments:D1020;users:000777"]);
    const result = await run(["access", "explain", "minutes", "002358"]);
    expect(result.stdout).toBe(
      "002358 may not see minutes\nAny of these would give access:\n  department D1020\n  user 000777\n",
    );
    expect((await run(["access", "explain", "minutes", "002358", "--json"])).stdout).not.toContain("D1040");
  });

  test("says that a rule names no user", async () => {
    await run(["access", "set", "minutes", "nobody"]);
    expect((await run(["access", "explain", "minutes", "001234"])).stdout).toBe(
      "001234 may not see minutes\n  The rule names no user.\n",
    );
  });

  test("says that only the deactivation prevents access", async () => {
    await run(["access", "set", "minutes", "everyone"]);
    await service
      .http()
      .put("/api/manage/users/002358")
      .auth(await service.signedIn("900002", { role: "admin" }), { type: "bearer" })
      .send({ display_name: "山﨑 拓也", is_active: false })
      .expect(200);
    expect((await run(["access", "explain", "minutes", "002358"])).stdout).toBe(
      "002358 may not see minutes\n  The user is inactive and cannot sign in.\nIf active, the user would have access by:\n  the rule everyone\n",
    );
  });

  test.each([
    [["minutes", "999999"], "USER_NOT_FOUND"],
    [["no-such", "001234"], "DOCUMENT_NOT_FOUND"],
  ])("%j is %s", async (operands, code) => {
    const result = await run(["access", "explain", ...operands, "--json"]);
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.json()).toMatchObject({ error: { code } });
  });
});
