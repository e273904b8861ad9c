// npm run release, then what a user does with the tarballs in an empty folder: checks their sums, installs them, imports
// the libraries, starts `retrieval serve` and `retrieval demo`, uploads a document and reads it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, start, stop, stopAll } from "./processes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "retrieval-tarballs-"));
const release = join(folder, "release");
const STALE = "left-by-an-older-build.js";
const INSTALL = ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
const SECRET = randomBytes(32).toString("hex");

try {
  makeRelease();
  tarballsHoldOneBuild();
  librariesRun();
  const project = install("service", [file("retrieval")]);
  installsWhatItsBillNames(project);
  await serves(project);
  await runsTheDemo(project);
  additionsOnceInstalled(project);
  installsWhatItsBillNames(project, "retrieval-e5", "retrieval-ocr");
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

function makeRelease() {
  for (const name of ["core", "service", "web"]) {
    mkdirSync(join(root, "packages", name, "dist"), { recursive: true });
    writeFileSync(join(root, "packages", name, "dist", STALE), "");
  }
  run("npm", ["run", "--silent", "release", "--", release], root);
  const names = ["core", "api", "portal", "e5", "ocr", "opensearch"]
    .map((name) => `retrieval-${name}`)
    .concat("retrieval");
  assert.deepEqual(
    readdirSync(release).map(withoutVersion).sort(),
    [...names, ...names, "retrieval-image", "NOTICE", "SHA256SUMS"].sort(),
  );
  run("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], release);
  assert.equal(readFileSync(join(release, "SHA256SUMS"), "utf8").trim().split("\n").length, 2 * names.length + 2);
  const notice = readFileSync(join(release, "NOTICE"), "utf8");
  for (const part of [/^swagger-ui-dist 5\S+ \(Apache-2.0\)$/m, /^## react-dom - /m, /multilingual-e5-small/, /SCOWL/])
    assert.match(notice, part);
  assert.equal(run("tar", ["-xzOf", file("retrieval"), "package/NOTICE"]), notice);
  assert.match(run("tar", ["-xzOf", file("retrieval-e5"), "package/NOTICE"]), /multilingual-e5-small/);
  ok("npm run release makes seven tarballs, a bill of materials of each and of the image, NOTICE and their sums");
}

/** In the versions of package-lock.json, and nothing else, also where the registry has newer ones. */
function installsWhatItsBillNames(project, ...additions) {
  const bills = ["retrieval", ...additions].map((name) => JSON.parse(readFileSync(file(name, ".cdx.json"), "utf8")));
  const listed = new Map(
    bills.flatMap(({ components }) => components.map((one) => [`${one.name}@${one.version}`, one])),
  );
  const { packages } = JSON.parse(readFileSync(join(project, "node_modules/.package-lock.json"), "utf8"));
  const installed = Object.entries(packages)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`)
    .filter((one) => !one.startsWith("retrieval@"));
  assert(installed.length > 200);
  assert.deepEqual(
    installed.filter((one) => !listed.has(one)),
    [],
    "installed, but not in the bill of materials",
  );
  // The pages have their libraries inside.
  const inside = run("tar", ["-xzOf", file("retrieval"), "package/NOTICE"]);
  const missing = [...listed]
    .filter(([one, { type, scope }]) => type === "library" && scope === "required" && !installed.includes(one))
    .filter(([, { name, version }]) => !inside.includes(`## ${name} - ${version} `));
  assert.deepEqual(
    missing.map(([one]) => one),
    [],
    "in the bill of materials, but not installed",
  );
  assert(!installed.some((one) => one.startsWith("@scarf/")), "what reports installations is installed");
  ok("the installation has the packages of the bill of materials, in these versions, and none that reports it");
}

function tarballsHoldOneBuild() {
  for (const name of readdirSync(release).filter((one) => one.endsWith(".tgz"))) {
    const path = join(release, name);
    const files = run("tar", ["-tzf", path]).split("\n");
    for (const file of ["LICENSE", "README.md", "package.json"]) assert(files.includes(`package/${file}`), file);
    const unwanted = (file) => file.endsWith(STALE) || /\/(test|faults|coverage)\/|tsbuildinfo|tsconfig/.test(file);
    assert.deepEqual(files.filter(unwanted), [], name);
    for (const document of files.filter((file) => /^package\/[A-Z]+\.md$/.test(file))) {
      const links = [...run("tar", ["-xzOf", path, document]).matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
      for (const [, link] of links) assert(files.includes(`package/${link}`), `${name}: ${document} links to ${link}`);
    }
  }
  ok("they have a licence, no file of an older build or a test, and links that work");
}

function librariesRun() {
  const project = install(
    "libraries",
    ["retrieval-core", "retrieval-api", "retrieval-portal", "retrieval-opensearch"].map((name) => file(name)),
  );
  const use = `
    import { decideAccess } from "@retrieval/core";
    import { OPERATION_LIST } from "@retrieval/api";
    import { createClient } from "@retrieval/api/client";
    import { createClient as createSearchClient } from "@retrieval/opensearch";
    import { launchUrl } from "@retrieval/portal";
    const reader = { user_id: "1", role: "user", department_code: "D1", permission_groups: [] };
    const rules = { allow_all: false, allowed_department_codes: ["D1"], allowed_groups: [], allowed_users: [] };
    const client = createClient({ url: "https://retrieval.example.com" });
    console.log(decideAccess(reader, rules).allowed, OPERATION_LIST.length > 10, typeof client.readSession,
      typeof createSearchClient, launchUrl("https://retrieval.example.com", "t"));`;
  assert.equal(
    run(process.execPath, ["--input-type=module", "--eval", use], project).trim(),
    "true true function function https://retrieval.example.com/#sso_token=t",
  );
  ok("core, api, portal and opensearch run in an empty folder");
}

/** On the embedded database, behind a proxy on this machine: each request says that it came by HTTPS. */
async function serves(project) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = retrieval(project, ["serve"], {
    PORT: String(port),
    DATABASE_URL: "embedded",
    SSO_SHARED_SECRET: SECRET,
    PORTAL_DOMAIN: "portal.example.com",
    TRUST_PROXY: "loopback",
    ADMIN_USER_ID: "000001",
    ADMIN_DISPLAY_NAME: "Admin",
  });
  const ask = async (path, { headers, ...request } = {}) => {
    const response = await fetch(url + path, {
      ...request,
      headers: { "X-Forwarded-Proto": "https", ...headers },
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${path} answers ${response.status}: ${text}`);
    return response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  };
  await until(service, () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false),
  );
  assert.equal((await ask("/readyz")).meaning, "off");
  assert.match(service.output(), /search by meaning is off.*Install @retrieval\/e5/);
  ok("retrieval serve answers /readyz, and says that it has no embedded model");

  assert.match(await ask("/", { headers: { Accept: "text/html" } }), /<script/);
  assert.match(await ask("/api/docs", { headers: { Accept: "text/html" } }), /swagger/i);
  ok("it serves the pages and the document of the API");

  const guide = await ask("/guide/ja/readers.html", { headers: { Accept: "text/html" } });
  const [picture] = guide.match(/\/assets\/[^"]*\.png/) ?? [];
  await ask(picture);
  ok("it serves the guides with their pictures");

  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", SECRET).update(`000001:${timestamp}`).digest("hex");
  const json = { "Content-Type": "application/json" };
  const signIn = { user_id: "000001", timestamp, signature };
  const { token } = await ask("/api/auth/sso-token", { method: "POST", headers: json, body: JSON.stringify(signIn) });
  const admin = { Authorization: `Bearer ${token}` };
  const job = await ask("/api/manage/documents/travel?title=旅費規程&version=1&wait=true", {
    method: "PUT",
    headers: { ...admin, "Content-Type": "text/markdown" },
    body: "# 旅費規程\n\n## 第1条（目的）\n\nこの規程は、出張の旅費を定める。\n",
  });
  assert.equal(job.state, "done", JSON.stringify(job));
  const query = { method: "POST", headers: { ...admin, ...json }, body: JSON.stringify({ query: "出張" }) };
  const { results } = await ask("/api/search", query);
  assert.equal(results[0].doc.id, "travel", JSON.stringify(results));
  ok("a Markdown document is uploaded, found and read");
  await stop(service);
  assert.match(service.output(), /"msg":"stopped"/);
  ok("it ends on SIGTERM");
}

async function runsTheDemo(project) {
  const data = join(folder, "demo");
  const demo = retrieval(project, ["demo"], { DATA_DIR: data, PORT: "0", PORTAL_PORT: "0" });
  await until(demo, () => existsSync(join(data, "demo.json")));
  const { url, portal_url } = JSON.parse(readFileSync(join(data, "demo.json"), "utf8"));
  for (const page of [url, portal_url]) {
    const response = await fetch(page, { headers: { Accept: "text/html" } });
    assert.equal(response.status, 200, page);
  }
  await stop(demo);
  ok("retrieval demo starts the service and its portal");
}

function additionsOnceInstalled(project) {
  const doctor = () =>
    spawnSync("npx", ["--no-install", "retrieval", "doctor"], {
      ...{ cwd: project, encoding: "utf8" },
      env: {
        ...process.env,
        ...{ DATABASE_URL: "embedded", SSO_SHARED_SECRET: SECRET, PORTAL_DOMAIN: "portal.example.com" },
      },
    }).stdout;
  assert.match(doctor(), /OCR is not installed/);
  run("npm", [...INSTALL, file("retrieval-ocr")], project);
  assert.match(doctor(), /OCR is installed/);
  ok("the service finds OCR once it is installed beside it");
  assert.match(doctor(), /the embedded model cannot be loaded/);
  run("npm", [...INSTALL, file("retrieval-e5")], project);
  assert.match(doctor(), /the embedded model \S+ answers/);
  ok("the service searches by meaning once its model is installed beside it");
}

function install(name, paths) {
  const project = join(folder, name);
  mkdirSync(project);
  // Otherwise npm installs into a folder above that has one.
  writeFileSync(join(project, "package.json"), "{}");
  run("npm", [...INSTALL, ...paths], project);
  return project;
}

function retrieval(cwd, args, settings) {
  const { PATH, HOME } = process.env;
  return start(["npx", "--no-install", "retrieval", ...args], { cwd, env: { PATH, HOME, ...settings } });
}

async function until(child, isReady) {
  for (let second = 0; second < 180; second += 1) {
    if (await isReady()) return;
    assert(child.exitCode === null && child.signalCode === null, `it ended before it was ready:\n${child.output()}`);
    await sleep(1000);
  }
  assert.fail(`it was not ready after three minutes:\n${child.output()}`);
}

/** Of the release, by its name without the version. */
function file(name, extension = ".tgz") {
  const path = readdirSync(release).find((one) => withoutVersion(one) === name && one.endsWith(extension));
  assert(path, `there is no ${name}`);
  return join(release, path);
}

function withoutVersion(path) {
  return path.replace(/-\d.*$/, "");
}

function run(command, args, cwd = folder) {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function ok(what) {
  process.stdout.write(`ok: ${what}\n`);
}
