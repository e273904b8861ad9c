import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

describe("the signature and the access rule in other languages", () => {
  it.each([
    ["php", "examples/sign.php"],
    ["php", "examples/index.php"],
    ["python", "examples/sign.py"],
    ["java", "examples/Sign.java"],
    ["csharp", "examples/Sign.cs"],
    ["go", "examples/sign.go"],
    ["sh", "examples/sign.sh"],
  ])("the README shows the %s that is checked against the vectors", (language, path) => {
    expect(read("README.md")).toContain(`\`\`\`${language}\n${read(path)}\`\`\`\n`);
  });

  // Where the interpreters are installed, another check runs the signatures.
  it("a missing interpreter fails the check and names Debian's package", () => {
    const script = fileURLToPath(new URL("../examples/run.mjs", import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [script], { env: { PATH: "/nowhere" }, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      ...Array(2).fill("PHP: php is missing; on Debian: apt-get install php-cli"),
      ...Array(2).fill("Python: python3 is missing; on Debian: apt-get install python3"),
      ...Array(2).fill("Java: javac is missing; on Debian: apt-get install default-jdk-headless"),
      "Go: go is missing; on Debian: apt-get install golang-go",
      "C#: mcs is missing; on Debian: apt-get install mono-mcs mono-runtime",
      "openssl: openssl is missing; on Debian: apt-get install openssl",
    ]);
  });
});
