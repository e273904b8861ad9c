import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { callAs, startTestService, type TestService } from "../harness.js";
import { commandsOf } from "./run-command.js";

let service: TestService;
let user: string;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  user = await service.signedIn("100001");
});
afterAll(() => service.close());

test("a user's access tokens are listed and revoked", async () => {
  expect(await run(["tokens", "list", "100001"])).toMatchObject({
    exitCode: 0,
    stdout: "",
    stderr: expect.stringContaining("100001 has no access tokens."),
  });
  const asked = { name: "週次レポート", audience: "api", days: 1 };
  const { token, token_id } = (await callAs(service, user, "post", "/api/tokens", asked)).body;
  const listed = await run(["tokens", "list", "100001"]);
  expect(listed.stdout).toMatch(
    new RegExp(`^${token_id}  api  until \\S+[+-]\\d\\d:\\d\\d  never used  週次レポート\n$`),
  );
  expect(listed.stdout + listed.stderr).not.toContain(token);

  expect((await run(["tokens", "revoke", "100001", token_id, "--json"])).json()).toEqual({
    user_id: "100001",
    token_id,
    revoked: true,
  });
  await callAs(service, token, "get", "/api/session").expect(401);
  expect(await run(["tokens", "revoke", "100001", token_id])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("There is no such access token"),
  });
  expect(await run(["tokens", "list", "nobody"])).toMatchObject({ exitCode: 1 });
});

test("the access tokens of all users are revoked", async () => {
  const asked = { name: "週次レポート", audience: "api", days: 1 };
  const { token } = (await callAs(service, user, "post", "/api/tokens", asked)).body;
  const revoked = await run(["tokens", "revoke-all"]);
  expect(revoked).toMatchObject({ exitCode: 0, stdout: "Access tokens of all users that are revoked: 1\n" });
  await callAs(service, token, "get", "/api/session").expect(401);
  expect((await run(["tokens", "revoke-all", "--json"])).json()).toEqual({ revoked: 0 });
});
