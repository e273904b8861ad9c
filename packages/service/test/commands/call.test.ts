import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { OPERATION_LIST } from "@retrieval/api";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, NO_DEMO, runCommand, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");
const call = (...args: string[]) => run(["call", ...args]);

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
  for (const user_id of ["001234", "001235", "001236"]) await service.signedIn(user_id);
  folder = await temporaryFolder();
  const rules = await folder.file("規程.md", "# 規程\n\n## 第1条（目的）\n\n目的を定める。\n");
  expect((await run(["documents", "ingest", rules, "--id", "rules"])).exitCode).toBe(0);
});
afterAll(() => service.close());

/** Words of a command as the shell reads them. */
const wordsOf = (command: string) =>
  [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll("'\\''", "'"),
  );

/** A service that answers `{}` and keeps the requests. */
async function startRecorder() {
  const sent: { readonly method: string; readonly url: string; readonly body: string }[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const part of req) body += part;
    sent.push({ method: req.method ?? "", url: req.url ?? "", body });
    res.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { RETRIEVAL_URL: url, RETRIEVAL_TOKEN: "t", DATA_DIR: NO_DEMO };
  return { sent, env, close: () => server.close() };
}

describe("retrieval operations", () => {
  test("lists every operation, and says in each language what one takes", async () => {
    const { stdout } = await runCommand(["operations"]);
    for (const { operationId, summary } of OPERATION_LIST)
      expect(stdout).toMatch(new RegExp(`^  ${operationId} +${summary}$`, "m"));
    expect((await runCommand(["operations", "changeAccessRules"])).stdout).toBe(
      [
        "changeAccessRules  Replace a document's access rule",
        "PUT /api/manage/documents/:document_id/access-rules",
        "Parameters:",
        "  --document_id  text  required. The document's identifier.",
        "Needs --if-match.",
        "Body: JSON",
        "  allow_all                 true|false    Default: true. true: every user.",
        "  allowed_department_codes  list of text  null is the empty list.",
        "  allowed_groups            list of text  null is the empty list.",
        "  allowed_users             list of text  null is the empty list.",
        "Example:",
        `  $ retrieval call changeAccessRules --document_id work-rules --if-match '*' --body '{"allow_all":false,"allowed_department_codes":["D1020"],"allowed_groups":[],"allowed_users":["900001"]}'`,
        "",
      ].join("\n"),
    );
    expect((await runCommand(["operations", "listAuditEntries", "--lang", "ja"])).stdout).toMatch(
      /--limit +数値 +既定：50。 1 ページの最大行数。\n[\s\S]*--without +文字列 +除外する種類/,
    );
  });

  test("an unknown name is answered with the near ones", async () => {
    expect(await runCommand(["operations", "listUser"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^error: There is no operation listUser; .*\n[\s\S]*^ {2}listUsers$/m),
    });
  });

  test("each example sends the request that the operation describes", async () => {
    const recorder = await startRecorder();
    const file = await folder.file("file", "x");
    try {
      for (const { operationId, method, path, body, answers } of OPERATION_LIST) {
        const { example } = (await runCommand(["operations", operationId, "--json"])).json() as { example: string };
        const words = wordsOf(example).map((word) => (word === "@file" ? `@${file}` : word));
        const isFile = Object.values(answers).some(({ texts = {} }) => Object.values(texts).some((t) => t.binary));
        const output = isFile ? ["--output", join(folder.folder, "out")] : [];
        const { exitCode, stderr } = await runCommand([...words.slice(1), ...output, "--json"], {
          env: recorder.env,
        });
        expect([operationId, exitCode]).toEqual([operationId, 0]);
        expect(["", "The list is empty.\n"]).toContain(stderr);
        const request = recorder.sent.pop();
        expect([operationId, request?.method]).toEqual([operationId, method.toUpperCase()]);
        expect(request?.url.replace(/\?.*/, "")).toMatch(new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`));
        expect([operationId, request?.body === ""]).toEqual([operationId, body === undefined]);
      }
    } finally {
      recorder.close();
    }
  });
});

describe("retrieval call", () => {
  test("shows an object as lines, and a list as a table with the chosen fields", async () => {
    expect((await call("readUser", "--user_id", "001234")).stdout).toMatch(
      /^user_id: 001234\ndisplay_name: .+\nrole: user\nis_active: true\nregistered_at: \d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d\n/,
    );
    const { stdout, stderr } = await call("listUsers", "--query", "00123", "--limit=2", "--fields", "role,user_id");
    expect({ stdout, stderr }).toEqual({
      stdout: "role  user_id\nuser  001234\nuser  001235\n",
      stderr: "There are more; --all reads all of them.\n",
    });
    expect((await call("listDocuments")).stdout).toMatch(
      /^document_id {2}title +version +access_rules .*\nrules +規程 +\S+ +everyone .*\n$/,
    );
    await call("changeUser", "--user_id", "001236", "--body", '{"add_groups":["a","b"]}');
    expect((await call("listGroups")).stdout).toBe("a\nb\n");
    expect((await call("readReach")).stdout).toMatch(/\ngroups:\n {2}group {2}users {2}documents\n {2}a +1 +0\n/);
    expect(await call("listDocuments", "--query", "nosuch")).toMatchObject({ stderr: "The list is empty.\n" });
  });

  test("gives a row its own lines where the terminal is too narrow for the table", async () => {
    const { stdout } = await run(["call", "searchChunks", "--body", '{"query":"目的"}'], { columns: 60 });
    expect(stdout).toMatch(/\n {2}doc:\n {4}id: rules\n {4}title: 規程\n/);
    expect(stdout).toContain("目的を定める。");
  });

  test("--all joins the pages of a list, and --json is the answer itself", async () => {
    const all = (await call("listUsers", "--query", "00123", "--limit", "1", "--all", "--json")).json();
    expect(all).toMatchObject({
      items: ["001234", "001235", "001236"].map((user_id) => ({ user_id })),
      next_cursor: null,
    });
    const { user_id } = (await call("readUser", "--user_id", "001234", "--json")).json() as { user_id: string };
    expect(user_id).toBe("001234");
  });

  test("sends a body of the command line, of a file and of standard input, and exits with 1 for a refused entry", async () => {
    const changed = await call("changeUser", "--user_id", "001235", "--body", '{"add_groups":["pilots"]}');
    expect(changed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("  user_id: 001235\n") });
    const users = JSON.stringify({ users: [{ user_id: "" }, { user_id: "001237", display_name: "田中" }] });
    const bulk = await run(["call", "importUsers", "--body", "@-"], { stdin: users });
    expect(bulk).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("created: 1\n") });
    const path = await folder.file("v.csv", "said,meant\n家賃,住宅手当\n");
    const replaced = await call("replaceVocabulary", "--if-match", "*", "--body", `@${path}`);
    expect(replaced.stdout).toMatch(/added:\n {2}said +meant .*\n {2}家賃 +住宅手当 /);
    const entry = ["--said", "家賃", "--body", '{"meant":["住宅手当","家賃補助"]}', "--if-match", "*"];
    expect((await call("putVocabularyEntry", ...entry)).stdout).toContain("said: 家賃\n");
    expect((await call("deleteVocabularyEntry", "--said", "家賃", "--if-match", "*", "--yes")).exitCode).toBe(0);
    expect((await call("replaceVocabulary", "--dry_run", "true", "--body", `@${path}`)).stdout).toContain(
      "unchanged: 0\n",
    );
    const job = await call(
      "uploadDocument",
      "--document_id",
      "more",
      "--wait",
      "--body",
      `@${join(folder.folder, "規程.md")}`,
    );
    expect(job.stdout).toContain("state: done\n");
    const empty = await folder.file("empty.md", "\n");
    const failed = await call("uploadDocument", "--document_id", "empty", "--wait", "--body", `@${empty}`);
    expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("state: failed\n") });
  });

  test("writes a file, whole or not at all", async () => {
    const path = join(folder.folder, "audit.csv");
    const written = await call("listAuditEntries", "--kind", "document-published", "--format", "csv", "--output", path);
    expect(written.stdout).toMatch(/audit\.csv: \d+ bytes\n$/);
    expect((await readFile(path, "utf8")).split("\r\n")[0]).toMatch(/^\ufeffat,/);
    const original = join(folder.folder, "original.md");
    expect((await call("readOriginal", "--document_id", "rules", "--output", original)).exitCode).toBe(0);
    expect(await readFile(original, "utf8")).toContain("第1条");
    expect((await call("readOriginal", "--document_id", "rules")).stderr).toContain("name it with --output");
    const none = join(folder.folder, "none");
    const refused = await call("readOriginal", "--document_id", "nosuch", "--output", none);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("(DOCUMENT_NOT_FOUND") });
    await expect(readFile(none)).rejects.toThrow("ENOENT");
  });

  test("leaves no part of a file that breaks off", async () => {
    const server = createServer((_req, res) => {
      res.writeHead(200, { "Content-Type": "text/csv", "Transfer-Encoding": "chunked" });
      res.write("at,kind\r\n", () => setImmediate(() => res.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const path = join(folder.folder, "broken.csv");
    try {
      const args = ["call", "listAuditEntries", "--format", "csv", "--output", path, "--url", url];
      expect(await runCommand(args, { env: { RETRIEVAL_TOKEN: "t", DATA_DIR: NO_DEMO } })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("the answer broke off and is not complete"),
      });
    } finally {
      server.close();
    }
    for (const left of [path, `${path}.part`]) await expect(readFile(left)).rejects.toThrow("ENOENT");
  });

  test("a changed version needs its tag, which a reading shows; the service refuses another", async () => {
    const rule = ["--document_id", "rules", "--body", '{"allow_all":false,"allowed_users":["001234"]}'];
    expect(await call("changeAccessRules", ...rule)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--if-match '*'"),
    });
    const { stderr } = await call("readAccessRules", "--document_id", "rules");
    const tag = /^ETag: (.+)$/m.exec(stderr)?.[1] ?? "";
    expect((await call("changeAccessRules", ...rule, "--if-match", tag)).stdout).toContain(
      "access_rules: users:001234\n",
    );
    expect(await call("changeAccessRules", ...rule, "--if-match", tag)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("(PRECONDITION_FAILED"),
    });
  });

  test("asks before a deletion; a script says --yes", async () => {
    const deletion = ["deleteDocument", "--document_id", "more"];
    expect(await call(...deletion)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("use --yes") });
    const kept = await run(["call", ...deletion], { watched: true, stdin: "no\n" });
    expect(kept).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Delete a document (more)? [y/N]") });
    expect(await call(...deletion, "--yes")).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    expect(await call(...deletion, "--yes")).toMatchObject({ exitCode: 1 });
    const destruction = ["destroyDocument", "--document_id", "more", "--body", '{"legal_order":null}'];
    expect(await call(...destruction)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("use --yes") });
  });

  test("a date alone is a day in TIME_ZONE", async () => {
    const recorder = await startRecorder();
    const days = ["--from", "2026-01-31", "--to", "2026-01-31T12:00:00Z"];
    const env = { ...recorder.env, TIME_ZONE: "Asia/Tokyo" };
    await runCommand(["call", "listAuditEntries", ...days], { env });
    await runCommand(["call", "couldRead", "--user_id", "1", "--at", "2026-01-31"], { env });
    recorder.close();
    expect(recorder.sent.map(({ url }) => decodeURIComponent(url.replace(/.*?\?/, "")))).toEqual([
      "from=2026-01-31T00:00:00.000+09:00&to=2026-01-31T12:00:00Z",
      "user_id=1&at=2026-01-31T23:59:59.999+09:00",
    ]);
    const wrong = await call("listAuditEntries", "--from", "yesterday");
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("neither a date like") });
  });

  test.each([
    [["nosuch"], "There is no operation nosuch"],
    [["readUser"], "--user_id is missing.\nIts parameters: --user_id\n"],
    [["readUser", "001234"], "readUser has no parameter 001234."],
    [["readUser", "--user_id"], "--user_id needs a value."],
    [
      ["listUsers", "--nosuch", "1"],
      "listUsers has no parameter --nosuch.\nIts parameters: --limit, --cursor, --query",
    ],
    [["readReach", "--all"], "readReach has no pages"],
    [["listUsers", "--fields", "name"], "The rows of listUsers have no name.\nTheir fields: user_id, display_name"],
    [["readReach", "--fields", "code"], "The rows of readReach have no code."],
    [["listUsers", "--body", "{}"], "listUsers takes no body."],
    [["changeUser", "--user_id", "1"], "changeUser needs --body"],
    [["changeUser", "--user_id", "1", "--body", "{"], "--body is not JSON.\n"],
    [
      ["changeUser", "--user_id", "1", "--body", "@/nowhere.json"],
      "/nowhere.json cannot be read: there is no such file",
    ],
    [["uploadDocument", "--document_id", "x", "--body", "# x"], "Name its media type with --type."],
  ])("%j is refused before anything is sent", async (args, words) => {
    const { exitCode, stdout, stderr } = await call(...args);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: expect.stringContaining(words) });
    const japanese = await run(["call", ...args, "--lang", "ja"]);
    expect(japanese.stderr).toMatch(/[ぁ-ん]/);
  });
});
