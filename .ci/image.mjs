// Makes the image's tree as the Dockerfile says, in a folder instead of an engine: its COPY and RUN lines run as they stand,
// with absolute paths inside that folder. Then migrates, serves and asks from there, under the account and by the commands
// that the Dockerfile names. Only two commands do not run again: `npm ci` and `npm run build` of the whole repository; the
// latter takes what the checkout has built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { billOfTheImage } from "../packages/contract/scripts/bill-of-materials.mjs";
import { finish, freePort, start, stopAll } from "./processes.mjs";

const checkout = fileURLToPath(new URL("..", import.meta.url));
assert(existsSync(join(checkout, "packages/web/dist/index.html")), "npm run build comes first");
const folder = mkdtempSync(join(tmpdir(), "retrieval-image-"));
chmodSync(folder, 0o755);
const isRoot = process.getuid() === 0;
const ACCOUNT = isRoot ? "nobody" : execFileSync("id", ["-un"], { encoding: "utf8" }).trim();
const GROUP = execFileSync("id", ["-gn", ACCOUNT], { encoding: "utf8" }).trim();
const SECRET = randomBytes(32).toString("hex");

try {
  const image = build(readFileSync(join(checkout, "Dockerfile"), "utf8"));
  ok("the image's tree is made");
  await holdsWhatItsBillNames(image);
  await starts(image);
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

function build(dockerfile) {
  const bin = makeNpm();
  const stages = new Map();
  let stage;
  for (const line of dockerfile
    .replace(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter(Boolean)) {
    const [, instruction, rest] = /^(\w+) +(.*)$/.exec(line);
    const text = rest.replace(/--(?:mount|from)=\S+ /g, "");
    switch (instruction) {
      case "ARG":
      case "EXPOSE":
        break;
      case "FROM": {
        const root = join(folder, `stage-${stages.size}`);
        mkdirSync(root, { mode: 0o755 });
        stage = { root, workdir: root, env: {} };
        stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? "last", stage);
        break;
      }
      case "WORKDIR":
        stage.workdir = inside(stage, rest);
        mkdirSync(stage.workdir, { recursive: true });
        break;
      case "ENV":
        for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = inside(stage, value);
        break;
      case "COPY": {
        const from = stages.get(/--from=(\w+)/.exec(rest)?.[1]);
        const [source, target] = text.split(" ");
        if (from) execFileSync("cp", ["-al", `${inside(from, source)}/.`, join(stage.workdir, target)]);
        else copyContext(join(checkout, source), join(stage.workdir, target));
        break;
      }
      case "RUN":
        execFileSync(
          "sh",
          ["-ec", inside(stage, text).replace(/--owner=\w+ --group=\w+/, `--owner=${ACCOUNT} --group=${GROUP}`)],
          {
            cwd: stage.workdir,
            env: { ...process.env, ...stage.env, PATH: `${bin}:${process.env.PATH}` },
            stdio: "inherit",
          },
        );
        break;
      case "USER":
        stage.user = rest;
        break;
      case "HEALTHCHECK":
        stage.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(rest)[1]);
        break;
      case "ENTRYPOINT":
        stage.entrypoint = JSON.parse(rest);
        break;
      case "CMD":
        stage.command = JSON.parse(rest);
        break;
      default:
        assert.fail(`.ci/image does not know ${instruction}`);
    }
  }
  assert(stage.user && stage.user !== "root", "the image names an account that is not root");
  return stage;
}

