import type { Department } from "@retrieval/core";
import type { Command } from "commander";
import { readDepartments, replaceDepartments } from "../../client/operations.js";
import { table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { readDepartmentsCsv } from "./departments-csv.js";
import { named, readLocalFile } from "./local-file.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export function registerDepartmentCommands(program: Command, terminal: Terminal): void {
  const departments = program.command("departments").description("the department master: codes and names");

  const importing = departments
    .command("import")
    .description(
      "replace the department master by a CSV file (部署コード, 部署名, or code, name).\nThe codes of users that came from a department's name are looked up again. A file with a refused line changes nothing;\nall of them are named at once.",
    )
    .argument("<file>", "the CSV, - for standard input: UTF-8 (with or without BOM) or CP932")
    .option("--dry-run", "say what would change and write nothing")
    .action(clientAction<[string], { dryRun?: boolean }>(terminal, importDepartments));
  withCommonOptions(importing, [
    "retrieval departments import data/departments.csv --dry-run",
    "retrieval departments import data/departments.csv",
  ]);

  const listing = departments
    .command("list")
    .description("list the department master")
    .action(
      clientAction<[], object>(terminal, async ({ client, output }) => {
        const known = await readDepartments(client);
        output.lines(table(known.map(({ code, name }) => [code, name])));
        output.document({ departments: known });
        return 0;
      }),
    );
  withCommonOptions(listing, ["retrieval departments list"]);
}

async function importDepartments(
  { client, output, terminal }: Context,
  { dryRun }: { readonly dryRun?: boolean },
  path: string,
): Promise<ExitCode> {
  const file = readDepartmentsCsv(await readLocalFile(path, terminal));
  if (typeof file === "string") throw new UsageError(`${named(path)}: ${file}`);
  const { departments: given, refused } = file;
  if (refused.length > 0) return refuse(output, path, refused);
  if (given.length === 0) throw new UsageError(`${named(path)} holds no department.`);

  const changes = compare(await readDepartments(client), given);
  const users_resolved_again = dryRun ? 0 : (await replaceDepartments(client, given)).users_resolved_again;
  output.line(`${named(path)} (${file.encoding}): ${dryRun ? "dry run, nothing was written" : "imported"}`);
  for (const [kind, of] of Object.entries(changes)) output.line(`  ${kind.padEnd(12)}${String(of.length).padStart(6)}`);
  for (const kind of ["added", "renamed", "removed"] as const) {
    for (const { code, name } of changes[kind]) output.line(`  ${kind}: ${code} ${name}`);
  }
  if (!dryRun) output.line(`Users whose department code changed: ${users_resolved_again}`);
  const { unchanged, ...changed } = changes;
  output.document({ ...changed, unchanged: unchanged.length, users_resolved_again, applied: !dryRun });
  return 0;
}

function compare(before: readonly Department[], after: readonly Department[]) {
  const names = new Map(before.map(({ code, name }) => [code, name]));
  const kept = new Set(after.map(({ code }) => code));
  return {
    added: after.filter(({ code }) => !names.has(code)),
    renamed: after.filter(({ code, name }) => names.has(code) && names.get(code) !== name),
    removed: before.filter(({ code }) => !kept.has(code)),
    unchanged: after.filter(({ code, name }) => names.get(code) === name),
  };
}

function refuse(
  output: Context["output"],
  path: string,
  refused: readonly { readonly line: number; readonly reason: string }[],
): ExitCode {
  output.line(`${named(path)}: nothing was written`);
  output.line("Refused:");
  output.lines(table(refused.map(({ line, reason }) => [`  line ${line}`, reason])));
  output.document({ applied: false, refused });
  return 1;
}
