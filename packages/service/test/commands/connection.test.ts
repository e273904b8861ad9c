import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import { DEMO_SECRET_FILE, writeDemoConnection } from "../../src/settings/demo-connection.js";
import { SECRET, startTestService, type TestService } from "../harness.js";
import { run } from "../process/service-process.js";
import { NO_DEMO, runCommand, temporaryFolder } from "./run-command.js";

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.signedIn("900001", { role: "admin" });
  await service.signedIn("001234");
});
afterAll(() => service.close());

const SHOW = ["call", "readUser", "--user_id", "900001"];
const now = () => service.clock.now();

describe("credentials and address", () => {
  test("a token comes from the environment, or from a file", async () => {
    const env = { RETRIEVAL_URL: service.url, DATA_DIR: NO_DEMO };
    expect((await runCommand(SHOW, { now, env: { ...env, RETRIEVAL_TOKEN: token } })).exitCode).toBe(0);
    const path = await (await temporaryFolder()).file("token", `${token}\n`);
    expect((await runCommand(SHOW, { now, env: { ...env, RETRIEVAL_TOKEN_FILE: path } })).exitCode).toBe(0);
  });

  test("--as signs in with the secret, and takes precedence over a token", async () => {
    const secretFile = await (await temporaryFolder()).file("secret", `${SECRET}\n`);
    const env = { DATA_DIR: NO_DEMO, SSO_SHARED_SECRET_FILE: secretFile, RETRIEVAL_TOKEN: "stale" };
    const result = await runCommand([...SHOW, "--url", `${service.url}/`, "--as", "900001"], { now, env });
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("a running demo needs no options", async () => {
    const { folder, file } = await temporaryFolder();
    await writeDemoConnection(folder, {
      url: service.url,
      portal_url: "http://127.0.0.1:1",
      admin_user_id: "900001",
      pid: 1,
    });
    await file(DEMO_SECRET_FILE, SECRET);
    expect((await runCommand(SHOW, { now, env: { DATA_DIR: folder } })).exitCode).toBe(0);
    expect((await runCommand([...SHOW, "--data-dir", folder], { now })).exitCode).toBe(0);
  });

  test("the demo's secret signs nothing for another address", async () => {
    const { folder, file } = await temporaryFolder();
    await writeDemoConnection(folder, {
      url: "http://127.0.0.1:1",
      portal_url: "http://127.0.0.1:1",
      admin_user_id: "900001",
      pid: 1,
    });
    await file(DEMO_SECRET_FILE, SECRET);
    const result = await runCommand([...SHOW, "--url", service.url, "--data-dir", folder], { now });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Credentials are missing") });
  });

  test.each<[string, string[], Record<string, string>, string]>([
    ["no address", [], {}, "The service's address is missing"],
    ["no credentials", ["--url", "https://retrieval.example.com"], {}, "Credentials are missing"],
    ["--as without the secret", ["--url", "https://retrieval.example.com", "--as", "1"], {}, "Credentials are missing"],
    ["plain HTTP to another machine", ["--url", "http://retrieval.example.com"], {}, "must begin with https://"],
    ["an invalid address", ["--url", "retrieval"], {}, "not an absolute URL"],
    ["a short secret", ["--url", "https://x.example", "--as", "1"], { SSO_SHARED_SECRET: "short" }, "at least 64"],
    [
      "a secret file that is missing",
      ["--url", "https://x.example", "--as", "1"],
      { SSO_SHARED_SECRET_FILE: "/nowhere" },
      "names a file that cannot be read",
    ],
  ])("%s is reported in a sentence before anything is sent", async (_what, args, env, words) => {
    const result = await runCommand([...SHOW, ...args], { now, env: { DATA_DIR: NO_DEMO, ...env } });
    expect(result).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(words) });
  });

  test.each([
    ["a wrong secret", ["--as", "900001"], { SSO_SHARED_SECRET: "x".repeat(64) }, "INVALID_SIGNATURE"],
    ["an unknown user", ["--as", "999999"], { SSO_SHARED_SECRET: SECRET }, "USER_NOT_FOUND"],
    ["a user who is not an administrator", ["--as", "001234"], { SSO_SHARED_SECRET: SECRET }, "FORBIDDEN"],
    ["an invalid token", [], { RETRIEVAL_TOKEN: "not-a-token" }, "UNAUTHORIZED"],
  ])("%s is refused: exit code 2, and no secret or token in the output", async (_what, args, env, code) => {
    const result = await runCommand([...SHOW, ...args, "--json"], {
      now,
      env: { RETRIEVAL_URL: service.url, DATA_DIR: NO_DEMO, ...env },
    });
    expect(result.exitCode).toBe(2);
    expect(result.json()).toMatchObject({ error: { code } });
    for (const secret of Object.values(env)) expect(result.stdout + result.stderr).not.toContain(secret);
    const ownHint = "The token of RETRIEVAL_TOKEN is not valid or has expired: set a new one, or use --as";
    expect(result.stderr.includes(ownHint)).toBe(code === "UNAUTHORIZED");
  });

  test("a TLS failure is reported with its remedy", async () => {
    const { folder } = await temporaryFolder();
    const [own, other] = await Promise.all([makeCertificate(folder, "own"), makeCertificate(folder, "other")]);
    const [cert, key] = await Promise.all([readFile(own.cert), readFile(own.key)]);
    const encrypted = createTlsServer({ cert, key });
    const plain = createServer((_req, res) => res.end());
    for (const server of [encrypted, plain])
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const at = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const port = at(encrypted).split(":")[1];
    // Node reads NODE_EXTRA_CA_CERTS only at a process's start.
    const shows = (url: string, trusted: string) =>
      run([...SHOW, "--url", url], { RETRIEVAL_TOKEN: token, DATA_DIR: NO_DEMO, NODE_EXTRA_CA_CERTS: trusted });
    try {
      for (const [url, trusted, words] of [
        [
          `https://localhost:${port}`,
          other.cert,
          "no trusted authority signed its certificate. Set NODE_EXTRA_CA_CERTS to a PEM file",
        ],
        [`https://${at(encrypted)}`, own.cert, "certificate is for another name. Use an address with a name of the"],
        [
          `http://${at(encrypted)}`,
          own.cert,
          "broken off. If the service speaks https, the address must begin with https://",
        ],
        [`https://${at(plain)}`, own.cert, "does not speak https. Check the port."],
      ] as const) {
        const { code, stdout, stderr } = await shows(url, trusted);
        expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(words) });
        expect(stderr).toMatch(/^error: Cannot reach \S+: .+ \([A-Z_]+\)\n$/);
      }
    } finally {
      for (const server of [encrypted, plain]) server.close();
    }
  });

  test("a port at which nothing listens is reported with what to check", async () => {
    const result = await runCommand([...SHOW, "--url", "http://127.0.0.1:1"], { env: { RETRIEVAL_TOKEN: token } });
    expect(result).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(/^error: Cannot reach http:\/\/127\.0\.0\.1:1: .+\n$/),
    });
  });
});

