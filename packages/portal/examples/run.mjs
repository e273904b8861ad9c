// Runs the signature of each language over vectors/*.json, prints a line for each, and fails if one differs or is
// missing. Each program in check/ reads three lines for each vector (user_id, timestamp, secret) and prints one
// signature.
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const vectorsDir = join(here, "../vectors");
const vectors = readdirSync(vectorsDir)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => JSON.parse(readFileSync(join(vectorsDir, name), "utf8")).vectors);
if (vectors.length === 0) throw new Error(`no vectors in ${vectorsDir}`);
const input = vectors.map(({ user_id, timestamp, secret }) => `${user_id}\n${timestamp}\n${secret}\n`).join("");

const classes = mkdtempSync(join(tmpdir(), "retrieval-sign-"));
const languages = [
  { name: "PHP", debian: "php-cli", commands: [["php", "check/check.php"]] },
  { name: "Python", debian: "python3", commands: [["python3", "check/check.py"]] },
  {
    name: "Java",
    debian: "default-jdk-headless",
    commands: [
      ["javac", "-encoding", "UTF-8", "-d", classes, "Sign.java", "check/Check.java"],
      ["java", "-cp", classes, "Check"],
    ],
  },
  {
    name: "openssl",
    debian: "openssl",
    commands: [
      ["openssl", "version"],
      ["sh", "check/check.sh"],
    ],
  },
];

/** The reason why the language's signatures differ from the vectors', or null. */
function problemWith({ debian, commands }) {
  let output = "";
  for (const [i, [command, ...args]] of commands.entries()) {
    // The last one signs. A command that does not read may have closed its input.
    const given = i === commands.length - 1 ? input : "";
    const result = spawnSync(command, args, { cwd: here, input: given, encoding: "utf8" });
    if (result.error?.code === "ENOENT") return `${command} is missing; on Debian: apt-get install ${debian}`;
    if (result.error || result.status !== 0) return `${command} failed: ${result.error ?? result.stderr}`;
    output = result.stdout;
  }
  const signatures = output.trimEnd().split("\n");
  if (signatures.length !== vectors.length) return `${signatures.length} signatures for ${vectors.length} vectors`;
  const wrong = vectors.find(({ signature }, i) => signature !== signatures[i]);
  return wrong === undefined ? null : `another signature for the vector "${wrong.name}"`;
}

/** The reason why index.php does not hand over the token, explain a refusal or accept a 207, or null. */
async function problemWithPage() {
  const [{ secret, user_id }] = vectors;
  const calls = [];
  const service = createServer(async (req, res) => {
    let text = "";
    for await (const part of req.setEncoding("utf8")) text += part;
    const body = JSON.parse(text);
    calls.push({ path: req.url, body });
    const isImport = req.url === "/api/manage/users/bulk";
    const isGood = isImport || body.signature === signed(body, secret);
    const errors = [{ index: 1, user_id: "", error: "user_id is required", problems: [] }];
    const good = isImport ? { created: 1, errors } : { token: "a.b+c" };
    const answer = isGood ? good : { error: { code: "INVALID_SIGNATURE", message: "no <signature>" } };
    res.writeHead(isImport ? 207 : isGood ? 200 : 401, { "Content-Type": "application/json" });
    res.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const RETRIEVAL_URL = `http://127.0.0.1:${service.address().port}`;
  const env = { ...process.env, RETRIEVAL_URL, SSO_SHARED_SECRET: secret };
  // The requests of a web server, without one: the page's own session has the employee.
  const page = async (SSO_SHARED_SECRET) => {
    const php = spawn("php", ["check/page.php", user_id], { cwd: here, env: { ...env, SSO_SHARED_SECRET } });
    php.on("error", () => undefined);
    return (await php.stdout.setEncoding("utf8").toArray()).join("");
  };
  try {
    const [good, bad] = [await page(secret), await page(`${secret}x`)];
    if (!good.includes(`303 ${RETRIEVAL_URL}/#sso_token=a.b%2Bc`)) return `no redirect with the token: ${good}`;
    if (!good.includes("created 1, errors 1")) return `a 207 is not accepted: ${good}`;
    if (!bad.includes("502 no &lt;signature&gt;")) return `a refusal is not shown: ${bad}`;
    const out = await withoutLogin(env);
    if (out !== "401 ログインしてから、もう一度お試しください。") return `a click without a login: ${out}`;
    return calls.length === 4 ? null : `${calls.length} calls`;
  } finally {
    service.close();
  }
}

/** The answer to a click without the portal's login, from PHP's own web server. */
async function withoutLogin(env) {
  const php = spawn("php", ["-S", "127.0.0.1:0", "index.php"], { cwd: here, env });
  try {
    let log = "";
    // "Development Server (http://127.0.0.1:40123) started"
    for await (const part of php.stderr.setEncoding("utf8")) {
      log += part;
      const [, url] = /\((http:[^)]+)\) started/.exec(log) ?? [];
      if (url === undefined) continue;
      const answer = await fetch(`${url}/launch-retrieval`, { method: "POST" });
      return `${answer.status} ${await answer.text()}`;
    }
    return log;
  } finally {
    php.kill();
  }
}

const signed = ({ user_id, timestamp }, secret) =>
  createHmac("sha256", secret).update(`${user_id}:${timestamp}`).digest("hex");

try {
  for (const language of languages) {
    const problem = problemWith(language);
    console.log(`${language.name}: ${problem ?? `${vectors.length} signatures as in the vectors`}`);
    if (problem !== null) process.exitCode = 1;
  }
  if (process.exitCode !== 1) {
    const problem = await problemWithPage();
    console.log(`PHP page: ${problem ?? "hands over the token, explains a refusal, accepts 207, asks for a login"}`);
    if (problem !== null) process.exitCode = 1;
  }
} finally {
  rmSync(classes, { recursive: true, force: true });
}
