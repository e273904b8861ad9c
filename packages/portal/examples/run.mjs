// Runs the signature of each language over vectors/*.json, prints a line for each, and fails if one differs or is
// missing. Each program in check/ reads three lines for each vector (user_id, timestamp, secret) and prints one
// signature.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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

try {
  for (const language of languages) {
    const problem = problemWith(language);
    console.log(`${language.name}: ${problem ?? `${vectors.length} signatures as in the vectors`}`);
    if (problem !== null) process.exitCode = 1;
  }
} finally {
  rmSync(classes, { recursive: true, force: true });
}