describe("a service that asks to wait, restarts, or is another program", () => {
  let stop: () => void = () => undefined;
  afterEach(() => stop());

  /** A server whose answers the test sets for each call by its number. */
  async function serverOf(respond: (call: number, req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
    let calls = 0;
    const server = createServer((req, res) => respond(calls++, req, res));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stop = () => {
      server.closeAllConnections();
      server.close();
    };
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const answer = (res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
    res.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  const noUsers = { items: [], next_cursor: null };
  const env = { RETRIEVAL_TOKEN: "t", DATA_DIR: NO_DEMO };

  test.each([429, 503])("%d with Retry-After is retried after the wait", async (status) => {
    const url = await serverOf((call, _req, res) =>
      call === 0
        ? answer(res, status, { error: { code: "X", message: "x" } }, { "Retry-After": "1" })
        : answer(res, 200, noUsers),
    );
    const result = await runCommand(["call", "listUsers", "--url", url], { env });
    expect(result).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("asks to wait 1 s") });
  });

  test("a wait that is too long is left to the operator", async () => {
    const error = { code: "RATE_LIMITED", message: "Too many requests. Wait 600 seconds." };
    const url = await serverOf((_call, _req, res) => answer(res, 429, { error }, { "Retry-After": "600" }));
    const result = await runCommand(["call", "listUsers", "--url", url], { env });
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: "error: Too many requests. Wait 600 seconds. (RATE_LIMITED)\n",
    });
  });

  test("the token is sent only to the given address and follows no redirect", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serverOf((_call, req, res) => {
      seen.push(req.url);
      res.writeHead(307, { Location: "/elsewhere" }).end();
    });
    const result = await runCommand(["call", "listUsers", "--url", url], { env });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("is not a retrieval service") });
    expect(seen).toEqual(["/api/manage/users"]);
  });

  test("a service below a path is found there", async () => {
    const seen: (string | undefined)[] = [];
    const url = await serverOf((_call, req, res) => {
      seen.push(req.url);
      answer(res, 200, noUsers);
    });
    await runCommand(["call", "listUsers", "--url", `${url}/retrieval`], { env });
    expect(seen).toEqual(["/retrieval/api/manage/users"]);
  });

  test("a token that expires during a long command is renewed", async () => {
    const bearers: (string | undefined)[] = [];
    let signIns = 0;
    const url = await serverOf((_call, req, res) => {
      if (req.url === "/api/auth/sso-token") {
        signIns += 1;
        const user = { user_id: "900001", display_name: "管理者", role: "admin", department: null, email: null };
        answer(res, 200, { token: `token-${signIns}`, user, expires_in: 10_800 });
        return;
      }
      bearers.push(req.headers.authorization);
      if (bearers.length === 2) answer(res, 401, { error: { code: "UNAUTHORIZED", message: "expired" } });
      else answer(res, 200, bearers.length === 1 ? { items: [], next_cursor: "more" } : noUsers);
    });
    const result = await runCommand(["call", "listUsers", "--all", "--url", url, "--as", "900001"], {
      env: { DATA_DIR: NO_DEMO, SSO_SHARED_SECRET: SECRET },
    });
    expect(result.exitCode).toBe(0);
    expect(bearers).toEqual(["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
  });

  test("a job is followed while the service restarts", async () => {
    const job = {
      job_id: "j",
      document_id: "a",
      title: null,
      by_user: null,
      created_at: "",
      progress: 1,
      warnings: [],
    };
    const changes = { added: 1, changed: 0, removed: 0, unchanged: 0 };
    const done = {
      ...job,
      state: "done",
      changes,
      contents: null,
      draft: false,
      unchanged: true,
      error: null,
      problems: [],
    };
    const url = await serverOf((call, _req, res) => {
      if (call === 0) answer(res, 200, { four_eyes: false });
      else if (call === 2) res.destroy();
      else answer(res, 200, done);
    });
    const path = await (await temporaryFolder()).file("a.md", "# A");
    const result = await runCommand(["documents", "ingest", path, "--url", url], { env });
    expect(result).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("-> a: 1 added") });
  });

  test("the users whom a file deactivates are shown before all that it only changes", async () => {
    const counts = { new: 0, changed: 60, unchanged: 0, reactivated: 0, deactivated: 1, skipped: 0, refused: 0 };
    const users = [...Array.from({ length: 60 }, () => "changed"), "deactivated"].map((change, i) => ({
      ...{ change, user_id: `u${i}`, display_name: "x" },
    }));
    const report = { mode: "sync", encoding: "UTF-8", counts, refused: [], warnings: [], users, effects: [] };
    const url = await serverOf((_call, _req, res) => answer(res, 200, { ...report, max_deactivated: 5 }));
    const args = ["users", "sync", "-", "--dry-run", "--url", url];
    const { stdout } = await runCommand(args, { env, stdin: "社員番号,氏名\n1,田中\n" });
    expect(stdout).toMatch(/Users:\n.*\n {2}deactivated +u60 .*\n {2}changed +u0 /);
    expect(stdout).toContain("and 11 more");
  });

  test.each([
    [1, 1, "users have changed since the check; this would happen now\n  new: 1\n"],
    [0, 0, "already applied, nothing is left to do\n  new: 0\n"],
  ])("an import whose plan changed says what its file would do now: %i new", async (left, exitCode, said) => {
    const counts = { new: 1, changed: 0, unchanged: 0, reactivated: 0, deactivated: 0, skipped: 0, refused: 0 };
    const report = { mode: "import", encoding: "UTF-8", counts, refused: [], warnings: [], users: [], effects: [] };
    const problems = [{ code: "import.plan_changed" }];
    const tags: (string | undefined)[] = [];
    const url = await serverOf((call, req, res) => {
      tags.push(req.headers["if-match"]);
      if (call === 1) return answer(res, 412, { error: { code: "PRECONDITION_FAILED", message: "moved", problems } });
      res.setHeader("ETag", '"plan"');
      answer(res, 200, call === 0 ? report : { ...report, counts: { ...counts, new: left } });
    });
    const result = await runCommand(["users", "import", "-", "--url", url], { env, stdin: "社員番号,氏名\n1,田中\n" });
    expect(tags).toEqual([undefined, '"plan"', undefined]);
    expect(result).toMatchObject({ exitCode, stdout: expect.stringContaining(said) });
    expect(result.stderr.includes("moved")).toBe(left > 0);
  });
});

