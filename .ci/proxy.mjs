// Runs deploy/Caddyfile by Caddy itself before a small service that answers with the headers it got, and looks at what
// reaches the service and what reaches the log.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as http } from "node:http";
import { request as https } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const folder = mkdtempSync(join(tmpdir(), "retrieval-proxy-"));
const caddyfile = fileURLToPath(new URL("../deploy/Caddyfile", import.meta.url));
// Where Caddy keeps its own authority and certificates.
const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };

const upstream = await listening(
  createServer((req, res) => {
    if (req.url.startsWith("/moved")) res.writeHead(308, { Location: "https://localhost/?sso_token=CANARY-location" });
    res.end(JSON.stringify({ url: req.url, headers: req.headers }));
  }),
);
const [httpsPort, httpPort] = await freePorts(2);
const log = [];
const caddy = start();
try {
  await ready();
  await tlsAndForwardedHeaders();
  await metricsStayInside();
  await plainHttpIsRedirected();
  await noQueryStringInTheLog();
  process.stdout.write("ok: the proxy does what deploy/Caddyfile says\n");
} catch (error) {
  process.stderr.write(`${log.join("")}\n`);
  throw error;
} finally {
  caddy.kill("SIGTERM");
  upstream.server.close();
  upstream.server.closeAllConnections();
  if (caddy.exitCode === null) await new Promise((resolve) => caddy.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}

async function tlsAndForwardedHeaders() {
  const forged = {
    "X-Forwarded-Proto": "http",
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Host": "elsewhere.example",
  };
  const { status, body } = await ask("/a?x=1", forged);
  const { url, headers } = JSON.parse(body);
  assert.equal(status, 200);
  assert.equal(url, "/a?x=1", "the address reaches the service whole");
  assert.equal(headers["x-forwarded-proto"], "https");
  assert.equal(headers["x-forwarded-for"], "127.0.0.1", "one address, the client's own");
  assert.equal(headers["x-forwarded-host"], `localhost:${httpsPort}`);
}

async function metricsStayInside() {
  assert.equal((await ask("/metrics")).status, 404);
}

async function plainHttpIsRedirected() {
  const { status, headers } = await ask("/plain?sso_token=CANARY-plain", {}, { send: http, port: httpPort });
  assert.equal(status, 308);
  assert.match(headers.location, /^https:/);
}

async function noQueryStringInTheLog() {
  const hostile = {
    Referer: "https://portal.example/?sso_token=CANARY-referer",
    Authorization: "Bearer CANARY-bearer",
  };
  await ask("/seen?sso_token=CANARY-query", hostile);
  await ask("/moved", hostile);
  upstream.server.close();
  upstream.server.closeAllConnections();
  const { status } = await ask("/refused?sso_token=CANARY-error", hostile);
  assert.equal(status, 502, "the service is away, so that the error log is written too");
  await logged('"uri":"/refused"');
  const text = log.join("");
  for (const path of ["/a", "/plain", "/seen", "/moved", "/refused"]) assert.match(text, new RegExp(`"uri":"${path}"`));
  assert.match(text, /"logger":"http.log.error"/);
  assert.doesNotMatch(text, /CANARY/);
  assert.doesNotMatch(text, /"uri":"[^"]*[?]/);
}

/** Caddy on the file as it stands, save that plain HTTP does not need the privileged port 80 here. */
function start() {
  const names = { ...env, DOMAIN: `localhost:${httpsPort}`, UPSTREAM: `127.0.0.1:${upstream.port}` };
  const adapted = execFileSync("caddy", ["adapt", "--config", caddyfile], {
    env: names,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const config = JSON.parse(adapted);
  config.apps.http.http_port = httpPort;
  const file = join(folder, "config.json");
  writeFileSync(file, JSON.stringify(config));
  const child = spawn("caddy", ["run", "--config", file], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => log.push(String(data)));
  return child;
}

async function ready() {
  for (let tries = 0; tries < 600; tries++) {
    if (caddy.exitCode !== null) throw new Error("Caddy ended before it was ready");
    if (
      await ask("/ready").then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error("Caddy was not ready after a minute");
}

async function logged(words) {
  for (let tries = 0; tries < 600 && !log.join("").includes(words); tries++) await sleep(100);
}

function ask(path, headers = {}, { send = https, port = httpsPort } = {}) {
  return new Promise((resolve, reject) => {
    const options = {
      host: "localhost",
      port,
      path,
      headers,
      rejectUnauthorized: false,
      agent: false,
      timeout: 10_000,
    };
    send(options, (res) => {
      let body = "";
      res.on("data", (data) => {
        body += data;
      });
      res.on("end", () => resolve({ status: res.statusCode, headers: res.headers, body }));
    })
      .on("timeout", function stop() {
        this.destroy(new Error("no answer"));
      })
      .on("error", reject)
      .end();
  });
}

async function freePorts(count) {
  const probes = await Promise.all(Array.from({ length: count }, () => listening(createServer())));
  for (const { server } of probes) server.close();
  return probes.map(({ port }) => port);
}

function listening(server) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve({ server, port: server.address().port }));
  });
}
