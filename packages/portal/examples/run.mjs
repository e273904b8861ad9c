// Runs the signature and the access rule of each language over the vectors, prints a line for each, and fails if one
// differs or is missing. Each program in check/ that signs reads three lines for each vector (user_id, timestamp,
// secret) and prints one signature. One that decides reads a line for each case, its texts as base64, and prints the
// reasons.
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const read = (name) => JSON.parse(readFileSync(join(here, "../vectors", name), "utf8"));
const { vectors } = read("sign-in.json");
const { cases } = read("access.json");
const base64 = (text) => Buffer.from(text, "utf8").toString("base64");
const listed = (texts) => [texts.length, ...texts.map(base64)].join(" ");

const SIGNATURES = {
  of: "signatures",
  names: vectors.map(({ name }) => name),
  input: vectors.map(({ user_id, timestamp, secret }) => `${user_id}\n${timestamp}\n${secret}\n`).join(""),
  output: vectors.map(({ signature }) => signature),
};
const DECISIONS = {
  of: "decisions",
  names: cases.map((_, i) => `on line ${i + 2}`),
  input: cases
    .map(({ reader, rule }) => {
      const department = reader.department_code === null ? "-" : base64(reader.department_code);
      const own = [base64(reader.user_id), reader.role, department, listed(reader.permission_groups)];
      const lists = [rule.allowed_department_codes, rule.allowed_groups, rule.allowed_users].map(listed);
      return `${[...own, rule.allow_all, ...lists].join("\t")}\n`;
    })
    .join(""),
  output: cases.map(({ reasons }) => reasons.map(({ by, value }) => `${by}=${base64(value)}`).join(" ")),
};

const classes = mkdtempSync(join(tmpdir(), "retrieval-sign-"));
const languages = [
  { name: "PHP", debian: "php-cli", commands: [["php", "check/check.php"]] },
  { name: "PHP", debian: "php-cli", commands: [["php", "check/access.php"]], expected: DECISIONS },
  { name: "Python", debian: "python3", commands: [["python3", "check/check.py"]] },
  { name: "Python", debian: "python3", commands: [["python3", "check/access.py"]], expected: DECISIONS },
  {
    name: "Java",
    debian: "default-jdk-headless",
    commands: [
      ["javac", "-encoding", "UTF-8", "-d", classes, "Sign.java", "check/Check.java"],
      ["java", "-cp", classes, "Check"],
    ],
  },
  {
    name: "Java",
    debian: "default-jdk-headless",
    commands: [
      ["javac", "-encoding", "UTF-8", "-d", classes, "Access.java", "check/CheckAccess.java"],
      ["java", "-cp", classes, "CheckAccess"],
    ],
    expected: DECISIONS,
  },
  {
    name: "Go",
    debian: "golang-go",
    // Go takes files of one folder only.
    commands: [
      ["go", "version"],
      ["cp", "sign.go", "check/check.go", classes],
      ["go", "run", join(classes, "sign.go"), join(classes, "check.go")],
    ],
  },
  {
    name: "C#",
    debian: "mono-mcs mono-runtime",
    commands: [
      ["mcs", `-out:${join(classes, "check.exe")}`, "Sign.cs", "check/Check.cs"],
      ["mono", join(classes, "check.exe")],
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

/** The reason why the output of the language differs from the vectors, or null. */
function problemWith({ debian, commands, expected }) {
  let output = "";
  for (const [i, [command, ...args]] of commands.entries()) {
    // The last one reads. A command that does not read may have closed its input.
    const given = i === commands.length - 1 ? expected.input : "";
    const result = spawnSync(command, args, { cwd: here, input: given, encoding: "utf8", maxBuffer: 2 ** 24 });
    if (result.error?.code === "ENOENT") return `${command} is missing; on Debian: apt-get install ${debian}`;
    if (result.error || result.status !== 0) return `${command} failed: ${result.error ?? result.stderr}`;
    output = result.stdout;
  }
  const lines = output.split("\n").slice(0, -1);
  if (lines.length !== expected.output.length) return `${lines.length} ${expected.of} for ${expected.output.length}`;
  const wrong = expected.output.findIndex((line, i) => line !== lines[i]);
  return wrong < 0 ? null : `differs from the vector ${expected.names[wrong]}`;
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
  for (const { expected = SIGNATURES, ...language } of languages) {
    const problem = problemWith({ ...language, expected });
    console.log(`${language.name}: ${problem ?? `${expected.output.length} ${expected.of} as in the vectors`}`);
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
