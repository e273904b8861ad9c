import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { departmentsCsv, headOfficeCsv, sampleCast, sampleDocuments } from "@retrieval/demo";
import { run, ServiceProcess } from "../test/process/service-process.js";

/** Runs the page's commands under its comment `# …` in a shell, as a user would paste them. */
async function paste(page: string, comment: string): Promise<string> {
  const commands = page
    .slice(page.indexOf("Try it"))
    .split("\n")
    .map((line) => line.trim());
  const functions = commands.filter((line) => /^(url=|\w+\(\) \{)/.test(line));
  const from = commands.findIndex((line) => line.startsWith("#") && line.includes(comment));
  const length = commands.slice(from).indexOf("");
  const pasted = commands.slice(from + 1, from + length).filter((line) => !functions.includes(line));
  const { stdout } = await promisify(execFile)("bash", ["-c", [...functions, ...pasted].join("\n")]);
  return stdout;
}

describe("the demo", () => {
  let dataDir: string;
  let demo: ServiceProcess;
  beforeAll(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), "retrieval-demo-")), "data");
    demo = await ServiceProcess.demo(dataDir, {
      SSO_SHARED_SECRET: "is left alone",
      DATABASE_URL: "postgres://is-left-alone",
    });
  });
  afterAll(async () => {
    await demo.end("SIGTERM");
    await rm(join(dataDir, ".."), { recursive: true });
  });

  it("prints its address first, then its portal's, then who can sign in", () => {
    const [first, second] = demo.stdout.slice(demo.stdout.indexOf("Retrieval Service")).split("\n");
    expect(second).toMatch(/^Its sample portal is at http:\/\/127\.0\.0\.1:\d+$/);
    expect(first).toMatch(/^Retrieval Service \d+\.\d+\.\d+ listens at http:\/\/127\.0\.0\.1:\d+$/);
    expect(demo.stdout).toContain("Who can sign in (280 users, including these)");
    for (const member of Object.values(sampleCast)) {
      const { user_id, display_name, sees } = member;
      const said = demo.stdout.split("\n").find((line) => line.startsWith(`  ${user_id}  ${display_name}`));
      if (member === sampleCast.factory) expect(said).toBeUndefined();
      else expect(said).toMatch(new RegExp(`sees ${sees.length} of ${sampleDocuments.length} documents$`));
    }
    expect(demo.log).toBe("");
  });

  it("has a portal that opens the service, signed in as the portal's user", async () => {
    const portal = portalOf(demo);
    const { user_id, display_name } = sampleCast.general;
    expect(await (await fetch(portal)).text()).toContain(display_name);
    const answer = await openFromPortal(portal, user_id);
    expect(answer.status).toBe(303);
    const [page, token = ""] = (answer.headers.get("location") ?? "").split("#sso_token=");
    expect(page).toBe(`${demo.url}/`);
    const session = await demo.fetch("/api/session", { token });
    expect(await session.json()).toMatchObject({ user_id, display_name, role: "user" });
    expect(demo.stdout + demo.log).not.toContain(token);

    const refused = await openFromPortal(portal, sampleCast.factory.user_id);
    expect([refused.status, refused.headers.get("location")]).toEqual([403, null]);
  });

  it("allows its portal's origin, and tells the pages where it is", async () => {
    const portal = portalOf(demo);
    const config = await demo.fetch("/api/config", { headers: { Origin: portal } });
    expect(config.headers.get("access-control-allow-origin")).toBe(portal);
    expect(await config.json()).toMatchObject({ portal_origin: portal });
  });

  it("has the sample company's files, with commands that try them", async () => {
    expect(await readFile(join(dataDir, "head-office.csv"))).toEqual(headOfficeCsv());
    expect(await readFile(join(dataDir, "departments.csv"))).toEqual(departmentsCsv());
    const said = await paste(demo.stdout, "the files that the sample company's portal exports");
    expect(said).toMatch(/head-office\.csv \(CP932\): dry run, nothing was written\n {2}new: 0\n/);
    expect(said).toMatch(/departments\.csv \(UTF-8 with BOM\): dry run, nothing was written\n {2}added: 0\n/);
  });

  it("has the users that its portal exports, with the portal's data", async () => {
    const token = await demo.signIn(sampleCast.admin.user_id, await secretOf(dataDir));
    const file = { method: "POST", token, body: headOfficeCsv(), headers: { "Content-Type": "text/csv" } };
    const checked = await (await demo.fetch("/api/manage/imports?mode=sync&dry_run=true", file)).json();
    const counts = { new: 0, changed: 0, reactivated: 0, deactivated: 0, refused: 0 };
    expect(checked).toMatchObject({ counts });
  });

  it("prints commands that work unchanged", async () => {
    const signIn = JSON.parse(await paste(demo.stdout, "a signed sign-in"));
    expect(signIn.user).toMatchObject({ user_id: sampleCast.general.user_id, role: "user" });

    const { reference } = JSON.parse(await paste(demo.stdout, "one chunk of a document"));
    expect(reference.chunk).toMatchObject({ text_type: "table", display: { body_md: expect.stringContaining("|") } });

    const { results } = JSON.parse(await paste(demo.stdout, "a question, as a user types it"));
    expect(results).toHaveLength(3);
    expect(results[0].chunk.metadata.section_path.at(-1).title).toContain("通勤手当");

    const imported = JSON.parse(await paste(demo.stdout, "a bulk import"));
    expect(imported).toMatchObject({
      created: 1,
      errors: [{ index: 1, error: "display_name is required" }],
      total_requested: 2,
    });
  });

  it("lets each member of the cast see exactly the intended documents", async () => {
    const secret = await secretOf(dataDir);
    const admin = await demo.signIn(sampleCast.admin.user_id, secret);
    // Users of a factory are not registered in the service.
    for (const { user_id, sees } of Object.values(sampleCast).filter((member) => member !== sampleCast.factory)) {
      const token = await demo.signIn(user_id, secret);
      const seen = [];
      for (const { document_id } of sampleDocuments) {
        const body = JSON.stringify({ docId: document_id, chunkId: `${document_id}::paragraph-999999` });
        const any = await firstChunk(demo, document_id, admin);
        const response = await demo.fetch("/api/reference", {
          method: "POST",
          token,
          body: JSON.stringify({ docId: document_id, chunkId: any }),
        });
        if (response.status === 200) seen.push(document_id);
        else
          expect(await response.text()).toBe(
            await (await demo.fetch("/api/reference", { method: "POST", token, body })).text(),
          );
      }
      expect({ user_id, seen }).toEqual({ user_id, seen: [...sees] });
    }
  });

  it("lets only the owner access its folder", async () => {
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(dataDir)) {
      const { mode } = await stat(join(dataDir, name));
      expect({ name, open: mode & 0o077 }).toEqual({ name, open: 0 });
    }
  });

  it("creates no database if the requested port is taken", async () => {
    const folder = join(dataDir, "..", "beside");
    const { port } = new URL(demo.url);
    const { code, stdout, stderr } = await run(["demo"], { DATA_DIR: folder, PORT: port, PORTAL_PORT: "0" });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: `The demo cannot listen at 127.0.0.1:${port}, which PORT names: it is taken.\n`,
    });
    expect(await readdir(folder)).toEqual(["sso-shared-secret"]);
  });

  it("says at a second start that it already runs, and where, which is no failure", async () => {
    const said = `The demo already runs at ${demo.url}, and its sample portal at ${portalOf(demo)} (process ${demo.child.pid}, DATA_DIR ${dataDir}).`;
    const { port } = new URL(demo.url);
    for (const env of [{}, { PORT: "0", PORTAL_PORT: "0" }, { PORT: port }]) {
      expect(await run(["demo"], { DATA_DIR: dataDir, ...env })).toEqual({
        code: 0,
        stdout: `${said}\nOpen the portal in a browser. \`kill ${demo.child.pid}\` stops the demo.\n`,
        stderr: "",
      });
    }
    // It is a failure if another port was requested.
    for (const name of ["PORT", "PORTAL_PORT"]) {
      expect(await run(["demo"], { DATA_DIR: dataDir, [name]: "1" })).toEqual({
        code: 1,
        stdout: "",
        stderr: `${said} For other ports stop it first by \`kill ${demo.child.pid}\`, or set DATA_DIR to another folder.\n`,
      });
    }
  });

  it("refuses the folder with a sentence while a process other than a running demo uses it", async () => {
    const connection = join(dataDir, "demo.json");
    const written = await readFile(connection, "utf8");
    // As left by a demo that ended.
    await writeFile(connection, written.replace(/"pid":\d+/, '"pid":1'));
    const { code, stderr } = await run(["demo"], { DATA_DIR: dataDir, PORT: "0", PORTAL_PORT: "0" });
    await writeFile(connection, written);
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(dataDir);
    expect(stderr).toContain("set DATA_DIR to another folder");
  });

  it("refuses a DATA_DIR that is a file", async () => {
    const file = join(dataDir, "..", "a-file");
    await writeFile(file, "");
    const { code, stderr } = await run(["demo"], { DATA_DIR: file, PORT: "0", PORTAL_PORT: "0" });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The data directory \S+a-file cannot be created: /),
    });
  });

  it("is known to the doctor, which checks the settings of serve", async () => {
    const { code, stdout } = await run(["doctor"], { DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stdout).toContain(
      `note   a demo runs at ${demo.url}, and needs none of these settings\n       -> They are those of retrieval serve.\nWRONG  `,
    );
  });

  it("starts again with its data, also after a kill", async () => {
    const secret = await secretOf(dataDir);
    const admin = await demo.signIn(sampleCast.admin.user_id, secret);
    const record = JSON.stringify({ display_name: "残る人" });
    expect((await demo.fetch("/api/manage/users/990001", { method: "PUT", token: admin, body: record })).status).toBe(
      201,
    );
    const { general, manager } = sampleCast;
    const put = async (path: string, body: object) => {
      const sent = { method: "PUT", token: admin, body: JSON.stringify(body) };
      expect((await demo.fetch(`/api/manage/${path}`, sent)).status).toBe(200);
    };
    await put(`users/${general.user_id}`, { display_name: general.display_name, is_active: false });
    await put(`users/${manager.user_id}`, { display_name: "改めた名", permission_groups: [] });
    const order = { method: "POST", token: admin, body: JSON.stringify({ legal_order: "令状" }) };
    expect((await demo.fetch("/api/manage/documents/work-rules/destroy", order)).status).toBe(200);
    await writeFile(join(dataDir, "head-office.csv"), "edited");
    await demo.end("SIGKILL");
    demo = await ServiceProcess.demo(dataDir, { PORTAL_DOMAIN: "portal.example.com" });
    expect(demo.stdout).not.toContain("loading the sample company");
    // Earlier tests added two users, and one is inactive.
    expect(demo.stdout).toContain("Who can sign in (281 users, including these)");
    expect(demo.stdout).not.toContain(`${general.user_id}  ${general.display_name}`);
    expect(demo.stdout).toMatch(new RegExp(`${manager.user_id} {2}改めた名 +user +sees 5 of 10 documents`));
    expect(await readFile(join(dataDir, "head-office.csv"), "utf8")).toBe("edited");
    expect((await demo.signIn("990001", secret)).length).toBeGreaterThan(100);
  });

  it("works with the portal of PORTAL_DOMAIN, and still has its own", async () => {
    expect(await (await demo.fetch("/api/config")).json()).toMatchObject({
      portal_origin: "https://portal.example.com",
    });
    expect((await openFromPortal(portalOf(demo), sampleCast.manager.user_id)).status).toBe(303);
  });

  it("ends its portal when it ends", async () => {
    const portal = portalOf(demo);
    expect((await fetch(portal)).status).toBe(200);
    expect(await demo.end("SIGTERM")).toBe(0);
    await expect(fetch(portal)).rejects.toThrow();
  });
});

function portalOf(demo: ServiceProcess): string {
  return /sample portal is at (\S+)/.exec(demo.stdout)?.[1] ?? "";
}

/** The portal's answer to the button of its home page. */
async function openFromPortal(portal: string, user_id: string): Promise<Response> {
  const post = (path: string, init: RequestInit) =>
    fetch(portal + path, { method: "POST", redirect: "manual", ...init });
  const loggedIn = await post("/log-in", { body: new URLSearchParams({ user_id }) });
  const Cookie = String(loggedIn.headers.get("set-cookie")).split(";")[0] as string;
  return post("/open", { headers: { Cookie } });
}

function secretOf(dataDir: string): Promise<string> {
  return readFile(join(dataDir, "sso-shared-secret"), "utf8");
}

async function firstChunk(demo: ServiceProcess, document_id: string, token: string): Promise<string> {
  const response = await demo.fetch(`/api/manage/documents/${document_id}/chunks?limit=1`, { token });
  return ((await response.json()) as { items: { chunk_id: string }[] }).items[0]?.chunk_id as string;
}
