import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { OPERATIONS, type OperationId } from "@retrieval/api";
import { registerManagementCommands } from "../../src/commands/management/index.js";
import { parametersOf } from "../../src/commands/management/operation-table.js";
import { createProgram } from "../../src/commands/program.js";
import { registerServerCommands } from "../../src/commands/server-commands.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = createProgram((program) => {
  registerServerCommands(program, { demo: () => Promise.reject(new Error("not started here")) });
  registerManagementCommands(program);
});

/** A command in a code block or in code marks, up to a sign of the shell or an end of its text. */
const COMMAND = /(?:^| |`)retrieval((?: +(?:"[^"]*"|'[^']*'|[^\s`"'|&;<>]+))+)/gm;

/** Every command that the documents show, with the document that shows it. */
function documented(): string[] {
  const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  return documents
    .trim()
    .split("\n")
    .filter((path) => !/^CHANGELOG|^packages\/demo\/sample\//.test(path))
    .flatMap((path) =>
      codeOf(readFileSync(root + path, "utf8")).flatMap((code) =>
        [...code.matchAll(COMMAND)].map(([, args = ""]) => `${path}: retrieval${args}`),
      ),
    );
}

/** Blocks of a shell, and what is in code marks. */
const codeOf = (markdown: string): string[] => [
  ...[...markdown.matchAll(/^ *```(?:sh|bash).*\n([\s\S]*?)^ *```/gm)].map(([, code = ""]) =>
    code.replace(/ # .*/g, ""),
  ),
  ...[...markdown.replace(/^ *```[\s\S]*?^ *```/gm, "").matchAll(/`[^`\n]+`/g)].map(([code]) => code),
];

/** What is wrong with it: the name of a command or an option that does not exist. */
function problemWith(line: string): string | null {
  const words = line.replace(/^.*?: retrieval /, "").match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  let command = program;
  let at = 0;
  for (; at < words.length; at += 1) {
    const next = command.commands.find((candidate) => candidate.name() === words[at]);
    if (next === undefined) break;
    command = next;
  }
  if (command.commands.length > 0 && words.slice(at).some((word) => /^[a-z]/.test(word)))
    return `${line}: no ${words[at]}`;
  const known = new Set([...command.options, ...program.options].flatMap(({ short, long }) => [short, long]));
  const isCall = command.name() === "call" && words[at] !== undefined;
  const operation = isCall ? OPERATIONS[words[at] as OperationId] : null;
  if (operation === undefined) return `${line}: no operation ${words[at]}`;
  for (const name of operation === null ? [] : parametersOf(operation).keys()) known.add(`--${name}`);
  const unknown = words.slice(at).find((word) => /^--?[a-z]/.test(word) && !known.has(word.replace(/=.*/, "")));
  return unknown === undefined || unknown === "--help" ? null : `${line}: no ${unknown}`;
}

it("each command in a document exists, with its options", () => {
  const lines = documented();
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.map(problemWith).filter((problem) => problem !== null)).toEqual([]);
});