describe("the help of the command line", () => {
  test.each([
    ["users", "import"],
    ["users", "sync"],
    ["departments", "import"],
    ["documents", "ingest"],
  ])("%s %s --help has examples, the common options and the exit codes", async (group, command) => {
    const { exitCode, stdout } = await runCommand([group, command, "--help"]);
    expect(exitCode).toBe(0);
    for (const words of ["Examples:\n  $ retrieval ", "--url", "--as", "--json", "Exit codes: 0 success"]) {
      expect(stdout).toContain(words);
    }
  });

  test("an id that would change the address is reported in a sentence, and nothing is sent", async () => {
    for (const id of ["", "..", "."]) {
      const result = await runCommand(
        ["call", "readAccessRules", "--document_id", id, "--url", "http://127.0.0.1:1", "--json"],
        {
          env: { RETRIEVAL_TOKEN: token, DATA_DIR: NO_DEMO },
        },
      );
      expect(result).toMatchObject({ exitCode: 2, stderr: "error: document_id cannot be part of an address.\n" });
      expect(result.json()).toMatchObject({ error: { code: "USAGE" } });
    }
  });

  test("an escape sequence in a name does not reach the terminal", async () => {
    const { folder } = await temporaryFolder();
    const result = await runCommand(["documents", "ingest", join(folder, "\u001b[31mred.log")], {
      env: { RETRIEVAL_URL: service.url, RETRIEVAL_TOKEN: token, DATA_DIR: NO_DEMO },
    });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).not.toContain("\u001b");
  });
});