/** Each absolute path in a line, inside the folder of its stage. */
function inside({ root }, text) {
  return text.replace(/(?<=^|[\s="'])\/(?=\w)/g, `${root}/`);
}

function copyContext(source, target) {
  const ignored = ignoredByDocker();
  cpSync(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !ignored(relative(checkout, path)),
  });
}

function ignoredByDocker() {
  const patterns = readFileSync(join(checkout, ".dockerignore"), "utf8").split("\n").filter(Boolean);
  const one = (pattern) => {
    assert.match(pattern, /^[\w./*-]+$/, ".ci/image does not know this pattern of .dockerignore");
    const parts = { "**/": "(?:.*/)?", "*": "[^/]*", ".": "\\." };
    return pattern.replace(/\*\*\/|\*|\./g, (part) => parts[part]);
  };
  const all = new RegExp(`^(?:${patterns.map(one).join("|")})$`);
  return (path) => all.test(path);
}

/** npm, but for the two commands that would repeat what was done in the checkout. */
function makeNpm() {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const npm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh
case "$*" in
  ci) ;;
  "run build") cd "${checkout}" && cp -R --parents packages/*/dist "$OLDPWD" ;;
  *) exec "${npm}" "$@" ;;
esac
`;
  writeFileSync(join(bin, "npm"), script, { mode: 0o755 });
  return bin;
}

/** For this platform; the bill has the builds of the image's other one too. */
async function holdsWhatItsBillNames({ workdir }) {
  const { components } = JSON.parse(await billOfTheImage({ timestamp: new Date().toISOString() }));
  const { packages } = JSON.parse(readFileSync(join(workdir, "node_modules/.package-lock.json"), "utf8"));
  const installed = Object.entries(packages)
    .filter(([path, { link }]) => !link && existsSync(join(workdir, path)))
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`);
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  assert(installed.length > 200);
  assert.deepEqual(
    installed.filter((one) => !listed.includes(one)),
    [],
    "in the image, but not in its bill of materials",
  );
  const binaries = execFileSync(
    "find",
    [workdir, "-name", "*.node", "-o", "-name", "*.so*", "-o", "-name", "*.dylib"],
    {
      encoding: "utf8",
    },
  );
  const others = binaries
    .split("\n")
    .filter((path) => /darwin|win32|musl|dylib/.test(path) || (/arm64/.test(path) && process.arch !== "arm64"));
  assert.deepEqual(others, [], "a binary of another platform");
  assert.match(readFileSync(join(workdir, "NOTICE"), "utf8"), /^swagger-ui-dist 5\S+ \(Apache-2.0\)$/m);
  const [kilobytes] = execFileSync("du", ["-sk", "--apparent-size", workdir], { encoding: "utf8" }).split("\t");
  ok(
    `it has ${installed.length} packages of its bill of materials, no other platform's binary, NOTICE, and ${Math.round(kilobytes / 1024)} MB`,
  );
}

async function starts(image) {
  const owner = new URL(process.env.TEST_DATABASE_URL);
  const role = Object.assign(new URL(owner), {
    username: "retrieval_service",
    password: randomBytes(16).toString("hex"),
  });
  const migrated = await finish(
    run(image, [...image.entrypoint, "migrate", "--service-role"], {
      DATABASE_URL: owner.href,
      SERVICE_DATABASE_URL: role.href,
    }),
  );
  assert.match(migrated, /^applied 0029-/m);
  ok("it migrates an empty database");

  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATABASE_URL: role.href,
    SSO_SHARED_SECRET: SECRET,
    PORTAL_DOMAIN: "portal.example.com",
    TRUST_PROXY: "1",
    ADMIN_USER_ID: "000001",
    ADMIN_DISPLAY_NAME: "Admin",
  };
  const service = run(image, [...image.entrypoint, ...image.command], settings);
  const url = `http://127.0.0.1:${port}`;
  const ask = (path, init = {}) =>
    fetch(url + path, {
      ...init,
      headers: { "X-Forwarded-Proto": "https", Accept: "text/html, application/json", ...init.headers },
      signal: AbortSignal.timeout(30_000),
    });
  for (let tries = 0; ; tries += 1) {
    assert(service.exitCode === null && tries < 240, `it does not start:\n${service.output()}`);
    const answer = await ask("/readyz").catch(() => null);
    if (answer?.ok && (await answer.json()).meaning === "on") break;
    await sleep(500);
  }
  ok("it serves: /readyz answers 200, and the embedded model is loaded");
  await finish(run(image, image.healthcheck, settings));
  ok("its health check passes");

  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", SECRET).update(`000001:${timestamp}`).digest("hex");
  const expected = [
    ["/", /<script/],
    ["/guide/ja/readers.html", /<h1/],
    ["/api/docs", /swagger/i],
    [
      "/api/auth/sso-token",
      /"token"/,
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ user_id: "000001", timestamp, signature }),
      },
    ],
  ];
  for (const [path, pattern, init] of expected) {
    const answer = await ask(path, init);
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path} answers ${answer.status}: ${text}\n${service.output()}`);
    assert.match(text, pattern, path);
    ok(`${path} answers 200`);
  }
  service.kill("SIGTERM");
  assert.match(await finish(service), /"msg":"stopped"/);
  ok("it ends on SIGTERM");
}

/** As the image runs it: under the account of USER, with the image's environment and nothing else. */
function run(image, command, settings) {
  const { PATH } = process.env;
  const as = isRoot ? ["setpriv", `--reuid=${ACCOUNT}`, `--regid=${GROUP}`, "--clear-groups"] : [];
  const env = { PATH, ...image.env, HOST: "127.0.0.1", ...settings };
  return start([...as, ...command], { cwd: image.workdir, env });
}

function ok(what) {
  process.stdout.write(`ok: ${what}\n`);
}
